"""Which wishes of an event cannot hold together, and whose they are: for a refusal that names them.

Owns the finding in marks and fixed tables. What a wish means for seating is in
`tournaments.seating.wishes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, TypeAlias

from tournaments.domain.parts import NEVER, ONCE, EntryId, Person
from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState

WishKind: TypeAlias = Literal["never", "once", "same_table", "other_tables"]
Asked: TypeAlias = tuple[WishKind, str]
"""A wish of two people, with the mark they share or the tables they keep."""

MOST_AT_A_TABLE: Final = 4
_REFUSED: Final = (
    frozenset({"never", "once"}),
    frozenset({"never", "same_table"}),
    frozenset({"once", "same_table"}),
)
_UNKEPT: Final = (*_REFUSED, frozenset({"once", "other_tables"}))
"""Two who keep different tables cannot meet, which is told; they are seated all the same."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two people of whom `one` and `other` are asked at once; or too many who keep a table."""

    people: tuple[EntryId, ...]
    one: Asked
    other: Asked | None = None

    @property
    def is_refused(self) -> bool:
        """Nobody can be seated like that."""
        return self.other is None or frozenset({self.one[0], self.other[0]}) in _REFUSED


def clashes(
    state: TournamentState, entries: Iterable[EntryId], tables: int | None = None
) -> tuple[Clash, ...]:
    """Every two of these for whom a wish stands against another, and tables kept by five.

    `tables` are there; left out, as many as they fill by themselves.
    """
    people = [(one, state.entries[one].person) for one in sorted(entries)]
    wishing = [(one, person) for one, person in people if _wishes(person)]
    tables = len(people) // 4 if tables is None else tables
    found = [*_overfull(wishing, tables)]
    for (one, first), (other, second) in combinations(wishing, 2):
        asked = list(_asked(first, second, tables))
        for a, b in combinations(asked, 2):
            if frozenset({a[0], b[0]}) in _UNKEPT:
                found.append(Clash((one, other), a, b))
    return tuple(found)


def check_clashes(state: TournamentState, entries: Iterable[EntryId], tables: int) -> None:
    """Refuses `wishes_contradict`, with who wishes what."""
    if found := [one for one in clashes(state, entries, tables) if one.is_refused]:
        people = (state.entries[one].person.name for one in found[0].people)
        told = f"the wishes of {', '.join(people)} cannot hold together"
        refuse("wishes_contradict", told, "tables", clashes=named_clashes(state, found))


def named_clashes(state: TournamentState, found: Iterable[Clash]) -> tuple[Clash, ...]:
    """The same with names in place of entries, for who reads a refusal."""
    return tuple(
        Clash(tuple(state.entries[e].person.name for e in one.people), one.one, one.other)
        for one in found
    )


def _wishes(person: Person) -> bool:
    return person.fixed_table is not None or any(m.startswith((NEVER, ONCE)) for m in person.apart)


def _asked(first: Person, second: Person, tables: int) -> Iterator[Asked]:
    """What these two are asked to do; a table that is not there is no wish."""
    for mark in sorted({*first.apart} & {*second.apart}):
        if mark.startswith(NEVER):
            yield "never", mark.removeprefix(NEVER)
        elif mark.startswith(ONCE):
            yield "once", mark.removeprefix(ONCE)
    one, other = first.fixed_table, second.fixed_table
    if one is not None and other is not None and max(one, other) <= tables:
        yield ("same_table", str(one)) if one == other else ("other_tables", f"{one}, {other}")


def _overfull(people: list[tuple[EntryId, Person]], tables: int) -> Iterator[Clash]:
    keeping: dict[int, list[EntryId]] = {}
    for entry, person in people:
        if person.fixed_table is not None and person.fixed_table <= tables:
            keeping.setdefault(person.fixed_table, []).append(entry)
    for table, entries in sorted(keeping.items()):
        if len(entries) > MOST_AT_A_TABLE:
            yield Clash(tuple(entries), ("same_table", str(table)))
