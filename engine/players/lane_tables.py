"""What one suit of a hand lacks for a plan, and which of its tiles would help; remembered."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.players.blocks import (
    CLOSED,
    POWERS,
    Costs,
    Lane,
    Shape,
    add_set,
    honour_costs,
    lacking,
    suit_costs,
)
from engine.tiles import Kind

HONOURS: Final = 3
_KEPT: Final = 20_000
_CODE_BITS: Final = 21


class LaneTable:
    """One lane as plans of one sort see it."""

    __slots__ = ("_first", "_size", "_useful", "costs")

    def __init__(self, costs: Callable[[Lane], Costs], first: Kind, size: int) -> None:
        self.costs = costs
        self._first = first
        self._size = size
        self._useful: dict[int, tuple[Kind, ...]] = {}

    def useful(self, lane: Lane, beside: Costs, sets: int) -> tuple[Kind, ...]:
        """The kinds of which one tile more shortens the way; `beside` are the other lanes."""
        key = (beside << _CODE_BITS | lane) << 3 | sets
        found = self._useful.get(key)
        if found is None:
            if len(self._useful) > _KEPT:
                self._useful.clear()
            found = self._useful[key] = self._work_out(lane, beside, sets)
        return found

    def _work_out(self, lane: Lane, beside: Costs, sets: int) -> tuple[Kind, ...]:
        now = lacking(self.costs(lane), beside, sets)
        return tuple(
            self._first + rank
            for rank in range(self._size)
            if lane // POWERS[rank] % 5 < 4
            and lacking(self.costs(lane + POWERS[rank]), beside, sets) < now
        )


def _closed(lane: Lane) -> Costs:
    return CLOSED


_CLOSED: Final = LaneTable(_closed, 0, 0)


@lru_cache(maxsize=4096)
def lane_tables(
    used: tuple[int, ...], shape: Shape, pungs: tuple[int, ...], idle: tuple[int, ...]
) -> tuple[LaneTable, ...]:
    """The tables of the four lanes: those used, in a shape.

    `pungs` are the honours (0 East … 6 Red) to be made pungs of, `idle` those of which nothing
    counts, not even a pair.
    """
    return tuple(
        _CLOSED
        if lane not in used
        else _honours(shape, pungs, idle)
        if lane == HONOURS
        else _suit(shape, lane)
        for lane in range(4)
    )


@lru_cache(maxsize=32)
def _suit(shape: Shape, lane: int) -> LaneTable:
    return LaneTable(suit_costs(shape), lane * 9, 9)


@lru_cache(maxsize=2048)
def _honours(shape: Shape, pungs: tuple[int, ...], idle: tuple[int, ...]) -> LaneTable:
    known: dict[Lane, Costs] = {}

    def costs(lane: Lane) -> Costs:
        found = known.get(lane)
        if found is None:
            if len(known) > _KEPT:
                known.clear()
            found = known[lane] = _honour_costs(shape, pungs, idle, lane)
        return found

    return LaneTable(costs, 27, 7)


def _honour_costs(shape: Shape, pungs: tuple[int, ...], idle: tuple[int, ...], lane: Lane) -> Costs:
    """The honours' costs with a plan's pungs set aside first."""
    for honour in idle:
        lane -= lane // POWERS[honour] % 5 * POWERS[honour]
    owed = 0
    for honour in pungs:
        copies = lane // POWERS[honour] % 5
        lane -= copies * POWERS[honour]
        owed += max(3 - copies, 0)
    costs = honour_costs(shape)(lane)
    for place, _ in enumerate(pungs):
        costs = add_set(costs, 0 if place else owed)
    return costs
