"""The review of a hand in the browser: step, jump, look from a seat, and suppose something else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from engine.seats import SEATS
from tables import demo
from tables.models import HandResult, Table
from tables.review.hand_log import HandLog, hand_log
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person

pytestmark = pytest.mark.e2e


PLATES_ARE_WHOLE = """() => [...document.querySelectorAll("#board .plate")].map((plate) => {
    const [name, badges, points] = ["name", "badges", "points"].map((one) =>
        plate.querySelector(`.${one}`));
    name.textContent = "Bartholomew Featherstonehaugh-Cholmley";
    const [badge, told] = [badges, points].map((one) => one.getBoundingClientRect());
    const apart = badge.right <= told.left || badge.bottom <= told.top;
    return apart && name.scrollWidth <= name.clientWidth + 1;
})"""
"""Whether a long name is there in full, and its badges beside no figures."""


IS_IN_SIGHT = """() => {
    const log = document.getElementById("log");
    const [list, row] = [log, log.querySelector("[aria-current]")].map((one) =>
        one.getBoundingClientRect());
    return log.scrollTop > 0 && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
}"""
"""Whether the list of events has been scrolled to the one that is shown."""


def won(house: House) -> tuple[Table, int, HandLog]:
    """A finished match of built-in players, a hand of it that was won, and that hand's log."""
    table = house.site.table([], hands=6, level="sensible")
    demo.play_out(table)
    table.refresh_from_db()
    result = HandResult.objects.filter(table=table, outcome="won").first()
    assert result is not None
    log = hand_log(table.pk, result.hand)
    assert log is not None
    return table, result.hand, log


def step_of(person: Person) -> int:
    return int(person.page.evaluate("window.laozhuangReview?.step ?? -1"))


def open_review(person: Person, table: Table, hand: int) -> None:
    person.go(reverse("review", args=[table.pk, hand]))
    person.until(lambda: step_of(person) == 1)


def test_steps_by_event_and_claim_by_key_and_names_who_could_do_what(
    house: House, visit: Visit
) -> None:
    table, hand, log = won(house)
    person = visit()
    page = person.page
    open_review(person, table, hand)
    assert page.locator("#log li").count() == len(log.lines)
    assert page.evaluate(PLATES_ARE_WHOLE) == [True] * 4
    page.locator("#step-on").focus()
    page.keyboard.press("ArrowRight")
    assert step_of(person) == 2
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    ending = log.ending
    assert ending is not None
    assert step_of(person) == log.lines.index(ending) + 1
    assert page.url.endswith(f"?at={ending.seq}")
    assert page.evaluate(IS_IN_SIGHT)
    discard = next(n for n, line in enumerate(log.lines, 1)
                   if type(line.event).__name__ == "TileDiscarded")  # fmt: skip
    page.locator(f"#log [data-step='{discard}']").click()
    assert page.locator("#moment .chances tr").count() == 1
    assert page.locator("#moment .chances .tile").count() >= 1
    page.locator(f"#log [data-step='{discard + 1}']").click()
    assert page.locator("#moment .chances tr").count() == 3


def test_jumps_from_claim_to_claim_and_plays_by_itself_until_it_is_stopped(
    house: House, visit: Visit
) -> None:
    table, hand, log = won(house)
    person = visit()
    page = person.page
    open_review(person, table, hand)
    claims = [
        step for step, line in enumerate(log.lines, 1)
        if type(line.event).__name__ in ("ClaimMade", "MeldClaimed", "KongDeclared")
    ]  # fmt: skip
    for step in claims[:3]:
        page.locator("#claim-on").click()
        assert step_of(person) == step
    page.locator("#log [data-step='1']").click()
    page.locator("#play").click()
    person.until(lambda: step_of(person) > 3)
    page.locator("#play").click()
    stopped = step_of(person)
    page.wait_for_timeout(2_000)
    assert step_of(person) == stopped


def test_seen_from_one_seat_the_other_hands_and_what_they_could_do_are_covered(
    house: House, visit: Visit
) -> None:
    table, hand, log = won(house)
    person = visit()
    page = person.page
    open_review(person, table, hand)
    assert page.locator(".concealed .tile.back").count() == 0
    covered = {"all": (0, len([one for one in told(person) if one["passed"]]))}
    page.locator("#as").select_option("2")
    assert page.locator(".concealed .tile.back").count() in (39, 40)
    seat = SEATS[log.hand.seat_of(2)]
    theirs = [one for one in told(person) if one["type"] == "TileDrawn"]
    theirs = [one for one in theirs if one["data"]["seat"] != seat]
    own = [one for one in told(person) if one["passed"] and one["place"] == 2]
    covered["2"] = (len(theirs), len(own))
    for seen_from, (draws, passes) in covered.items():
        page.locator("#as").select_option(seen_from)
        said = page.locator("#log .said").all_inner_texts()
        assert sum(one.endswith("draws.") for one in said) == draws
        assert page.locator("#log .passed").count() == passes


def told(person: Person) -> list[dict[str, Any]]:
    """The events as the page has them."""
    held = person.page.locator("#review-hand").text_content()
    found: list[dict[str, Any]] = json.loads(held or "")["events"]
    return found


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_nothing_runs_off_the_side_and_the_what_if_is_scored_beside_the_original(
    house: House, visit: Visit, size: tuple[int, int]
) -> None:
    table, hand, _log = won(house)
    person = visit()
    page = person.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_review(person, table, hand)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    page.locator("#what-if").click()
    page.locator("select[name=laozhuang]").select_option("1")
    page.locator("form.what-if button[type=submit]").click()
    person.until(lambda: person.has(".compared .differs"))
    rows = page.locator(".compared tr.differs").all_inner_texts()
    assert any("×2" in row for row in rows)
    assert page.url.endswith("/what-if/")
    assert page.evaluate(wide) <= 0
