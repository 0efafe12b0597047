"""Whole events from entering to the last standings, with all that goes wrong on such days."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.tournaments.domain.desk import SEED, Desk, terms
from tests.tournaments.domain.test_random_organisers import check
from tournaments.domain import commands as c
from tournaments.domain.books import book_of, standings_of
from tournaments.domain.evolve import fold
from tournaments.domain.pairing import rotation_plan, swiss_plan, wishes_of
from tournaments.domain.parts import Person, Result
from tournaments.domain.stages import next_plan
from tournaments.domain.state import TournamentState, seats_now
from tournaments.domain.terms import Stage, Uneven
from tournaments.seating.wishes import Never, Once

PLANS = {"swiss": swiss_plan, "rotation": rotation_plan}
POLICIES = ("byes", "sit_out", "stand_ins", "bots")


def open_event(kind: str, players: int, policy: str, rounds: int) -> Desk:
    desk = Desk().create(terms=terms(Stage("main", kind, rounds), uneven=Uneven(policy, 5)))
    desk.do(c.OpenRegistration())
    desk.enter(*(f"p{number}" for number in range(players)))
    desk.enter("s0", "s1", "s2", "s3", kind="stand_in").enter("z0", "z1", "z2", kind="bot")
    desk.do(c.StartTournament())
    return desk


def play_round(desk: Desk, kind: str, number: int, random: Random) -> None:
    if number not in desk.state.rounds or kind == "swiss":
        desk.do(PLANS[kind](desk.state, "main", SEED))
    edition = desk.state.rounds[number].plan.edition
    desk.do(c.PublishPairings(number, edition), c.StartRound(number, edition, 0))
    mishaps(desk, number, random)
    for table in desk.state.rounds[number].tables:
        desk.do(c.TakeResult(number, table, None, result(random)))
    desk.do(c.ConfirmRound(number))


def result(random: Random) -> Result:
    a, b, d = (random.randint(-60, 60) for _ in range(3))
    return Result((a, b, d, -a - b - d), (), "scorer")


def mishaps(desk: Desk, number: int, random: Random) -> None:
    """A substitute, somebody who leaves for good, somebody who comes late."""
    seats = seats_now(desk.state)
    players = sorted(entry for entry in seats if entry.startswith("p"))
    helpers = [entry for entry in ("s0", "s1", "s2", "s3") if entry not in seats]
    ill, leaving = random.sample(players, 2)
    _, table, place = seats[ill]
    desk.do(c.TakeSeat(number, table, place, helpers[0], "substitute", ill, 2, "substitute"))
    if len(players) > 8 and len(helpers) > 1:
        desk.do(c.WithdrawEntry(leaving, "train", helpers[1], from_hand=3))
    if number == 1:
        desk.do(c.AddEntry("late", Person("Late")))
    check(desk.state)


@pytest.mark.parametrize("kind", ["swiss", "rotation"])
@pytest.mark.parametrize("players", [8, 13, 16, 17, 22, 30, 64, 100])
def test_an_event_of_any_size_comes_to_its_end(kind, players):
    random = Random(players)
    rounds = 4 if players < 64 else 2
    desk = open_event(kind, players, POLICIES[players % 4], rounds)
    for number in range(1, rounds + 1):
        if kind == "rotation" and number == 2:
            desk.do(rotation_plan(desk.state, "main", SEED))
        replan_if_somebody_left(desk, kind, number)
        play_round(desk, kind, number, random)
    desk.do(c.FinishTournament(SEED))
    check_event(desk)


def replan_if_somebody_left(desk: Desk, kind: str, number: int) -> None:
    """A rotation is made again for those who are still there; what was played stays."""
    planned = desk.state.rounds.get(number)
    if kind == "rotation" and planned is not None:
        desk.do(rotation_plan(desk.state, "main", SEED))


def check_event(desk: Desk) -> None:
    state = desk.state
    assert fold(desk.events) == state
    standings = standings_of(state, "main")
    assert standings == standings_of(fold(desk.events), "main")
    assert sum(line.totals.game for line in standings.lines) + nobodys(state) == byes(state)
    for round_ in state.rounds.values():
        seated = Counter(entry for table in round_.plan.tables for entry in table.seats)
        assert set(seated.values()) == {1}
        assert all(len(table.seats) == 4 for table in round_.plan.tables)


def nobodys(state: TournamentState) -> int:
    book = book_of(state, "main")
    return sum(
        match.points[place]
        for match in book.matches
        for place in range(4)
        if book.seats.credited(match.match, place, 1) is None
    )


def byes(state: TournamentState) -> int:
    return sum(5 * len(round_.plan.byes) for round_ in state.rounds.values())


def test_a_swiss_round_is_paired_again_to_the_same_tables_from_the_same_facts():
    desk = open_event("swiss", 16, "sit_out", 3)
    play_round(desk, "swiss", 1, Random(1))
    one = swiss_plan(desk.state, "main", SEED)
    desk.do(one)
    assert swiss_plan(desk.state, "main", SEED) == one


def test_relatives_are_kept_apart_and_a_wheelchair_keeps_its_table():
    desk = Desk().create(terms=terms(Stage("main", "swiss", 3)))
    desk.do(c.OpenRegistration())
    for number in range(12):
        person = Person(f"P {number}", apart=("family",) if number < 3 else ())
        desk.do(c.AddEntry(f"p{number:02}", person))
    desk.do(c.ChangeEntry("p11", Person("P 11", fixed_table=2)), c.StartTournament())
    assert len(wishes_of(desk.state, tuple(desk.state.entries), 3)) == 2
    desk.do(swiss_plan(desk.state, "main", SEED))
    tables = {table.table: set(table.seats) for table in desk.state.rounds[1].plan.tables}
    assert all(len(seats & {"p00", "p01", "p02"}) == 1 for seats in tables.values())
    assert "p11" in tables[2]


@pytest.mark.parametrize("kind", ["swiss", "rotation", "league", "final"])
def test_a_wheelchair_keeps_the_table_that_helpers_fill_up(kind: str):
    desk = wheelchair(kind, table=4)
    for number in (1, 2):
        if number not in desk.state.rounds:
            desk.do(next_plan(desk.state, "main", SEED))
        (own,) = [one for one in desk.state.rounds[number].plan.tables if "w" in one.seats]
        assert own.table == 4
        desk.do(c.PublishPairings(number, 1), c.StartRound(number, 1, 0))
        desk.results(number).do(c.ConfirmRound(number))


def wheelchair(kind: str, table: int) -> Desk:
    """Fourteen players, of whom `w` always sits at this table; stand-ins fill up the fourth."""
    stage = Stage("main", kind, 2)
    desk = Desk().create(terms=terms(stage, uneven=Uneven("stand_ins")))
    desk.do(c.OpenRegistration(), c.AddEntry("w", Person("Wheelchair", fixed_table=table)))
    desk.enter(*(f"p{number:02}" for number in range(13)))
    desk.enter("s1", "s2", kind="stand_in")
    desk.do(c.StartTournament())
    return desk


def test_too_few_for_a_table_are_told_so():
    desk = open_event("swiss", 4, "sit_out", 2)
    desk.do(c.WithdrawEntry("p0"))
    with pytest.raises(Exception, match="a table takes 4 players") as caught:
        swiss_plan(desk.state, "main", SEED)
    assert caught.value.code == "seating_impossible"


def test_marks_say_who_never_meets_and_who_meets_once():
    desk = Desk().create(terms=terms(Stage("main", "rotation", 5)))
    desk.do(c.OpenRegistration())
    marks = {0: ("!feud", "family"), 1: ("!feud",), 2: ("&old friends",), 3: ("&old friends",)}
    for number in range(16):
        desk.do(c.AddEntry(f"p{number:02}", Person(f"P {number}", apart=marks.get(number, ()))))
    desk.do(c.StartTournament())
    wishes = wishes_of(desk.state, tuple(desk.state.entries), 4)
    assert wishes == (Never(frozenset(("p00", "p01"))), Once("p02", "p03"))
    desk.do(rotation_plan(desk.state, "main", SEED))
    tables = [set(t.seats) for one in desk.state.rounds.values() for t in one.plan.tables]
    assert not any({"p00", "p01"} <= seats for seats in tables)
    assert sum({"p02", "p03"} <= seats for seats in tables) == 1
