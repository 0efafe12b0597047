"""What is called and ruled at the tables of an event reaches its log once; nothing else moves."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from engine.errors import EngineError
from tables.cases import services as cases
from tables.errors import TableError
from tables.models import HandResult, Ruling, ScoreEntry
from tests.tournaments.play.asking import code_of
from tests.tournaments.play.court import LAST, MakeCourt, payments
from tests.tournaments.play.test_keeping_up import start_round
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.next_lines import published_lines
from tournaments.domain.parts import Except
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import PenaltyRule, Stage
from tournaments.ratings.models import RatedMatch
from tournaments.ratings.services import event_rate
from tournaments.services import tournament_do

pytestmark = pytest.mark.django_db(transaction=True)
WARNING = PenaltyRule("slow", "Slow play", 0, 0, "warning")


def test_a_call_is_a_dispute_that_holds_the_round_up_until_it_is_ruled(make_court: MakeCourt):
    made = make_court()
    case = made.call()
    made.keep_up()
    assert made.event.state.disputes[case].opened.case == case
    assert code_of(made.confirm) == "dispute_open"
    ruling = made.rule(case=case, kind="score_stands")
    made.keep_up()
    assert made.event.state.disputes[case].ruling == ruling
    made.confirm()


def test_a_round_is_confirmed_in_spite_of_a_case_that_is_named_as_an_exception(
    make_court: MakeCourt,
):
    made = make_court()
    made.call()
    made.keep_up()
    made.event.do(c.ConfirmRound(1, (Except(1, "ruled on tonight"),)))
    assert made.event.state.rounds[1].status == "confirmed"


def test_a_call_that_is_taken_back_holds_nothing_up(make_court: MakeCourt):
    made = make_court()
    case = made.call()
    made.keep_up()
    cases.case_withdraw(table=made.match(), account=made.player(0), case=case)
    made.keep_up()
    assert made.event.state.disputes[case].decision == "withdrawn"
    made.confirm()


def test_a_ruling_corrects_the_result_in_a_confirmed_round_and_nothing_else(make_court: MakeCourt):
    made = make_court()
    made.confirm()
    before = made.event.state
    ruling = made.rule(decision=payments(30, -10, -10, -10))
    made.keep_up()
    after = made.event.state
    assert after.rounds[1].status == "confirmed"
    assert after.rounds[1].tables[1].result.points == tuple(made.match().points)
    assert after.corrections[ruling].was == before.rounds[1].tables[1].result
    assert after.rounds[1].tables[2] == before.rounds[1].tables[2]
    assert made.keep_up() == []


def test_no_offset_is_left_anywhere_after_an_old_hand_is_corrected(make_court: MakeCourt):
    made = make_court(hands=2)
    made.confirm()
    start_round(made.event)
    match = made.stop_after_a_hand(1, 2)
    adjusted = {"points": [5, 5, -4, -6]}
    made.rule(1, 2, kind="result_adjusted", hand=0, decision=adjusted)
    made.play_round()
    made.confirm(2)
    made.rule(decision=payments(40, -20, -10, -10))
    made.rule(1, 2, decision=payments(8, -4, -2, -2))
    made.rule(1, 2, decision=payments(40, -20, -10, -10))
    match.refresh_from_db()
    assert match.points != adjusted["points"]
    last = Ruling.objects.filter(table=match, hand=0).latest("version").ruling
    made.rule(1, 2, kind="result_adjusted", hand=0, decision=adjusted, supersedes=last)
    made.rule(
        kind="penalty", hand=0,
        decision={"place": 0, "penalty": "points", "game": 3, "table": 0, "rule": None},
    )  # fmt: skip
    made.keep_up()
    match.refresh_from_db()
    state = made.event.state
    result = state.rounds[2].tables[1].result
    rows = HandResult.objects.filter(table=match, outcome__in=("won", "exhausted"))
    by_hand = [sum(row.points[place] for row in rows) for place in range(4)]
    ledger = [
        sum(e.points for e in ScoreEntry.objects.filter(table=match, place=place))
        for place in range(4)
    ]
    assert result.points == (5, 5, -4, -6) == tuple(match.points) == tuple(ledger)
    assert [a + b for a, b in zip(by_hand, result.adjusted, strict=True)] == [5, 5, -4, -6]
    for line in standings_of(state, "main").lines:
        taken = sum(p.given.game for p in state.penalties.values() if p.given.entry == line.player)
        own = 0
        for round_ in state.rounds.values():
            for table in round_.tables.values():
                seats = [facts[0].person for facts in table.ledger]
                if line.player in seats:
                    place = seats.index(line.player)
                    hands = sum(hand.points[place] for hand in table.result.hands)
                    own += hands + (table.result.adjusted or (0, 0, 0, 0))[place]
        assert line.totals.game_points == (own - taken) * 12


def test_round_1_corrected_in_round_4_tells_what_rests_on_it_and_moves_nobody(
    make_court: MakeCourt,
):
    made = make_court()
    for number in (1, 2, 3):
        made.confirm(number)
        made.next_round()
    plans = {n: r.plan for n, r in made.event.state.rounds.items()}
    ruling = made.rule(decision=payments(90, -30, -30, -30))
    made.keep_up()
    state = made.event.state
    assert {n: r.plan for n, r in state.rounds.items()} == plans
    assert [one.ref for one in state.corrections[ruling].open_effects] == ["2", "3", "4"]
    made.event.do(c.DecideDependent(ruling, "round", "2", "keep", "It has been played."))
    assert [one.ref for one in made.event.state.corrections[ruling].open_effects] == ["3", "4"]


def test_after_the_cut_it_is_told_who_would_be_in_and_who_stays_until_it_is_decided(
    make_court: MakeCourt,
):
    made = make_court(Stage("main", "swiss", 1), LAST)
    for number, points in ((1, [40, 20, -20, -40]), (2, [30, 10, -10, -30])):
        made.rule_all(points, number)
    made.keep_up()
    made.confirm()
    four = tuple(line.player for line in standings_of(made.event.state, "main").lines[:4])
    out = [line.player for line in standings_of(made.event.state, "main").lines[4:]]
    made.event.do(c.AdvanceStage("last", four))
    table = made.event.state.rounds[1].tables
    number, place = next(
        (n, place) for n, one in table.items() for place, facts in enumerate(one.ledger)
        if facts[0].person == out[-1]
    )  # fmt: skip
    points = [1, 2, -3]
    points.insert(place, 300)
    points[(place + 1) % 4] -= 300
    ruling = made.rule_all(points, number)
    made.keep_up()
    (effect,) = made.event.state.corrections[ruling].open_effects
    assert effect.kind == "advance"
    assert out[-1] in effect.entering
    assert len(effect.leaving) == len(effect.entering) > 0
    assert made.event.state.stages["last"] == four


def test_published_standings_get_a_new_provisional_edition_with_a_correction(
    make_court: MakeCourt,
):
    made = make_court()
    made.confirm()
    lines = published_lines(made.event.state, "main", 1)
    made.event.do(c.PublishStandings("main", 1, lines, 1), c.MakeOfficial("main", 1))
    made.rule(decision=payments(90, -30, -30, -30))
    made.keep_up()
    first, second = made.event.state.standings
    assert (first.is_official, second.is_official) == (True, False)
    assert second.standings.edition == 2
    assert second.standings.lines == published_lines(made.event.state, "main", 1)
    assert second.standings.correctable_until > timezone.now().timestamp() * 1000


def test_a_penalty_is_given_with_its_ruling_and_lifted_with_the_one_that_replaces_it(
    make_court: MakeCourt,
):
    made = make_court(penalties=(PenaltyRule("late", "Late", 7, 12), WARNING))
    penalty = {"place": 2, "penalty": "points", "game": 7, "table": 1, "rule": "late"}
    first = made.rule(kind="penalty", hand=0, decision=penalty)
    made.keep_up()
    (given,) = [one.given for one in made.event.state.penalties.values()]
    entry = made.event.state.rounds[1].plan.tables[0].seats[2]
    assert (given.entry, given.round, given.game, given.table) == (entry, 1, 7, 12)
    assert (given.rule, given.kind, given.ruling) == ("late", "points", first)
    warning = {"place": 2, "penalty": "warning", "game": 0, "table": 0, "rule": "slow"}
    made.rule(kind="penalty", hand=0, decision=warning, supersedes=first)
    made.keep_up()
    known = list(made.event.state.penalties.values())
    assert [(one.given.kind, one.is_lifted) for one in known] == [
        ("points", True), ("warning", False),
    ]  # fmt: skip


def test_ratings_follow_a_correction(make_court: MakeCourt):
    made = make_court()
    made.confirm()
    event_rate(made.event.tournament.pk)
    before = [row.finishes for row in RatedMatch.objects.order_by("pk")]
    result = made.event.state.rounds[1].tables[1].result
    turned = [-value for value in result.points]
    turned = turned if any(turned) else [3, 1, -1, -3]
    made.rule_all(turned)
    made.keep_up()
    event_rate(made.event.tournament.pk)
    assert [row.finishes for row in RatedMatch.objects.order_by("pk")] != before


def test_an_overturned_ruling_changes_the_event_again(make_court: MakeCourt, cast: dict[str, User]):
    made = make_court()
    made.confirm()
    was = made.event.state.rounds[1].tables[1].result
    first = made.rule(decision=payments(30, -10, -10, -10))
    made.keep_up()
    match = made.match()
    appeal = cases.appeal_lodge(table=match, account=made.player(1), ruling=first).appeal
    owner = cast["owner"]
    cases.panel_name(table=match, account=cast["organiser"], appeal=appeal, judges=[owner])
    cases.vote_cast(table=match, account=owner, appeal=appeal, vote="overturn")
    draft = cases.Draft("score_set", 1, ("L7",), payments(3, -1, -1, -1), "So", supersedes=first)
    cases.appeal_decide(table=match, account=owner, appeal=appeal, draft=draft)
    made.keep_up()
    state = made.event.state
    assert state.rounds[1].tables[1].result.points == tuple(made.match().points)
    assert len(state.corrections) == 2
    assert next(iter(state.corrections.values())).was == was


def test_a_ruling_that_is_replaced_by_one_that_lets_the_score_stand_is_taken_back(
    make_court: MakeCourt,
):
    made = make_court()
    made.confirm()
    was = made.event.state.rounds[1].tables[1].result
    first = made.rule(decision=payments(30, -10, -10, -10))
    made.keep_up()
    assert made.event.state.rounds[1].tables[1].result.points != was.points
    made.rule(kind="score_stands", supersedes=first)
    made.keep_up()
    assert made.event.state.rounds[1].tables[1].result == was


def test_two_referees_confirming_different_rulings_at_once_leave_one_truth(
    make_court: MakeCourt, cast: dict[str, User]
):
    made = make_court()
    made.confirm()
    start, codes = Barrier(2), []

    def rule(account: User, points: tuple[int, ...]) -> None:
        start.wait()
        try:
            made.rule(account=account, decision=payments(*points), known=0)
        except (EngineError, TableError) as refusal:
            codes.append(refusal.code)
        finally:
            connection.close()

    threads = [
        Thread(target=rule, args=(cast["referee"], (30, -10, -10, -10))),
        Thread(target=rule, args=(cast["owner"], (-30, 10, 10, 10))),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == ["ruled_meanwhile"]
    assert Ruling.objects.filter(table=made.match()).count() == 1
    made.keep_up()
    made.keep_up()
    result = made.event.state.rounds[1].tables[1].result
    assert result.points == tuple(made.match().points)
    assert made.keep_up() == []


def test_two_who_decide_differently_at_once_about_what_rests_on_a_correction(
    make_court: MakeCourt, cast: dict[str, User]
):
    made = make_court()
    made.confirm()
    seed = made.event.seed
    made.event.do(lambda state: next_plan(state, "main", seed))
    ruling = made.rule(decision=payments(90, -30, -30, -30))
    made.keep_up()
    made.event.tournament.refresh_from_db()
    version = made.event.tournament.version
    keep = c.DecideDependent(ruling, "round", "2", "keep", "announced")
    again = c.DecideDependent(ruling, "round", "2", "pair_again")
    tournament_do(
        tournament=made.event.tournament, account=cast["owner"], command=keep, expected=version
    )
    with pytest.raises(Refused) as refused:
        tournament_do(
            tournament=made.event.tournament, account=cast["organiser"], command=again,
            expected=version,
        )  # fmt: skip
    assert refused.value.code == "stale"
    assert code_of(lambda: made.event.do(keep)) == "already_decided"
