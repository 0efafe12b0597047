"""Opening a number: from a total down to the hands it is made of.

Owns the way from a line to the log. Must not add anything up: a reference
names a match and a hand, and whoever keeps the log has the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.errors import InvalidInput
from tournaments.standings.book import Book, Criterion, HandScore
from tournaments.standings.parts import Part
from tournaments.standings.standing import Line


@dataclass(frozen=True, slots=True)
class HandRef:
    """A hand of a match."""

    match: str
    number: int


def hands_behind(line: Line, criterion: Criterion) -> tuple[HandRef, ...]:
    """The hands a value rests on, in order: those counted, those won, or the dearest one."""
    kept = [part for part in line.parts if part.counted and part.kind == "match"]
    if criterion == "wins":
        return _refs((part, part.won) for part in kept)
    if criterion == "best_hand":
        return _refs((part, _best(part, line.totals.best)) for part in kept)
    if criterion == "lot":
        return ()
    return _refs((part, part.hands) for part in kept)


def _refs(hands: Iterable[tuple[Part, tuple[int, ...]]]) -> tuple[HandRef, ...]:
    return tuple(HandRef(part.ref, number) for part, numbers in hands for number in numbers)


def _best(part: Part, tai: int) -> tuple[int, ...]:
    return (part.best[1],) if part.best and part.best[0] == tai else ()


def hand_of(book: Book, ref: HandRef) -> HandScore:
    """The hand itself; raises InvalidInput if the book has none such."""
    for match in book.matches:
        if match.match == ref.match and 1 <= ref.number <= len(match.hands):
            return match.hands[ref.number - 1]
    raise InvalidInput(f"no hand {ref.number} in {ref.match}", "hand")
