"""What organisers ask for beyond fairness: who should, must or must not sit together, and where.

Owns the kinds of wishes, their prices for the search, and which wish gave way
in a finished arrangement. Must not know how the search works.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from tournaments.seating.board import Price, repeats_price
from tournaments.seating.errors import SeatingError

MUST = 1000
"""The price of breaking what must be kept; no number of repeats outweighs it."""

PREFER = 8
"""The price of each meeting of players who should be kept apart: eight second meetings."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Club-mates or relatives: any two of these players meet as rarely as can be managed."""

    players: frozenset[str]


@dataclass(frozen=True, slots=True)
class Never:
    """No two of these players ever share a table."""

    players: frozenset[str]


@dataclass(frozen=True, slots=True)
class Once:
    """These two meet in exactly one round."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class FixedTable:
    """A player who always sits at the table of this number, from 1: a wheelchair, a scorer."""

    player: str
    table: int


Wish: TypeAlias = Apart | Never | Once | FixedTable


@dataclass(frozen=True, slots=True)
class GaveWay:
    """A wish that is not fulfilled: by these players, who meet in these rounds (from 1)."""

    wish: Wish
    players: tuple[str, ...]
    rounds: tuple[int, ...]


def named_in(wish: Wish) -> frozenset[str]:
    """The players whose wish it is."""
    match wish:
        case Apart() | Never():
            return wish.players
        case Once():
            return frozenset((wish.one, wish.other))
        case FixedTable():
            return frozenset((wish.player,))


def check_wishes(wishes: Sequence[Wish], players: Iterable[str], tables: int) -> None:
    """Refuse wishes that name nobody here or that contradict each other.

    Raises SeatingError: `unknown_player`, `too_few_in_wish`, `no_such_table`,
    `two_tables`, `table_overfull` or `contradiction`.
    """
    here = set(players)
    for wish in wishes:
        if strangers := sorted(named_in(wish) - here):
            raise SeatingError("unknown_player", f"not among the players: {', '.join(strangers)}")
        if not isinstance(wish, FixedTable) and len(named_in(wish)) < 2:
            raise SeatingError("too_few_in_wish", f"takes two different players: {wish}")
    pinned = fixed_tables(wishes, tables)
    never = _pairs(wish.players for wish in wishes if isinstance(wish, Never))
    together = set(_together(pinned))
    once = _pairs((wish.one, wish.other) for wish in wishes if isinstance(wish, Once))
    if clash := never & (once | together) or once & together:
        raise SeatingError("contradiction", f"cannot hold together for {' and '.join(min(clash))}")


def fixed_tables(wishes: Iterable[Wish], tables: int) -> dict[str, int]:
    """Table numbers of players who keep one; SeatingError where that cannot be."""
    pinned: dict[str, int] = {}
    for wish in wishes:
        if not isinstance(wish, FixedTable):
            continue
        if not 1 <= wish.table <= tables:
            raise SeatingError("no_such_table", f"there is no table {wish.table} of {tables}")
        if pinned.setdefault(wish.player, wish.table) != wish.table:
            raise SeatingError("two_tables", f"{wish.player} cannot keep two tables")
        if sum(table == wish.table for table in pinned.values()) > 4:
            raise SeatingError("table_overfull", f"five players want table {wish.table}")
    return pinned


def prices(
    wishes: Sequence[Wish], number: Mapping[str, int], tables: int, rounds: int
) -> dict[tuple[int, int], Price]:
    """The price of each pair that some wish is about, by player numbers in ascending order."""
    found: dict[tuple[int, int], list[int]] = {}
    for pair, wanted in _priced_pairs(wishes, fixed_tables(wishes, tables), rounds):
        a, b = sorted(number[player] for player in pair)
        total = found.setdefault((a, b), list(repeats_price(rounds + 1)))
        for meetings in range(rounds + 2):
            total[meetings] += wanted[meetings]
    return {pair: tuple(price) for pair, price in found.items()}


def _priced_pairs(
    wishes: Sequence[Wish], pinned: Mapping[str, int], rounds: int
) -> Iterable[tuple[tuple[str, str], Price]]:
    meetings = range(rounds + 2)
    for wish in wishes:
        match wish:
            case Apart(players):
                for pair in sorted(_pairs([players])):
                    yield pair, tuple(PREFER * m for m in meetings)
            case Never(players):
                for pair in sorted(_pairs([players])):
                    yield pair, tuple(MUST * m for m in meetings)
            case Once(one, other):
                yield (one, other), tuple(MUST * abs(m - 1) for m in meetings)
            case FixedTable():
                pass
    for one, other in combinations(sorted(pinned), 2):
        if pinned[one] == pinned[other]:
            yield (one, other), tuple(MUST * max(0, rounds - m) for m in meetings)
        else:
            yield (one, other), tuple(MUST * m for m in meetings)


def _pairs(groups: Iterable[Iterable[str]]) -> set[tuple[str, str]]:
    return {pair for group in groups for pair in combinations(sorted(group), 2)}


def _together(pinned: Mapping[str, int]) -> Iterable[tuple[str, str]]:
    for one, other in combinations(sorted(pinned), 2):
        if pinned[one] == pinned[other]:
            yield one, other


def narrowed(
    wishes: Sequence[Wish], present: Iterable[str], earlier: Iterable[str]
) -> tuple[Wish, ...]:
    """The wishes without those who played earlier and have left; strangers are refused later."""
    left = set(earlier) - set(present)
    kept: list[Wish] = []
    for wish in wishes:
        staying = named_in(wish) - left
        if staying == named_in(wish):
            kept.append(wish)
        elif isinstance(wish, Apart | Never) and len(staying) > 1:
            kept.append(type(wish)(staying))
    return tuple(kept)


def gave_way(
    wishes: Sequence[Wish],
    met_in: Mapping[tuple[str, str], Sequence[int]],
    tables_of: Mapping[str, Mapping[int, int]],
    after: int = 0,
) -> tuple[GaveWay, ...]:
    """Which wishes an arrangement does not fulfil in the rounds after number `after`.

    `met_in` has the rounds in which a pair, in ascending order, meets;
    `tables_of` a player's table number by round.
    """
    found: list[GaveWay] = []
    for wish in wishes:
        match wish:
            case FixedTable(player, table):
                seats = tables_of.get(player, {}).items()
                away = tuple(round_ for round_, at in seats if at != table and round_ > after)
                found += [GaveWay(wish, (player,), away)] if away else []
            case Once(one, other):
                pair = min(one, other), max(one, other)
                rounds = tuple(met_in.get(pair, ()))
                found += [GaveWay(wish, pair, rounds)] if len(rounds) != 1 else []
            case Apart(players) | Never(players):
                for pair in sorted(_pairs([players])):
                    met = tuple(round_ for round_ in met_in.get(pair, ()) if round_ > after)
                    found += [GaveWay(wish, pair, met)] if met else []
    return tuple(found)
