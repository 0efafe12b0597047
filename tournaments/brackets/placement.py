"""Keeping those apart who have met: a winner and a runner-up may change their ways.

Owns the exchange. Must not know scores. Four tables always feed two; each of
the four sends one player to either. From the third round on no plan made
beforehand can exclude that two who sat together in the first come together
again, so then it is looked at who really comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from tournaments.brackets.choosing import cheapest
from tournaments.brackets.plan import Bracket, From, Slots, Table, feeders
from tournaments.people import Player

Met = set[frozenset[Player]]


def meetings(players: Iterable[Player]) -> Met:
    """The six pairs of a table."""
    return {frozenset(pair) for pair in combinations(players, 2)}


def placement(
    bracket: Bracket, table: Table, finished: Mapping[From, Player], met: Met
) -> Slots | None:
    """Where the seats of a table come from; None while that depends on a table still to finish.

    Of the ways with the fewest rematches at both tables, the one with the
    fewest exchanges, and of those the first.
    """
    partner = _partner(bracket, table)
    if partner is None:
        return table.slots
    # Both tables of the pair have to look at the ways in the same order.
    sources = sorted({slot.table for slot in feeders(table)})
    if any(From(source, 1) not in finished for source in sources):
        return None
    ways = (set(some) for count in range(len(sources) + 1) for some in combinations(sources, count))
    best = cheapest(ways, lambda way: _rematches(way, (table, partner), finished, met))
    return exchanged(table, best)


def _partner(bracket: Bracket, table: Table) -> Table | None:
    """The table fed by the same four, where there is anybody to be kept apart."""
    if bracket.advance == 1 or table.part not in ("main", "upper"):
        return None
    has_play_in = bracket.tables[0].part == "play_in"
    if table.round < (2 if has_play_in else 3):
        return None
    same = [each for each in bracket.tables if (each.part, each.round) == (table.part, table.round)]
    if len(same) == 1:
        return None
    # The mirrored table: `crossed` sends the other two ranks of the same four there.
    return same[len(same) - table.number]


def exchanged(table: Table, sources: set[str]) -> Slots:
    """The table's seats if winner and runner-up of these sources change their ways."""
    first, second, third, fourth = (
        From(slot.table, 3 - slot.rank)
        if isinstance(slot, From) and slot.table in sources
        else slot
        for slot in table.slots
    )
    return (first, second, third, fourth)


def _rematches(
    way: set[str], tables: tuple[Table, Table], finished: Mapping[From, Player], met: Met
) -> int:
    count = 0
    for table in tables:
        slots = exchanged(table, way)
        players = [finished[slot] for slot in slots if isinstance(slot, From)]
        count += len(meetings(players) & met)
    return count
