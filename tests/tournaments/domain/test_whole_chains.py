"""Whole events of every kind of stage and of chains, run by the steps that the desk shows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.cup import cup, plan, play, podium, result, start
from tests.tournaments.domain.desk import SEED, running
from tests.tournaments.domain.running import Event, check_event
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.evolve import fold
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.next_steps import what_next
from tournaments.domain.pairing import league_plan
from tournaments.domain.refusals import Refused
from tournaments.domain.state import seats_now
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


def test_a_substitute_on_off_and_on_again_over_three_rounds_of_a_bracket_rebuild_equals_live():
    """After every event the state folded anew is the one that was kept."""
    desk = cup(16, helpers=1)
    for number in (1, 2, 3):
        assert plan(desk) == number
        start(desk, number)
        seat = seats_now(desk.state)["p01"]
        if number != 2:
            desk.do(c.TakeSeat(*seat, "s0", "substitute", "p01", 2, "substitute"))
            assert fold(desk.events) == desk.state
            desk.do(c.TakeSeat(*seat, "p01", "player", "p01", 3, "returned"))
            desk.do(c.TakeSeat(*seat, "s0", "substitute", "p01", 4, "substitute"))
        for one in desk.state.rounds[number].plan.tables:
            result(desk, number, one.key)
            assert fold(desk.events) == desk.state
        desk.do(c.ConfirmRound(number))
    anew = fold(desk.events)
    assert standings_of(anew, "main") == standings_of(desk.state, "main")
    assert bracket_of(anew, "main") == bracket_of(desk.state, "main")
    assert podium(desk) == "01 02 03 04"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sets(st.sampled_from("abcdefghi")), min_size=1, max_size=4))
def test_whoever_comes_to_a_date_is_seated_or_told_why_not(dates: list[set[str]]):
    desk = running(*"abcdefghi", stages=(Stage("main", "league", 4),))
    for present in dates:
        if len(present) < 4:
            with pytest.raises(Refused, match="a table takes 4"):
                league_plan(desk.state, "main", SEED, sorted(present))
            continue
        made = league_plan(desk.state, "main", SEED, sorted(present))
        desk.do(made)
        number = made.plans[0].round
        edition = desk.state.rounds[number].plan.edition
        desk.do(c.PublishPairings(number, edition), c.StartRound(number, edition, 0))
        desk.results(number).do(c.ConfirmRound(number))
        one = desk.state.rounds[number].plan
        seated = {entry for seating in one.tables for entry in seating.seats}
        assert seated | set(one.sitting_out) == present
        assert len(one.sitting_out) == len(present) % 4


@settings(max_examples=40, deadline=None)
@given(st.sets(st.sampled_from(range(1, 17))), st.integers(0, 3))
def test_a_bracket_ends_whoever_leaves_and_whenever_or_asks_for_helpers(gone: set[int], when: int):
    desk = cup(16)
    for number in range(6):
        if number == when:
            desk.do(*(c.WithdrawEntry(f"p{one:02}") for one in sorted(gone)))
        if bracket_of(desk.state, "main").is_over:
            break
        due = next(step for step in what_next(desk.state, SEED) if step.code == "plan_round")
        if due.reason == "stand_ins_needed":
            desk.enter(*(f"s{one}" for one in range(8)), kind="stand_in")
        play(desk)
    assert bracket_of(desk.state, "main").is_over
    assert len(bracket_of(desk.state, "main").places) == 16
