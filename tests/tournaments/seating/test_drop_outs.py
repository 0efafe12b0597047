from __future__ import annotations

import pytest

from tests.tournaments.seating.invariants import QUICK, assert_seated, names
from tournaments.seating.errors import SeatingError
from tournaments.seating.plan import Facts
from tournaments.seating.rotation import Schedule, rotation
from tournaments.seating.winds import imbalance
from tournaments.seating.wishes import Apart, FixedTable, Once


@pytest.fixture(scope="module")
def forty() -> Schedule:
    return rotation(names(40), 8, b"forty")


def test_played_rounds_stay_and_four_may_leave_without_a_repeat(forty: Schedule) -> None:
    staying = [player for player in names(40) if player not in names(40)[3:30:8]]
    assert len(staying) == 36
    rest = rotation(staying, 8, b"forty", played=forty.seatings[:3])
    assert rest.played == 3
    assert rest.seatings[:3] == forty.seatings[:3]
    for seating in rest.seatings[3:]:
        assert_seated(seating, staying)
    assert rest.quality.repeats == 0


def test_winds_count_on_from_what_was_played(forty: Schedule) -> None:
    staying = names(40)[1:]
    rest = rotation(staying, 8, b"forty", played=forty.seatings[:4])
    winds = Facts.of(rest.seatings).winds
    assert all(imbalance(winds[player]) <= 1 for player in staying)
    assert sum(imbalance(winds[player]) > 0 for player in staying) <= 4


def test_who_sat_out_before_is_not_first_in_turn_again() -> None:
    first = rotation(names(13), 4, b"s", tries=QUICK)
    sat = {player for seating in first.seatings for player in seating.sitting_out}
    rest = rotation(names(13), 8, b"s", played=first.seatings, tries=QUICK)
    assert not sat & {player for seating in rest.seatings[4:] for player in seating.sitting_out}


def test_a_late_arrival_is_seated_from_then_on(forty: Schedule) -> None:
    present = [*names(40), "late"]
    rest = rotation(present, 8, b"forty", played=forty.seatings[:2], tries=QUICK)
    for seating in rest.seatings[2:]:
        assert_seated(seating, present)


def test_wishes_of_those_who_left_are_dropped(forty: Schedule) -> None:
    players = names(40)
    wishes = [
        Once(players[0], players[1]),
        Apart(frozenset(players[:3])),
        FixedTable(players[0], 2),
    ]
    rest = rotation(players[1:], 8, b"s", played=forty.seatings[:2], wishes=wishes, tries=QUICK)
    assert rest.wishes == (Apart(frozenset(players[1:3])),)


def test_a_schedule_with_nothing_left_to_make_is_refused(forty: Schedule) -> None:
    with pytest.raises(SeatingError) as refused:
        rotation(names(40), 8, b"s", played=forty.seatings)
    assert refused.value.code == "all_played"


def test_too_few_who_stay_are_refused(forty: Schedule) -> None:
    with pytest.raises(SeatingError) as refused:
        rotation(names(3), 8, b"s", played=forty.seatings[:1])
    assert refused.value.code == "too_few_players"
