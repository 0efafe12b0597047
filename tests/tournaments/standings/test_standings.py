"""Places, ties, what decided them, and what the numbers are made of."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

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
    F,
    G,
    H,
    books,
    four_in,
    hand,
    listed,
    paper,
    played,
    seats,
)
from tournaments.points.scheme import CHINESE, ByeScore, PointsScheme, bonuses
from tournaments.standings.book import (
    CRITERIA,
    Book,
    Bye,
    Criterion,
    MatchScore,
    Penalty,
    Rules,
)
from tournaments.standings.carry import carried_over
from tournaments.standings.criteria import lot
from tournaments.standings.ledger import SeatTaken, ledger_of
from tournaments.standings.standing import Decision, Line, Standings, movement, standings_after
from tournaments.standings.trace import HandRef, hand_of, hands_behind

LEVEL = four_in(paper(1, [50, 50, -40, -60]))


def by(*criteria: Criterion, **more: object) -> Rules:
    return replace(RULES, criteria=criteria, **more)


def line(standings: Standings, player: str) -> Line:
    return next(each for each in standings.lines if each.player == player)


def test_table_points_rank_before_game_points_or_after_as_the_list_says() -> None:
    book = four_in(paper(1, [10, 5, -5, -10]), paper(2, [-100, 5, 50, 45]))
    assert listed(standings_after(book, by("table_points")))[0] == (1, "C")
    assert listed(standings_after(book, by("game_points")))[0] == (1, "C")
    assert listed(standings_after(book, by("game_points"), 1))[0] == (1, "A")
    assert [p for _, p in listed(standings_after(book, by("table_points", "game_points")))] == [
        "C", "A", "B", "D",
    ]  # fmt: skip


def test_equal_in_all_shares_the_place_and_the_next_one_is_left_out() -> None:
    standings = standings_after(LEVEL, RULES)
    assert listed(standings) == [(1, "A"), (1, "B"), (3, "C"), (4, "D")]
    assert [each.sharing for each in standings.lines] == [2, 2, 1, 1]


def test_every_place_says_which_criterion_decided_it() -> None:
    book = four_in(paper(1, [40, 10, -20, -30]), paper(2, [10, 30, -25, -15]))
    standings = standings_after(book, RULES)
    second = line(standings, "B")
    assert listed(standings)[:2] == [(1, "A"), (2, "B")]
    assert second.behind is not None
    assert (second.behind.criterion, second.behind.own, second.behind.other) == (
        "game_points", 40 * 12, 50 * 12,
    )  # fmt: skip
    assert second.ahead is not None
    assert (second.ahead.criterion, second.ahead.others) == ("table_points", ("C", "D"))
    assert line(standings, "A").behind is None


@pytest.mark.parametrize(
    ("criterion", "hands", "winner"),
    [
        ("wins", [(0, 4), (1, 2), (1, 2)], "B"),
        ("best_hand", [(1, 4), (0, 2), (0, 2)], "B"),
    ],
)
def test_hands_break_a_tie(criterion: Criterion, hands: list[tuple[int, int]], winner: str) -> None:
    book = four_in(played(1, hands))
    assert listed(standings_after(book, RULES))[:2] == [(1, "A"), (1, "B")]
    standings = standings_after(book, by("table_points", "game_points", criterion))
    assert listed(standings)[0] == (1, winner)
    ahead = line(standings, winner).ahead
    assert ahead is not None
    assert ahead.criterion == criterion


def test_firsts_count_tables_won_alone_or_shared() -> None:
    book = four_in(paper(1, [50, 50, -40, -60]), paper(2, [3, 0, -1, -2]))
    standings = standings_after(book, RULES)
    assert [line(standings, name).totals.firsts for name in "ABCD"] == [2, 1, 0, 0]


def two_tables(*points: list[int]) -> Book:
    """Round 1: A B C D and E F G H; round 2: A E B F and C G D H."""
    tables = [[A, B, C, D], [E, F, G, H], [A, E, B, F], [C, G, D, H]]
    matches = [paper(1 + at // 2, given, f"t{at}") for at, given in enumerate(points)]
    facts = [fact for at, _ in enumerate(points) for fact in seats(f"t{at}", tables[at])]
    return Book("s", (A, B, C, D, E, F, G, H), tuple(matches), ledger_of(facts))


def test_head_to_head_counts_only_tables_against_those_who_are_level() -> None:
    book = four_in(paper(1, [10, 5, -7, -8]), paper(2, [10, 5, -7, -8]), paper(3, [0, 10, -30, 20]))
    assert listed(standings_after(book, by("game_points")))[:2] == [(1, "A"), (1, "B")]
    standings = standings_after(book, by("game_points", "head_to_head"))
    assert line(standings, "A").ahead == Decision("head_to_head", 1, -1, (B,))


def test_those_who_never_met_stay_level_in_head_to_head() -> None:
    book = two_tables([30, 20, -20, -30], [30, 20, -20, -30])
    assert listed(standings_after(book, by("game_points", "head_to_head")))[:2] == [
        (1, "A"), (1, "E"),
    ]  # fmt: skip


def test_strength_of_opponents_is_the_mean_of_their_scores() -> None:
    falling = [30, 20, -20, -30]
    standings = standings_after(two_tables(*[falling] * 4), by("table_points", "opponents"))
    score = {each.player: each.totals.table_points for each in standings.lines}
    assert score[B] == score[G] == 36
    decision = Decision("opponents", Fraction(12 * 30, 6), Fraction(12 * 14, 6), (G,))
    assert line(standings, "B").ahead == decision


def test_somebody_who_is_not_ranked_is_nobodys_opponent() -> None:
    book = replace(four_in(paper(1, [50, 50, -40, -60])), participants=(A, B, C))
    standings = standings_after(book, by("best_hand", "opponents"))
    ahead = line(standings, "C").ahead
    assert ahead is not None
    assert (ahead.criterion, ahead.own) == ("opponents", Fraction(50 * 12))


def test_the_lot_is_drawn_from_seed_stage_and_player_alone() -> None:
    rules = by("table_points", "lot", seed=b"seed")
    standings = standings_after(LEVEL, rules)
    higher = max((A, B), key=lambda player: lot(b"seed", "s", player))
    assert listed(standings)[0] == (1, higher)
    assert [each.place for each in standings.lines] == [1, 2, 3, 4]
    more = replace(LEVEL, participants=(*FOUR, E))
    assert listed(standings_after(more, rules))[0] == (1, higher)


def test_a_penalty_comes_off_the_total_and_leaves_the_table_alone() -> None:
    fine = Penalty("p1", A, 1, game=10, table=12, reason="late")
    own = line(standings_after(replace(LEVEL, penalties=(fine,)), RULES), "A")
    assert (own.totals.table, own.totals.table_points) == (36, 24)
    assert (own.totals.game, own.totals.game_points) == (50, 40 * 12)
    assert own.parts[0].rank == 1


def test_a_bye_is_worth_its_set_score() -> None:
    rules = replace(RULES, points=PointsScheme(table=CHINESE, bye=ByeScore(5, 24)))
    book = replace(LEVEL, participants=(*FOUR, E), byes=(Bye(E, 1),))
    standings = standings_after(book, rules)
    assert (line(standings, "E").totals.game, line(standings, "E").totals.table) == (5, 24)
    assert line(standings, "E").totals.matches == 0


def test_bonuses_count_with_the_game_points() -> None:
    rules = replace(RULES, points=PointsScheme(bonus=bonuses((15, 5, -5, -15))))
    own = line(standings_after(LEVEL, rules), "A")
    assert (own.totals.bonus, own.totals.game_points) == (120, 60 * 12)


def test_dropping_the_worst_leaves_it_in_view_but_not_in_the_sum() -> None:
    book = four_in(paper(1, [30, 0, 0, -30]), paper(2, [-90, 30, 30, 30]), paper(3, [6, 0, -3, -3]))
    fine = Penalty("p1", A, 2, game=1)
    rules = by("game_points", drop_worst=1)
    own = line(standings_after(replace(book, penalties=(fine,)), rules), "A")
    assert own.totals.game_points == 35 * 12
    assert [(part.kind, part.counted) for part in own.parts] == [
        ("match", True), ("match", False), ("penalty", True), ("match", True),
    ]  # fmt: skip


def test_a_missed_round_is_the_first_to_be_dropped() -> None:
    book = four_in(paper(1, [30, 0, 0, -30]), paper(2, [-90, 30, 30, 30]))
    other = paper(3, [9, -3, -3, -3])
    facts = [*seats("m1", FOUR), *seats("m2", FOUR), *seats("m3", [E, F, G, H])]
    book = Book("s", (*FOUR, E), (*book.matches, other), ledger_of(facts))
    standings = standings_after(book, by("game_points", drop_worst=1))
    assert line(standings, "A").totals.game == -60
    assert line(standings, "E").totals.game == 9


def test_rounds_yet_to_come_are_no_reason_to_drop_fewer() -> None:
    book = four_in(*(paper(n, [n, -n, 0, 0]) for n in (1, 2, 3, 4)))
    early = standings_after(book, by("game_points", drop_worst=1), 2)
    assert line(early, "A").totals.game == 2
    assert hands_behind(line(early, "A"), "game_points") == ()


def test_the_best_of_a_season_count() -> None:
    book = four_in(*(paper(n, [n, -n, n * n, -n * n]) for n in (1, 2, 3, 4)))
    standings = standings_after(book, by("game_points", best_of=2))
    assert [line(standings, name).totals.game for name in "ABCD"] == [7, -3, 25, -5]


def test_the_first_round_is_never_dropped_altogether() -> None:
    assert line(standings_after(LEVEL, by("game_points", drop_worst=3)), "A").totals.game == 50


def test_movement_is_counted_in_places() -> None:
    book = four_in(paper(1, [30, 10, -10, -30]), paper(2, [-90, 0, 0, 90]))
    before, now = standings_after(book, RULES, 1), standings_after(book, RULES)
    assert movement(before, now) == {"D": 3, "A": -1, "B": -1, "C": -1}
    late = standings_after(replace(book, participants=(*FOUR, E)), RULES)
    assert movement(before, late)[E] is None


def test_half_the_points_are_carried_over_exactly() -> None:
    book = replace(LEVEL, penalties=(Penalty("p", B, 1, game=1, table=6),))
    carried = carried_over(standings_after(book, RULES), [A, B, D], Fraction(1, 2))
    assert [(each.player, each.game, each.table) for each in carried] == [
        ("A", 25, 18), ("B", 24, 15), ("D", -30, 0),
    ]  # fmt: skip
    after = standings_after(Book("final", (A, B, D), carried=carried), RULES)
    assert listed(after) == [(1, "A"), (2, "B"), (3, "D")]
    assert line(after, "A").parts[0].ref == "s"


def test_nothing_is_carried_with_a_share_of_nought() -> None:
    assert carried_over(standings_after(LEVEL, RULES), FOUR, Fraction(0)) == ()


def test_every_number_opens_down_to_its_hands() -> None:
    book = four_in(played(1, [(0, 3), (1, 1), (0, 5)]), played(2, [(2, 2), (0, 1)]))
    own = line(standings_after(book, RULES), "A")
    assert hands_behind(own, "wins") == (HandRef("m1", 1), HandRef("m1", 3), HandRef("m2", 2))
    assert hands_behind(own, "best_hand") == (HandRef("m1", 3),)
    behind = [hand_of(book, ref) for ref in hands_behind(own, "game_points")]
    assert sum(each.points[0] for each in behind) == own.totals.game
    with pytest.raises(InvalidInput):
        hand_of(book, HandRef("m2", 3))


def test_hands_of_dropped_rounds_are_not_behind_a_total() -> None:
    book = four_in(played(1, [(0, 3)]), played(2, [(1, 3), (0, 1)]))
    own = line(standings_after(book, by("game_points", drop_worst=1)), "A")
    assert hands_behind(own, "game_points") == (HandRef("m1", 1),)


def test_of_equally_dear_hands_the_first_is_named() -> None:
    own = line(standings_after(four_in(played(1, [(0, 2), (0, 5), (0, 5)])), RULES), "A")
    assert own.parts[0].best == (5, 2)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (by(), "at least one"),
        (by("wins", "wins"), "each criterion once"),
        (by("luck"), "unknown"),
        (by("lot"), "seed"),
        (by("wins", best_of=0), "at least one round"),
        (by("wins", best_of=1, drop_worst=1), "either"),
    ],
)
def test_rules_that_decide_nothing_are_refused(rules: Rules, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        standings_after(LEVEL, rules)


def test_results_that_contradict_themselves_are_refused() -> None:
    wrong = MatchScore("m1", 1, (1, -1, 0, 0), (hand(1, 0, 2),))
    for match, message in [
        (wrong, "add up to"),
        (paper(1, [1, 0, 0, 0]), "zero"),
        (MatchScore("m1", 1, (6, -2, -2, -2), (hand(2, 0, 2),)), "counted from 1"),
    ]:
        with pytest.raises(InvalidInput, match=message):
            standings_after(four_in(match), RULES)


def test_before_the_first_round_everybody_shares_the_first_place() -> None:
    assert listed(standings_after(Book("s", FOUR), RULES)) == [(1, p) for p in FOUR]


@settings(max_examples=30)
@given(books())
def test_places_are_complete_and_every_cut_is_explained(
    event: tuple[tuple[MatchScore, ...], tuple[SeatTaken, ...]],
) -> None:
    matches, facts = event
    book = Book("s", (A, B, C, D, E, F, G, H), matches, ledger_of(facts))
    rules = replace(RULES, criteria=tuple(c for c in CRITERIA if c != "lot"))
    lines = standings_after(book, rules).lines
    assert sorted(each.player for each in lines) == sorted(book.participants)
    place = 1
    while place <= 8:
        here = [each for each in lines if each.place == place]
        assert {each.sharing for each in here} == {len(here)}
        for each in here:
            assert (each.behind is None) == (place == 1)
            assert each.behind is None or each.behind.own < each.behind.other
            assert each.ahead is None or each.ahead.own > each.ahead.other
        place += len(here)


@settings(max_examples=30)
@given(books())
def test_a_lot_at_the_end_leaves_no_place_shared(
    event: tuple[tuple[MatchScore, ...], tuple[SeatTaken, ...]],
) -> None:
    matches, facts = event
    book = Book("s", (A, B, C, D, E, F, G, H), matches, ledger_of(facts))
    standings = standings_after(book, replace(RULES, criteria=CRITERIA, seed=b"x"))
    assert [each.place for each in standings.lines] == list(range(1, 9))
