"""Which melds 副露 a hand can make: chow, pung and kong of a tile on offer, and own kongs.

Owns rules C5-C7 and P2-P4 as they bear on tiles. Must not know whose turn it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.hands import (
    HALF,
    LANE_MASK,
    LANE_POWER,
    LANE_SHIFT,
    count,
    holds_three,
    kinds_held,
)
from engine.melds import Meld
from engine.play.events import ExposedKind, MeldClaimed, OwnKong
from engine.play.state import Laid
from engine.rules.option import Options
from engine.tiles import EAST, Kind


class MeldChoice(NamedTuple):
    """A meld that a tile on offer would make with these tiles of the hand."""

    kind: ExposedKind
    tiles: tuple[Kind, ...]
    stands_as: tuple[Kind, ...]
    natural: bool


class KongChoice(NamedTuple):
    """A kong to declare in the own turn: the tiles of the hand, and the whole meld."""

    kind: OwnKong
    tiles: tuple[Kind, ...]
    meld_tiles: tuple[Kind, ...]
    stands_as: tuple[Kind, ...]


class OnOffer(NamedTuple):
    """A tile that may be claimed: `chow` if from the previous player (P2), `kong` if it could
    be replaced (T5)."""

    tile: Kind
    chow: bool
    kong: bool


def melds_with(
    options: Options, wilds: tuple[Kind, ...], hand: int, offer: OnOffer
) -> tuple[MeldChoice, ...]:
    """Every meld that the hand can make of the tile on offer, in a fixed order."""
    # Where wilds may not be discarded, one that had to be is of no more use than a dead one (C7).
    if offer.tile in wilds:
        if options.wild_discard != "face":
            return ()
        spare: tuple[Kind, ...] = ()
    else:
        spare = _wilds_for(options, wilds, hand)
        if not spare:
            return _without_wilds(offer, _near(hand, offer.tile))
    kong_of_tile = options.kong_of_wilds or offer.tile not in wilds
    melds = _pungs(offer.tile, hand, spare)
    if offer.kong:
        melds += _kongs(hand, offer.tile, kong_of_tile, spare if options.wild_kong else ())
    if offer.chow and offer.tile < EAST:
        melds += _chows(wilds, hand, offer.tile, spare if options.wild_chow else ())
    return tuple(melds)


@lru_cache(maxsize=1 << 14)
def _without_wilds(offer: OnOffer, near: int) -> tuple[MeldChoice, ...]:
    """The melds that tiles near the one on offer make of it, no wild among them."""
    tile = offer.tile
    hand = near * LANE_POWER[tile] // _TWO_BELOW << LANE_SHIFT[tile]
    melds = _pungs(tile, hand, ())
    if offer.kong:
        melds += _kongs(hand, tile, True, ())
    if offer.chow and tile < EAST:
        melds += _chows((), hand, tile, ())
    return tuple(melds)


_TWO_BELOW: Final = 25


def _near(hand: int, tile: Kind) -> int:
    """How many the hand holds of five neighbouring kinds, the tile's own in the middle, as a code.

    Kinds past the ends of the lane count as none.
    """
    lane = hand >> LANE_SHIFT[tile] & LANE_MASK
    return lane * _TWO_BELOW // LANE_POWER[tile] % HALF


def may_meld(wilds: tuple[Kind, ...], hand: int, tile: Kind, chow: bool) -> bool:
    """A quick look that most hands do not pass: the tiles near enough to the one on offer.

    Every meld needs two that go together, or one of them and a wild.
    """
    lane = hand >> LANE_SHIFT[tile] & LANE_MASK
    if chow and tile < EAST:
        near = lane * _TWO_BELOW // LANE_POWER[tile] % HALF
    else:
        near = lane // LANE_POWER[tile] % 5 * _TWO_BELOW
    if not near:
        return False
    return _GO_TOGETHER[near] or any(count(hand, wild) for wild in wilds)


def _go_together(near: int) -> bool:
    """Whether five neighbouring counts hold a pair of the middle one or a run with it."""
    below2, below1, own, above1, above2 = (near // fives % 5 for fives in LANE_POWER[:5])
    runs = ((below2, below1), (below1, above1), (above1, above2))
    return own >= 2 or any(first and second for first, second in runs)


_GO_TOGETHER: Final = tuple(_go_together(near) for near in range(HALF))


def _wilds_for(options: Options, wilds: tuple[Kind, ...], hand: int) -> tuple[Kind, ...]:
    """Wild kinds held that may stand in beside a tile that is none itself (C5, C6)."""
    if not wilds or not options.wild_meld_max:
        return ()
    return tuple([wild for wild in wilds if count(hand, wild)])


def _pungs(tile: Kind, hand: int, spare: tuple[Kind, ...]) -> list[MeldChoice]:
    """碰: two of the kind, or one and a wild 财碰."""
    held = count(hand, tile)
    melds = []
    if held >= 2:
        melds.append(MeldChoice("pung", (tile, tile), (tile,) * 3, True))
    if held:
        melds += [MeldChoice("pung", _sorted(tile, w), (tile,) * 3, False) for w in spare]
    return melds


def _kongs(hand: int, tile: Kind, of_tile: bool, spare: tuple[Kind, ...]) -> list[MeldChoice]:
    """明杠: three of the kind unless that may not be, or two and a wild (C6)."""
    held = count(hand, tile)
    melds = []
    if held == 3 and of_tile:
        melds.append(MeldChoice("kong", (tile,) * 3, (tile,) * 4, True))
    if held >= 2:
        melds += [MeldChoice("kong", _sorted(tile, tile, w), (tile,) * 4, False) for w in spare]
    return melds


def _chows(
    wilds: tuple[Kind, ...], hand: int, tile: Kind, spare: tuple[Kind, ...]
) -> list[MeldChoice]:
    """吃: two tiles of the run, or one and a wild 财吃."""
    melds = []
    rank = tile % 9
    for lowest in range(max(rank - 2, 0), min(rank, 6) + 1):
        start = tile - rank + lowest
        run = (start, start + 1, start + 2)
        first, second = (kind for kind in run if kind != tile)
        has_first, has_second = count(hand, first), count(hand, second)
        if has_first and has_second:
            melds.append(MeldChoice("chow", (first, second), run, True))
        for held, own, missing in ((has_first, first, second), (has_second, second, first)):
            if held and own not in wilds:
                melds += [
                    MeldChoice("chow", _sorted(own, wild), run, False)
                    for wild in spare
                    if wild != missing
                ]
    return melds


def _sorted(*kinds: Kind) -> tuple[Kind, ...]:
    return tuple(sorted(kinds))


def own_kongs(
    options: Options, wilds: tuple[Kind, ...], hand: int, melds: tuple[Laid, ...]
) -> tuple[KongChoice, ...]:
    """Every concealed 暗杠 and added kong 补杠 (P4) that the tiles allow, in a fixed order."""
    three = holds_three(hand)
    pungs = [meld for meld, _ in melds if meld.kind == "pung"] if melds else []
    if not three and not pungs:
        return ()
    may_stand_in = wilds and options.wild_kong and options.wild_meld_max
    spare = [wild for wild in wilds if count(hand, wild)] if may_stand_in else []
    concealed = _concealed(options, wilds, hand, spare) if three else ()
    return (*concealed, *_added(options, wilds, hand, pungs, spare))


def _concealed(
    options: Options, wilds: tuple[Kind, ...], hand: int, spare: list[Kind]
) -> list[KongChoice]:
    kongs = []
    for kind in kinds_held(hand, 3):
        if kind in wilds and not options.kong_of_wilds:
            continue
        if count(hand, kind) == 4:
            kongs.append(_concealed_kong(kind, (kind,) * 4))
        if kind not in wilds:
            kongs += [_concealed_kong(kind, _sorted(kind, kind, kind, w)) for w in spare]
    return kongs


def _concealed_kong(kind: Kind, tiles: tuple[Kind, ...]) -> KongChoice:
    return KongChoice("concealed_kong", tiles, tiles, (kind,) * 4)


def _added(
    options: Options, wilds: tuple[Kind, ...], hand: int, pungs: list[Meld], spare: list[Kind]
) -> list[KongChoice]:
    """The fourth tile, or a wild for it, onto an own pung; never a second wild (C6)."""
    kongs = []
    for meld in pungs:
        kind = meld.lowest
        of_wilds = kind in wilds
        fits = options.kong_of_wilds if of_wilds else meld.is_natural or options.wild_kong
        added = [kind] if fits and count(hand, kind) else []
        if meld.is_natural and not of_wilds:
            added += spare
        kongs += [
            KongChoice("added_kong", (tile,), _sorted(*meld.tiles, tile), (kind,) * 4)
            for tile in added
        ]
    return kongs


def barred_after(options: Options, claimed: MeldClaimed) -> tuple[Kind, ...]:
    """Kinds that may not be discarded right after a chow: swap call (P8)."""
    if claimed.kind != "chow" or not options.swap_call:
        return ()
    tile, run = claimed.tile, claimed.stands_as
    if tile == run[0] and tile % 9 < 6:
        return tile, tile + 3
    if tile == run[2] and tile % 9 > 2:
        return tile, tile - 3
    return (tile,)
