"""Nights of every kind and size come to their end, whatever happens on the way."""

from __future__ import annotations

import pytest

from tests.tournaments.conftest import EventMaker
from tests.tournaments.domain.running import BYE
from tests.tournaments.night import Night
from tournaments.domain.terms import Stage, Uneven

pytestmark = pytest.mark.django_db(transaction=True)

FINAL = Stage("final", "final", 2, "top_of_standings", 4, 50, ties="lot")
KINDS = {
    "swiss": (Stage("main", "swiss", 3),),
    "rotation": (Stage("main", "rotation", 3),),
    "knockout": (Stage("cup", "knockout", 1, small_final=True),),
    "double": (Stage("cup", "double_elimination", 1),),
    "league": (Stage("season", "league", 3),),
    "final": (Stage("main", "swiss", 2), FINAL),
    "wild cards": (
        Stage("main", "swiss", 2),
        Stage("cup", "knockout", 1, "top_of_standings", 7, 0, wild_cards=1),
    ),
}
NIGHTS = (
    (8, "swiss"), (8, "knockout"), (8, "final"),
    (13, "rotation"), (13, "double"), (13, "league"),
    (16, "swiss"), (16, "knockout"), (16, "final"),
    (17, "rotation"), (17, "double"), (17, "wild cards"),
    (22, "league"), (22, "knockout"), (22, "rotation"),
    (30, "swiss"), (30, "double"), (30, "final"),
    (64, "knockout"), (100, "swiss"),
)  # fmt: skip
POLICIES = ("byes", "stand_ins", "sit_out")


@pytest.mark.parametrize(("players", "kind"), NIGHTS)
def test_a_night_comes_to_its_end_with_every_promise_kept(
    make_event: EventMaker, players: int, kind: str
):
    policy = POLICIES[(players + len(kind)) % 3]
    event = make_event(*KINDS[kind], play="points", uneven=Uneven(policy, BYE))
    night = Night(event, players, seed=players)
    state = night.run()
    assert all(one.status == "confirmed" for one in state.rounds.values())
    assert state.seed == event.seed
    assert night.seen["late"] == 1
    assert night.seen["chosen"] >= (kind == "wild cards")
    assert len(state.standings) >= len(state.rounds)


def test_nights_are_eventful_enough_to_mean_something(make_event: EventMaker):
    night = Night(make_event(Stage("main", "swiss", 8), play="points"), 13, seed=1)
    night.run()
    for happened in ("substitute", "drop_out", "penalty", "withdrawn", "reopened"):
        assert night.seen[happened] > 0, night.seen
    assert night.seen["correct_standings"] > 0
