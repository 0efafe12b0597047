"""Terms are checked when they are chosen, with the field at fault."""

from __future__ import annotations

import pytest

from engine.play.match import Length
from tests.tournaments.domain.desk import COMMITMENT, SWISS, Desk, terms
from tournaments.domain import commands as c
from tournaments.domain.terms import Details, PenaltyRule, Stage, Uneven

RULE = PenaltyRule("late", "Late to the table", 10)


@pytest.mark.parametrize(
    ("chosen", "refusal"),
    [
        (terms(Stage("main", "swiss", 0)), ("no_rounds", "stages.0.rounds")),
        (terms(Stage("main", "swiss", 101)), ("too_many_rounds", "stages")),
        (terms(SWISS, SWISS), ("twice", "stages")),
        (terms(Stage("main", "ladders", 1)), ("unknown_value", "stages.0.kind")),
        (terms(Stage("", "swiss", 1)), ("bad_id", "stages.0.id")),
        (
            terms(SWISS, Stage("last", "final", 1, "top_of_table")),
            ("out_of_range", "stages.1.advance_count"),
        ),
        (terms(Stage("main", "knockout", 1, top=3)), ("out_of_range", "stages.0.top")),
        (
            terms(Stage("main", "double_elimination", 1, top=1)),
            ("contradiction", "stages.0.top"),
        ),
        (
            terms(Stage("main", "knockout", 1, final_matches=0)),
            ("out_of_range", "stages.0.final_matches"),
        ),
        (
            terms(Stage("main", "knockout", 1, play_to="last_four", small_final=True)),
            ("contradiction", "stages.0.small_final"),
        ),
        (
            terms(Stage("main", "swiss", 1, small_final=True)),
            ("contradiction", "stages.0.small_final"),
        ),
        (
            terms(SWISS, Stage("last", "final", 1, wild_cards=1)),
            ("contradiction", "stages.1.wild_cards"),
        ),
        (
            terms(Stage("main", "knockout", 1, play_to="the_end")),
            ("unknown_value", "stages.0.play_to"),
        ),
        (
            terms(Stage("main", "league", 2, dates=(5, 4))),
            ("dates_out_of_order", "stages.0.dates"),
        ),
        (terms(Stage("main", "league", 1, dates=(4, 5))), ("bad_list", "stages.0.dates")),
        (terms(stages=()), ("no_stages", "stages")),
        (terms(ruleset="riichi"), ("invalid_input", "ruleset")),
        (terms(options={"nonsense": 1}), ("invalid_input", "options")),
        (terms(length=Length("hands", 0)), ("out_of_range", "length")),
        (terms(length=Length("dealer_rounds", rounds=0)), ("out_of_range", "length")),
        (terms(length=Length("hands", 8, rounds=2)), ("contradiction", "length")),
        (terms(round_ms=0), ("out_of_range", "round_ms")),
        (terms(tie_breaks=("lot", "lot")), ("bad_list", "tie_breaks")),
        (terms(tie_breaks=("lot", "wins")), ("bad_list", "tie_breaks")),
        (terms(tie_breaks=("lot",)), ("bad_list", "tie_breaks")),
        (terms(tie_breaks=()), ("bad_list", "tie_breaks")),
        (terms(table_points=(0, 1, 2, 4)), ("bad_places", "table_points")),
        (terms(place_bonus=(15, 5, -5, -10)), ("not_zero_sum", "place_bonus")),
        (terms(drop_worst=1, best_of=3), ("contradiction", "best_of")),
        (terms(penalties=(RULE, RULE)), ("twice", "penalties")),
        (terms(uneven=Uneven("go_home")), ("unknown_value", "uneven.policy")),
        (terms(uneven=Uneven("bots"), play="scored"), ("real_tiles", "uneven.policy")),
        (terms(uneven=Uneven("bots"), play="points"), ("real_tiles", "uneven.policy")),
        (terms(visibility="secret"), ("unknown_value", "visibility")),
    ],
)
def test_careless_terms_are_refused(chosen, refusal):
    assert Desk().create().refused(c.ChangeTerms(chosen)) == refusal


@pytest.mark.parametrize("capacity", [0, 3, -4])
def test_a_tournament_for_three_is_refused(capacity):
    command = c.CreateTournament("cup", Details("Cup"), terms(), COMMITMENT, capacity)
    assert Desk().refused(command) == ("too_few_players", "capacity")


def test_a_commitment_is_a_digest():
    command = c.CreateTournament("cup", Details("Cup"), terms(), "secret")
    assert Desk().refused(command) == ("bad_digest", "commitment")


def test_the_same_terms_twice_change_nothing():
    desk = Desk().create()
    assert desk.do(c.ChangeTerms(terms())) == ()
