import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidNotation
from engine.hands import count, pack, unpack
from engine.notation import format_tiles, parse_tile, parse_tiles


def test_tiles_are_read_in_the_order_written() -> None:
    assert parse_tiles("1 23m 55z1m") == (0, 1, 2, 31, 31, 0)


def test_output_is_sorted_by_suit_and_names_each_suit_once() -> None:
    assert format_tiles(parse_tiles("5z9s1m5z3m")) == "13m9s55z"


@pytest.mark.parametrize(
    "text", ["8z", "9z", "0m", "m", "12", "1x", "1m2", "１m", "\ud800", "1m" * 999]
)
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        parse_tiles(text)


def test_one_tile_means_one() -> None:
    assert parse_tile("7z") == 33
    with pytest.raises(InvalidNotation):
        parse_tile("11m")


@given(st.lists(st.integers(0, 33), max_size=20))
def test_notation_survives_a_round_trip(kinds: list[int]) -> None:
    assert parse_tiles(format_tiles(kinds)) == tuple(sorted(kinds))


@given(st.permutations([k for k in range(34) for _ in range(4)]).map(lambda tiles: tiles[:14]))
def test_a_packed_hand_keeps_every_tile(tiles: list[int]) -> None:
    hand = pack(tiles)
    assert unpack(hand) == tuple(sorted(tiles))
    assert [count(hand, kind) for kind in range(34)] == [tiles.count(kind) for kind in range(34)]
