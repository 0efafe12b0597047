"""Choosing the first of the cheapest, without looking further than need be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Way = TypeVar("Way")


def cheapest(ways: Iterable[Way], cost: Callable[[Way], int]) -> Way:
    """The first way that costs nothing, or else the first of those that cost least.

    There has to be at least one way.
    """
    found: list[tuple[int, Way]] = []
    for way in ways:
        price = cost(way)
        if not price:
            return way
        found.append((price, way))
    return min(found, key=lambda each: each[0])[1]
