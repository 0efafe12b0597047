"""The parts a player's score is made of, each with the place in the log it came from.

Owns what a match, a bye, a penalty or an earlier stage adds. Must not know in
which order players are ranked. Parts name hands by number and repeat none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tournaments.people import Player
from tournaments.points.match import PlacePoints, points_of_match
from tournaments.points.scheme import PointsScheme
from tournaments.standings.book import Book, HandScore, MatchScore

PartKind = Literal["carried", "match", "bye", "penalty"]


@dataclass(frozen=True, slots=True)
class Part:
    """`ref` is the match, the penalty's id or the earlier stage; `place` a place of the match.

    `game` is whole, `table` and `bonus` are twelfths. `rank` is the player's
    rank at the table, None where the table's places are credited to another.
    `hands` are the numbers of the hands behind `game`, `won` those won.
    """

    kind: PartKind
    round: int
    ref: str
    game: int
    table: int
    bonus: int = 0
    place: int | None = None
    rank: int | None = None
    hands: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    best: tuple[int, int] | None = None
    """Tai and number of the dearest hand won."""

    counted: bool = True
    adjusted: int = 0
    """What of `game` comes from rulings about the match as a whole, beside its hands."""


Parts = dict[Player, list[Part]]


def parts_of(book: Book, scheme: PointsScheme, after_round: int) -> Parts:
    """The parts of everybody who is credited with anything up to that round, in order of rounds."""
    parts: Parts = {player: [] for player in sorted(book.participants)}
    for player, part in _all_parts(book, scheme):
        if part.round <= after_round:
            parts.setdefault(player, []).append(part)
    for own in parts.values():
        own.sort(key=lambda part: (part.round, part.kind, part.ref, part.place or 0))
    return parts


def _all_parts(book: Book, scheme: PointsScheme) -> Iterator[tuple[Player, Part]]:
    for carried in book.carried:
        yield (
            carried.player,
            Part("carried", 0, carried.stage, carried.game, carried.table, carried.bonus),
        )
    for match in book.matches:
        yield from _match_parts(book, scheme, match)
    for bye in book.byes:
        worth = scheme.bye
        yield bye.player, Part("bye", bye.round, "bye", worth.game, worth.table)
    for penalty in book.penalties:
        part = Part("penalty", penalty.round, penalty.id, -penalty.game, -penalty.table)
        yield penalty.player, part


def _match_parts(
    book: Book, scheme: PointsScheme, match: MatchScore
) -> Iterator[tuple[Player, Part]]:
    for place, worth in enumerate(points_of_match(scheme, match.points)):
        holder = book.seats.holder(match.match, place, len(match.hands))
        if not match.hands:
            if holder is not None:
                yield holder, _part(match, place, (), worth)
            continue
        for player, hands in _credited_hands(book, match, place).items():
            yield player, _part(match, place, tuple(hands), worth if player == holder else None)


def _credited_hands(book: Book, match: MatchScore, place: int) -> dict[Player, list[HandScore]]:
    """Game points follow the hands: each hand belongs to whoever it is credited to."""
    hands: dict[Player, list[HandScore]] = {}
    for hand in match.hands:
        player = book.seats.credited(match.match, place, hand.number)
        if player is not None:
            hands.setdefault(player, []).append(hand)
    return hands


def _part(
    match: MatchScore, place: int, hands: tuple[HandScore, ...], worth: PlacePoints | None
) -> Part:
    """`worth` is None for somebody who left before the last hand: no place, no points for it."""
    # Whoever holds the place at the end has what the match as a whole was adjusted by.
    adjusted = match.adjusted[place] if worth and match.hands else 0
    won = [hand for hand in hands if hand.winner == place]
    best = max(won, key=lambda hand: (hand.tai, -hand.number), default=None)
    game = sum(hand.points[place] for hand in hands) + adjusted
    game = game if match.hands else match.points[place]
    return Part(
        kind="match",
        round=match.round,
        ref=match.match,
        game=game,
        table=worth.table if worth else 0,
        bonus=worth.bonus if worth else 0,
        place=place,
        rank=worth.rank if worth else None,
        hands=tuple(hand.number for hand in hands),
        won=tuple(hand.number for hand in won),
        best=(best.tai, best.number) if best else None,
        adjusted=adjusted,
    )
