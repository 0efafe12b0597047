"""Whole events of every kind of stage and of chains, run by the steps that the desk shows."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.running import Event, check_event
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.terms import Stage

POLICIES = ("byes", "sit_out", "stand_ins", "bots")
SIZES = (8, 13, 16, 17, 22, 30, 64, 100)
FINAL = Stage("final", "final", 2, "top_of_standings", 4, 50)

CHAINS = {
    "knockout": (Stage("cup", "knockout", 1),),
    "one advances": (Stage("cup", "knockout", 1, top=1, final_matches=2),),
    "double": (Stage("cup", "double_elimination", 1),),
    "league": (Stage("season", "league", 4), FINAL),
    "swiss, knockout, final": (
        Stage("main", "swiss", 2),
        Stage("cup", "knockout", 1, "top_of_standings", 16, 0, play_to="last_four"),
        FINAL,
    ),
    "rotation, double": (
        Stage("main", "rotation", 2),
        Stage("cup", "double_elimination", 1, "top_of_standings", 12, 0, wild_cards=2),
    ),
    "swiss, tops of tables, knockout": (
        Stage("main", "swiss", 2),
        Stage(
            "cup",
            "knockout",
            1,
            "top_of_table",
            2,
            wild_cards=3,
            wild_cards_by="standings",
            ties="lot",
            small_final=True,
        ),
    ),
}


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("chain", CHAINS)
def test_an_event_of_any_kind_and_size_comes_to_its_end(chain: str, players: int):
    event = Event(CHAINS[chain], players, POLICIES[players % 4], players)
    state = event.run()
    check_event(event)
    for stage in CHAINS[chain]:
        if stage.is_bracket:
            picture = bracket_of(state, stage.id)
            assert picture.is_over
            assert len(picture.places) == len(picture.entrants) or not picture.has_final


@pytest.mark.parametrize("seed", range(12))
def test_a_chain_survives_whatever_goes_wrong(seed: int):
    chain = CHAINS["swiss, knockout, final"]
    event = Event(chain, 17 + seed, POLICIES[seed % 4], seed)
    event.run()
    check_event(event)
