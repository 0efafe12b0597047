"""Standings of an archive worked out anew: every edition from the log as it stood then. Pure.

The engine proves that an archive holds what its log published; only the domain of tournaments
knows how places come about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tournaments.domain.events import Event, StandingsPublished
from tournaments.domain.evolve import evolve
from tournaments.domain.next_standings import corrected_lines, published_lines
from tournaments.domain.parts import Line
from tournaments.domain.state import TournamentState

State = TournamentState


class Difference(NamedTuple):
    """An edition that is not what the facts lead to; `seq` is its event's number."""

    seq: int
    stage: str
    after_round: int
    edition: int
    entries: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"event {self.seq}, standings of {self.stage} after round {self.after_round}, edition "
            f"{self.edition}: worked out anew, these stand otherwise: {', '.join(self.entries)}"
        )


def standing_differences(events: Iterable[Event]) -> Iterator[Difference]:
    """The editions of a whole log that are not what its facts led to when they were published."""
    state = State.empty()
    for seq, event in enumerate(events, 1):
        if isinstance(event, StandingsPublished):
            known = _worked_out(state, event)
            if event.lines not in known:
                yield Difference(
                    seq, event.stage, event.after_round, event.edition, _apart(event, known[-1])
                )
        state = evolve(state, event)


def _worked_out(state: State, event: StandingsPublished) -> list[tuple[Line, ...]]:
    """As they are published for the first time, and as what was published is corrected."""
    key = (event.stage, event.after_round)
    earlier = [
        one for one in state.standings if (one.standings.stage, one.standings.after_round) == key
    ]
    again = [corrected_lines(state, earlier[-1])] if earlier else []
    return [*again, published_lines(state, *key)]


def _apart(event: StandingsPublished, known: tuple[Line, ...]) -> tuple[str, ...]:
    """Entries with another line, or without one, on either side."""
    differing = set(event.lines) ^ set(known)
    found = sorted({line.entry for line in differing})
    return tuple(found) or ("their order",)
