"""The form of a ruling fills in what a row of the event's table of penalties says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import Visit
from tests.e2e.person import House
from tests.e2e.test_lobby_in_browser import narrow
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import terms
from tests.tournaments.play.court import Court, court
from tournaments import services
from tournaments.domain.terms import Details, PenaltyRule, Stage

pytestmark = pytest.mark.e2e
LATE = PenaltyRule("late", "迟到", 5, 12)


def played() -> Court:
    """An event of the site whose first round was played."""
    club, cast = club_make()

    def make(*stages: Stage, **more: Any) -> Event:
        made = services.tournament_create(
            club=club, account=cast["organiser"], details=Details("Cup", club=club.slug),
            terms=terms(*stages, **more),
        )  # fmt: skip
        return Event(made, cast["organiser"])

    return court(make, cast, penalties=(LATE,))


def test_a_row_of_the_table_of_penalties_is_filled_in_and_may_be_departed_from(
    house: House, visit: Visit
) -> None:
    made = played()
    organiser = visit(made.event.account, size=(360, 640))
    page = organiser.go(f"/tables/{made.match().pk}/hands/0/rule/")
    page.check("input[name=kind][value=penalty]")
    page.select_option("#penalty-rule", "late")
    assert page.input_value("select[name=penalty]") == "points"
    assert page.input_value("input[name=penalty-game]") == "5"
    assert page.input_value("input[name=penalty-table]") == "1"
    assert narrow(organiser)

    page.fill("input[name=penalty-game]", "50")
    organiser.until(lambda: "say that you depart" in page.locator("#preview").inner_text())
    page.check("input[name=penalty-departs]")
    organiser.until(lambda: "say that you depart" not in page.locator("#preview").inner_text())
    page.locator("select[name=cite]").first.select_option("L7")
    page.fill("textarea[name=text]", "For the fifth time.")
    page.click("#confirm")
    organiser.until(lambda: "The ruling is made." in page.locator("body").inner_text())
    made.keep_up()
    (given,) = [one.given for one in made.event.state.penalties.values()]
    assert (given.game, given.table, given.rule) == (50, 12, "late")
