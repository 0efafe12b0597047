"""What an app that opens tables has to say about the disputes at them.

Tables know no events. Such an app registers a `Guard` when it is ready; every guard is asked,
those of other apps' tables answer nothing. Who may rule at all is a permission
(`tables.judge`, `tables.preside`), which that app may extend with `rules.set_perm`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from accounts.models import User
from engine.errors import EngineError
from engine.rulings.events import PenaltyKind
from tables.models import Table

Deed: TypeAlias = Literal[
    "call", "withdraw", "state", "take", "declare", "decide_interest", "rule", "appeal",
    "name_panel", "vote", "decide_appeal",
]  # fmt: skip
Publicity: TypeAlias = Literal["all", "anonymous", "none"]


class Refusal(NamedTuple):
    """Why not: a stable code, and a sentence in the reader's language."""

    code: str
    said: str


class Clause(NamedTuple):
    """A clause that a ruling may cite: what stands in the log, and its text for the reader."""

    id: str
    text: str


class PenaltyRow(NamedTuple):
    """A row of an event's table of penalties: its code, its words, what is given by it.

    `table` are whole table points, None where it takes parts of one, which no ruling can.
    """

    id: str
    text: str
    kind: PenaltyKind
    game: int
    table: int | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A ruling that somebody thinks about: what the match's points are and would be, by place.

    `kind` and `decision` are the ruling's; `hand` is 0 for the match as a whole.
    """

    table: Table
    hand: int
    kind: str
    decision: dict[str, Any]
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Consequence:
    """One comparison of a preview: a table with a row for each thing that is compared.

    `rows` are (what, before, after) in words; a row whose two sides differ is marked. `warning`
    is a sentence that stands above it.
    """

    title: str
    rows: tuple[tuple[str, str, str], ...] = ()
    warning: str = ""
    link: str = ""
    notes: tuple[str, ...] = field(default=())


class Guard:
    """The neutral answers; an app overrides what it has something to say about."""

    def refusal(self, deed: Deed, table: Table, account: User | None, hand: int) -> Refusal | None:
        """Why `account` (None for the clock) may not do this at this table, or None.

        Asked after the permissions and before the engine. `hand` is 0 where none is meant.
        """
        return None

    def clauses(self, table: Table) -> Sequence[Clause]:
        """The clauses of the event's own regulations that a ruling there may cite."""
        return ()

    def judges(self, table: Table) -> Sequence[User]:
        """Who may be named to a panel, the chief referee first; beside those of the table."""
        return ()

    def panel_refusal(
        self, table: Table, judges: Sequence[User], ruled_by: int | None
    ) -> Refusal | None:
        """Why these may not decide an appeal against a ruling made by that account, or None."""
        return None

    def consequences(self, proposal: Proposal) -> Sequence[Consequence]:
        """What would follow from a ruling beyond the match, for its preview. Stores nothing."""
        return ()

    def publicity(self, table: Table) -> Publicity | None:
        """How rulings of this table are shown to everybody; None where it is not its table."""
        return None

    def penalties(self, table: Table) -> Sequence[PenaltyRow]:
        """The event's table of penalties; penalties there are given by its rows."""
        return ()

    def may_depart(self, table: Table, account: User) -> bool:
        """Whether the account may give another penalty than the event's table says."""
        return False


_GUARDS: Final[list[Guard]] = []


def register(guard: Guard) -> None:
    """Ask this one too, from now on. Registering it twice is registering it once."""
    if guard not in _GUARDS:
        _GUARDS.append(guard)


def unregister(guard: Guard) -> None:
    """Ask it no more."""
    if guard in _GUARDS:
        _GUARDS.remove(guard)


def refusal_of(deed: Deed, table: Table, account: User | None, hand: int = 0) -> Refusal | None:
    """The first refusal of any guard."""
    return next(filter(None, (g.refusal(deed, table, account, hand) for g in _GUARDS)), None)


def panel_refusal_of(table: Table, judges: Sequence[User], ruled_by: int | None) -> Refusal | None:
    """The first guard's refusal of a panel."""
    found = (guard.panel_refusal(table, judges, ruled_by) for guard in _GUARDS)
    return next(filter(None, found), None)


def clauses_of(table: Table) -> list[Clause]:
    """What rulings at a table may cite beside the rules."""
    return [clause for guard in _GUARDS for clause in guard.clauses(table)]


def judges_of(table: Table) -> list[User]:
    """Who may be named to decide an appeal at a table."""
    return [judge for guard in _GUARDS for judge in guard.judges(table)]


def penalties_of(table: Table) -> list[PenaltyRow]:
    """The rows that penalties at a table are given by; none where they are free."""
    return [penalty for guard in _GUARDS for penalty in guard.penalties(table)]


def may_depart(table: Table, account: User) -> bool:
    """Whether any guard lets the account depart from the table of penalties."""
    return any(guard.may_depart(table, account) for guard in _GUARDS)


def consequences_of(proposal: Proposal) -> list[Consequence]:
    """What follows beyond the match. A guard that cannot say so refuses nothing."""
    found: list[Consequence] = []
    for guard in _GUARDS:
        try:
            found += guard.consequences(proposal)
        except EngineError as problem:
            found.append(Consequence("", warning=problem.message))
    return found


def publicity_of(table: Table) -> Publicity:
    """How rulings are shown to everybody; without an event's policy with their names left out."""
    said = (guard.publicity(table) for guard in _GUARDS)
    return next((one for one in said if one is not None), "anonymous")
