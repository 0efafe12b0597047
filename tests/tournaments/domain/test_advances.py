"""Who comes into a stage: tops of standings and of tables, wild cards, ties at the cut."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.desk import POINTS, SEED, SWISS, Desk, running
from tournaments.domain import commands as c
from tournaments.domain.advances import advance_plan, coming_into
from tournaments.domain.parts import Result
from tournaments.domain.refusals import Refused
from tournaments.domain.terms import Stage


def desk_after_one_round(stage: Stage, *results: tuple[int, ...], **changes: object) -> Desk:
    """Round 1 of abcd and efgh, by default with the same result at both tables."""
    desk = running(stages=(SWISS, stage), **changes).play(1, "abcd", "efgh")
    for table, points in enumerate(results or (POINTS.points,) * 2, 1):
        desk.do(c.TakeResult(1, table, None, Result(points, (), "organiser")))
    desk.do(c.ConfirmRound(1))
    return desk


def top(count: int, **rest: object) -> Stage:
    return Stage("last", "final", 1, "top_of_standings", count, **rest)


def code(desk: Desk, *chosen: str) -> str:
    with pytest.raises(Refused) as caught:
        advance_plan(desk.state, "last", SEED, chosen)
    return caught.value.code


def advanced(desk: Desk, *chosen: str) -> str:
    command = advance_plan(desk.state, "last", SEED, chosen)
    desk.do(command)
    return "".join(command.entries)


UNEVEN = ((30, 10, -10, -30), (31, 11, -11, -31))


def test_the_first_of_the_standings_in_the_order_of_seeds():
    assert advanced(desk_after_one_round(top(4), *UNEVEN)) == "eafb"


def test_the_first_two_of_each_table_winners_first():
    stage = Stage("last", "final", 1, "top_of_table", 2)
    assert advanced(desk_after_one_round(stage, *UNEVEN)) == "eafb"


def test_of_several_rounds_the_tables_of_the_last_one_count():
    stage = Stage("last", "final", 1, "top_of_table", 2)
    desk = desk_after_one_round(stage, *UNEVEN).play(2, "dcab", "hgef").results(2)
    desk.do(c.ConfirmRound(2))
    assert set(advanced(desk)) == set("dchg")


def test_all_who_are_still_there():
    desk = desk_after_one_round(Stage("last", "final", 1), *UNEVEN)
    desk.do(c.WithdrawEntry("e"))
    assert advanced(desk) == "afbcgdh"


def test_whoever_left_takes_nobodys_way():
    desk = desk_after_one_round(top(4), *UNEVEN)
    desk.do(c.WithdrawEntry("a"))
    assert advanced(desk) == "efbc"


def test_whoever_is_level_across_the_cut_is_named_and_chosen_by_the_organiser():
    desk = desk_after_one_round(top(5))
    coming = coming_into(desk.state, "last", SEED)
    assert (coming.through, coming.ties[0].players, coming.ties[0].room) == (
        ("a", "e", "b", "f"), ("c", "g"), 1,
    )  # fmt: skip
    assert not coming.is_decided
    assert code(desk) == "tie_at_the_cut"
    assert code(desk, "d") == "tie_at_the_cut"
    assert advanced(desk, "g") == "aebfg"


def test_a_lot_settles_a_tie_where_the_terms_say_so():
    desk = desk_after_one_round(top(5, ties="lot"))
    command = advance_plan(desk.state, "last", SEED)
    assert command.entries[4] in ("c", "g")
    assert command.draw.label == ("lot", "main")
    assert command == advance_plan(desk.state, "last", SEED)
    desk.do(command)
    assert desk.state.seed == SEED


def test_the_lot_of_a_tie_is_the_lot_of_the_standings():
    by_tie = advance_plan(desk_after_one_round(top(5, ties="lot")).state, "last", SEED)
    lots = {"tie_breaks": ("table_points", "game_points", "lot")}
    by_standings = advance_plan(desk_after_one_round(top(5), **lots).state, "last", SEED)
    assert by_tie.entries[4] == by_standings.entries[4]
    assert by_standings.draw is None


class TestWildCards:
    def test_the_organiser_names_them_and_they_come_last(self):
        desk = desk_after_one_round(top(3, wild_cards=2), *UNEVEN)
        assert coming_into(desk.state, "last", SEED).rest == tuple("bcgdh")
        assert code(desk, "h") == "wild_cards_missing"
        assert code(desk, "h", "e") == "wild_cards_missing"
        assert code(desk, "h", "g", "b") == "not_a_choice"
        assert advanced(desk, "h", "g") == "eafhg"

    def test_or_they_are_the_best_of_the_rest(self):
        stage = Stage(
            "last", "final", 1, "top_of_table", 1, wild_cards=2, wild_cards_by="standings"
        )
        assert advanced(desk_after_one_round(stage, *UNEVEN)) == "eafb"

    def test_level_at_the_last_wild_card_is_a_tie_too(self):
        stage = Stage(
            "last", "final", 1, "top_of_table", 1, wild_cards=3, wild_cards_by="standings"
        )
        desk = desk_after_one_round(stage)
        assert code(desk) == "tie_at_the_cut"
        assert advanced(desk, "c") == "aebfc"

    def test_nobody_but_wild_cards(self):
        desk = desk_after_one_round(Stage("last", "final", 1, "wild_cards", 4))
        assert advanced(desk, *"hgfe") == "hgfe"

    def test_a_tie_is_chosen_before_the_wild_cards(self):
        desk = desk_after_one_round(top(5, wild_cards=1))
        assert code(desk, "h", "d") == "tie_at_the_cut"
        coming = coming_into(desk.state, "last", SEED, ("h",))
        assert (coming.wild_cards, coming.rest, coming.unused) == (0, ("d",), ())
        assert code(desk, "g") == "wild_cards_missing"
        assert advanced(desk, "g", "c") == "aebfgc"

    def test_there_are_no_more_cards_than_people(self):
        desk = desk_after_one_round(top(7, wild_cards=3), (30, 10, -10, -30), (31, 11, -12, -30))
        assert code(desk) in ("tie_at_the_cut", "wild_cards_missing")
        desk = desk_after_one_round(top(6, wild_cards=3), *UNEVEN)
        assert set(advanced(desk, "d", "h")) == set("abcdefgh")


def test_a_round_that_is_not_confirmed_is_in_the_way():
    desk = running(stages=(SWISS, top(4)))
    assert code(desk) == "not_played"
    desk.play(1, "abcd", "efgh").results(1)
    assert code(desk) == "rounds_unfinished"


def test_an_advance_is_undone_and_made_again_after_a_correction():
    desk = desk_after_one_round(top(4), *UNEVEN)
    advanced(desk)
    desk.do(c.ReopenRound(1, "typed the wrong way round", despite_dependents=True))
    wrong = Result((-30, -10, 10, 30), (), "organiser")
    desk.do(c.TakeResult(1, 1, None, wrong), c.ConfirmRound(1), c.UndoAdvance("last"))
    assert advanced(desk) == "edfc"
