"""Tables open, end and stop as the event's log says; results come in by themselves."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from engine.play.commands import VoidHand
from engine.play.match import Length
from tables import folds, services
from tables.acting import Order
from tables.demo import AT_ONCE, LONG_AFTER, play_out
from tables.events.drivers import run
from tables.live.steps import due_orders
from tables.models import Event as LogLine
from tables.models import Table as Match
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.desk import MINUTE, POINTS
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.parts import Except
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.state import Table
from tournaments.models import RoundTable
from tournaments.pages.entry_forms import WithdrawForm
from tournaments.play import keeping_up
from tournaments.play.by_hand import result_take_again
from tournaments.play.keeping_up import keep_up
from tournaments.play.results import hand_now
from tournaments.services import context_set

pytestmark = pytest.mark.django_db(transaction=True)


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def begin(event: Event, players: int = 8, at: datetime | None = None) -> Event:
    """An event of guests for whom built-in players play, its first round started."""
    context_set(tournament=event.tournament, context={"guests_played_by": "random"})
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(players)))
    event.do(c.StartTournament())
    return start_round(event, at)


def start_round(event: Event, at: datetime | None = None) -> Event:
    seed, stage = event.seed, event.state.terms.stages[0].id
    if event.state.terms.stages[0].is_bracket and stage not in event.state.stages:
        event.do(lambda state: next_plan(state, stage, seed))
    event.do(lambda state: next_plan(state, stage, seed))
    number = len(event.state.rounds)
    edition = event.state.rounds[number].plan.edition
    start = c.StartRound(number, edition, ms(at or timezone.now()))
    return event.do(c.PublishPairings(number, edition), start)


def matches(event: Event) -> list[Match]:
    rows = RoundTable.objects.filter(tournament=event.tournament).order_by("round", "number")
    return [Match.objects.get(pk=row.match) for row in rows if row.match]


def table(event: Event, number: int = 1) -> Table:
    return event.state.rounds[1].tables[number]


def log_types(match: Match) -> list[str]:
    return list(LogLine.objects.filter(stream=match.pk).values_list("type", flat=True))


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return make_event(length=Length("hands", 1), round_ms=60 * MINUTE)


def test_a_round_that_starts_opens_a_match_at_every_table_once(event: Event):
    begin(event)
    assert len(keep_up(event.tournament.pk)) == 2
    assert keep_up(event.tournament.pk) == []
    opened = matches(event)
    assert [match.context["table"] for match in opened] == [1, 2]
    for match in opened:
        seats = event.state.rounds[1].tables[match.context["table"]].ledger
        names = [event.state.entries[facts[0].person].person.name for facts in seats]
        assert [seat.name for seat in match.seats.all()] == names
    assert Match.objects.count() == 2


def test_results_come_in_by_themselves_and_give_standings(event: Event):
    begin(event)
    keep_up(event.tournament.pk)
    for match in matches(event):
        play_out(match)
    assert len(keep_up(event.tournament.pk)) == 2
    assert keep_up(event.tournament.pk) == []
    state = event.state
    for match in matches(event):
        result = state.rounds[1].tables[match.context["table"]].result
        assert list(result.points) == match.points
        assert result.source == "log"
        assert len(result.hands) == 1
    event.do(c.ConfirmRound(1))
    lines = standings_of(event.state, "main").lines
    assert len(lines) == 8
    assert sum(line.totals.game for line in lines) == 0


def test_a_result_that_was_taken_out_does_not_come_back_by_itself(event: Event):
    begin(event)
    keep_up(event.tournament.pk)
    for match in matches(event):
        play_out(match)
    keep_up(event.tournament.pk)
    event.do(c.WithdrawResult(1, 1, "wrong"))
    assert keep_up(event.tournament.pk) == []
    assert table(event).result is None


def test_a_result_that_was_taken_out_is_taken_from_the_log_again_with_its_hands(event: Event):
    begin(event)
    keep_up(event.tournament.pk)
    for match in matches(event):
        play_out(match)
    keep_up(event.tournament.pk)
    before = table(event).result
    event.do(c.WithdrawResult(1, 1, "wrong"))
    client = Client()
    client.force_login(event.account)
    client.post(f"/events/{event.tournament.pk}/desk/rounds/1/tables/1/result/from-log/")
    assert table(event).result == before
    assert before.source == "log"
    assert len(before.hands) == 1


def test_no_result_is_taken_from_a_match_that_is_not_over(event: Event):
    begin(event)
    keep_up(event.tournament.pk)
    with pytest.raises(Refused) as caught:
        result_take_again(tournament=event.tournament, number=1, table=1, account=event.account)
    assert caught.value.code == "no_match_over"
    assert table(event).result is None


def test_a_reopened_round_opens_no_match_at_a_table_that_was_confirmed_without_one(
    make_event: EventMaker,
):
    event = begin(make_event(round_ms=None))
    event.do(
        c.TakeResult(1, 2, None, POINTS), c.ConfirmRound(1, (Except(1, "nobody came"),)),
        c.ReopenRound(1, "late"),
    )  # fmt: skip
    assert keep_up(event.tournament.pk) == []
    assert Match.objects.count() == 0
    client = Client()
    client.force_login(event.account)
    page = f"/events/{event.tournament.pk}/desk/rounds/1/tables/1/"
    assert f"{page}open/" in client.get(page).content.decode()
    client.post(f"{page}open/")
    (match,) = Match.objects.all()
    assert table(event).match == str(match.pk)


def test_the_first_dealer_is_who_the_plan_seats_east(event: Event):
    begin(event)
    keep_up(event.tournament.pk)
    match = matches(event)[0]
    play_out(match)
    dealt = LogLine.objects.get(stream=match.pk, type="HandDealt", hand=1)
    assert dealt.data["dealer"] == 0


def test_a_match_whose_table_cannot_be_linked_is_not_left_behind(
    event: Event, monkeypatch: pytest.MonkeyPatch
):
    begin(event)

    def fail(**_arguments: object) -> None:
        raise keeping_up.Refused("full", "no")

    monkeypatch.setattr(keeping_up, "tournament_do", fail)
    assert keep_up(event.tournament.pk) == []
    assert Match.objects.count() == 0


def test_when_time_is_up_the_running_hand_is_the_last(event: Event):
    at = timezone.now()
    begin(event, at=at)
    keep_up(event.tournament.pk, at=at)
    keep_up(event.tournament.pk, at=at + timedelta(minutes=59))
    assert all("TimeCalled" not in log_types(match) for match in matches(event))
    keep_up(event.tournament.pk, at=at + timedelta(minutes=61))
    assert all(log_types(match).count("TimeCalled") == 1 for match in matches(event))
    keep_up(event.tournament.pk, at=at + timedelta(minutes=62))
    assert all(log_types(match).count("TimeCalled") == 1 for match in matches(event))


def test_more_time_for_one_table_is_that_tables_alone(event: Event):
    at = timezone.now()
    begin(event, at=at)
    keep_up(event.tournament.pk, at=at)
    event.do(c.ExtendClock(1, 1, 5 * MINUTE, ms(at)))
    keep_up(event.tournament.pk, at=at + timedelta(minutes=61))
    first, second = matches(event)
    assert "TimeCalled" not in log_types(first)
    assert "TimeCalled" in log_types(second)
    keep_up(event.tournament.pk, at=at + timedelta(minutes=66))
    assert "TimeCalled" in log_types(first)


def test_five_more_minutes_after_time_is_up_let_the_match_go_on(event: Event):
    at = timezone.now()
    begin(event, at=at)
    keep_up(event.tournament.pk, at=at)
    first, second = matches(event)
    start_hand(first)
    start_hand(second)
    late = at + timedelta(minutes=61)
    keep_up(event.tournament.pk, at=late)
    event.do(c.ExtendClock(1, 1, 5 * MINUTE, ms(late)))
    keep_up(event.tournament.pk, at=late)
    assert log_types(first)[-1] == "TimeLifted"
    assert "TimeLifted" not in log_types(second)
    event.do(c.ExtendClock(1, None, 5 * MINUTE, ms(late)))
    keep_up(event.tournament.pk, at=late)
    assert log_types(second)[-1] == "TimeLifted"
    keep_up(event.tournament.pk, at=late + timedelta(minutes=6))
    assert log_types(second)[-1] == "TimeCalled"
    assert log_types(first)[-1] == "TimeLifted"
    keep_up(event.tournament.pk, at=late + timedelta(minutes=11))
    assert log_types(first)[-1] == "TimeCalled"


def test_after_the_grace_the_running_hand_counts_for_nothing(make_event: EventMaker):
    at = timezone.now()
    event = begin(
        make_event(
            length=Length("hands", 4), round_ms=60 * MINUTE, round_end="grace", grace_ms=5 * MINUTE
        ),
        players=4,
        at=at,
    )
    keep_up(event.tournament.pk, at=at)
    (match,) = matches(event)
    start_hand(match)
    keep_up(event.tournament.pk, at=at + timedelta(minutes=64))
    assert log_types(match)[-1] == "TimeCalled"
    keep_up(event.tournament.pk, at=at + timedelta(minutes=66))
    assert "HandVoided" in log_types(match)
    play_out(match)
    keep_up(event.tournament.pk, at=at + timedelta(minutes=67))
    assert table(event).result.points == (0, 0, 0, 0)


def start_hand(match: Match) -> None:
    """Let the built-in players go on until the first hand is dealt."""
    fold = run(folds.load(match.pk))
    while fold.state.hand is None:
        for order in list(due_orders(fold, LONG_AFTER, AT_ONCE)):
            fold = services.table_command(order=order).fold


def test_the_page_of_a_match_is_told_the_rounds_clock(event: Event):
    at = timezone.now()
    begin(event, at=at)
    keep_up(event.tournament.pk, at=at)
    match = matches(event)[0]
    client = Client()
    assert match.context["clock"] in client.get(f"/tables/{match.pk}/").content.decode()
    running = client.get(match.context["clock"]).json()
    assert running["ends_at"] == ms(at) + 60 * MINUTE
    event.do(c.PauseClock(1, 1, ms(at) + 15 * MINUTE))
    held = client.get(match.context["clock"]).json()
    assert (held["ends_at"], held["left_ms"]) == (None, 45 * MINUTE)


def test_a_pause_of_the_round_stops_its_matches_and_one_tables_own_pause_outlasts_it(event: Event):
    at = timezone.now()
    begin(event, at=at)
    keep_up(event.tournament.pk)
    event.do(c.PauseClock(1, None, ms(at)), c.PauseClock(1, 2, ms(at)))
    keep_up(event.tournament.pk)
    assert [match.paused for match in matches(event)] == [True, True]
    event.do(c.ResumeClock(1, None, ms(at)))
    keep_up(event.tournament.pk)
    assert [match.paused for match in matches(event)] == [False, True]
    event.do(c.ResumeClock(1, 2, ms(at)))
    keep_up(event.tournament.pk)
    assert [match.paused for match in matches(event)] == [False, False]


def test_the_rounds_clock_does_not_let_go_of_a_table_that_its_referee_has_paused(event: Event):
    at = timezone.now()
    begin(event, at=at)
    keep_up(event.tournament.pk)
    first, second = matches(event)
    services.table_pause(table=first, account=event.account, reason="ruling")
    event.do(c.PauseClock(1, None, ms(at)))
    keep_up(event.tournament.pk)
    event.do(c.ResumeClock(1, None, ms(at)))
    keep_up(event.tournament.pk)
    assert [match.paused for match in matches(event)] == [True, False]
    services.table_resume(table=first, account=event.account)
    event.do(c.PauseClock(1, None, ms(at)))
    keep_up(event.tournament.pk)
    event.do(c.ResumeClock(1, None, ms(at)))
    keep_up(event.tournament.pk)
    assert [match.paused for match in matches(event)] == [False, False]
    assert "MatchPaused" in log_types(second)


def test_a_table_that_is_unlinked_ends_its_match_and_gets_another(event: Event):
    begin(event)
    keep_up(event.tournament.pk)
    old = matches(event)[0]
    event.do(c.UnlinkTable(1, 1))
    keep_up(event.tournament.pk)
    old.refresh_from_db()
    assert old.ended_at is not None
    keep_up(event.tournament.pk)
    assert table(event).match not in (None, str(old.pk))
    assert table(event).result is None


def test_an_event_that_only_wants_points_opens_no_matches(make_event: EventMaker):
    event = begin(make_event(play="points"))
    assert keep_up(event.tournament.pk) == []
    assert Match.objects.count() == 0


def test_a_table_that_is_unlinked_in_a_pause_ends_its_match(event: Event):
    at = timezone.now()
    begin(event, at=at)
    keep_up(event.tournament.pk, at=at)
    old = matches(event)[0]
    start_hand(old)
    event.do(c.PauseClock(1, 1, ms(at)))
    keep_up(event.tournament.pk, at=at)
    event.do(c.UnlinkTable(1, 1))
    keep_up(event.tournament.pk, at=at)
    assert log_types(old)[-1] == "MatchEnded"
    old.refresh_from_db()
    assert old.ended_at is not None


def test_a_match_that_replaces_another_stands_still_while_the_clock_does(event: Event):
    at = timezone.now()
    begin(event, at=at)
    keep_up(event.tournament.pk)
    event.do(c.PauseClock(1, None, ms(at)))
    keep_up(event.tournament.pk)
    event.do(c.UnlinkTable(1, 1))
    keep_up(event.tournament.pk)
    assert [match.paused for match in matches(event)] == [True, True]
    event.do(c.ResumeClock(1, None, ms(at)))
    keep_up(event.tournament.pk)
    assert [match.paused for match in matches(event)] == [False, False]


def test_no_match_is_opened_after_its_time_to_end_at_nothing(event: Event):
    at = timezone.now()
    begin(event, at=at)
    keep_up(event.tournament.pk, at=at)
    late = at + timedelta(minutes=61)
    event.do(c.UnlinkTable(1, 1))
    for _again in range(2):
        keep_up(event.tournament.pk, at=late)
    assert (table(event).match, table(event).result) == (None, None)
    event.do(c.ExtendClock(1, 1, 30 * MINUTE, ms(late)))
    keep_up(event.tournament.pk, at=late)
    assert table(event).match is not None
    assert table(event).result is None


def test_the_hand_being_played_is_counted_as_the_result_will_count_it(make_event: EventMaker):
    event = begin(make_event(length=Length("hands", 4)), players=4)
    keep_up(event.tournament.pk)
    (match,) = matches(event)
    start_hand(match)
    void = Order(match.pk, "system", "void", lambda _state: VoidHand("organiser"))
    services.table_command(order=void)
    match.refresh_from_db()
    assert (match.hand, hand_now(str(match.pk))) == (2, 1)
    player = table(event).ledger[0][0].person
    form = WithdrawForm(state=event.state, entry=player)
    assert form.fields["from_hand"].initial == 1
    play_out(match)
    assert hand_now(str(match.pk)) == 5
    assert hand_now(None) == 1
