"""What everybody is told of rulings and penalties follows the event's policy; results are facts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tables.models import Ruling
from tests.tournaments.conftest import EventMaker
from tests.tournaments.play.court import Court, court, payments
from tournaments.domain.dispute_terms import Disputes, Publicity
from tournaments.domain.terms import PenaltyRule
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
LATE = PenaltyRule("late", "Comes late", 10)
SLOW = PenaltyRule("slow", "Slow play", 0, 0, "warning")
Made = Callable[[Publicity], Court]


@pytest.fixture
def made(make_event: EventMaker, cast: dict[str, User]) -> Made:
    """An event with a call, a correction and two penalties at its first table."""

    def make(how: Publicity) -> Court:
        disputes = Disputes(publicity=how)
        one = court(make_event, cast, penalties=(LATE, SLOW), disputes=disputes)
        case = one.call(place=1)
        one.rule(case=case, decision=payments(40, -20, -10, -10))
        for rule in (LATE, SLOW):
            given = {"penalty": rule.kind, "game": rule.game, "table": 0, "rule": rule.code}
            one.rule(kind="penalty", hand=0, decision={"place": 2, **given})
        one.keep_up()
        return one

    return make


def read(made: Court, path: str, account: User | None = None) -> str:
    client = Client(headers={"Accept-Language": "en"})
    if account:
        client.force_login(account)
    answer = client.get(f"/events/{made.event.tournament.pk}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_players_concerned_read_rulings_and_what_they_change_on_their_own_page(made: Made) -> None:
    one = made("none")
    client = Client(headers={"Accept-Language": "en"})
    for place, points in enumerate(one.match().rulings.get(kind="score_set").points):
        client.force_login(one.player(place))
        told = " ".join(client.get("/me/").content.decode().split())
        assert "<strong>Score set by hand</strong>" in told
        assert f'<span class="num">{points:+}</span> game points'.replace("-", "−") in told
        assert f"/tables/{one.match().pk}/rulings/" in told
        assert "Comes late" in told
    elsewhere = next(a for a in one.accounts.values() if a not in map(one.player, range(4)))
    client.force_login(elsewhere)
    assert "Score set by hand" not in client.get("/me/").content.decode()


def test_a_ruling_on_an_event_that_is_over_is_on_their_own_page_for_a_week(made: Made) -> None:
    one = made("none")
    Tournament.objects.update(phase=Tournament.Phase.FINISHED)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(one.player(0))
    assert "Score set by hand" in client.get("/me/").content.decode()
    Ruling.objects.update(made_at=timezone.now() - timedelta(days=8))
    assert "Score set by hand" not in client.get("/me/").content.decode()


def test_a_ruling_that_changes_no_result_is_found_by_everybody(
    make_event: EventMaker, cast: dict[str, User]
) -> None:
    one = court(make_event, cast)
    one.rule(kind="score_stands")
    one.keep_up()
    assert not one.event.state.corrections
    assert f'href="/events/{one.event.tournament.pk}/rulings/"' in read(one, "standings/")


def fined(made: Court) -> str:
    """The entry that has the penalties."""
    return made.event.state.rounds[1].plan.tables[0].seats[2]


@pytest.mark.parametrize("how", ["all", "anonymous", "none"])
def test_penalties_on_pages_say_what_for_as_the_policy_does(made: Made, how: Publicity) -> None:
    one = made(how)
    for path in ("results/", f"players/{fined(one)}/"):
        told = read(one, path)
        assert "−10 game points" in told
        assert ("Comes late" in told) == (how == "all")
        assert ("Slow play" in told) == (how == "all")


def test_who_was_fined_and_officials_read_what_for(made: Made) -> None:
    one = made("none")
    account = one.accounts[fined(one)]
    for reader in (account, one.referee, one.event.account):
        told = read(one, f"players/{fined(one)}/", reader)
        assert "Comes late" in told
        assert "Slow play" in told
    other = one.player(0)
    assert "Comes late" not in read(one, f"players/{fined(one)}/", other)


@pytest.mark.parametrize(
    ("how", "named", "told"),
    [("all", True, True), ("anonymous", False, True), ("none", False, False)],
)
def test_a_tables_dispute_is_told_as_the_policy_says(
    made: Made, how: Publicity, named: bool, told: bool
) -> None:
    one = made(how)
    page = read(one, "rounds/1/tables/1/")
    disputes = page.split('id="disputes-title"')[1].split("</section>")[0]
    caller = one.event.state.rounds[1].plan.tables[0].seats[1]
    assert (f"Name {caller}" in disputes) == named
    assert ("Wrong score" in disputes) == told
    assert ("Score set by hand" in disputes) == told
    inside = read(one, "rounds/1/tables/1/", one.player(3))
    assert "Wrong score" in inside.split('id="disputes-title"')[1]


@pytest.mark.parametrize("how", ["all", "anonymous", "none"])
def test_a_corrected_result_shows_under_every_policy(made: Made, how: Publicity) -> None:
    one = made(how)
    page = read(one, "rounds/1/tables/1/")
    assert "By a ruling." in page
    assert "+40" in page
    assert ("#ruling-" in page) == (how != "none")
    rulings = read(one, "rulings/")
    assert ("Score set by hand" in rulings) == (how != "none")
    assert "the result was corrected" in rulings
    given = f"Name {fined(one)} · game points −10 · Comes late"
    assert (given in rulings) == (how == "all")
    assert "No rulings." not in rulings
    # The desk names who ruled, although the penalty came into the event's log by itself.
    desk = read(one, "desk/penalties/", one.referee)
    assert desk.count(f"Given by <bdi>{one.referee.public_name}</bdi>") == 2
