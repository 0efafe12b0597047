"""Makes the lane tables shipped in `data/`: `python -m engine.scoring.build_tables`.

A table has one byte for every lane code: the number of the code's class. Codes of more than 14
tiles cannot occur in a hand; they have class 0, which fits nothing. Two smaller tables say what two
and three lanes come to together.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Generic, TypeVar

from engine.scoring.automaton import UNCAPPED
from engine.scoring.lanes import AUTOMATA, LaneClass
from engine.scoring.missing import FAR, HONOURS, NUMBERS, MissingAutomaton, Vector
from engine.scoring.numbers import Numbers, merge
from engine.scoring.tables import CLASS_BITS, CLASSES_FILE, TABLES_FILE

MOST_TILES = 14
C = TypeVar("C", bound=Hashable)


class _Table(Generic[C]):
    """The bytes of one table and the classes its bytes number."""

    def __init__(self, kinds: int, nothing: C) -> None:
        self.codes = bytearray(5**kinds)
        self.classes: dict[C, int] = {nothing: 0}

    def put(self, code: int, lane: C) -> None:
        self.codes[code] = self.classes.setdefault(lane, len(self.classes))


def _fill(
    kinds: int,
    starts: tuple[int, ...],
    step: Callable[[tuple[int, ...], int], tuple[int, ...]],
    put: Callable[[int, tuple[int, ...]], None],
) -> None:
    """Depth first over all codes of at most 14 tiles, one step of the automata a digit."""

    def walk(place: int, states: tuple[int, ...], left: int, code: int) -> None:
        if place == kinds:
            put(code, states)
            return
        for tiles in range(min(4, left) + 1):
            walk(place + 1, step(states, tiles), left - tiles, code + tiles * 5**place)

    walk(0, starts, MOST_TILES, 0)


def shape_table(kinds: int) -> _Table[LaneClass]:
    """Classes of masks: any sort, chows, pungs (honours: pungs in all three places)."""
    table: _Table[LaneClass] = _Table(kinds, (0, 0, 0))
    automata = AUTOMATA if kinds == 9 else (AUTOMATA[2],) * 3

    def step(states: tuple[int, ...], tiles: int) -> tuple[int, ...]:
        return tuple(
            automaton.step(state, tiles, UNCAPPED)
            for automaton, state in zip(automata, states, strict=True)
        )

    def put(code: int, states: tuple[int, ...]) -> None:
        any_sort, chows, pungs = (
            automaton.mask(state) for automaton, state in zip(automata, states, strict=True)
        )
        table.put(code, (any_sort, chows, pungs))

    _fill(kinds, (0, 0, 0), step, put)
    return table


def missing_table(kinds: int) -> _Table[Vector]:
    """Classes of vectors of missing tiles."""
    table: _Table[Vector] = _Table(kinds, (FAR,) * 10)
    automaton: MissingAutomaton = NUMBERS if kinds == 9 else HONOURS

    def step(states: tuple[int, ...], tiles: int) -> tuple[int, ...]:
        return (automaton.step(states[0], tiles, UNCAPPED),)

    def put(code: int, states: tuple[int, ...]) -> None:
        table.put(code, automaton.vector(states[0]))

    _fill(kinds, (0,), step, put)
    return table


def numbers_tables(lanes: list[LaneClass]) -> tuple[list[int], list[int], list[Numbers], int]:
    """What two lanes come to, what three do, the different outcomes of three, and pairs met."""
    pairs: dict[Numbers, int] = {}
    threes: dict[Numbers, int] = {}
    first, second, third = ([Numbers(lane, ((suit, lane),)) for lane in lanes] for suit in range(3))
    of_pair = [0] * (1 << 2 * CLASS_BITS)
    for one, lane in enumerate(first):
        for two, other in enumerate(second):
            met = merge(lane, other)
            of_pair[one << CLASS_BITS | two] = pairs.setdefault(met, len(pairs))
    of_three = [0] * (len(pairs) << CLASS_BITS)
    for pair, number in pairs.items():
        for at, lane in enumerate(third):
            met = merge(pair, lane)
            of_three[number << CLASS_BITS | at] = threes.setdefault(met, len(threes))
    return of_pair, of_three, list(threes), len(pairs)


def build() -> tuple[bytes, str]:
    """The tables one after another, and the classes as JSON, both as they are shipped."""
    shapes, missing = (shape_table(9), shape_table(7)), (missing_table(9), missing_table(7))
    of_pair, of_three, numbers, pairs = numbers_tables(list(shapes[0].classes))
    codes = b"".join(bytes(table.codes) for table in (*shapes, *missing))
    codes += b"".join(struct.pack(f"<{len(ids)}H", *ids) for ids in (of_pair, of_three))
    classes = {
        "number_shapes": list(shapes[0].classes),
        "honour_shapes": list(shapes[1].classes),
        "number_missing": list(missing[0].classes),
        "honour_missing": list(missing[1].classes),
        "numbers": numbers,
        "pairs": pairs,
    }
    return codes, json.dumps(classes, separators=(",", ":")) + "\n"


def main() -> None:
    """Writes both files beside this module."""
    codes, classes = build()
    Path(TABLES_FILE).write_bytes(zlib.compress(codes, 9))
    Path(CLASSES_FILE).write_text(classes, encoding="ascii")


if __name__ == "__main__":
    main()
