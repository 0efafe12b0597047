"""A step of the organiser's: what it is, when it is due, what it is about.

Owns the shape alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tournaments.domain.commands import Command
from tournaments.domain.parts import EntryId
from tournaments.domain.terms import Ms

When: TypeAlias = Literal["now", "wait", "may", "undo"]
"""now: it is due; wait: somebody else has to do something; may: possible; undo: a way back."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step by its code. `reason` is the code of what stands against it, if anything does; of
    `plan_again`, why that is due.

    `entries`, `count`, `keys` (tables of a bracket) and `at` are what the code says. `command`
    is there where nothing else is needed.
    """

    code: str
    when: When
    stage: str | None = None
    round: int | None = None
    table: int | None = None
    entries: tuple[EntryId, ...] = ()
    count: int | None = None
    keys: tuple[str, ...] = ()
    at: Ms | None = None
    reason: str | None = None
    command: Command | None = None
