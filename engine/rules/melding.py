"""Which melds a ruleset allows, and what their tiles stand for (C5, C6, P2)."""

from __future__ import annotations

from engine.errors import InvalidInput
from engine.melds import KONGS, Meld, MeldKind
from engine.notation import format_tiles
from engine.rules.option import Options
from engine.tiles import EAST, Kind, rank_of


def meld_readings(
    options: Options, kind: MeldKind, tiles: tuple[Kind, ...], wild_kinds: tuple[Kind, ...]
) -> tuple[Meld, ...]:
    """The meld that these physical tiles make.

    Tiles that are a set as they lie stand for themselves, wilds among them too. A wild that could
    be at either end of a chow gives two answers, the lower run first. Raises InvalidInput where
    the tiles are no such meld or the options forbid it.
    """
    laid = tuple(sorted(tiles))
    melds = tuple(Meld(kind, laid, meaning) for meaning in _meanings(kind, laid, wild_kinds))
    check_meld(options, melds[0], wild_kinds)
    return melds


def check_meld(options: Options, meld: Meld, wild_kinds: tuple[Kind, ...]) -> None:
    """Raises InvalidInput unless the meld is a set and its wilds are allowed."""
    if not _is_set(meld):
        raise _refused(meld, "are no such set")
    if meld.is_natural:
        if meld.is_kong and meld.lowest in wild_kinds and not options.kong_of_wilds:
            raise _refused(meld, "may not be a kong of wilds (kong_of_wilds)")
        return
    if options.wild_meld_max < 1:
        raise _refused(meld, "may hold no wild that stands for another tile (wild_meld_max)")
    if meld.is_kong and not options.wild_kong:
        raise _refused(meld, "may hold no wild in a kong (wild_kong)")
    if meld.is_chow and not options.wild_chow:
        raise _refused(meld, "may hold no wild in a chow (wild_chow)")
    if not _has_one_wild(meld, wild_kinds):
        raise _refused(meld, "need natural tiles beside one wild")


def _refused(meld: Meld, why: str) -> InvalidInput:
    return InvalidInput(f"{meld.kind} {format_tiles(meld.tiles)}: its tiles {why}", "melds")


def _is_set(meld: Meld) -> bool:
    size = 4 if meld.kind in KONGS else 3
    if len(meld.tiles) != size or len(meld.stands_as) != size:
        return False
    return _is_run(meld.stands_as) if meld.is_chow else len(set(meld.stands_as)) == 1


def _is_run(kinds: tuple[Kind, ...]) -> bool:
    if len(kinds) != 3:
        return False
    first = kinds[0]
    return first < EAST and rank_of(first) <= 6 and kinds == (first, first + 1, first + 2)


def _has_one_wild(meld: Meld, wild_kinds: tuple[Kind, ...]) -> bool:
    """One wild, and the others natural tiles that stand for themselves (C6)."""
    naturals = [kind for kind in meld.tiles if kind not in wild_kinds]
    left = list(meld.stands_as)
    for kind in naturals:
        if kind not in left:
            return False
        left.remove(kind)
    return len(naturals) == len(meld.tiles) - 1


def _meanings(
    kind: MeldKind, laid: tuple[Kind, ...], wild_kinds: tuple[Kind, ...]
) -> tuple[tuple[Kind, ...], ...]:
    """What the tiles may stand for; the tiles themselves where they make no set."""
    naturals = tuple(tile for tile in laid if tile not in wild_kinds)
    if kind != "chow":
        return (naturals[:1] * len(laid) if len(set(naturals)) == 1 else laid,)
    if _is_run(laid) or len(naturals) != 2 or naturals[0] == naturals[1]:
        return (laid,)
    starts = range(max(naturals[1] - 2, 0), naturals[0] + 1)
    runs = [(start, start + 1, start + 2) for start in starts]
    return tuple(run for run in runs if _is_run(run)) or (laid,)
