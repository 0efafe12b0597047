"""Which engine judges a match: the one whose version its record names, for ever.

Owns the registry of play engines. Rulesets have versions of their own, in
`engine.rulesets`. A version that would decide otherwise is added beside the old one, never in
its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from engine.errors import InvalidInput
from engine.play.commands import Command, OpenMatch, SeatCommand
from engine.play.decide import decide
from engine.play.events import Event, MatchOpened
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.match import ENGINE_VERSION
from engine.play.quiet import QuietTurns, quiet_turns
from engine.play.state import MatchState
from engine.seats import Seat


def no_quiet_turns(state: MatchState) -> QuietTurns | None:
    """Of an engine whose events are decided one by one only."""
    return None


class Engine(NamedTuple):
    """The decider of one version, and the menus that go with it."""

    decide: Callable[[MatchState, Command], tuple[Event, ...]]
    evolve: Callable[[MatchState, Event], MatchState]
    legal: Callable[[MatchState, Seat], tuple[SeatCommand, ...]]
    quiet_turns: Callable[[MatchState], QuietTurns | None] = no_quiet_turns
    """A quicker way through what `decide` and `evolve` come to; there need not be one."""


def _first_decide(state: MatchState, command: Command) -> tuple[Event, ...]:
    """Version 1 differs in disputes alone, and they ask the match which one it is
    (`engine.rulings.finality`): what it opens says so."""
    events = decide(state, command)
    if not isinstance(command, OpenMatch):
        return events
    return tuple(
        [
            replace(one, engine_version="1") if isinstance(one, MatchOpened) else one
            for one in events
        ]
    )


ENGINES: Mapping[str, Engine] = {
    "1": Engine(_first_decide, evolve, legal, quiet_turns),
    ENGINE_VERSION: Engine(decide, evolve, legal, quiet_turns),
}


def engine_for(version: str, engines: Mapping[str, Engine] = ENGINES) -> Engine:
    """The engine of a version. Raises InvalidInput with the list of those there are."""
    engine = engines.get(version)
    if engine is None:
        known = ", ".join(engines)
        raise InvalidInput(f"engine_version is one of {known}", "engine_version")
    return engine
