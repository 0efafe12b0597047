"""The score sheet of a match with real tiles: its hands in order, and what follows from them.

Owns the shape of the sheet and everything that is derived from it. Must not judge entries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias, cast

from engine.hashing import Json
from engine.rules.ruleset import Ruleset
from engine.scored.entry import Entry, Place, place_of, seat_of
from engine.seats import SEATS

Points: TypeAlias = tuple[int, ...]
PLACES: Final = (0, 1, 2, 3)


class Contest(NamedTuple):
    """A player's word against a hand as it was entered."""

    place: Place
    text: str


class ScoredHand(NamedTuple):
    """One hand of the sheet. `gains` by place; `entry` is None for final points.

    `by` is the place of who entered it last, None for a scorer or an official.
    """

    number: int
    entry: Entry | None
    by: Place | None
    dealer: Place
    repeat: int
    breakdown: Mapping[str, Json]
    gains: Points
    confirmed: tuple[Place, ...]
    contests: tuple[Contest, ...]

    @property
    def is_contested(self) -> bool:
        """Somebody said that it was otherwise, and nobody has ruled yet."""
        return bool(self.contests)

    @property
    def waiting_for(self) -> tuple[Place, ...]:
        """Whose word is still missing, the winner's and those of who pays for it."""
        return tuple([place for place in concerned(self) if place not in self.confirmed])

    @property
    def is_settled(self) -> bool:
        """All who are asked have confirmed it, and nobody contests it."""
        return not self.contests and not self.waiting_for


Sheet: TypeAlias = tuple[ScoredHand, ...]


class Totals(NamedTuple):
    """Where a match stands after its sheet."""

    points: Points
    dealer: Place
    repeat: int
    lost_deal: tuple[Place, ...]
    dealer_rounds: int


def gains_of(dealer: Place, breakdown: Mapping[str, Json]) -> Points:
    """What each place gains or loses in a hand with this dealer."""
    payments = cast("Mapping[str, int]", breakdown["payments"])
    return tuple([payments[SEATS[seat_of(place, dealer)]] for place in PLACES])


def concerned(hand: ScoredHand) -> tuple[Place, ...]:
    """Who is asked to confirm a hand.

    The winner, and who pays for the win: the one whose tile it was and a contractor who failed,
    or all others on a self-draw; in an exhausted hand who pays; of final points everybody.
    """
    entry = hand.entry
    if entry is None:
        return PLACES
    if entry.outcome == "exhausted":
        return tuple([place for place in PLACES if hand.gains[place] < 0])
    if entry.winner is None or entry.discarder is None:
        return PLACES
    asked = {entry.winner, entry.discarder}
    if entry.promise is not None:
        asked.add(entry.promise.by)
    return tuple(sorted(asked))


def following(ruleset: Ruleset, hand: ScoredHand) -> tuple[Place, int]:
    """Who deals after a hand, and the laozhuang count then (Z2, Z3)."""
    entry = hand.entry
    if entry is None:
        return hand.dealer, 0
    winner = None if entry.winner is None else seat_of(entry.winner, hand.dealer)
    dealer = place_of(ruleset.next_dealer(winner), hand.dealer)
    return dealer, hand.repeat + 1 if dealer == hand.dealer else 0


def totals(ruleset: Ruleset, first_dealer: Place, sheet: Sequence[ScoredHand]) -> Totals:
    """Points, the next hand's dealer and repeat, and who has lost the deal."""
    points = tuple([sum([hand.gains[place] for hand in sheet]) for place in PLACES])
    lost, rounds = _deals_lost(ruleset, sheet)
    dealer, repeat = following(ruleset, sheet[-1]) if sheet else (first_dealer, 0)
    return Totals(points, dealer, repeat, lost, rounds)


def _deals_lost(ruleset: Ruleset, sheet: Sequence[ScoredHand]) -> tuple[tuple[Place, ...], int]:
    """Who has lost the deal in this dealer round, and the rounds before it.

    Once everybody has, the count begins again with the next hand.
    """
    lost: set[Place] = set()
    rounds = 0
    for hand in sheet:
        if len(lost) == len(PLACES):
            lost, rounds = set(), rounds + 1
        if following(ruleset, hand)[0] != hand.dealer:
            lost.add(hand.dealer)
    return tuple(sorted(lost)), rounds


def replaced(sheet: Sheet, hand: ScoredHand) -> Sheet:
    """The sheet with one hand of it as it is now."""
    return (*sheet[: hand.number - 1], hand, *sheet[hand.number :])
