"""Seats change, and change hands, while people look at the page."""

from __future__ import annotations

import pytest

from accounts.models import User
from engine.play.commands import Command, DealHand, OpenSecret, PauseMatch, ResumeMatch
from engine.play.defaults import waiting_on
from engine.play.legal import legal
from engine.play.match import ClockSettings
from engine.players import Chance, get, seat_view
from tables import folds, services
from tables.acting import Order
from tables.events.drivers import run
from tables.folds import Fold
from tables.models import Table
from tables.services import Sitter
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.tables.conftest import contribute_all

pytestmark = pytest.mark.e2e

CALM = ClockSettings(decision_ms=60_000, claim_ms=60_000, reserve_ms=120_000, entropy_ms=20_000)
SIDES = ("self", "right", "across", "left")
CROSSED = ((0, 1, 2, 3), (2, 0, 3, 1))


def role(person: Person) -> str:
    return person.page.locator("body").get_attribute("data-role") or ""


def names_round(person: Person) -> list[str]:
    """The names on the board from the bottom on, as play goes round."""
    return [person.page.locator(f".player.{side} .name").inner_text() for side in SIDES]


def test_who_hands_a_seat_over_watches_and_who_takes_it_plays(house: House, visit: Visit) -> None:
    ann, eva = house.site.person("ann"), house.site.person("eva")
    table = house.site.table([ann], clocks=CALM, hands=3)
    leaving, coming = visit(ann), visit(eva, size=(360, 740))
    leaving.sit(table.pk)
    leaving.until_phase("auction")
    coming.sit(table.pk)
    assert (role(leaving), role(coming)) == ("seat", "spectator")
    services.seat_hand_over(
        table=table, place=0, sitter=Sitter("Eva", eva), actor="organiser:1", reason="ill"
    )
    coming.until(lambda: role(coming) == "seat")
    leaving.until(lambda: role(leaving) == "spectator")
    coming.until_seen("#hand .tile")
    assert not leaving.has("#hand .tile")
    assert names_round(coming)[0] == "Eva"


def until_seats_change(table: Table, accounts: list[User]) -> None:
    """Play on, as built-in players would, until seats have changed; and stop there."""
    contribute_all(table, accounts)
    fold = run(folds.load(table.pk))
    chance = Chance("seats")
    for number in range(20_000):
        actor, command = next_step(fold, chance)
        order = Order(table.pk, actor, f"t{number}", lambda _, c=command: c, deals=False)
        fold = services.table_command(order=order).fold
        if isinstance(command, PauseMatch):
            return
    raise AssertionError("nobody changed seats")


def next_step(fold: Fold, chance: Chance) -> tuple[str, Command]:
    """What comes next, and who does it."""
    state = fold.state
    if state.reseated:
        return "referee:1", PauseMatch()
    if state.phase == "between":
        return "system", DealHand(fold.secrets.of_hand(state.hand_number + 1))
    if state.hand.phase == "over":
        return "system", OpenSecret(fold.secrets.of_hand(state.hand_number))
    place = waiting_on(state)[0]
    seat = state.hand.seat_of(place)
    choice = get("sensible").choose(seat_view(state, seat), legal(state, seat), chance)
    return f"place:{place}", choice


def test_the_board_shows_the_new_seats_after_a_change_and_says_so(
    house: House, visit: Visit
) -> None:
    accounts = [house.site.person(name) for name in ("ann", "bo", "cai", "dan")]
    table = house.site.table(
        accounts, hands=60, clocks=CALM, spectator_delay=0, first_dealer=0, seat_plan=CROSSED
    )
    watcher = visit()
    watcher.sit(table.pk)
    assert names_round(watcher) == ["Ann", "Bo", "Cai", "Dan"]
    until_seats_change(table, accounts)
    watcher.until_seen(".seats-changed")
    told = "Seats have changed: East Cai · South Ann · West Dan · North Bo."
    assert watcher.page.locator(".seats-changed").inner_text() == told
    assert told in watcher.page.locator("#toasts").inner_text()
    resume = Order(table.pk, "referee:1", "go on", lambda _: ResumeMatch(), deals=False)
    services.table_command(order=resume)
    watcher.until(lambda: names_round(watcher) == ["Ann", "Dan", "Bo", "Cai"])
    winds = [watcher.page.locator(f".player.{side}").get_attribute("aria-label") for side in SIDES]
    assert winds == ["South Ann", "West Dan", "North Bo", "East Cai"]
