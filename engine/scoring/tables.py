"""The lane tables, read from `data/` when first imported. `build_tables` makes them.

`*_SHAPE[code]` is the number of a lane's class of masks, `*_MISSING[code]` of its class of vectors.
`*_WIN[code]` packs what a win check needs: the least sets that hold the lane's tiles without a
pair, plus 32 if with a pair one set fewer is enough; 6 sets stand for "never".
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Final, TypeAlias

from engine.scoring.lanes import MAX_SETS, LaneClass, Mask

TABLES_FILE: Final = Path(__file__).with_name("data") / "lanes.bin"
CLASSES_FILE: Final = Path(__file__).with_name("data") / "classes.json"
NUMBER_CODES: Final = 5**9
HONOUR_CODES: Final = 5**7
PAIR_SAVES_A_SET: Final = 32
NEVER: Final = 6

_Classes: TypeAlias = dict[str, list[list[int]]]


def _load() -> tuple[bytes, _Classes]:
    if not TABLES_FILE.exists():
        return bytes(2 * (NUMBER_CODES + HONOUR_CODES)), {}
    classes: _Classes = json.loads(CLASSES_FILE.read_text(encoding="ascii"))
    return zlib.decompress(TABLES_FILE.read_bytes()), classes


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
    return shapes.translate(to_win + bytes(256 - len(to_win)))


def _win_sums(sets: int) -> tuple[bool, ...]:
    """For the sum of four lanes' win bytes: whether so many sets and a pair hold all tiles."""
    return tuple(
        total % 32 - (total >= PAIR_SAVES_A_SET) <= sets
        for total in range(4 * (PAIR_SAVES_A_SET + NEVER) + 1)
    )


_codes, _classes = _load()
_honours_at = NUMBER_CODES
_missing_at = NUMBER_CODES + HONOUR_CODES

NUMBER_SHAPE: Final = _codes[:_honours_at]
HONOUR_SHAPE: Final = _codes[_honours_at:_missing_at]
NUMBER_MISSING: Final = _codes[_missing_at : _missing_at + NUMBER_CODES]
HONOUR_MISSING: Final = _codes[_missing_at + NUMBER_CODES :]

NUMBER_CLASSES: Final[tuple[LaneClass, ...]] = tuple(
    (masks[0], masks[1], masks[2]) for masks in _classes.get("number_shapes", [])
)
NUMBER_VECTORS: Final = tuple(map(tuple, _classes.get("number_missing", [])))
HONOUR_VECTORS: Final = tuple(map(tuple, _classes.get("honour_missing", [])))
NUMBER_WIN: Final = _win_table(NUMBER_SHAPE, _classes.get("number_shapes", []))
HONOUR_WIN: Final = _win_table(HONOUR_SHAPE, _classes.get("honour_shapes", []))
WIN_SUMS: Final = tuple(_win_sums(sets) for sets in range(MAX_SETS + 1))
del _codes, _classes
