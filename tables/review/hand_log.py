"""The log of one hand, read by itself: from the snapshot before its deal, not from the start."""

from __future__ import annotations

from typing import Final, NamedTuple
from uuid import UUID

from engine.play.events import SecretOpened
from engine.play.state import EMPTY, HandState, MatchState
from tables.events import snapshots
from tables.events.drivers import Query, Steps, run
from tables.events.log import COLUMNS, Line, engine_of, fold_rows, lines_of

_HAND: Final = f"""
SELECT {COLUMNS} FROM tables_event WHERE stream = %s AND hand = %s ORDER BY version
"""
_SNAPSHOT: Final = """
SELECT version, state FROM tables_snapshot
WHERE table_id = %s AND fold_version = %s AND version <= %s ORDER BY version DESC LIMIT 1
"""
_BEFORE: Final = f"""
SELECT {COLUMNS} FROM tables_event WHERE stream = %s AND version > %s AND version < %s
ORDER BY version
"""


class HandLog(NamedTuple):
    """The events of a hand from its deal to its secret, each with the state it met.

    `is_over`: its secret was opened and nothing of it is hidden any more.
    """

    number: int
    lines: tuple[Line, ...]
    after: MatchState

    @property
    def is_over(self) -> bool:
        """Nothing of it is hidden any more."""
        return isinstance(self.lines[-1].event, SecretOpened)

    @property
    def hand(self) -> HandState:
        """The hand as it is now, or as it ended."""
        assert self.after.hand is not None
        return self.after.hand

    def before(self, seq: int) -> MatchState | None:
        """The state that an event of this hand met; None for a number that is none of its."""
        return next((line.before for line in self.lines if line.seq == seq), None)

    @property
    def ending(self) -> Line | None:
        """The event that ended it."""
        return next((line for line in self.lines if _ends(line)), None)


def _ends(line: Line) -> bool:
    return type(line.event).__name__ in ("HandWon", "HandExhausted", "HandRedealt", "HandVoided")


def hand_log(table: UUID, hand: int) -> HandLog | None:
    """The log of a hand that was dealt here; None if there is no such hand."""
    return run(_read(table, hand))


def _read(table: UUID, hand: int) -> Steps[HandLog | None]:
    rows = yield Query(_HAND, (table, hand))
    dealt = next((n for n, row in enumerate(rows) if row[1] == "HandDealt"), None)
    if dealt is None:
        return None
    first = rows[dealt][0]
    kept = yield Query(_SNAPSHOT, (table, snapshots.FOLD_VERSION, first - 1))
    version, state = (kept[0][0], snapshots.decode(bytes(kept[0][1]))) if kept else (0, EMPTY)
    if version < first - 1:
        state = fold_rows((yield Query(_BEFORE, (table, version, first))), state)
    # Of the hand before, which snapshots do not keep, nothing is left in any case.
    state = state._replace(hand=None, leavers=())
    lines, _ = lines_of(rows[dealt:], state)
    ends = [n for n, line in enumerate(lines, 1) if isinstance(line.event, SecretOpened)]
    lines = lines[: ends[0]] if ends else lines
    last = lines[-1]
    return HandLog(hand, tuple(lines), engine_of(state).evolve(last.before, last.event))
