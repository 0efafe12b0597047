"""The other ways to read a complete hand, and what each of them would have been worth (W4).

Readings that come to the same elements are told as one. Slower than scoring, which only looks for
the best: meant for pages that explain a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.hands import PackedHand, lanes
from engine.rules.ruleset import Ruleset
from engine.scoring.automaton import UNCAPPED
from engine.scoring.case import ScoreInput, check_case
from engine.scoring.choice import Choice, Flush, Outline, Sort
from engine.scoring.elements import evaluation_of
from engine.scoring.honours import HonourPart
from engine.scoring.plan import Plan, ScoredElement, plan_for
from engine.scoring.reading import ReadSet
from engine.scoring.score import frame_of, sort_tiles
from engine.tiles import EAST, Kind, is_honour, suit_of

_HONOURS: Final = 3
_SIZES: Final = (9, 9, 9, 7)
_MOST_WILDS: Final = 3


class OtherReading(NamedTuple):
    """One way to read a hand: its sets with the pair last, and what they are worth."""

    tai: int
    elements: tuple[ScoredElement, ...]
    reading: tuple[ReadSet, ...]


class _Part(NamedTuple):
    """One lane's share of a reading."""

    sets: tuple[ReadSet, ...]
    pair: Kind | None


def readings(ruleset: Ruleset, case: ScoreInput) -> tuple[OtherReading, ...]:
    """Every way to read the hand that differs in its elements, the best first; none if it is not
    complete (W1).

    Raises InvalidInput as `score` does.
    """
    check_case(ruleset, case)
    if case.winner is None or case.winning_tile is None:
        return ()
    plan = plan_for(frame_of(ruleset, case, case.winner))
    naturals, wilds, shown = sort_tiles(case, case.winning_tile)
    if plan.holds_too_many:
        return ()
    wild_tiles = min(plan.meld_wilds + wilds + shown, _MOST_WILDS)
    found: dict[tuple[ScoredElement, ...], OtherReading] = {}
    for parts in _together(_lanes(plan, naturals, wilds), plan.sets_left):
        one = _valued(plan, parts, wild_tiles)
        found.setdefault(one.elements, one)
    return tuple(sorted(found.values(), key=lambda one: -one.tai))


def _valued(plan: Plan, parts: tuple[_Part, ...], wild_tiles: int) -> OtherReading:
    concealed = [one for part in parts for one in part.sets]
    pair = next(part.pair for part in parts if part.pair is not None)
    sets = [ReadSet(meld.kind, meld.stands_as) for meld in plan.frame.melds] + concealed
    pungs = tuple(sorted(one.tiles[0] for one in parts[_HONOURS].sets))
    outline = Outline(0, _sort(plan, sets, pair), _flush(sets, pair), None, 0)
    honours = HonourPart(0, pungs, pair if is_honour(pair) else None)
    valued = evaluation_of(plan, Choice(outline, honours), wild_tiles)
    return OtherReading(valued.tai, valued.elements, (*sets, ReadSet("pair", (pair, pair))))


def _sort(plan: Plan, sets: list[ReadSet], pair: Kind) -> Sort:
    """All chows (E3), all pungs (E4), or neither."""
    chows = [one.kind == "chow" for one in sets]
    if not any(chows):
        return "pungs"
    return "chows" if all(chows) and not _breaks_chows(plan, pair) else "any"


def _breaks_chows(plan: Plan, pair: Kind) -> bool:
    options = plan.frame.ruleset.options
    worth = is_honour(pair) and plan.honour_tai[pair - EAST]
    return options.value_pair_breaks_all_chows and bool(worth)


def _flush(sets: list[ReadSet], pair: Kind) -> Flush:
    """Which suits the whole hand is made of (E5, E6, E11)."""
    suits = {suit_of(one.tiles[0]) for one in sets} | {suit_of(pair)}
    numbers = suits - {_HONOURS}
    if not numbers:
        return "honours"
    if len(numbers) > 1:
        return "none"
    return "half" if _HONOURS in suits else "full"


# Lanes


def _lanes(plan: Plan, naturals: PackedHand, wilds: int) -> list[list[_Part]]:
    """For each suit, one share of every sort that could make a difference."""
    return [
        list(_distinct(plan, _shares(plan, suit, code, wilds)))
        for suit, code in enumerate(lanes(naturals))
    ]


def _distinct(plan: Plan, parts: Iterable[_Part]) -> Iterator[_Part]:
    seen: set[tuple[object, ...]] = set()
    for part in parts:
        kinds = frozenset(one.kind for one in part.sets)
        worths = tuple(sorted(_pung_tai(plan, one) for one in part.sets))
        breaks = part.pair is not None and _breaks_chows(plan, part.pair)
        key = (len(part.sets), part.pair is None, kinds, worths, breaks)
        if key not in seen:
            seen.add(key)
            yield part


def _pung_tai(plan: Plan, one: ReadSet) -> tuple[int, int]:
    """What an honour pung is worth, and where it stands in a breakdown: E1 before E2."""
    kind = one.tiles[0]
    return (plan.honour_tai[kind - EAST], kind) if is_honour(kind) else (0, 0)


def _shares(plan: Plan, suit: int, code: int, wilds: int) -> Iterator[_Part]:
    size = _SIZES[suit]
    caps = plan.caps[suit] if plan.caps else None
    tiles = [code // 5**kind % 5 for kind in range(size)]
    most = [UNCAPPED if caps is None else caps // 5**kind % 5 for kind in range(size)]
    walk = _Walk(tiles, most, suit)
    for sets in range(plan.sets_left + 1):
        for pairs in (0, 1):
            yield from walk.shares(sets, pairs, wilds)


class _Walk(NamedTuple):
    """All ways to hold the tiles of one suit in so many sets and pairs."""

    tiles: list[int]
    most: list[int]
    suit: int

    def shares(self, sets: int, pairs: int, wilds: int) -> Iterator[_Part]:
        if 0 <= 3 * sets + 2 * pairs - sum(self.tiles) <= wilds:
            yield from self._from(0, 0, 0, sets, pairs, _Part((), None))

    def _from(
        self, kind: int, two_ago: int, last: int, sets: int, pairs: int, so_far: _Part
    ) -> Iterator[_Part]:
        """`two_ago` and `last` are the chows begun at the two kinds before."""
        if kind == len(self.tiles):
            if not (two_ago or last or sets or pairs):
                yield so_far
            return
        chows_fit = self.suit != _HONOURS and kind < 7
        for chows in range(sets + 1 if chows_fit else 1):
            for pungs in range(sets - chows + 1):
                for pair in range(pairs + 1):
                    used = two_ago + last + chows + 3 * pungs + 2 * pair
                    if self.tiles[kind] <= used <= self.most[kind]:
                        left = sets - chows - pungs
                        part = self._with(so_far, kind, chows, pungs, pair)
                        yield from self._from(kind + 1, last, chows, left, pairs - pair, part)

    def _with(self, so_far: _Part, rank: int, chows: int, pungs: int, pair: int) -> _Part:
        if not (chows or pungs or pair):
            return so_far
        kind = 9 * self.suit + rank
        sets = so_far.sets
        sets += (ReadSet("chow", (kind, kind + 1, kind + 2)),) * chows
        sets += (ReadSet("pung", (kind,) * 3),) * pungs
        return _Part(sets, kind if pair else so_far.pair)


def _together(parts: list[list[_Part]], sets: int) -> Iterator[tuple[_Part, ...]]:
    """One share of each suit, together so many sets and one pair."""
    if not parts:
        if not sets:
            yield ()
        return
    for part in parts[0]:
        if len(part.sets) <= sets:
            for rest in _together(parts[1:], sets - len(part.sets)):
                pairs = [one for one in (part, *rest) if one.pair is not None]
                if len(pairs) <= 1 and (len(parts) < len(_SIZES) or pairs):
                    yield (part, *rest)
