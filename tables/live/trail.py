"""The last events of one match with the states they met, and how far each viewer may see.

Pure: knows no socket and no database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.play.events import HandDealt, SecretOpened
from engine.play.state import MatchState
from engine.redact import Viewer, hides_answers
from tables.events.log import Line

KEPT = 600
"""Events that a client may be behind and still get them one by one."""

COMMANDS_KEPT = 4 * KEPT


class Horizon(NamedTuple):
    """The last event that a viewer may know, and the state after it."""

    version: int
    state: MatchState


class Head(NamedTuple):
    """The log's hash where a hand's secret was opened: what viewers keep to compare."""

    version: int
    hand: int
    hash: str


@dataclass(slots=True)
class Trail:
    """A match from some version on.

    `base` is the version before the first line kept. `settled` is the horizon of the seats:
    it stays at the tile on offer until all three have answered, since the number of
    answers tells who hesitates. `deals` are the horizons right before the last deals,
    for spectators.
    """

    base: int
    state: MatchState
    delay: int
    version: int = field(init=False)
    settled: Horizon = field(init=False)
    deals: list[Horizon] = field(default_factory=list)
    heads: list[Head] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    commands: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.version = self.base
        self.settled = Horizon(self.base, self.state)

    def extend(self, lines: Sequence[Line], state: MatchState) -> None:
        """Take the next lines of the log; `state` is the one after the last."""
        for index, line in enumerate(lines):
            after = lines[index + 1].before if index + 1 < len(lines) else state
            self._take(line, after)
        self._trim()

    def _take(self, line: Line, after: MatchState) -> None:
        if isinstance(line.event, HandDealt) and self.delay:
            self.deals = [*self.deals, Horizon(self.version, line.before)][-self.delay :]
        self.lines.append(line)
        self.commands[line.cmd] = None
        self.version, self.state = line.seq, after
        if not hides_answers(after):
            self.settled = Horizon(self.version, after)
        if isinstance(line.event, SecretOpened):
            head = Head(line.seq, line.event.hand, line.hash)
            self.heads = [*self.heads, head][-self.delay - 1 :]

    def _trim(self) -> None:
        while len(self.commands) > COMMANDS_KEPT:
            del self.commands[next(iter(self.commands))]
        if len(self.lines) <= 2 * KEPT:
            return
        first = min(self.version - KEPT, self.settled.version)
        if self.deals:
            first = min(first, self.deals[0].version)
        del self.lines[: first - self.base]
        self.base = first

    def horizon(self, viewer: Viewer) -> Horizon:
        """How far this viewer may see now."""
        if viewer.role == "referee":
            return Horizon(self.version, self.state)
        back = self._hands_back() if viewer.role == "spectator" else 0
        return self.deals[-min(back, len(self.deals))] if back and self.deals else self.settled

    def _hands_back(self) -> int:
        """How many deals a spectator is behind: a hand that is over counts as one."""
        if self.delay == 0 or self.state.phase == "ended":
            return 0
        return self.delay if self.state.phase == "hand" else self.delay - 1

    def reaches(self, since: int) -> bool:
        """Whether all events after `since` are kept."""
        return since >= self.base

    def between(self, since: int, until: int) -> list[Line]:
        """The lines in (since, until]; `since` must not be before `base`."""
        return self.lines[since - self.base : until - self.base]

    def head_within(self, since: int, until: int) -> Head | None:
        """The last head in (since, until]."""
        found = [head for head in self.heads if since < head.version <= until]
        return found[-1] if found else None
