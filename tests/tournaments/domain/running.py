"""A whole event run by its steps: whatever is due is done, with mishaps on the way."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from tests.tournaments.domain.desk import SEED, Desk, terms
from tests.tournaments.domain.test_random_organisers import check
from tournaments.domain import commands as c
from tournaments.domain.books import book_of, standings_of
from tournaments.domain.corrections import decisions_open
from tournaments.domain.decide import refusal_of
from tournaments.domain.evolve import fold
from tournaments.domain.next_steps import what_next
from tournaments.domain.parts import Person, Result
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.state import TournamentState, field_of, seats_now
from tournaments.domain.steps import Step
from tournaments.domain.terms import Stage, Uneven
from tournaments.seating.plan import Facts, Seating

BYE = 5


class Event:
    """An organiser who looks at the steps and takes the first one that is due."""

    def __init__(self, stages: tuple[Stage, ...], players: int, policy: str, seed: int) -> None:
        self.random = Random(seed)
        self.desk = Desk().create(terms=terms(*stages, uneven=Uneven(policy, BYE)))
        self.desk.do(c.OpenRegistration())
        self.desk.enter(*(f"p{number}" for number in range(players)))
        self.desk.enter(*(f"s{number}" for number in range(9)), kind="stand_in")
        self.desk.enter("z0", "z1", "z2", kind="bot")
        self.corrected = 0
        self.ruled = 0

    @property
    def state(self) -> TournamentState:
        return self.desk.state

    def run(self) -> TournamentState:
        """To the end. Every command that is offered is one that is granted."""
        for _ in range(500):
            steps = what_next(self.state, SEED)
            self.check_offers(steps)
            if self.state.phase == "finished":
                return self.state
            self.take(self.due(steps))
        raise AssertionError(f"no end in sight: {what_next(self.state, SEED)[:3]}")

    def check_offers(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            if step.command is not None and self.random.random() < 0.3:
                assert refusal_of(self.state, step.command) is None, step

    def due(self, steps: tuple[Step, ...]) -> Step:
        first = [step for step in steps if step.when == "now" and step.code != "play_again"]
        waiting = [step for step in steps if step.code == "wait_for_table"]
        assert first or waiting, steps
        return (first or waiting)[0]

    def take(self, step: Step) -> None:
        match step.code:
            case "wait_for_table":
                for table in self.state.rounds[step.round].tables:
                    self.desk.do(c.TakeResult(step.round, table, None, self.result()))
            case "start_round":
                self.start(step.round)
            case "plan_round" | "plan_again" | "advance":
                self.plan(step)
            case "finish_tournament":
                self.desk.do(c.FinishTournament(SEED))
            case "decide_dependents":
                self.decide()
            case "confirm_round":
                self.desk.do(step.command)
                self.correct(step.round)
            case _:
                self.desk.do(step.command)
        check(self.state)

    def plan(self, step: Step) -> None:
        choice = step.entries[: step.count] if step.code == "advance" else ()
        self.desk.do(next_plan(self.state, step.stage, SEED, chosen=choice))
        if self.random.random() < 0.2:
            self.withdraw_somebody()

    def start(self, number: int) -> None:
        edition = self.state.rounds[number].plan.edition
        self.desk.do(c.StartRound(number, edition, 0))
        self.mishap(number)

    def mishap(self, number: int) -> None:
        """A substitute for some hands, somebody who leaves, somebody who comes late."""
        seats = seats_now(self.state)
        players = sorted(entry for entry in seats if entry.startswith("p"))
        free = [f"s{n}" for n in range(9) if f"s{n}" not in seats]
        if self.random.random() < 0.5 and free and players:
            ill = self.random.choice(players)
            _, table, place = seats[ill]
            self.desk.do(
                c.TakeSeat(number, table, place, free[0], "substitute", ill, 2, "substitute"),
                c.TakeSeat(number, table, place, ill, "player", ill, 4, "returned"),
            )
        if self.random.random() < 0.4 and len(players) > 8 and free:
            leaving = self.random.choice(players)
            self.desk.do(c.WithdrawEntry(leaving, "train", free[-1], from_hand=5))
        if number == 1:
            self.desk.do(c.AddEntry("late", Person("Late")))

    def withdraw_somebody(self) -> None:
        """Between a plan and its start; one in three comes back."""
        here = [entry.id for entry in self.state.entries.values() if entry.is_playing]
        if len(here) <= 8:
            return
        gone = self.random.choice(here)
        self.desk.do(c.WithdrawEntry(gone))
        if self.random.random() < 0.3:
            self.desk.do(c.RestoreEntry(gone))

    def decide(self) -> None:
        """Whatever rests on a correction is kept, but an advance that can be taken back."""
        # Keeping one may settle others, so that the rest is looked up anew each time.
        while found := next(decisions_open(self.state), None):
            correction, (one, *_others) = found
            undo = c.UndoAdvance(one.ref)
            taken_back = one.kind == "advance" and refusal_of(self.state, undo) is None
            choice = "undo_advance" if taken_back else "keep"
            self.desk.do(c.DecideDependent(correction.id, one.kind, one.ref, choice, "as it is"))
            if taken_back:
                self.desk.do(undo)

    def rule(self, number: int) -> None:
        """A ruling corrects a result of this round or an earlier one, which stays confirmed."""
        round_ = self.state.rounds[self.random.randint(1, number)]
        table = self.random.choice(list(round_.tables.values()))
        if round_.status == "confirmed" and table.result is not None:
            key = f"r{len(self.state.corrections)}"
            seed = SEED if self.random.random() < 0.5 else None
            self.desk.do(
                c.CorrectResult(
                    key, round_.number, table.number, None, self.result(), key, seed=seed
                )
            )
            self.ruled += 1

    def correct(self, number: int) -> None:
        """A result that was typed wrongly is found after the round was confirmed."""
        if self.random.random() < 0.3:
            self.rule(number)
        if self.random.random() < 0.3:
            try:
                self.desk.do(c.ReopenRound(number, "typed wrongly", despite_dependents=True))
            except Refused:
                return
            table = self.random.choice(list(self.state.rounds[number].tables))
            self.desk.do(c.TakeResult(number, table, None, self.result()))
            self.desk.do(c.ConfirmRound(number))
            self.corrected += 1

    def result(self) -> Result:
        a, b, d = (self.random.randint(-60, 60) for _ in range(3))
        return Result((a, b, d, -a - b - d), (), "scorer")


def check_event(event: Event) -> None:
    """Everything that has to hold at the end of any event."""
    state = event.state
    assert fold(event.desk.events) == state
    for stage in state.terms.stages:
        check_stage(state, stage)
    for round_ in state.rounds.values():
        seated = Counter(entry for table in round_.plan.tables for entry in table.seats)
        assert set(seated.values()) == {1}
        assert all(len(table.seats) == 4 for table in round_.plan.tables)
        assert not set(seated) & {*round_.plan.byes, *round_.plan.sitting_out}


def check_stage(state: TournamentState, stage: Stage) -> None:
    rounds = [one for one in state.rounds.values() if one.plan.stage == stage.id]
    assert rounds
    lines = standings_of(state, stage.id).lines
    book = book_of(state, stage.id)
    nobodys = sum(
        match.points[place]
        for match in book.matches
        for place in range(4)
        if book.seats.credited(match.match, place, 1) is None
    )
    carried = sum(one.game for one in book.carried)
    byes = 0 if stage.is_bracket else sum(BYE * len(one.plan.byes) for one in rounds)
    assert sum(line.totals.game for line in lines) + nobodys == carried + byes
    assert {entry for entry in field_of(state, stage.id) if state.entries[entry].is_playing} <= {
        line.player for line in lines
    }
    check_pairs(state, stage, rounds)


def check_pairs(state: TournamentState, stage: Stage, rounds: list) -> None:
    """What seating counts is what happened at the tables."""
    met = Counter(
        pair
        for one in rounds
        for table in one.plan.tables
        for pair in combinations(sorted(table.seats), 2)
    )
    facts = Facts.of(Seating(tuple(table.seats for table in one.plan.tables), ()) for one in rounds)
    assert {pair: len(numbers) for pair, numbers in facts.met_in.items()} == dict(met)
    winds = Counter(
        (entry, wind)
        for one in rounds
        for table in one.plan.tables
        for wind, entry in enumerate(table.seats)
    )
    for entry in {entry for entry, _ in winds}:
        assert facts.winds[entry] == [winds[entry, wind] for wind in range(4)]
