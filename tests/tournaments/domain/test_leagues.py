"""A season of dates and a final of several matches."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.domain.desk import POINTS, SEED, Desk, running
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.pairing import league_plan
from tournaments.domain.parts import Result
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage, Uneven

NAMES = [f"p{number:02}" for number in range(1, 17)]


def season(dates: int = 6, **rest: object) -> Desk:
    stage = Stage("main", "league", dates, pairing=str(rest.pop("pairing", "standing")))
    return running(*NAMES, stages=(stage,), **rest)


def date(desk: Desk, present: list[str] | None = None) -> c.RoundPlan:
    """Plan a date and play it; whoever sits at place 0 wins."""
    command = next_plan(desk.state, "main", SEED, present=present)
    desk.do(command)
    plan = command.plans[0]
    edition = desk.state.rounds[plan.round].plan.edition
    desk.do(c.PublishPairings(plan.round, edition), c.StartRound(plan.round, edition, 0))
    desk.results(plan.round).do(c.ConfirmRound(plan.round))
    return plan


def seated(plan: c.RoundPlan) -> set[str]:
    return {entry for table in plan.tables for entry in table.seats}


def test_tables_are_made_of_those_named_for_the_date():
    desk = season()
    assert seated(date(desk, NAMES[:8])) == set(NAMES[:8])
    assert seated(date(desk, NAMES[4:16])) == set(NAMES[4:16])


def test_or_of_those_who_have_checked_in():
    desk = season()
    desk.do(*(c.CheckIn(entry) for entry in NAMES[:12]))
    assert seated(date(desk)) == set(NAMES[:12])
    desk.do(c.ClearCheckIns())
    assert seated(date(desk)) == set(NAMES)


def test_those_left_over_sit_out_or_have_a_bye():
    assert len(date(season(), NAMES[:9]).sitting_out) == 1
    desk = season(uneven=Uneven("byes", 5))
    (bye,) = date(desk, NAMES[:9]).byes
    assert standings_of(desk.state, "main").line(bye).totals.game == 5


def test_strangers_are_not_seated():
    with pytest.raises(Refused) as caught:
        league_plan(season().state, "main", SEED, ["p01", "p02", "p03", "x"])
    assert (caught.value.code, caught.value.field) == ("not_in_stage", "present")


def test_three_who_came_are_told_that_a_table_takes_four():
    with pytest.raises(Refused) as caught:
        league_plan(season().state, "main", SEED, NAMES[:3])
    assert caught.value.code == "seating_impossible"


@pytest.mark.parametrize("pairing", ["standing", "drawn"])
def test_nobody_meets_again_while_that_can_be_avoided(pairing: str):
    desk = season(pairing=pairing)
    tables = [table for _ in range(3) for table in date(desk).tables]
    met = Counter(pair for table in tables for pair in combinations(sorted(table.seats), 2))
    assert set(met.values()) == {1}


def test_drawn_tables_do_not_follow_the_standing():
    """By standing the four winners of the first date sit together where they have not met."""
    spread = {}
    for pairing in ("standing", "drawn"):
        desk = season(pairing=pairing)
        date(desk)
        place = {line.player: line.place for line in standings_of(desk.state, "main").lines}
        tables = league_plan(desk.state, "main", SEED).plans[0].tables
        places = [sorted(place[entry] for entry in table.seats) for table in tables]
        spread[pairing] = sum(row[-1] - row[0] for row in places)
    assert spread["standing"] == 0
    assert spread["drawn"] > 12


def test_the_best_so_many_dates_count_and_a_missed_one_is_none_of_them():
    desk = season(best_of=2)
    for present in (NAMES[:8], NAMES[:8], NAMES):
        date(desk, present)
    counted = {
        line.player: sum(part.counted for part in line.parts)
        for line in standings_of(desk.state, "main").lines
    }
    assert counted["p01"] == 2
    assert counted["p16"] == 1


def test_somebody_joins_in_the_middle_of_a_season():
    desk = season()
    date(desk, NAMES[:8])
    desk.enter("new")
    assert "new" in seated(date(desk, ["new", *NAMES[:7]]))


class TestFinal:
    def final(self, carry: int, helpers: int = 1) -> Desk:
        last = Stage("last", "final", 3, "top_of_standings", 4, carry)
        desk = running(stages=(Stage("main", "swiss", 1), last), tie_breaks=("game_points",))
        desk.enter(*(f"s{number}" for number in range(helpers)), kind="stand_in")
        desk.play(1, "abcd", "efgh")
        points = Result((31, 11, -11, -31), (), "organiser")
        desk.do(c.TakeResult(1, 1, None, POINTS), c.TakeResult(1, 2, None, points))
        desk.do(c.ConfirmRound(1))
        desk.do(next_plan(desk.state, "last", SEED))
        return desk

    def match(self, desk: Desk) -> tuple[str, ...]:
        command = next_plan(desk.state, "last", SEED)
        desk.do(command)
        number = command.plans[0].round
        edition = desk.state.rounds[number].plan.edition
        desk.do(c.PublishPairings(number, edition), c.StartRound(number, edition, 0))
        seats = command.plans[0].tables[0].seats
        order = sorted(seats)
        points = tuple((9, 3, -4, -8)[order.index(entry)] for entry in seats)
        desk.do(c.TakeResult(number, 1, None, Result(points, (), "organiser")))
        desk.do(c.ConfirmRound(number))
        return seats

    def test_the_same_four_play_and_every_match_gives_other_winds(self):
        desk = self.final(0)
        matches = [self.match(desk) for _ in range(3)]
        assert {frozenset(seats) for seats in matches} == {frozenset("aebf")}
        assert len({seats.index("a") for seats in matches}) == 3
        with pytest.raises(Refused) as caught:
            next_plan(desk.state, "last", SEED)
        assert caught.value.code == "stage_over"

    @pytest.mark.parametrize(("carry", "first"), [(0, 27), (50, 42), (100, 57)])
    def test_points_are_carried_or_not(self, carry: int, first: int):
        desk = self.final(carry)
        for _ in range(3):
            self.match(desk)
        line = standings_of(desk.state, "last").lines[0]
        assert (line.player, line.totals.game) == ("a", first)

    def test_somebody_who_leaves_is_stood_in_for_though_the_terms_let_people_sit_out(self):
        desk = self.final(0)
        self.match(desk)
        desk.do(c.WithdrawEntry("a"))
        assert set(self.match(desk)) == {"e", "b", "f", "s0"}

    def test_with_nobody_to_help_out_the_organiser_is_told(self):
        desk = self.final(0, helpers=0)
        desk.do(c.WithdrawEntry("a"))
        with pytest.raises(Refused) as caught:
            next_plan(desk.state, "last", SEED)
        assert caught.value.code == "seating_impossible"

    def test_of_eight_those_who_lead_sit_together_though_they_have_met(self):
        last = Stage("last", "final", 2, "top_of_standings", 8, 0)
        desk = running(stages=(Stage("main", "swiss", 1), last)).play(1, "abcd", "efgh")
        desk.results(1).do(c.ConfirmRound(1), c.AdvanceStage("last", tuple("abcdefgh")))
        desk.do(next_plan(desk.state, "last", SEED))
        tables = desk.state.rounds[2].plan.tables
        assert [set(table.seats) for table in tables] == [set("abcd"), set("efgh")]
        desk.do(c.PublishPairings(2, 1), c.StartRound(2, 1, 0))
        desk.results(2).do(c.ConfirmRound(2))
        leading = {table.seats[place] for table in tables for place in (0, 1)}
        desk.do(next_plan(desk.state, "last", SEED))
        assert set(desk.state.rounds[3].plan.tables[0].seats) == leading

    def test_every_match_of_a_final_counts(self):
        last = Stage("last", "final", 2, "top_of_standings", 4, 0)
        desk = running(stages=(Stage("main", "swiss", 1), last), drop_worst=1)
        desk.play(1, "abcd", "efgh").results(1)
        desk.do(c.ConfirmRound(1), c.AdvanceStage("last", tuple("abef")))
        self.match(desk), self.match(desk)
        assert all(part.counted for part in standings_of(desk.state, "last").line("a").parts)
