"""The standings after a round: places, and why each place is where it is.

Owns the list as pages show it. Must not know what was published before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.people import Player
from tournaments.standings.book import Book, Criterion, Rules, check_book, check_rules
from tournaments.standings.criteria import MEASURES, Facts, Meeting, Value
from tournaments.standings.parts import Part, Parts, parts_of
from tournaments.standings.ranking import Order, order_of
from tournaments.standings.totals import Totals, counted, totals_of


@dataclass(frozen=True, slots=True)
class Decision:
    """What separates a line from a neighbouring place: the criterion, both values, and who."""

    criterion: Criterion
    own: Value
    other: Value
    others: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One participant's place. `sharing` players have it, 1 if it is theirs alone.

    `behind` says why the line is not level with the place above, `ahead` why
    the place below is not level with it; None at the ends of the list.
    """

    place: int
    sharing: int
    player: Player
    totals: Totals
    parts: tuple[Part, ...]
    behind: Decision | None
    ahead: Decision | None


@dataclass(frozen=True, slots=True)
class Standings:
    """The list after a round, best first; equal players in the order of their ids."""

    stage: str
    after_round: int
    criteria: tuple[Criterion, ...]
    lines: tuple[Line, ...]

    def line(self, player: Player) -> Line | None:
        """A player's line, if there is one."""
        return next((line for line in self.lines if line.player == player), None)

    def places(self) -> dict[Player, int]:
        """Everybody's place; those who are level share one."""
        return {line.player: line.place for line in self.lines}


def last_round(book: Book) -> int:
    """The latest round anything is known of, 0 before the first."""
    rounds = [match.round for match in book.matches] + [bye.round for bye in book.byes]
    return max(rounds + [penalty.round for penalty in book.penalties], default=0)


@dataclass(frozen=True, slots=True)
class Tally:
    """A book that was checked, and everybody's parts of all its rounds.

    Standings after any round follow from it without going through the results again.
    """

    book: Book
    rules: Rules
    parts: Parts


def tally_of(book: Book, rules: Rules) -> Tally:
    """Raises InvalidInput for a faulty book, and for rules that count nothing."""
    check_rules(rules)
    check_book(book)
    return Tally(book, rules, parts_of(book, rules.points, last_round(book)))


def standings_after(book: Book, rules: Rules, after_round: int | None = None) -> Standings:
    """The standings after that round, or after the last; raises InvalidInput for a faulty book."""
    return tally_standings(tally_of(book, rules), after_round)


def tally_standings(
    tally: Tally, after_round: int | None = None, participants: Sequence[Player] | None = None
) -> Standings:
    """The standings after that round, or after the last; of these participants, if others than
    the book's are to be ranked."""
    book, rules = tally.book, tally.rules
    number = last_round(book) if after_round is None else after_round
    ranked = book.participants if participants is None else participants
    parts = counted_parts(tally, number, ranked)
    facts = facts_of(book, rules, parts, ranked)
    order = order_of(ranked, rules.criteria, lambda name, group: MEASURES[name](facts, group))
    lines = tuple(_lines(order, facts.totals, parts))
    return Standings(book.stage, number, rules.criteria, lines)


def counted_parts(
    tally: Tally, after_round: int, ranked: Sequence[Player]
) -> dict[Player, tuple[Part, ...]]:
    """Everybody's parts up to that round, those of dropped rounds marked."""
    rounds = {match.round for match in tally.book.matches}
    held = sum(number <= after_round for number in rounds)
    parts = {player: tally.parts.get(player, []) for player in ranked} | tally.parts
    return {
        player: counted([part for part in own if part.round <= after_round], tally.rules, held)
        for player, own in parts.items()
    }


def facts_of(
    book: Book, rules: Rules, parts: dict[Player, tuple[Part, ...]], participants: Sequence[Player]
) -> Facts:
    """What the measures look at: sums, and who met whom with which rank."""
    totals = {player: totals_of(own) for player, own in parts.items()}
    ranked = set(participants)
    meetings: dict[str, Meeting] = {}
    for player, own in parts.items():
        for part in own:
            if part.rank is not None and player in ranked:
                meetings.setdefault(part.ref, {})[player] = part.rank
    return Facts(book.stage, rules, totals, tuple(meetings.values()), book.reached)


def _lines(
    order: Order, totals: dict[Player, Totals], parts: dict[Player, tuple[Part, ...]]
) -> Iterator[Line]:
    place = 1
    for at, group in enumerate(order.groups):
        for player in group.players:
            yield Line(
                place=place,
                sharing=len(group.players),
                player=player,
                totals=totals[player],
                parts=parts[player],
                behind=_decision(order, at, at - 1, player),
                ahead=_decision(order, at, at + 1, player),
            )
        place += len(group.players)


def _decision(order: Order, at: int, other: int, player: Player) -> Decision | None:
    """The cut between two neighbouring groups, as it looks from one of them."""
    if not 0 <= other < len(order.groups):
        return None
    cut = order.groups[max(at, other)].cut
    if cut is None:
        return None
    others = order.groups[other].players
    return Decision(cut, order.values[cut, player], order.values[cut, others[0]], others)


def movement(before: Standings, now: Standings) -> dict[Player, int | None]:
    """Places won since, negative if lost; None for those who were not listed."""
    earlier = before.places()
    return {
        line.player: earlier[line.player] - line.place if line.player in earlier else None
        for line in now.lines
    }
