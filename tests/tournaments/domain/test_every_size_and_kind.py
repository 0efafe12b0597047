"""Every size of field in every kind of stage, with every mishap in each: all invariants hold."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Final

import pytest

from engine.hashing import canonical, parse
from tests.tournaments.domain.desk import SEED
from tests.tournaments.domain.running import Event, check_event
from tournaments.domain import commands as c
from tournaments.domain.books import book_of, standings_of
from tournaments.domain.codec import event_from_json, event_to_json, event_version
from tournaments.domain.evolve import fold
from tournaments.domain.parts import Person
from tournaments.domain.state import TournamentState, seats_now, timeline
from tournaments.domain.terms import Stage

SIZES: Final = (8, 13, 16, 17, 22, 30, 64, 100)
POLICIES: Final = ("byes", "sit_out", "stand_ins", "bots")
KINDS: Final = {
    "rotation": (Stage("main", "rotation", 2),),
    "swiss": (Stage("main", "swiss", 2),),
    "knockout": (Stage("main", "knockout", 1, small_final=True),),
    "double_elimination": (Stage("main", "double_elimination", 1),),
    "league": (Stage("main", "league", 2, pairing="drawn"),),
    "final": (
        Stage("before", "swiss", 1),
        Stage("main", "final", 2, "top_of_standings", 4, 50, ties="lot"),
    ),
}


class Eventful(Event):
    """An event in whose first round all happens that can, and whose first result was wrong."""

    def mishap(self, number: int) -> None:
        if number == 1:
            self.come_late()
            self.change_seats(number)
            self.drop_out(number)
            self.penalise(number)

    def come_late(self) -> None:
        self.desk.do(c.AddEntry("late", Person("Late")))

    def change_seats(self, number: int) -> None:
        """A substitute on, off and on again."""
        ill = self.playing()[0]
        helper = self.helpers()[0]
        _, table, place = seats_now(self.state)[ill]
        for person, role, hand in ((helper, "substitute", 2), (ill, "player", 3),
                                   (helper, "substitute", 5)):  # fmt: skip
            cause = "substitute" if role == "substitute" else "returned"
            self.desk.do(c.TakeSeat(number, table, place, person, role, ill, hand, cause))

    def drop_out(self, number: int) -> None:
        """Somebody leaves at a table; a stand-in plays on for nobody, and the field goes on."""
        leaving = self.playing()[-1]
        self.desk.do(c.WithdrawEntry(leaving, "train", self.helpers()[0], from_hand=4))

    def penalise(self, number: int) -> None:
        self.desk.do(c.GivePenalty("y1", self.playing()[1], number, None, "late", 7, 6))

    def playing(self) -> list[str]:
        return sorted(entry for entry in seats_now(self.state) if entry.startswith("p"))

    def helpers(self) -> list[str]:
        seats = seats_now(self.state)
        return [f"s{n}" for n in range(9) if f"s{n}" not in seats]

    def correct(self, number: int) -> None:
        """The first round is reopened for a result typed wrongly; later a ruling corrects one."""
        table = min(self.state.rounds[number].tables)
        if not self.corrected:
            self.corrected += 1
            self.desk.do(c.ReopenRound(number, "typed wrongly", despite_dependents=True))
            self.desk.do(c.TakeResult(number, table, None, self.result()))
            self.desk.do(c.ConfirmRound(number))
        key = f"r{len(self.state.corrections)}"
        corrected = c.CorrectResult(key, number, table, None, self.result(), key, seed=SEED)
        self.desk.do(corrected)
        self.ruled += 1


def run(kind: str, players: int) -> Eventful:
    event = Eventful(KINDS[kind], players, POLICIES[(players + len(kind)) % 4], players)
    event.run()
    return event


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_an_event_with_every_mishap_ends_and_every_invariant_holds(kind: str, players: int):
    event = run(kind, players)
    state = event.state
    check_event(event)
    check_mishaps(event)
    check_tables(state)
    read = fold(from_text(event))
    assert read == state
    for stage in state.terms.stages:
        check_sums(state, stage)
        check_pairs(state, stage)
        assert standings_of(read, stage.id) == standings_of(state, stage.id)


def from_text(event: Event) -> list:
    """The log as it is stored, read again."""
    texts = [(type(one).__name__, canonical(event_to_json(one))) for one in event.desk.events]
    return [event_from_json(name, event_version(name), parse(text)) for name, text in texts]


def check_mishaps(event: Eventful) -> None:
    """Each of them took place, so that none of the invariants holds for want of a cause."""
    names = Counter(type(one).__name__ for one in event.desk.events)
    for name in ("SeatTaken", "EntryWithdrawn", "PenaltyGiven", "RoundReopened", "ResultCorrected"):
        assert names[name], name
    assert event.state.entries["late"].status == "registered"


def check_tables(state: TournamentState) -> None:
    """Four at each table in every hand, nobody at two of a round, nobody with points at two."""
    for round_ in state.rounds.values():
        credited: Counter[str] = Counter(round_.plan.byes)
        for table in round_.tables.values():
            lines = [timeline(facts) for facts in table.ledger]
            assert len(lines) == 4
            for hand in {fact.from_hand for line in lines for fact in line}:
                there = [[f for f in line if f.from_hand <= hand][-1].person for line in lines]
                assert len(set(there)) == 4
            credited.update({fact.credited_to for line in lines for fact in line} - {None})
            assert table.result is not None
            assert sum(table.result.points) == 0
        assert not credited or max(credited.values()) == 1


def check_sums(state: TournamentState, stage: Stage) -> None:
    """Penalties stand apart: what was taken is what was given and falls in this stage."""
    lines = {line.player: line.totals for line in standings_of(state, stage.id).lines}
    given = [
        one.given for one in state.penalties.values()
        if state.rounds[one.given.round].plan.stage == stage.id and one.given.entry in lines
    ]  # fmt: skip
    assert given or stage.id == "main"
    assert sum(one.game_penalty for one in lines.values()) == sum(one.game for one in given)


def check_pairs(state: TournamentState, stage: Stage) -> None:
    """The book counts every pair once for every table at which the two sat from the start."""
    met = Counter(
        frozenset(pair)
        for round_ in state.rounds.values()
        if round_.plan.stage == stage.id
        for table in round_.tables.values()
        for pair in combinations((facts[0].person for facts in table.ledger), 2)
    )
    book = book_of(state, stage.id)

    def sitter(match: str, place: int) -> str:
        return str(book.seats.sittings(match, place)[0].taken.person)

    counted = Counter(
        frozenset(pair)
        for match in book.matches
        for pair in combinations((sitter(match.match, p) for p in range(4)), 2)
    )
    assert counted == met
