"""How entries are written in records and read back strictly: see docs/record-format.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from engine.errors import InvalidInput
from engine.hashing import Json
from engine.melds import MELD_KINDS, Meld
from engine.notation import format_tile, format_tiles, parse_tile
from engine.play import fields as f
from engine.rules.contract import FORMS
from engine.rules.settlement import SOURCES
from engine.scored.entry import AUCTIONS, OUTCOMES, Entry, Promise, Tapped, Ticked, WinningHand
from engine.scoring.case_json import BLESSINGS

_T = TypeVar("_T", bound=str)
_ENTRY: Final = (
    "auction", "contract", "outcome", "winner", "source", "discarder", "elements", "tiles"
)  # fmt: skip
_TILES: Final = (
    "concealed", "winning_tile", "melds", "wild_kinds", "kong_draw", "blessing"
)  # fmt: skip
MOST_TICKS: Final = 20


def write_entry(entry: Entry) -> dict[str, Json]:
    """An entry as JSON."""
    hand = entry.hand
    return {
        "auction": entry.auction,
        "contract": entry.promise and dict(entry.promise._asdict()),
        "outcome": entry.outcome,
        "winner": entry.winner,
        "source": entry.source,
        "discarder": entry.discarder,
        "elements": list(hand.elements) if isinstance(hand, Ticked) else None,
        "tiles": _write_tiles(hand) if isinstance(hand, Tapped) else None,
    }


def _write_tiles(hand: Tapped) -> dict[str, Json]:
    return {
        "concealed": format_tiles(hand.concealed),
        "winning_tile": format_tile(hand.winning_tile),
        "melds": [meld.as_dict() for meld in hand.melds],
        "wild_kinds": format_tiles(hand.wild_kinds),
        "kong_draw": hand.kong_draw,
        "blessing": hand.blessing,
    }


def read_entry(value: Json) -> Entry:
    """An entry from JSON. Raises InvalidInput or InvalidNotation."""
    given = f.exactly(value, *_ENTRY)
    return Entry(
        auction=_maybe(given["auction"], AUCTIONS),
        promise=_read_promise(given["contract"]),
        outcome=_one_of(given["outcome"], OUTCOMES),
        winner=_read_place(given["winner"]),
        source=_maybe(given["source"], SOURCES),
        discarder=_read_place(given["discarder"]),
        hand=_read_hand(given),
    )


def _one_of(value: Json, allowed: tuple[_T, ...]) -> _T:
    for one in allowed:
        if value == one:
            return one
    raise InvalidInput(f"expected one of {', '.join(allowed)}")


def _maybe(value: Json, allowed: tuple[_T, ...]) -> _T | None:
    return None if value is None else _one_of(value, allowed)


def _read_place(value: Json) -> int | None:
    return None if value is None else f.as_place(value)


def _read_promise(value: Json) -> Promise | None:
    if value is None:
        return None
    given = f.exactly(value, *Promise._fields)
    return Promise(f.as_place(given["by"]), f.as_count(given["tai"]), _one_of(given["form"], FORMS))


def _read_hand(given: Mapping[str, Json]) -> WinningHand | None:
    elements, tiles = given["elements"], given["tiles"]
    if elements is not None and tiles is not None:
        raise InvalidInput("a hand is given by its elements or by its tiles, not by both")
    if elements is not None:
        ticks = f.as_list(elements)
        if len(ticks) > MOST_TICKS:
            raise InvalidInput(f"at most {MOST_TICKS} elements")
        return Ticked(tuple(f.as_text(tick) for tick in ticks))
    return None if tiles is None else _read_tiles(tiles)


def _read_tiles(value: Json) -> Tapped:
    given = f.exactly(value, *_TILES)
    return Tapped(
        concealed=f.as_tiles(given["concealed"]),
        winning_tile=parse_tile(f.as_text(given["winning_tile"])),
        melds=tuple(_read_meld(meld) for meld in f.as_list(given["melds"])),
        wild_kinds=f.as_tiles(given["wild_kinds"]),
        kong_draw=_truth(given["kong_draw"]),
        blessing=_maybe(given["blessing"], BLESSINGS),
    )


def _read_meld(value: Json) -> Meld:
    given = f.exactly(value, "kind", "tiles", "stands_as")
    kind = _one_of(given["kind"], MELD_KINDS)
    return Meld(kind, f.as_tiles(given["tiles"]), f.as_tiles(given["stands_as"]))


def _truth(value: Json) -> bool:
    return value if isinstance(value, bool) else f.refuse("expected true or false")


ENTRY: Final = f.Form[Entry](write_entry, read_entry)
MAYBE_PLACE: Final = f.optional(f.PLACE)
