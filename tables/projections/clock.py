"""The running clock made again from a match's log, append by append as the write path took it.

All of it follows from the events and their times and from what the table was opened with; when a
built-in player or the next hand is due, from the pace of the house as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from engine.rulings.events import RefereeCalled
from tables.cases.terms import DisputeTerms
from tables.clocks import Clock, Tick, next_clock
from tables.events.log import Line, is_consequence
from tables.folds import state_after
from tables.pace import Pace


def clock_of(lines: Sequence[Line], terms: DisputeTerms, pace: Pace) -> Tick:
    """The clock after these lines, which are all of a match's."""
    tick = Tick(Clock(), None)
    appends = list(_appends(lines))
    after = [own[0].before for own in appends[1:]]
    for own, state in zip(appends, (*after, state_after(lines)), strict=True):
        tick = next_clock(
            tick.clock,
            before=own[0].before,
            after=state,
            events=[line.event for line in own],
            version=own[-1].seq,
            at=datetime.fromisoformat(own[0].at),
            pace=pace,
            pause_ms=terms.pause_limit_ms if _is_called(own) else None,
        )
    return tick


def _appends(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines of each append together."""
    own = list[Line]()
    for line in lines:
        if own and not is_consequence(line.cmd):
            yield own
            own = []
        own.append(line)
    if own:
        yield own


def _is_called(own: Sequence[Line]) -> bool:
    """Whether a call stopped the table; such a pause ends by itself."""
    return any(isinstance(one.event, RefereeCalled) and one.event.pause for one in own)
