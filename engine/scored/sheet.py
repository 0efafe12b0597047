"""The score sheet of a match with real tiles: its hands in order, and what follows from them.

Owns the shape of the sheet and everything that is derived from it. Must not judge entries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias, cast

from engine.hashing import Json
from engine.play.match import AS_SEATED, TurnOrder, from_dealer
from engine.play.reseating import dealer_after, order_in
from engine.rules.ruleset import Ruleset
from engine.scored.entry import Entry, Place, seat_of
from engine.seats import SEATS

Points: TypeAlias = tuple[int, ...]
PLACES: Final = (0, 1, 2, 3)
_NO_REPLAYS: Final[Mapping[int, int]] = {}


class Contest(NamedTuple):
    """A player's word against a hand as it was entered."""

    place: Place
    text: str


class ScoredHand(NamedTuple):
    """One hand of the sheet. `gains` by place; `entry` is None for final points.

    `by` is the place of who entered it last, None for a scorer or an official. `places` sat at
    E, S, W and N, which follows from the hands before.
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
    places: TurnOrder = AS_SEATED

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
    """Where a match stands after its sheet: who deals next, in which order of turns.

    `reseated` says that the players take other seats for the next hand, `last` is the number of the
    hand that the deal goes on from.
    """

    sheet: Sheet
    points: Points
    order: TurnOrder
    reseated: bool
    dealer: Place
    repeat: int
    lost_deal: tuple[Place, ...]
    dealer_rounds: int
    last: int = 0


def gains_of(places: TurnOrder, breakdown: Mapping[str, Json]) -> Points:
    """What each place gains or loses in a hand with these places at E, S, W and N."""
    payments = cast("Mapping[str, int]", breakdown["payments"])
    return tuple([payments[SEATS[seat_of(place, places)]] for place in PLACES])


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
    winner = None if entry.winner is None else seat_of(entry.winner, hand.places)
    dealer = hand.places[ruleset.next_dealer(winner)]
    return dealer, hand.repeat + 1 if dealer == hand.dealer else 0


def totals(
    ruleset: Ruleset,
    first_dealer: Place,
    plan: tuple[TurnOrder, ...],
    hands: Sequence[ScoredHand],
    replays: Mapping[int, int] = _NO_REPLAYS,
) -> Totals:
    """Points, seats and the next hand's dealer and repeat, hand by hand.

    Once everybody has lost the deal, the count begins again with the next hand, and the players
    change seats if the match has a plan of them. `replays` tells by number which hands are played
    in place of which voided ones (Z4); the next hand may be among them.
    """
    found = Totals((), (0, 0, 0, 0), AS_SEATED, False, first_dealer, 0, (), 0)
    # What each hand was dealt upon.
    bases: dict[int, Totals] = {}
    for hand in hands:
        of = replays.get(hand.number)
        if of is None or found.last == of:
            base = found if of is None else _without(found, bases[of])
            bases[hand.number] = base
            found = _after(ruleset, plan, base, hand)
        else:
            bases[hand.number] = found
            found = _apart(found, hand)
    of = replays.get(len(hands) + 1)
    return found if of is None else _before_replay(found, bases[of], found.sheet[of - 1])


def _without(found: Totals, base: Totals) -> Totals:
    """As if the last hand had not moved the deal; what it gained is for rulings to say."""
    return base._replace(sheet=found.sheet, points=found.points)


def _apart(before: Totals, hand: ScoredHand) -> Totals:
    """After a hand that leaves the deal where it was."""
    hand = hand._replace(places=from_dealer(before.order, hand.dealer))
    points = tuple([had + gain for had, gain in zip(before.points, hand.gains, strict=True)])
    return before._replace(sheet=(*before.sheet, hand), points=points)


def _before_replay(found: Totals, base: Totals, voided: ScoredHand) -> Totals:
    """Where the match stands when a voided hand is to be played again next."""
    order = base.order if found.last == voided.number else found.order
    return found._replace(order=order, reseated=False, dealer=voided.dealer, repeat=voided.repeat)


def _after(
    ruleset: Ruleset, plan: tuple[TurnOrder, ...], before: Totals, hand: ScoredHand
) -> Totals:
    """Where the match stands after one more hand."""
    is_new = len(before.lost_deal) == len(PLACES)
    rounds = before.dealer_rounds + is_new
    hand = hand._replace(places=from_dealer(before.order, hand.dealer))
    dealer, repeat = following(ruleset, hand)
    lost = set() if is_new else set(before.lost_deal)
    if dealer != hand.dealer:
        lost.add(hand.dealer)
    order = before.order
    if len(lost) == len(PLACES):
        order = order_in(plan, rounds + 1, order)
    return Totals(
        sheet=(*before.sheet, hand),
        points=tuple([had + gain for had, gain in zip(before.points, hand.gains, strict=True)]),
        order=order,
        reseated=order != before.order,
        dealer=dealer_after(ruleset, before.order, order, dealer),
        repeat=repeat,
        lost_deal=tuple(sorted(lost)),
        dealer_rounds=rounds,
        last=hand.number,
    )


def replaced(sheet: Sheet, hand: ScoredHand) -> Sheet:
    """The sheet with one hand of it as it is now."""
    return (*sheet[: hand.number - 1], hand, *sheet[hand.number :])
