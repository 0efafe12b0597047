"""Which two kinds may be wild 财神 together (C4)."""

from __future__ import annotations

from engine.tiles import EAST, NORTH, Kind, is_dragon, is_honour, rank_of, suit_of


def may_be_wild_together(pair_rule: str, first: Kind, second: Kind) -> bool:
    """Two different kinds, and neighbours unless the option `wild_pair` is `any` (C4)."""
    return first != second and (pair_rule == "any" or are_neighbours(first, second))


def are_neighbours(first: Kind, second: Kind) -> bool:
    """连着: consecutive in one suit (9 and 1 too) or in the circle of winds, or two dragons.

    Of two different kinds.
    """
    if is_dragon(first) or is_dragon(second):
        return is_dragon(first) and is_dragon(second)
    if is_honour(first) or is_honour(second):
        both_winds = is_honour(first) and is_honour(second)
        return both_winds and (first - second) % (NORTH - EAST + 1) in (1, 3)
    return suit_of(first) == suit_of(second) and (rank_of(first) - rank_of(second)) % 9 in (1, 8)
