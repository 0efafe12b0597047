from __future__ import annotations

import pytest

from tests.tournaments.seating.invariants import QUICK, assert_winds_exact, names
from tournaments.seating.errors import SeatingError
from tournaments.seating.plan import Facts
from tournaments.seating.rotation import rotation
from tournaments.seating.wishes import Apart, FixedTable, GaveWay, Never, Once, Wish

ANN, BO, CY, DI, ED = players = names(40)[:5]


def test_wishes_are_kept_without_a_repeat_where_there_is_room() -> None:
    wishes: list[Wish] = [
        Apart(frozenset(names(40)[10:16])),
        Never(frozenset((ANN, BO))),
        Once(CY, DI),
        FixedTable(ED, 7),
    ]
    schedule = rotation(names(40), 6, b"wishes", wishes=wishes)
    facts = Facts.of(schedule.seatings)
    assert schedule.gave_way == ()
    assert schedule.quality.repeats == 0
    assert facts.meetings(ANN, BO) == 0
    assert facts.meetings(CY, DI) == 1
    assert set(facts.tables_of[ED].values()) == {7}
    assert_winds_exact(schedule.seatings)


def test_never_is_kept_at_the_price_of_repeats() -> None:
    wish = Never(frozenset((ANN, BO)))
    schedule = rotation(names(16), 5, b"s", wishes=[wish])
    assert Facts.of(schedule.seatings).meetings(ANN, BO) == 0
    assert schedule.quality.repeats > 0
    assert schedule.gave_way == ()


def test_a_wish_that_cannot_be_kept_gives_way_and_is_named() -> None:
    wish = Never(frozenset(names(8)[:3]))
    schedule = rotation(names(8), 3, b"s", wishes=[wish], tries=QUICK)
    assert schedule.gave_way
    for broken in schedule.gave_way:
        assert broken.wish == wish
        for round_ in broken.rounds:
            tables = schedule.seatings[round_ - 1].tables
            assert any(set(broken.players) <= set(table) for table in tables)


def test_a_wish_nobody_could_keep_still_ends() -> None:
    """Forty players who never meet would need forty tables; there are twenty-five."""
    wish = Never(frozenset(names(100)[:40]))
    schedule = rotation(names(100), 4, b"s", wishes=[wish], tries=QUICK)
    assert len(schedule.gave_way) >= 15
    assert_winds_exact(schedule.seatings)


def test_two_who_keep_one_table_sit_there_together() -> None:
    wishes = [FixedTable(ANN, 2), FixedTable(BO, 2), FixedTable(CY, 1)]
    schedule = rotation(names(16), 4, b"s", wishes=wishes)
    for seating in schedule.seatings:
        assert {ANN, BO} <= set(seating.tables[1])
        assert CY in seating.tables[0]


def test_once_that_happened_twice_is_named() -> None:
    schedule = rotation(names(4), 2, b"s", wishes=[Once(ANN, BO)])
    assert schedule.gave_way == (GaveWay(Once(ANN, BO), (ANN, BO), (1, 2)),)


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ([Never(frozenset((ANN, "nobody")))], "unknown_player"),
        ([Apart(frozenset((ANN,)))], "too_few_in_wish"),
        ([Once(ANN, ANN)], "too_few_in_wish"),
        ([FixedTable(ANN, 0)], "no_such_table"),
        ([FixedTable(ANN, 11)], "no_such_table"),
        ([FixedTable(ANN, 1), FixedTable(ANN, 2)], "two_tables"),
        ([FixedTable(player, 3) for player in names(5)], "table_overfull"),
        ([Never(frozenset((ANN, BO))), Once(BO, ANN)], "contradiction"),
        ([Never(frozenset((ANN, BO))), FixedTable(ANN, 1), FixedTable(BO, 1)], "contradiction"),
        ([Once(ANN, BO), FixedTable(ANN, 1), FixedTable(BO, 1)], "contradiction"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(wishes: list[Wish], code: str) -> None:
    with pytest.raises(SeatingError) as refused:
        rotation(names(40), 6, b"s", wishes=wishes)
    assert refused.value.code == code
