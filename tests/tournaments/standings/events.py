"""Small events for the tests of standings."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from tournaments.people import Player
from tournaments.points.scheme import CHINESE, PointsScheme
from tournaments.standings.book import Book, HandScore, MatchScore, Rules
from tournaments.standings.ledger import SeatTaken, ledger_of
from tournaments.standings.standing import Standings

A, B, C, D, E, F, G, H = (Player(name) for name in "ABCDEFGH")
FOUR = (A, B, C, D)
RULES = Rules(points=PointsScheme(table=CHINESE))


def seats(match: str, players: Sequence[Player]) -> list[SeatTaken]:
    return [SeatTaken(match, place, name, "player", name) for place, name in enumerate(players)]


def paper(number: int, points: Sequence[int], match: str | None = None) -> MatchScore:
    """A match of which only the final points are known."""
    a, b, c, d = points
    return MatchScore(match or f"m{number}", number, (a, b, c, d))


def hand(number: int, winner: int, tai: int) -> HandScore:
    """Won by self-draw: the three others pay `tai` each."""
    a, b, c, d = (3 * tai if place == winner else -tai for place in range(4))
    return HandScore(number, (a, b, c, d), winner, tai)


def played(number: int, hands: Sequence[tuple[int, int]], match: str | None = None) -> MatchScore:
    """A match of hands, each (winner, tai)."""
    scores = tuple(hand(at, winner, tai) for at, (winner, tai) in enumerate(hands, start=1))
    a, b, c, d = (sum(score.points[place] for score in scores) for place in range(4))
    return MatchScore(match or f"m{number}", number, (a, b, c, d), scores)


def four_in(*matches: MatchScore, order: str = "ABCD") -> Book:
    """A to D at every match, in that order of places."""
    facts = [fact for each in matches for fact in seats(each.match, [Player(x) for x in order])]
    return Book("s", FOUR, matches, ledger_of(facts))


def listed(standings: Standings) -> list[tuple[int, str]]:
    return [(line.place, line.player) for line in standings.lines]


@st.composite
def books(draw: st.DrawFn) -> tuple[tuple[MatchScore, ...], tuple[SeatTaken, ...]]:
    """Up to four rounds of eight players at two tables; places change hands in the middle."""
    matches, facts = [], []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations([A, B, C, D, E, F, G, H]))
        for table in (0, 1):
            name = f"r{number}t{table}"
            hands = st.lists(
                st.tuples(st.integers(0, 3), st.integers(1, 9)), min_size=1, max_size=6
            )
            matches.append(played(number, draw(hands), name))
            facts += seats(name, order[4 * table : 4 * table + 4])
            facts += draw(_takeovers(name))
    return tuple(matches), tuple(facts)


def _takeovers(match: str) -> st.SearchStrategy[list[SeatTaken]]:
    fact = st.builds(
        lambda place, at: SeatTaken(match, place, f"sub{place}", "substitute", None, at),
        st.integers(0, 3),
        st.integers(1, 7),
    )
    return st.lists(fact, max_size=2)
