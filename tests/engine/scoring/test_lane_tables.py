"""The shipped tables against a plain search, and against what the generator makes."""

import hashlib
import zlib
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scoring import tables
from engine.scoring.build_tables import missing_table, numbers_tables, shape_table
from engine.scoring.lanes import convolve, honour_mask, lane_class
from engine.scoring.missing import missing_vector

TABLES_SHA256 = "bca7ae039919333553d25538e8b0d8ac294b0c56661fe68527b8757d25529cac"
CLASSES_SHA256 = "a9914f0d97bc16e1d73adef8b6345d4abe04accf0be5f315035786ba6f9a0c83"
RUNS = [(i, i + 1, i + 2) for i in range(7)]
PUNGS = [(i, i, i) for i in range(9)]
PAIRS = [(i, i) for i in range(9)]


def lanes_of_at_most(tiles: int, kinds: int = 9) -> st.SearchStrategy[tuple[int, ...]]:
    deck = [kind for kind in range(kinds) for _ in range(4)]
    return st.permutations(deck).flatmap(
        lambda shuffled: st.integers(0, tiles).map(
            lambda size: tuple(shuffled[:size].count(kind) for kind in range(kinds))
        )
    )


def code_of(counts: tuple[int, ...]) -> int:
    return sum(copies * 5**rank for rank, copies in enumerate(counts))


@cache
def all_arrangements(sets: int, pairs: int, sort: str) -> set[tuple[int, ...]]:
    """Counts of every choice of so many sets and pairs, by adding one after another."""
    if sets == pairs == 0:
        return {(0,) * 9}
    pieces = PAIRS if pairs else {"any": RUNS + PUNGS, "chows": RUNS, "pungs": PUNGS}[sort]
    smaller = all_arrangements(sets - (not pairs), 0, sort)
    return {
        tuple(count + piece.count(kind) for kind, count in enumerate(counts))
        for counts, piece in product(smaller, pieces)
    }


def held_by_search(counts: tuple[int, ...], sets: int, pairs: int, sort: str, cap: int) -> bool:
    return any(
        all(own <= used <= cap for own, used in zip(counts, arrangement, strict=True))
        for arrangement in all_arrangements(sets, pairs, sort)
    )


@given(lanes_of_at_most(14), st.integers(0, 3), st.integers(0, 1))
def test_a_lane_is_held_exactly_where_a_search_holds_it(counts, sets, pairs) -> None:
    masks = tables.NUMBER_CLASSES[tables.NUMBER_SHAPE[code_of(counts)]]
    for mask, sort in zip(masks, ("any", "chows", "pungs"), strict=True):
        expected = held_by_search(counts, sets, pairs, sort, cap=99)
        assert bool(mask >> sets + 5 * pairs & 1) == expected, sort


@given(lanes_of_at_most(12), st.integers(0, 3), st.integers(0, 1))
def test_with_four_of_a_kind_at_most_too(counts, sets, pairs) -> None:
    four_of_each = 5**9 - 1
    for mask, sort in zip(
        lane_class(code_of(counts), four_of_each), ("any", "chows", "pungs"), strict=True
    ):
        expected = held_by_search(counts, sets, pairs, sort, cap=4)
        assert bool(mask >> sets + 5 * pairs & 1) == expected, sort


@given(lanes_of_at_most(13), st.integers(0, 3), st.integers(0, 1), st.sampled_from([4, 99]))
def test_the_least_missing_tiles_are_those_of_a_search(counts, sets, pairs, cap) -> None:
    expected = min(
        sum(max(0, used - own) for own, used in zip(counts, arrangement, strict=True))
        for arrangement in all_arrangements(sets, pairs, "any")
        if max(arrangement) <= cap
    )
    code = code_of(counts)
    if cap == 99:
        vector = tables.NUMBER_VECTORS[tables.NUMBER_MISSING[code]]
    else:
        vector = missing_vector(code, False, 5**9 - 1)
    assert vector[sets + 5 * pairs] == expected


@given(lanes_of_at_most(14), lanes_of_at_most(14), lanes_of_at_most(8, kinds=7), st.integers(0, 4))
def test_the_win_sums_agree_with_the_masks(first, second, honours, sets) -> None:
    codes = code_of(first), code_of(second), code_of(honours)
    mask = convolve(
        convolve(lane_class(codes[0])[0], lane_class(codes[1])[0]), honour_mask(codes[2])
    )
    total = tables.NUMBER_WIN[codes[0]] + tables.NUMBER_WIN[codes[1]] + tables.HONOUR_WIN[codes[2]]
    assert tables.WIN_SUMS[sets][total] == bool(mask >> sets + 5 & 1)


@pytest.mark.parametrize(
    ("counts", "sets", "pairs"),
    [
        ((0, 4, 1, 1, 0, 0, 0, 0, 0), 1, 1),  # 222234: a pung inside a run does not fit two sets
        ((0, 4, 1, 1, 0, 0, 0, 0, 0), 2, 0),
    ],
)
def test_222234_is_a_pung_and_a_run(counts, sets, pairs) -> None:
    mask = lane_class(code_of(counts))[0]
    assert bool(mask >> sets + 5 * pairs & 1) is (pairs == 0)


def test_222333444_is_read_as_pungs_and_as_runs() -> None:
    any_sort, chows, pungs = lane_class(code_of((0, 3, 3, 3, 0, 0, 0, 0, 0)))
    assert any_sort >> 3 & chows >> 3 & pungs >> 3 & 1


def test_the_shipped_tables_have_their_digests() -> None:
    codes = zlib.decompress(tables.TABLES_FILE.read_bytes())
    assert hashlib.sha256(codes).hexdigest() == TABLES_SHA256
    assert hashlib.sha256(tables.CLASSES_FILE.read_bytes()).hexdigest() == CLASSES_SHA256


def test_the_small_tables_are_what_the_generator_makes() -> None:
    """The large ones take seconds; the digests stand for them."""
    pair, three, numbers, _ = numbers_tables(list(tables.NUMBER_CLASSES))
    assert (tuple(pair), tuple(three)) == (tables.NUMBERS_OF_PAIR, tables.NUMBERS_OF_THREE)
    assert tuple(numbers) == tables.SHIPPED_NUMBERS
    assert shape_table(7).codes == tables.HONOUR_SHAPE
    assert missing_table(7).codes == tables.HONOUR_MISSING
