"""An organiser's desk for tests: a tournament that commands are given to, with short ways."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from engine.play.match import ClockSettings, Length
from tournaments.domain import commands as c
from tournaments.domain.decide import decide
from tournaments.domain.events import Event
from tournaments.domain.evolve import evolve
from tournaments.domain.parts import Draw, Hand, Person, Result, Seating
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import Details, Stage, Terms

SEED = "5eed" * 16
COMMITMENT = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
DRAW = Draw(("round", "1"), "rotation-1")
MINUTE = 60_000
ROTATION = Stage("main", "rotation", 4)
SWISS = Stage("main", "swiss", 4)


def terms(*stages: Stage, **changes: object) -> Terms:
    base = Terms(
        ruleset="bao",
        options={},
        ruleset_version=1,
        length=Length("dealer_rounds"),
        clocks=ClockSettings(),
        stages=stages or (SWISS,),
        round_ms=60 * MINUTE,
    )
    return replace(base, **changes)


class Desk:
    """A tournament in the making; `events` is its log, `steps` the same command by command."""

    def __init__(self) -> None:
        self.state = TournamentState.empty()
        self.events: list[Event] = []
        self.steps: list[tuple[Event, ...]] = []

    def do(self, *commands: c.Command) -> tuple[Event, ...]:
        made: tuple[Event, ...] = ()
        for command in commands:
            made = decide(self.state, command)
            for event in made:
                self.state = evolve(self.state, event)
            self.events.extend(made)
            self.steps.append(made)
        return made

    def refused(self, command: c.Command) -> tuple[str, str | None]:
        """Code and field of the refusal, after which nothing has changed."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(command)
        assert self.state == before
        return caught.value.code, caught.value.field

    def code(self, command: c.Command) -> str:
        return self.refused(command)[0]

    def create(self, capacity: int | None = None, **changes: object) -> Desk:
        chosen = changes.pop("terms", None) or terms(**changes)
        self.do(c.CreateTournament("cup", Details("Spring cup"), chosen, COMMITMENT, capacity))
        return self

    def enter(self, *names: str, kind: str = "player") -> Desk:
        for name in names:
            level = "sensible" if kind == "bot" else None
            self.do(c.AddEntry(name, Person(f"Name {name}", kind, level=level)))
        return self

    def plan(self, number: int, *tables: str, **rest: object) -> c.RoundPlan:
        """Tables of four letters: `abcd` seats entries a, b, c, d."""
        stage = str(rest.pop("stage", "main"))
        seatings = tuple(Seating(n, tuple(seats)) for n, seats in enumerate(tables, 1))
        return c.RoundPlan(number, stage, seatings, **rest)

    def play(self, number: int, *tables: str, at: int = 0, **rest: object) -> Desk:
        """Plan, publish and start a round."""
        self.do(c.PlanRounds((self.plan(number, *tables, **rest),)))
        edition = self.state.rounds[number].plan.edition
        self.do(c.PublishPairings(number, edition), c.StartRound(number, edition, at))
        return self

    def results(self, number: int, *only: int) -> Desk:
        for table in self.state.rounds[number].tables.values():
            if table.number in only or not only:
                self.do(c.TakeResult(number, table.number, table.match, POINTS))
        return self


POINTS = Result((30, 10, -10, -30), (), "organiser")
HANDS = Result(
    (11, -17, 3, 3),
    (Hand(1, (11, -17, 3, 3), 0, 2), Hand(2, (0, 0, 0, 0))),
    "log",
)


def running(*names: str, **changes: object) -> Desk:
    """A tournament with these players that has just started."""
    desk = Desk().create(**changes)
    desk.do(c.OpenRegistration())
    desk.enter(*(names or "abcdefgh"))
    desk.do(c.StartTournament())
    return desk
