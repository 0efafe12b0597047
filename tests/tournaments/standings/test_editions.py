"""What was published stays as it was; a correction is an edition of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import InvalidInput
from tests.tournaments.standings.events import FOUR, RULES, A, E, four_in, paper
from tournaments.standings.book import Penalty
from tournaments.standings.editions import Difference, made_official, published
from tournaments.standings.standing import standings_after

BOOK = four_in(paper(1, [30, 25, -15, -40]))
FIRST = published((), standings_after(BOOK, RULES))
CORRECTED = standings_after(four_in(paper(1, [25, 30, -15, -40])), RULES)


def test_the_first_edition_is_provisional_until_somebody_says_otherwise() -> None:
    assert [(each.number, each.is_official) for each in FIRST] == [(1, False)]
    assert made_official(FIRST, 1)[0].is_official


def test_publishing_the_same_again_changes_nothing() -> None:
    assert published(FIRST, standings_after(BOOK, RULES), "again") == FIRST


def test_a_correction_makes_a_new_edition_and_shows_the_difference() -> None:
    editions = published(made_official(FIRST, 1), CORRECTED, "entered the wrong way round")
    assert editions[0].standings == FIRST[0].standings
    assert [(each.number, each.is_official) for each in editions] == [(1, True), (2, False)]
    assert set(editions[1].differences) == {
        Difference(FOUR[1], "place", 2, 1), Difference(FOUR[0], "place", 1, 2),
        Difference(FOUR[1], "table_points", 24, 48), Difference(FOUR[0], "table_points", 48, 24),
        Difference(FOUR[1], "game_points", 300, 360), Difference(FOUR[0], "game_points", 360, 300),
    }  # fmt: skip


def test_only_the_last_edition_becomes_official() -> None:
    editions = made_official(published(FIRST, CORRECTED, "typing error"), 1)
    assert [each.is_official for each in editions] == [False, True]


def test_a_correction_without_a_reason_is_refused() -> None:
    with pytest.raises(InvalidInput, match="reason"):
        published(FIRST, CORRECTED, " ")


def test_rounds_have_editions_of_their_own() -> None:
    both = four_in(*BOOK.matches, paper(2, [0, 0, 0, 0]))
    editions = published(FIRST, standings_after(both, RULES, 2))
    assert [(each.standings.after_round, each.number) for each in editions] == [(1, 1), (2, 1)]
    assert editions[1].differences == ()


def test_a_penalty_and_a_new_name_are_differences() -> None:
    changed = replace(BOOK, penalties=(Penalty("p", A, 1, game=2),), participants=(*FOUR, E))
    edition = published(FIRST, standings_after(changed, RULES), "appeal")[-1]
    assert Difference(A, "game_points", 360, 336) in edition.differences
    assert Difference(E, "listed", 0, 1) in edition.differences


def test_a_round_never_published_cannot_become_official() -> None:
    with pytest.raises(InvalidInput, match="nothing is published"):
        made_official(FIRST, 2)
