from __future__ import annotations

import pytest

from tests.tournaments.seating.invariants import (
    QUICK,
    assert_seated,
    assert_winds_exact,
    names,
)
from tournaments.seating.errors import SeatingError
from tournaments.seating.plan import Facts
from tournaments.seating.rotation import rotation


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        (8, 6, 44),
        (8, 8, 68),
        (12, 4, 18),
        (12, 8, 78),
        (12, 10, 114),
        (16, 5, 0),
        (16, 6, 24),
        (16, 11, 144),
        (20, 5, 0),
        (20, 7, 20),
        (20, 8, 50),
        (24, 7, 0),
        (24, 9, 50),
        (24, 11, 120),
        (28, 9, 0),
        (28, 11, 84),
        (32, 9, 0),
        (36, 11, 0),
        (40, 11, 0),
        (48, 11, 0),
        (60, 11, 0),
        (64, 21, 0),
        (72, 11, 0),
        (100, 8, 0),
        (400, 11, 0),
    ],
)
def test_repeats_stay_within_the_table(players: int, rounds: int, most: int) -> None:
    schedule = rotation(names(players), rounds, b"table")
    assert schedule.quality.repeats <= most
    assert schedule.quality.repeats >= schedule.quality.repeats_bound
    for seating in schedule.seatings:
        assert_seated(seating, names(players))
    assert_winds_exact(schedule.seatings)


@pytest.mark.parametrize("players", [4, 5, 6, 7, 9, 13, 17, 22, 30, 101])
@pytest.mark.parametrize("rounds", [1, 3, 8])
def test_winds_are_exact_and_turns_fair_for_any_number(players: int, rounds: int) -> None:
    schedule = rotation(names(players), rounds, b"any", tries=QUICK)
    for seating in schedule.seatings:
        assert_seated(seating, names(players))
    assert_winds_exact(schedule.seatings)
    assert schedule.quality.sits_most - schedule.quality.sits_least <= 1


def test_eight_rounds_give_each_wind_twice() -> None:
    schedule = rotation(names(40), 8, b"winds")
    assert all(winds == [2, 2, 2, 2] for winds in Facts.of(schedule.seatings).winds.values())


def test_a_seed_decides_everything() -> None:
    once, again = (rotation(names(22), 6, b"seed", tries=QUICK) for _ in range(2))
    assert once == again
    assert once.seatings != rotation(names(22), 6, b"other", tries=QUICK).seatings


def test_a_schedule_is_the_same_on_every_machine() -> None:
    schedule = rotation(
        ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"], 2, b"pinned", tries=QUICK
    )
    assert [[" ".join(table) for table in seating.tables] for seating in schedule.seatings] == [
        ["Ed Cy Di Ann", "Hal Flo Gus Bo"],
        ["Gus Bo Ed Cy", "Di Ann Hal Flo"],
    ]


def test_stand_ins_fill_the_last_table() -> None:
    schedule = rotation(names(14), 4, b"s", stand_ins=["stand-in 1", "stand-in 2"], tries=QUICK)
    for seating in schedule.seatings:
        assert not seating.sitting_out
        assert {"stand-in 1", "stand-in 2"} <= set(seating.players())


def test_nobody_stays_at_one_table() -> None:
    assert rotation(names(40), 8, b"room").quality.most_at_one_table <= 2


@pytest.mark.parametrize(
    ("players", "rounds", "code"),
    [
        (names(3), 4, "too_few_players"),
        ([], 4, "too_few_players"),
        (names(8), 0, "no_rounds"),
        (names(8), -1, "no_rounds"),
        (names(8), 51, "too_many_rounds"),
        (names(1001), 4, "too_many_players"),
        ([*names(8), "player 000"], 4, "twice"),
    ],
)
def test_what_cannot_be_seated_says_why(players: list[str], rounds: int, code: str) -> None:
    with pytest.raises(SeatingError) as refused:
        rotation(players, rounds, b"s")
    assert refused.value.code == code


def test_stand_ins_alone_are_no_field() -> None:
    with pytest.raises(SeatingError) as refused:
        rotation([], 4, b"s", stand_ins=names(4))
    assert refused.value.code == "too_few_players"


def test_a_player_cannot_stand_in_for_others_too() -> None:
    with pytest.raises(SeatingError) as refused:
        rotation(names(7), 4, b"s", stand_ins=["player 000"])
    assert refused.value.code == "twice"


def test_too_few_stand_ins_are_refused() -> None:
    with pytest.raises(SeatingError, match="3 stand-ins are needed, 1 named"):
        rotation(names(13), 4, b"s", stand_ins=["only one"])
