"""Who sat where, and who gets which points for it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from engine.errors import InvalidInput
from tests.tournaments.standings.events import (
    FOUR,
    RULES,
    A,
    B,
    C,
    D,
    E,
    books,
    four_in,
    listed,
    paper,
    played,
    seats,
)
from tournaments.standings.book import Book, MatchScore
from tournaments.standings.ledger import SeatTaken, ledger_of
from tournaments.standings.parts import parts_of
from tournaments.standings.standing import standings_after

SIX = played(1, [(0, 1), (1, 2), (2, 3), (0, 4), (1, 5), (3, 6)])


def book(*takeovers: SeatTaken, match: MatchScore = SIX) -> Book:
    return Book("s", FOUR, (match,), ledger_of([*seats("m1", FOUR), *takeovers]))


def sub(place: int, at: int, credited_to: str | None = None) -> SeatTaken:
    return SeatTaken("m1", place, "Zhou", "substitute", credited_to, at)


def back(place: int, at: int) -> SeatTaken:
    return SeatTaken("m1", place, FOUR[place], "player", FOUR[place], at)


def test_a_sitting_ends_with_the_hand_before_the_next_one() -> None:
    ledger = ledger_of([*seats("m1", FOUR), sub(0, 3), back(0, 5)])
    assert [(s.taken.person, s.taken.from_hand, s.last_hand) for s in ledger.sittings("m1", 0)] == [
        ("A", 1, 2), ("Zhou", 3, 4), ("A", 5, None),
    ]  # fmt: skip


def test_points_of_a_substitute_who_plays_for_somebody_are_theirs() -> None:
    assert standings_after(book(sub(0, 3, A)), RULES) == standings_after(book(), RULES)


def test_a_substitute_for_nobody_keeps_the_points_of_the_hands_away() -> None:
    line = standings_after(book(sub(0, 3), back(0, 5)), RULES).line(A)
    assert line is not None
    assert line.totals.game == 3 - 2 - 5 - 6
    assert line.parts[0].hands == (1, 2, 5, 6)


def test_the_place_at_the_table_goes_with_the_last_hand() -> None:
    match = played(1, [(0, 5), (0, 5), (1, 1)])
    left = standings_after(book(sub(0, 3), match=match), RULES).line(A)
    stayed = standings_after(book(sub(0, 2), back(0, 3), match=match), RULES).line(A)
    assert left is not None
    assert stayed is not None
    assert (left.totals.table, left.parts[0].rank, left.totals.game) == (0, None, 30)
    assert (stayed.totals.table, stayed.parts[0].rank) == (48, 1)


def test_somebody_who_sat_down_after_the_last_hand_has_no_part_in_it() -> None:
    assert standings_after(book(sub(0, 7)), RULES) == standings_after(book(), RULES)


def test_final_points_alone_belong_to_whoever_sat_down_first() -> None:
    match = paper(1, [30, 10, -10, -30])
    assert standings_after(book(sub(0, 3), match=match), RULES) == standings_after(
        book(match=match), RULES
    )


def test_somebody_too_late_for_one_table_may_play_at_another() -> None:
    other = played(1, [(0, 1)], "m2")
    facts = [*seats("m1", FOUR), *seats("m2", [E, E + "2", E + "3", E + "4"])]
    late = SeatTaken("m1", 0, E, "player", E, 7)
    whole = Book("s", (*FOUR, E), (SIX, other), ledger_of([*facts, late]))
    line = standings_after(whole, RULES).line(E)
    assert line is not None
    assert [part.ref for part in line.parts] == ["m2"]


def test_a_substitute_is_ranked_nowhere_and_the_others_keep_their_true_places() -> None:
    match = played(1, [(0, 9), (1, 5), (2, 1)])
    places = Book("s", (B, C, D), (match,), book(sub(0, 1)).seats)
    standings = standings_after(places, RULES)
    assert listed(standings) == [(1, "B"), (2, "C"), (3, "D")]
    assert [line.parts[0].rank for line in standings.lines] == [2, 3, 4]
    assert [line.totals.table for line in standings.lines] == [24, 12, 0]


def test_a_fact_about_the_same_hand_takes_the_place_of_the_earlier_one() -> None:
    assert ledger_of([*seats("m1", FOUR), sub(0, 3), back(0, 3)]).credited("m1", 0, 4) == A


def test_a_late_fact_about_an_early_hand_leaves_later_ones_alone() -> None:
    ledger = ledger_of([*seats("m1", FOUR), back(0, 5), sub(0, 2)])
    assert [ledger.credited("m1", 0, hand) for hand in range(1, 7)] == [A, None, None, None, A, A]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ([SeatTaken("m1", 4, "A", "player", A)], "places"),
        ([SeatTaken("m1", 0, "A", "player", A, 0)], "from 1"),
        ([SeatTaken("m1", 0, "A", "player", A, 2)], "hand 1"),
        ([SeatTaken("m1", 0, "A", "player", B)], "nobody but themselves"),
        ([*seats("m1", FOUR), SeatTaken("m1", 1, "A", "player", A, 4)], "twice"),
        ([*seats("m1", FOUR), SeatTaken("m1", 1, "Zhou", "substitute", A, 4)], "twice"),
    ],
)
def test_seats_that_cannot_be_are_refused(facts: list[SeatTaken], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ledger_of(facts)


def test_a_player_at_two_tables_of_a_round_is_refused() -> None:
    other = played(1, [(0, 1)], "m2")
    ledger = ledger_of([*seats("m1", FOUR), *seats("m2", [A, E, E + "2", E + "3"])])
    with pytest.raises(InvalidInput, match="A is twice in round 1"):
        standings_after(Book("s", FOUR, (SIX, other), ledger), RULES)


def test_an_empty_place_is_refused() -> None:
    with pytest.raises(InvalidInput, match="place 3"):
        standings_after(Book("s", FOUR, (SIX,), ledger_of(seats("m1", FOUR[:3]))), RULES)


def test_a_substitute_on_off_and_on_again_over_three_rounds_rebuild_equals_live() -> None:
    matches = [played(n, [(0, n), (1, 2), (0, 3), (2, 1)]) for n in (1, 2, 3)]
    facts = [fact for match in matches for fact in seats(match.match, FOUR)]
    facts += [
        SeatTaken("m1", 0, "Zhou", "substitute", None, 3),
        SeatTaken("m2", 0, "Zhou", "substitute", None, 1),
        SeatTaken("m2", 0, "A", "player", A, 3),
        SeatTaken("m3", 0, "Zhou", "substitute", None, 2),
        SeatTaken("m3", 0, "A", "player", A, 3),
        SeatTaken("m3", 0, "Zhou", "substitute", None, 4),
    ]
    live = [
        standings_after(Book("s", FOUR, tuple(matches[:n]), ledger_of(facts)), RULES)
        for n in (1, 2, 3)
    ]
    whole = Book("s", FOUR, tuple(reversed(matches)), ledger_of(reversed(facts[-6:] + facts[:-6])))
    assert [standings_after(whole, RULES, n) for n in (1, 2, 3)] == live
    line = live[-1].line(A)
    assert line is not None
    assert [part.hands for part in line.parts] == [(1, 2), (3, 4), (1, 3)]
    assert line.totals.game == (3 * 1 - 2) + (9 - 1) + (9 + 9)
    assert listed(standings_after(four_in(*matches), RULES))[0] == (1, "A")


@settings(max_examples=30)
@given(books())
def test_points_are_zero_sum_but_for_the_hands_that_nobody_is_credited_with(
    event: tuple[tuple[MatchScore, ...], tuple[SeatTaken, ...]],
) -> None:
    matches, facts = event
    ledger = ledger_of(facts)
    parts = parts_of(Book("s", (), matches, ledger), RULES.points, 99)
    credited = sum(part.game for own in parts.values() for part in own)
    nobodys = sum(
        hand.points[place]
        for match in matches
        for hand in match.hands
        for place in range(4)
        if ledger.credited(match.match, place, hand.number) is None
    )
    assert credited + nobodys == 0


@settings(max_examples=30)
@given(books())
def test_standings_do_not_depend_on_the_order_in_which_things_became_known(
    event: tuple[tuple[MatchScore, ...], tuple[SeatTaken, ...]],
) -> None:
    matches, facts = event
    book = Book("s", (A, B, C, D, E), matches, ledger_of(facts))
    mixed = Random(1).sample(matches, len(matches))
    own = {(fact.match, fact.place, fact.from_hand): fact for fact in facts}.values()
    again = replace(book, matches=tuple(mixed), seats=ledger_of(Random(2).sample([*own], len(own))))
    assert standings_after(again, RULES) == standings_after(book, RULES)
