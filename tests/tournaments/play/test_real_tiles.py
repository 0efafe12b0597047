"""Events with real tiles: their tables open as score sheets, and results come in all the same."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from engine.play.match import Length
from engine.verify import verify
from tables import selectors
from tables.errors import NotYourSeat
from tables.models import Event as LogLine
from tables.scored import services as scored
from tests.engine.scored.keeper import exhausted, won
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.play.test_keeping_up import matches, start_round
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.play import watch
from tournaments.play.keeping_up import keep_up
from tournaments.services import context_set

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """Two tables of guests with real tiles, one hand each, the first round started."""
    made = make_event(length=Length("hands", 1), play="scored")
    context_set(tournament=made.tournament, context={"guests_played_by": "random"})
    made.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(8)))
    made.do(c.StartTournament())
    start_round(made, timezone.now())
    keep_up(made.tournament.pk)
    return made


def test_the_tables_open_as_score_sheets_with_people_at_them(event: Event):
    for match in matches(event):
        assert (match.play, match.phase) == ("scored", "scoring")
        assert [seat.kind for seat in match.seats.all()] == ["human"] * 4


def test_the_events_scorers_enter_and_its_organisers_rule(event: Event, cast: dict[str, User]):
    match = matches(event)[0]
    entry = won(1, "all_chows", off=2, bid=(0, 2))
    for role in ("visitor", "player"):
        with pytest.raises(NotYourSeat):
            scored.hand_enter(table=match, account=cast[role], hand=1, entry=entry)
    scored.hand_enter(table=match, account=cast["scorer"], hand=1, entry=entry)
    scored.hand_contest(table=match, account=cast["scorer"], hand=1, text="no", place=3)
    with pytest.raises(NotYourSeat):
        scored.hand_uphold(table=match, account=cast["scorer"], hand=1, reason="so")
    scored.hand_uphold(table=match, account=cast["organiser"], hand=1, reason="so")
    found = LogLine.objects.filter(stream=match.pk).order_by("version").values_list("actor")
    scorer, organiser = cast["scorer"].pk, cast["organiser"].pk
    assert [actor for (actor,) in found][1:4] == [
        f"scorer:{scorer}", f"scorer:{scorer}", f"organiser:{organiser}",
    ]  # fmt: skip


def test_results_come_in_from_sheets_and_from_final_points(event: Event, cast: dict[str, User]):
    first, second = matches(event)
    scored.hand_enter(table=first, account=cast["scorer"], hand=1, entry=exhausted(3, 2))
    scored.hand_confirm(table=first, account=cast["scorer"], hand=1, place=3)
    scored.final_points_enter(table=second, account=cast["scorer"], points=(6, 4, -3, -7))
    scored.match_end(table=second, account=cast["scorer"])
    keep_up(event.tournament.pk)
    tables = event.state.rounds[1].tables
    found = {number: tuple(tables[number].result.points) for number in (1, 2)}
    assert found == {1: (5, 5, 5, -15), 2: (6, 4, -3, -7)}
    event.do(c.ConfirmRound(1))
    assert sum(line.totals.game for line in standings_of(event.state, "main").lines) == 0


def test_a_match_whose_hands_wait_for_confirmation_has_no_result_yet(
    event: Event, cast: dict[str, User]
):
    match = matches(event)[0]
    scored.hand_enter(table=match, account=cast["scorer"], hand=1, entry=exhausted(3, 2))
    assert keep_up(event.tournament.pk) == []
    scored.match_end(table=match, account=cast["scorer"])
    assert keep_up(event.tournament.pk) == ["result of 1/1"]


def test_the_desk_sees_where_a_hand_is_contested(event: Event, cast: dict[str, User]):
    match = matches(event)[0]
    scored.hand_enter(table=match, account=cast["scorer"], hand=1, entry=exhausted(3, 2))
    scored.hand_contest(table=match, account=cast["scorer"], hand=1, text="no", place=3)
    round_ = event.state.rounds[1]
    found = watch.matches_of(round_)
    seen = watch.troubles(event.state, round_, found, watch.last_moves(found), timezone.now())
    assert {number: trouble.code for number, trouble in seen.items()} == {1: "hand_contested"}


def test_a_contested_sheet_that_is_given_up_ends_and_the_table_gets_another(
    make_event: EventMaker, cast: dict[str, User]
):
    event = make_event(length=Length("hands", 4), play="scored")
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(4)))
    event.do(c.StartTournament())
    start_round(event, timezone.now())
    keep_up(event.tournament.pk)
    (match,) = matches(event)
    for hand, entry in enumerate((exhausted(3, 2), exhausted(1, 2), exhausted(2, 2)), 1):
        scored.hand_enter(table=match, account=cast["scorer"], hand=hand, entry=entry)
    scored.hand_contest(table=match, account=cast["scorer"], hand=2, text="no", place=3)
    event.do(c.UnlinkTable(1, 1))
    keep_up(event.tournament.pk)
    keep_up(event.tournament.pk)
    match.refresh_from_db()
    assert match.ended_at is not None
    assert list(match.results.values_list("hand", "contested")) == [(1, False)]
    assert verify(selectors.record_export(match).encode()).ok
    assert matches(event)[0].pk != match.pk
