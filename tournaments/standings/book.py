"""What standings are made from: the results of a stage, and the rules it counts by.

Owns these inputs and whether they fit together. Must not know where they came
from: hands come from a table's log, or final points from a paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from engine.errors import InvalidInput
from tournaments.people import Player
from tournaments.points.scheme import PointsScheme
from tournaments.standings.ledger import Ledger

NO_SEATS = Ledger({})

Points = tuple[int, int, int, int]
"""By place of the match."""

NOTHING: Points = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class HandScore:
    """One hand 局 as its table's log has it: `winner` is a place, or None."""

    number: int
    points: Points
    winner: int | None = None
    tai: int = 0


@dataclass(frozen=True, slots=True)
class MatchScore:
    """One table's result in one round. Without `hands` only the final points are known.

    `adjusted` is what rulings about the match as a whole add to its hands.
    """

    match: str
    round: int
    points: Points
    hands: tuple[HandScore, ...] = ()
    adjusted: Points = NOTHING


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without a table, worth what the scheme says."""

    player: Player
    round: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken off the overall score; the table's points and places stay.

    `game` whole, `table` in twelfths, both as positive numbers.
    """

    id: str
    player: Player
    round: int
    game: int = 0
    table: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Carried:
    """What a player brings from an earlier stage: `bonus` and `table` in twelfths."""

    player: Player
    stage: str
    game: int
    table: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """Everything a stage's standings rest on. `participants` alone are ranked."""

    stage: str
    participants: tuple[Player, ...]
    matches: tuple[MatchScore, ...] = ()
    seats: Ledger = NO_SEATS
    byes: tuple[Bye, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    carried: tuple[Carried, ...] = ()
    reached: Mapping[Player, int] = field(default_factory=dict)
    """In a bracket how far each got: the larger the further."""


Criterion = Literal[
    "table_points",
    "game_points",
    "wins",
    "firsts",
    "best_hand",
    "head_to_head",
    "opponents",
    "lot",
    "reached",
]
CRITERIA: tuple[Criterion, ...] = tuple(name for name in get_args(Criterion) if name != "reached")
"""Those an event can choose; `reached` comes first wherever there is a bracket."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How a stage counts: points, the criteria in their order, which rounds, the seed of lots.

    At most one of `drop_worst` and `best_of` is given. `drop_worst` of r rounds
    counts the best r minus that many, at least one; a round somebody missed is
    the first to be dropped. `best_of` counts the best so many of a season.
    """

    points: PointsScheme
    criteria: tuple[Criterion, ...] = ("table_points", "game_points")
    drop_worst: int = 0
    best_of: int | None = None
    seed: bytes = b""


def check_rules(rules: Rules) -> None:
    """Refuses an empty or doubled list of criteria, and counting that counts nothing."""
    if not rules.criteria or len(set(rules.criteria)) != len(rules.criteria):
        raise InvalidInput(f"each criterion once, at least one: {rules.criteria}", "criteria")
    known = get_args(Criterion)
    unknown = [name for name in rules.criteria if name not in known]
    if unknown:
        raise InvalidInput(f"unknown {unknown}; known are {list(known)}", "criteria")
    if "lot" in rules.criteria and not rules.seed:
        raise InvalidInput("a lot needs the event's seed", "seed")
    if rules.drop_worst < 0 or (rules.best_of is not None and rules.best_of < 1):
        raise InvalidInput("at least one round has to count", "counting")
    if rules.drop_worst and rules.best_of is not None:
        raise InvalidInput("either the worst are dropped or the best count", "counting")


def check_book(book: Book) -> None:
    """Refuses results that cannot be: sums, seats, and players in two places in a round."""
    _check_once("matches", [match.match for match in book.matches])
    _check_once("penalties", [penalty.id for penalty in book.penalties])
    _check_once("participants", list(book.participants))
    busy: set[tuple[int, Player]] = set()
    for match in book.matches:
        check_match(match)
        _busy(busy, match.round, _credits(book, match), match.match)
    for bye in book.byes:
        _busy(busy, bye.round, {bye.player}, "a bye")
    if any(penalty.game < 0 or penalty.table < 0 for penalty in book.penalties):
        raise InvalidInput("a penalty is a positive number of points", "penalties")


def _check_once(field: str, ids: list[str] | list[Player]) -> None:
    if len(set(ids)) != len(ids):
        raise InvalidInput(f"{field} are given twice", field)


def _busy(busy: set[tuple[int, Player]], number: int, players: set[Player], where: str) -> None:
    for player in sorted(players):
        if (number, player) in busy:
            raise InvalidInput(f"{player} is twice in round {number}, also at {where}", "seats")
        busy.add((number, player))


def _credits(book: Book, match: MatchScore) -> set[Player]:
    """Everybody with a part in the match; every one of its four places has to be taken."""
    found: set[Player] = set()
    for place in range(4):
        sittings = book.seats.sittings(match.match, place)
        if not sittings:
            raise InvalidInput(f"nobody sits at place {place} of {match.match}", "seats")
        played = len(match.hands) or 1
        credited = [s.taken.credited_to for s in sittings if s.taken.from_hand <= played]
        found.update(player for player in credited if player is not None)
    return found


def check_match(match: MatchScore) -> None:
    """Refuses hands that are not counted from 1, or do not add up to the points, or not to zero."""
    if [hand.number for hand in match.hands] != list(range(1, len(match.hands) + 1)):
        raise InvalidInput(f"the hands of {match.match} are not counted from 1", "hands")
    sums = [sum(hand.points[place] for hand in match.hands) + match.adjusted[place]
            for place in range(4)]  # fmt: skip
    if match.hands and sums != list(match.points):
        raise InvalidInput(f"the hands of {match.match} add up to {sums}", "hands")
    if sum(match.points):
        raise InvalidInput(f"the points of {match.match} do not add up to zero", "points")
