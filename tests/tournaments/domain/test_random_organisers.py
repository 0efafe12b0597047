"""Whatever organisers do in whatever order, the log stays true."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.desk import SEED, Desk, terms
from tournaments.domain import commands as c
from tournaments.domain.decide import decide
from tournaments.domain.evolve import evolve, fold
from tournaments.domain.parts import Except, Person, Result, Seating
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState, open_tables, timeline
from tournaments.domain.terms import Stage, Uneven

PLAYERS = "abcdefghijkl"
HELPERS = "stu"
ENTRY = st.sampled_from(PLAYERS + HELPERS)
ROUND = st.integers(1, 3)
TABLE = st.integers(1, 3)
PLACE = st.integers(0, 3)
ROLE = st.sampled_from(["player", "substitute", "stand_in", "bot"])
CAUSE = st.sampled_from(["substitute", "late", "returned"])


@st.composite
def results(draw: st.DrawFn) -> Result:
    first, second, third = (draw(st.integers(-50, 50)) for _ in range(3))
    return Result((first, second, third, -first - second - third), (), "scorer")


@st.composite
def plans(draw: st.DrawFn) -> c.PlanRounds:
    """Often possible, sometimes not: the order is drawn, and who is left over sits out."""
    order = draw(st.permutations(PLAYERS))
    count = draw(st.integers(1, 3))
    tables = tuple(Seating(n + 1, tuple(order[4 * n : 4 * n + 4])) for n in range(count))
    rest = tuple(order[4 * count :])
    number = draw(ROUND)
    if draw(st.booleans()):
        return c.PlanRounds((c.RoundPlan(number, "main", tables, byes=rest),))
    return c.PlanRounds((c.RoundPlan(number, "main", tables, sitting_out=rest),))


EDITION = st.integers(1, 2)
MOMENT = st.integers(0, 10**7)
MAYBE_TABLE = st.none() | TABLE
COMMANDS = st.one_of(
    plans(),
    plans(),
    st.builds(c.PublishPairings, ROUND, EDITION),
    st.builds(c.StartRound, ROUND, EDITION, MOMENT),
    st.builds(c.UndoRoundStart, ROUND),
    st.builds(c.SwapSeats, ROUND, EDITION, ENTRY, ENTRY),
    st.builds(c.DropPlan, ROUND),
    st.builds(c.OpenTable, ROUND, TABLE, st.sampled_from(["m1", "m2", "m3", "m4"])),
    st.builds(c.UnlinkTable, ROUND, TABLE),
    st.builds(c.TakeResult, ROUND, TABLE, st.none() | st.just("m1"), results()),
    st.builds(c.TakeResult, ROUND, TABLE, st.none(), results()),
    st.builds(c.WithdrawResult, ROUND, TABLE, st.just("")),
    st.builds(
        c.TakeSeat, ROUND, TABLE, PLACE, ENTRY, ROLE, st.none() | ENTRY, st.integers(1, 4), CAUSE
    ),
    st.builds(c.UndoTakeSeat, ROUND, TABLE, PLACE),
    st.builds(c.ExtendClock, ROUND, MAYBE_TABLE, st.integers(1, 1000), MOMENT),
    st.builds(c.PauseClock, ROUND, MAYBE_TABLE, MOMENT),
    st.builds(c.ResumeClock, ROUND, MAYBE_TABLE, MOMENT),
    st.builds(c.ConfirmRound, ROUND),
    st.builds(c.ConfirmRound, ROUND, st.tuples(st.builds(Except, TABLE, st.just("why")))),
    st.builds(c.ReopenRound, ROUND, st.just("why"), st.booleans()),
    st.builds(c.WithdrawEntry, ENTRY),
    st.builds(c.WithdrawEntry, ENTRY, st.just(""), ENTRY, ROLE, st.none() | ENTRY, TABLE),
    st.builds(c.RestoreEntry, ENTRY),
    st.builds(c.GivePenalty, ENTRY, ENTRY, ROUND, st.none(), st.just("late"), st.just(10)),
    st.builds(c.LiftPenalty, ENTRY, st.just("")),
    st.builds(c.FinishTournament, st.just(SEED)),
    st.builds(c.UndoFinish),
)


def opened() -> Desk:
    stage = Stage("main", "league", 3)
    desk = Desk().create(terms=terms(stage, uneven=Uneven("byes", 5)))
    desk.do(c.OpenRegistration())
    desk.enter(*PLAYERS).enter("s", "t", kind="stand_in").enter("u", kind="bot")
    desk.do(c.StartTournament())
    desk.play(1, PLAYERS[:4], PLAYERS[4:8], PLAYERS[8:])
    return desk


def check(state: TournamentState) -> None:
    """Four at each table, nobody at two, points to nobody twice, sums of nothing."""
    now = Counter(
        timeline(facts)[-1].person for _, table in open_tables(state) for facts in table.ledger
    )
    assert not [person for person, seats in now.items() if seats > 1]
    for round_ in state.rounds.values():
        credited = Counter(round_.plan.byes)
        for table in round_.tables.values():
            assert len(table.ledger) == 4
            assert table.result is None or sum(table.result.points) == 0
            lines = [timeline(facts) for facts in table.ledger]
            assert all(line[0].from_hand == 1 for line in lines)
            credited.update({fact.credited_to for line in lines for fact in line} - {None})
            for hand in range(1, 5):
                there = [[f for f in line if f.from_hand <= hand][-1].person for line in lines]
                assert len(set(there)) == 4
        assert not [entry for entry, times in credited.items() if times > 1]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(COMMANDS, min_size=20, max_size=80))
def test_a_running_tournament_keeps_its_promises(commands):
    desk = opened()
    for command in commands:
        before = desk.state
        try:
            desk.do(command)
        except Refused:
            assert desk.state is before
        else:
            check(desk.state)
    assert fold(desk.events) == desk.state


ENTERING = st.one_of(
    st.builds(c.AddEntry, ENTRY, st.builds(Person, st.text(max_size=3)), st.booleans()),
    st.builds(c.WithdrawEntry, ENTRY),
    st.builds(c.RestoreEntry, ENTRY),
    st.builds(c.CheckIn, ENTRY),
    st.builds(c.ChangeCapacity, st.none() | st.integers(0, 8)),
    st.builds(c.OpenRegistration),
    st.builds(c.CloseRegistration),
    st.builds(c.UndoRegistration),
    st.builds(c.StartTournament, st.booleans()),
    st.builds(c.UndoStart),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(ENTERING, min_size=10, max_size=60))
def test_nobody_waits_before_the_start_while_a_place_is_free(commands):
    state, log = Desk().create(4).state, []
    for command in commands:
        try:
            events = decide(state, command)
        except Refused:
            continue
        for event in events:
            state = evolve(state, event)
        log.extend(events)
        statuses = Counter(entry.status for entry in state.entries.values())
        assert state.capacity is None or statuses["registered"] <= state.capacity
        if state.phase == "registration" and statuses["waiting"]:
            assert statuses["registered"] == state.capacity
