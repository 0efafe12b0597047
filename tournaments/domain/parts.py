"""The values that events and state are made of: seats, results, draws, clocks.

Owns the shapes alone. People are entries here, tables are numbers, places are
chairs 0 to 3 of a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tournaments.standings.ledger import Role

EntryId: TypeAlias = str
EntryKind: TypeAlias = Literal["player", "stand_in", "bot"]
EntryStatus: TypeAlias = Literal["registered", "waiting", "withdrawn"]
TakeoverCause: TypeAlias = Literal["substitute", "no_show", "drop_out", "late", "returned"]
EffectKind: TypeAlias = Literal["round", "advance", "bracket"]
Choice: TypeAlias = Literal["keep", "pair_again", "undo_advance"]
ResultSource: TypeAlias = Literal["log", "scorer", "organiser"]

NEVER: Final = "!"
"""A mark that begins so: entries that share it never sit at one table."""
ONCE: Final = "&"
"""A mark that begins so: entries that share it meet in exactly one round."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who an entry is. `apart` are marks: entries that share one are kept from each other, more
    strictly or otherwise if it begins with NEVER or ONCE.

    `level` is a built-in player's, `account` None for a guest by name only.
    """

    name: str
    kind: EntryKind = "player"
    account: str | None = None
    club: str | None = None
    apart: tuple[str, ...] = ()
    fixed_table: int | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A random choice 抽签 that can be run again: the label of its stream, and which program ran.

    The label's parts go to `tournaments.draws.Draws` with the tournament's seed.
    """

    label: tuple[str, ...]
    method: str


@dataclass(frozen=True, slots=True)
class Seating:
    """One table of a plan: four entries by place.

    In a bracket `key` is the table's in it, such as M1.3. `absent` are those who got there and
    have left since; helpers sit in their seats.
    """

    table: int
    seats: tuple[EntryId, ...]
    key: str | None = None
    absent: tuple[EntryId, ...] = ()


@dataclass(frozen=True, slots=True)
class Walkover:
    """A table of a bracket that needs no playing: `entries` in the order they leave it.

    Those who have left the event are `absent` and come last.
    """

    key: str
    entries: tuple[EntryId, ...]
    absent: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """From this hand on `person` sits there; `credited_to` gets the points, or nobody."""

    person: EntryId
    role: Role
    credited_to: EntryId | None
    from_hand: int = 1


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand 局 of a result: what each place got, who won it and with how many tai."""

    number: int
    points: tuple[int, ...]
    winner: int | None = None
    tai: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """Game points by place, and the hands they are made of if these are known.

    `adjusted` by place is what rulings about the match as a whole add to the hands; empty: nothing.
    """

    points: tuple[int, ...]
    hands: tuple[Hand, ...]
    source: ResultSource
    adjusted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Except:
    """A table that is confirmed without a result or with a dispute open, and why."""

    table: int
    why: str


@dataclass(frozen=True, slots=True)
class Dependent:
    """Something that rests on a round: a later `round`, a stage's `advance`, `standings`."""

    kind: Literal["round", "advance", "standings"]
    ref: str


@dataclass(frozen=True, slots=True)
class Effect:
    """Something made from facts that are corrected now, and what it would be made of instead.

    `ref` is a later `round`, the stage of an `advance`, the table of a `bracket`. Of these two
    `leaving` would give way to `entering`; `level` are those who would be level across the cut.
    """

    kind: EffectKind
    ref: str
    leaving: tuple[EntryId, ...] = ()
    entering: tuple[EntryId, ...] = ()
    level: tuple[EntryId, ...] = ()

    @property
    def bracket(self) -> str | None:
        """The stage whose bracket it belongs to."""
        return self.ref.partition("/")[0] if self.kind == "bracket" else None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of published standings: game points whole, table points in twelfths."""

    entry: EntryId
    rank: int
    game: int
    table: int
