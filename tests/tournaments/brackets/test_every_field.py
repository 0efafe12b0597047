"""Whatever the number of entries, and whoever wins."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.brackets.cup import DOUBLE, ONE, TWO, Cup, at_random, entrants
from tournaments.brackets.build import Choices, build
from tournaments.brackets.drawing import drawing
from tournaments.brackets.placement import meetings
from tournaments.brackets.places import places
from tournaments.brackets.plan import From, Seed
from tournaments.brackets.playin import main_field, play_in, rematches
from tournaments.brackets.results import fill

CHOICES = {
    "two": TWO,
    "one": ONE,
    "double": DOUBLE,
    "small": Choices(small_final=True),
}
FIELDS = st.integers(8, 128)
CHANCE = st.integers(0, 2**32)


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("fields", [range(8, 48), range(48, 88), range(88, 129)])
def test_every_seed_sits_once_and_every_rank_leads_to_one_seat_at_most(
    name: str, fields: range
) -> None:
    for field in fields:
        bracket = build(field, CHOICES[name])
        slots = [slot for table in bracket.tables for slot in table.slots]
        assert len(set(slots)) == len(slots)
        assert {s.number for s in slots if isinstance(s, Seed)} == set(range(1, field + 1))
        known: set[str] = set()
        for table in bracket.tables:
            assert {slot.table for slot in table.slots if isinstance(slot, From)} <= known
            known.add(table.key)
        onward = bracket.leads_to()
        for table in bracket.tables[:-1]:
            ways = [From(table.key, rank) in onward for rank in (1, 2, 3, 4)]
            assert ways[: table.advance] == [True] * table.advance
            if bracket.kind == "single" and name != "small":
                assert ways == [rank <= table.advance for rank in (1, 2, 3, 4)]


@settings(max_examples=25)
@given(FIELDS, st.sampled_from(sorted(CHOICES)), CHANCE)
def test_any_field_ends_with_one_winner_and_a_place_for_everybody(
    field: int, name: str, chance: int
) -> None:
    if name == "small" and field < 8:
        return
    cup = Cup(field, CHOICES[name])
    cup.play(at_random(chance))
    filled = cup.filled
    assert {sitting.status for sitting in filled.values()} == {"finished"}
    assert all(len(set(sitting.players)) == 4 for sitting in filled.values())
    found = places(cup.bracket, filled)
    assert sorted(place.player for place in found) == sorted(cup.entrants)
    assert [place.place for place in found].count(1) == 1
    assert [place.place for place in found[:4]] == [1, 2, 3, 4]
    here = Counter(place.place for place in found)
    after = 1
    for place, number in sorted(here.items()):
        assert place == after
        assert {each.sharing for each in found if each.place == place} == {number}
        after += number


def met_again(cup: Cup, *, rounds: int = 99) -> int:
    """Pairs who met more than once in the main rounds, the final left out."""
    met = Counter(
        pair
        for sitting in cup.filled.values()
        if sitting.table.part != "final" and sitting.table.round <= rounds
        for pair in meetings(player for player in sitting.players if player)
    )
    return sum(times > 1 for times in met.values())


@settings(max_examples=25)
@given(st.sampled_from([8, 16, 32]), CHANCE)
def test_up_to_thirty_two_nobody_meets_twice_before_the_final(field: int, chance: int) -> None:
    assert met_again(Cup(field).play(at_random(chance))) == 0


@settings(max_examples=25)
@given(st.integers(9, 15).map(lambda half: 2 * half), CHANCE)
def test_who_met_in_the_play_in_does_not_meet_again_before_the_final(
    field: int, chance: int
) -> None:
    cup = Cup(field).play(at_random(chance))
    assert sum(len(s.again) for s in cup.filled.values() if s.table.part != "final") == 0


@settings(max_examples=10)
@given(st.sampled_from([64, 128]), CHANCE)
def test_in_larger_fields_nobody_meets_twice_in_the_first_three_rounds(
    field: int, chance: int
) -> None:
    cup = Cup(field).play(at_random(chance))
    assert met_again(cup, rounds=3) == 0
    told = sum(len(s.again) for s in cup.filled.values() if s.table.part != "final")
    assert told >= met_again(cup)


@pytest.mark.parametrize("field", [16, 22, 30, 32, 64, 100, 128])
def test_when_the_seeds_hold_nobody_meets_twice_and_nobody_changes_ways(field: int) -> None:
    cup = Cup(field).play()
    assert met_again(cup) == 0
    assert all(sitting.slots == sitting.table.slots for sitting in cup.filled.values())


def test_no_rematch_right_after_the_play_in_of_a_main_field_of_sixteen_or_more() -> None:
    for advance in (1, 2):
        for field in range(16, 129):
            main = main_field(field, advance)
            seeds = [Seed(number) for number in range(1, field + 1)]
            assert rematches(play_in([*seeds], main, advance)[1], main) == 0, (field, advance)


@settings(max_examples=25)
@given(FIELDS, CHANCE)
def test_with_double_elimination_one_lost_table_puts_nobody_out(field: int, chance: int) -> None:
    cup = Cup(field, DOUBLE)
    cup.play(at_random(chance))
    lost: Counter[str] = Counter()
    for sitting in cup.filled.values():
        if sitting.table.part in ("upper", "lower"):
            lost.update(rank.player for rank in sitting.ranking if rank.rank > 2)
    last = {player for player in cup.filled["F"].players if player}
    survivors = {
        p for s in cup.filled.values() if s.table.part != "play_in" for p in s.players if p
    }
    assert {player for player in survivors if lost[player] < 2} == last
    assert max(lost.values()) == 2


@settings(max_examples=25)
@given(FIELDS, st.sampled_from(sorted(CHOICES)))
def test_no_two_tables_of_a_picture_lie_on_each_other_and_edges_run_to_the_right(
    field: int, name: str
) -> None:
    bracket = build(field, CHOICES[name])
    people = entrants(field)
    picture = drawing(bracket, people, fill(bracket, people, {}))
    at = {node.key: (node.column, node.row) for node in picture.nodes}
    for (column, row), (other, other_row) in combinations(at.values(), 2):
        assert column != other or abs(row - other_row) >= 2
    assert all(at[edge.source][0] < at[edge.target][0] for edge in picture.edges)
    assert all(row < picture.rows and column < picture.columns for column, row in at.values())
    assert len(picture.edges) == len(bracket.leads_to())
