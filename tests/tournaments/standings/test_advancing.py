"""Who goes on to the next stage."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import InvalidInput
from tests.tournaments.standings.events import (
    FOUR,
    RULES,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    four_in,
    paper,
    seats,
)
from tournaments.standings.advancing import (
    Advancing,
    Tie,
    top_of_standings,
    top_of_tables,
    with_wild_cards,
)
from tournaments.standings.book import Book
from tournaments.standings.ledger import SeatTaken, ledger_of
from tournaments.standings.standing import standings_after

LEVEL = standings_after(four_in(paper(1, [50, 50, -40, -60])), RULES)
EIGHT = Book(
    "s",
    (A, B, C, D, E, F, G, H),
    (paper(1, [30, 20, -20, -30], "t1"), paper(1, [40, 10, -10, -40], "t2")),
    ledger_of([*seats("t1", FOUR), *seats("t2", [E, F, G, H])]),
)


def test_the_first_of_the_standings_in_their_order() -> None:
    standings = standings_after(EIGHT, RULES)
    assert top_of_standings(standings, 3) == Advancing((E, A, B))
    assert top_of_standings(standings, 99).through == (E, A, B, F, G, C, D, H)


def test_a_shared_place_within_the_cut_is_no_matter() -> None:
    assert top_of_standings(LEVEL, 2) == Advancing((A, B))


def test_a_shared_place_across_the_cut_is_handed_back() -> None:
    assert top_of_standings(LEVEL, 1) == Advancing((), (Tie((A, B), 1),))


def test_the_first_two_of_each_table_winners_first() -> None:
    assert top_of_tables(standings_after(EIGHT, RULES), 1, 2) == Advancing((E, A, B, F))


def test_players_level_at_their_table_go_by_the_standings() -> None:
    book = four_in(paper(1, [0, 5, -3, -2]), paper(2, [10, 10, 10, -30]))
    assert top_of_tables(standings_after(book, RULES), 2, 2) == Advancing((B, A))
    assert top_of_tables(LEVEL, 1, 1) == Advancing((), (Tie((A, B), 1),))


def test_of_two_firsts_the_one_behind_in_the_standings_counts_as_a_second() -> None:
    points = [[30, 20, -20, -30], [10, 40, -10, -40], [5, 5, -5, -5], [9, 1, -5, -5]]
    matches = [paper(1 + at // 2, given, f"t{at}") for at, given in enumerate(points)]
    facts = [f for at in range(4) for f in seats(f"t{at}", [E, F, G, H] if at % 2 else FOUR)]
    book = replace(EIGHT, matches=tuple(matches), seats=ledger_of(facts))
    standings = standings_after(book, RULES)
    assert top_of_standings(standings, 4).through == (A, F, E, B)
    assert top_of_tables(standings, 2, 2).through == (A, E, F, B)


def test_somebody_ranked_nowhere_takes_nobodys_way() -> None:
    sub = SeatTaken("t1", 0, "Zhou", "substitute", None)
    facts = [sub, *seats("t1", FOUR)[1:], *seats("t2", [E, F, G, H])]
    standings = standings_after(replace(EIGHT, seats=ledger_of(facts)), RULES)
    assert top_of_tables(standings, 1, 2).through == (E, B, F, C)


def test_wild_cards_come_last() -> None:
    standings = standings_after(EIGHT, RULES)
    advancing = top_of_standings(standings, 2)
    assert with_wild_cards(advancing, standings, [H, D]).through == (E, A, H, D)


@pytest.mark.parametrize("players", [[A], [H, H], [A + "nybody"]])
def test_a_wild_card_for_somebody_through_or_unknown_is_refused(players: list[str]) -> None:
    standings = standings_after(EIGHT, RULES)
    with pytest.raises(InvalidInput):
        with_wild_cards(top_of_standings(standings, 2), standings, players)


def test_that_nobody_goes_on_is_refused() -> None:
    with pytest.raises(InvalidInput, match="at least one"):
        top_of_standings(LEVEL, 0)
