"""Who sat where from when to when, and for whom: what decides who gets which points.

Owns the ledger of seats. Must not know results. Whoever sits down is one fact;
a fact about the same seat and hand given later takes the place of the earlier.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.errors import InvalidInput
from tournaments.people import Player

Role = Literal["player", "substitute", "stand_in", "bot"]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """From this hand on, `person` sits at this place of the match.

    `credited_to` is who gets the points: the player; the player a substitute
    替补 plays for; or nobody, and then the seat is ranked nowhere.
    """

    match: str
    place: int
    person: str
    role: Role
    credited_to: Player | None
    from_hand: int = 1


@dataclass(frozen=True, slots=True)
class Sitting:
    """A fact and its last hand, or None while nobody has taken over."""

    taken: SeatTaken
    last_hand: int | None


Seat = tuple[str, int]
"""A match and one of its places."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The facts of every seat in the order of hands."""

    seats: dict[Seat, tuple[SeatTaken, ...]]

    def sittings(self, match: str, place: int) -> tuple[Sitting, ...]:
        """Who sat there, first to last, each up to the hand before the next one's first."""
        facts = self.seats.get((match, place), ())
        after = [fact.from_hand - 1 for fact in facts[1:]]
        return tuple(map(Sitting, facts, [*after, None]))

    def credited(self, match: str, place: int, hand: int) -> Player | None:
        """Who gets the points of a hand."""
        at = [fact for fact in self.seats.get((match, place), ()) if fact.from_hand <= hand]
        return at[-1].credited_to if at else None

    def holder(self, match: str, place: int, hands: int) -> Player | None:
        """Who gets what cannot be divided: whoever the last of so many hands is credited to.

        Somebody who sat down for a hand that was never played has no part in it.
        """
        return self.credited(match, place, max(hands, 1))


def ledger_of(facts: Iterable[SeatTaken]) -> Ledger:
    """The ledger. Refuses a seat empty in the first hand, and a person on two seats at once."""
    timelines: dict[Seat, dict[int, SeatTaken]] = {}
    for fact in facts:
        _check(fact)
        timelines.setdefault((fact.match, fact.place), {})[fact.from_hand] = fact
    seats = {seat: _in_order(line) for seat, line in sorted(timelines.items())}
    for (match, place), line in seats.items():
        if line[0].from_hand != 1:
            raise InvalidInput(f"nobody sits at place {place} of {match} in hand 1", "seats")
    _check_nobody_twice(seats)
    return Ledger(seats)


def _check(fact: SeatTaken) -> None:
    if fact.place not in range(4):
        raise InvalidInput(f"places are 0 to 3, not {fact.place}", "place")
    if fact.from_hand < 1:
        raise InvalidInput(f"hands are counted from 1, not {fact.from_hand}", "from_hand")
    if fact.role == "player" and fact.credited_to != fact.person:
        raise InvalidInput(f"{fact.person} plays for nobody but themselves", "credited_to")


def _in_order(line: dict[int, SeatTaken]) -> tuple[SeatTaken, ...]:
    return tuple(fact for _, fact in sorted(line.items()))


def _check_nobody_twice(seats: dict[Seat, tuple[SeatTaken, ...]]) -> None:
    """No person and no credit at two places of a match in the same hand."""
    hands: dict[str, set[int]] = {}
    for (match, _), line in seats.items():
        hands.setdefault(match, set()).update(fact.from_hand for fact in line)
    ledger = Ledger(seats)
    for match, numbers in hands.items():
        for hand in numbers:
            _check_hand(ledger, match, hand)


def _check_hand(ledger: Ledger, match: str, hand: int) -> None:
    lines = [ledger.seats.get((match, place), ()) for place in range(4)]
    now = [[fact for fact in line if fact.from_hand <= hand][-1] for line in lines if line]
    people = [fact.person for fact in now]
    credits = [fact.credited_to for fact in now if fact.credited_to is not None]
    for each in (people, credits):
        if len(set(each)) != len(each):
            raise InvalidInput(f"somebody sits twice at {match} in hand {hand}: {each}", "seats")
