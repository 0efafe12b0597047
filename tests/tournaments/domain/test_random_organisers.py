"""Whatever organisers do in whatever order, the log stays true."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hashing import canonical, parse
from tests.tournaments.domain.desk import Desk
from tests.tournaments.domain.organiser import EVERYBODY, Organiser, opened
from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.books import book_of, standings_of
from tournaments.domain.codec import event_from_json, event_to_json, event_version
from tournaments.domain.evolve import fold
from tournaments.domain.parts import Person
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState, open_tables, timeline

SEEDS = st.integers(0, 2**32)


def check(state: TournamentState) -> None:
    """Four at each table, nobody at two, points to nobody twice, results that add up to zero."""
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
            for hand in {fact.from_hand for line in lines for fact in line}:
                there = [[f for f in line if f.from_hand <= hand][-1].person for line in lines]
                assert len(set(there)) == 4
        assert not [entry for entry, times in credited.items() if times > 1]


def walk(seed: int, steps: int) -> Desk:
    desk, organiser = opened(), Organiser(seed)
    for _ in range(steps):
        before = desk.state
        try:
            desk.do(organiser.command(desk.state))
        except Refused:
            assert desk.state is before
        else:
            check(desk.state)
    return desk


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_running_tournament_keeps_its_promises(seed):
    desk = walk(seed, 250)
    assert fold(desk.events) == desk.state


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_points_are_conserved_apart_from_byes_penalties_and_seats_of_nobody(seed):
    state = walk(seed, 200).state
    book = book_of(state, "main")
    lines = standings_of(state, "main").lines
    nobodys = sum(
        points[place]
        for match in book.matches
        for hand, points in [(one.number, one.points) for one in match.hands] or [(1, match.points)]
        for place in range(4)
        if book.seats.credited(match.match, place, hand) is None
    )
    byes = sum(len(r.plan.byes) for r in state.rounds.values() if r.status != "planned")
    assert sum(line.totals.game for line in lines) + nobodys == 5 * byes
    given = [one for one in state.penalties.values() if not one.is_lifted]
    assert sum(line.totals.game_penalty for line in lines) == 10 * len(
        [one for one in given if one.given.entry in {line.player for line in lines}]
    )


@settings(max_examples=5, deadline=None)
@given(SEEDS)
def test_a_random_log_read_from_its_text_folds_to_the_same_state(seed):
    desk = walk(seed, 150)
    texts = [(type(event).__name__, canonical(event_to_json(event))) for event in desk.events]
    read = [event_from_json(type_, event_version(type_), parse(text)) for type_, text in texts]
    assert fold(read) == desk.state


def test_random_organisers_get_far_enough_to_mean_something():
    happened: Counter[type] = Counter()
    for seed in range(8):
        happened.update(type(event) for event in walk(seed, 250).events)
    for event_type in (e.SeatTaken, e.SeatTakingUndone, e.RoundReopened, e.RoundConfirmed):
        assert happened[event_type] > 5, event_type


ENTRY = st.sampled_from(EVERYBODY)
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
    desk = Desk().create(4)
    for command in commands:
        try:
            desk.do(command)
        except Refused:
            continue
        state = desk.state
        statuses = Counter(entry.status for entry in state.entries.values())
        assert state.capacity is None or statuses["registered"] <= state.capacity
        if state.phase in ("draft", "registration") and statuses["waiting"]:
            assert statuses["registered"] == state.capacity
