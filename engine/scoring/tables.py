"""The lane tables, read from `data/` when first imported. `build_tables` makes them.

`*_SHAPE[code]` is the number of a lane's class of masks, `*_MISSING[code]` of its class of vectors.
`*_WIN[code]` packs what a win check needs: the least sets that hold the lane's tiles without a
pair, plus 32 if with a pair one set fewer is enough; 6 sets stand for "never".

`NUMBERS_OF_PAIR[c << 7 | d]` numbers what lanes of classes c and d come to together, and
`NUMBERS_OF_THREE[pair << 7 | e]` what such a pair and a third lane do, as in `SHIPPED_NUMBERS`.
"""

from __future__ import annotations

import json
import struct
import zlib
from itertools import accumulate
from pathlib import Path
from typing import Final, TypeAlias, TypedDict

from engine.scoring.lanes import MAX_SETS, LaneClass, Mask

TABLES_FILE: Final = Path(__file__).with_name("data") / "lanes.bin"
CLASSES_FILE: Final = Path(__file__).with_name("data") / "classes.json"
NUMBER_CODES: Final = 5**9
HONOUR_CODES: Final = 5**7
PAIR_SAVES_A_SET: Final = 32
NEVER: Final = 6

CLASS_BITS: Final = 7

_Shipped: TypeAlias = tuple[LaneClass, tuple[tuple[int, LaneClass], ...]]


class _Classes(TypedDict):
    number_shapes: list[list[int]]
    honour_shapes: list[list[int]]
    number_missing: list[list[int]]
    honour_missing: list[list[int]]
    numbers: list[tuple[list[int], list[tuple[int, list[int]]]]]
    pairs: int


_NOTHING: Final[_Classes] = {
    "number_shapes": [],
    "honour_shapes": [],
    "number_missing": [],
    "honour_missing": [],
    "numbers": [],
    "pairs": 0,
}


def _load() -> tuple[bytes, _Classes]:
    if not TABLES_FILE.exists():
        return bytes(2 * (NUMBER_CODES + HONOUR_CODES)), _NOTHING
    classes: _Classes = json.loads(CLASSES_FILE.read_text(encoding="ascii"))
    return zlib.decompress(TABLES_FILE.read_bytes()), classes


def _shorts(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 2}H", data)


def _lane_class(masks: list[int]) -> LaneClass:
    return masks[0], masks[1], masks[2]


def _numbers(shipped: tuple[list[int], list[tuple[int, list[int]]]]) -> _Shipped:
    together, single = shipped
    return _lane_class(together), tuple((suit, _lane_class(lane)) for suit, lane in single)


def _win_byte(any_sort: Mask) -> int:
    plain, pair = any_sort & 31, any_sort >> 5
    without = _lowest_bit(plain)
    with_pair = _lowest_bit(pair)
    if with_pair < without:
        return with_pair + 1 + PAIR_SAVES_A_SET
    return min(without, NEVER)


def _lowest_bit(mask: int) -> int:
    return (mask & -mask).bit_length() - 1 if mask else NEVER


def _win_table(shapes: bytes, classes: list[list[int]]) -> bytes:
    to_win = bytes(_win_byte(masks[0]) for masks in classes)
    # A fifth tile of the last kind runs past the codes: it never fits either.
    past = bytes([NEVER]) * (len(shapes) // 5)
    return shapes.translate(to_win + bytes(256 - len(to_win))) + past


def _win_sums(sets: int) -> tuple[bool, ...]:
    """For the sum of four lanes' win bytes: whether so many sets and a pair hold all tiles."""
    return tuple(
        total % 32 - (total >= PAIR_SAVES_A_SET) <= sets
        for total in range(4 * (PAIR_SAVES_A_SET + NEVER) + 1)
    )


_codes, _classes = _load()
_ends = list(
    accumulate(
        (
            NUMBER_CODES,
            HONOUR_CODES,
            NUMBER_CODES,
            HONOUR_CODES,
            2 << 2 * CLASS_BITS,
            _classes["pairs"] << CLASS_BITS + 1,
        )
    )
)

NUMBER_SHAPE: Final = _codes[: _ends[0]]
HONOUR_SHAPE: Final = _codes[_ends[0] : _ends[1]]
NUMBER_MISSING: Final = _codes[_ends[1] : _ends[2]]
HONOUR_MISSING: Final = _codes[_ends[2] : _ends[3]]
NUMBERS_OF_PAIR: Final = _shorts(_codes[_ends[3] : _ends[4]])
NUMBERS_OF_THREE: Final = _shorts(_codes[_ends[4] : _ends[5]])

NUMBER_CLASSES: Final = tuple(map(_lane_class, _classes["number_shapes"]))
NUMBER_VECTORS: Final = tuple(map(tuple, _classes["number_missing"]))
HONOUR_VECTORS: Final = tuple(map(tuple, _classes["honour_missing"]))
SHIPPED_NUMBERS: Final = tuple(map(_numbers, _classes["numbers"]))
NUMBER_WIN: Final = _win_table(NUMBER_SHAPE, _classes["number_shapes"])
HONOUR_WIN: Final = _win_table(HONOUR_SHAPE, _classes["honour_shapes"])
WIN_SUMS: Final = tuple(_win_sums(sets) for sets in range(MAX_SETS + 1))
del _codes, _classes, _ends
