from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import process_time

import pytest

from tests.tournaments.seating.invariants import assert_seated, names
from tournaments.seating.errors import SeatingError
from tournaments.seating.plan import Facts, Seating
from tournaments.seating.swaps import swapped
from tournaments.seating.swiss import Pairing, swiss_round
from tournaments.seating.wishes import Apart, FixedTable, Never


def event(players: int, rounds: int, weight: int | None = None) -> list[Pairing]:
    """Rounds after results in which the better player tends to win."""
    chance = Random(players)
    points = dict.fromkeys(names(players), 0)
    pairings: list[Pairing] = []
    for _ in range(rounds):
        standing = ranked(points)
        pairings.append(
            swiss_round(standing, b"swiss", played=seatings(pairings), repeat_weight=weight)
        )
        for table in pairings[-1].seating.tables:
            order = sorted(table, key=lambda player: (player, chance.random() < 0.5))
            chance.shuffle(order)
            for player, won in zip(order, (4, 2, 1, 0), strict=True):
                points[player] += won
    return pairings


def ranked(points: dict[str, int]) -> list[str]:
    return sorted(points, key=lambda player: (-points[player], player))


def seatings(pairings: Sequence[Pairing]) -> list[Seating]:
    return [pairing.seating for pairing in pairings]


@pytest.mark.parametrize(("players", "rounds"), [(32, 6), (64, 8), (100, 8)])
def test_no_pair_meets_twice_while_that_can_be_avoided(players: int, rounds: int) -> None:
    assert not any(pairing.repeats for pairing in event(players, rounds))


@pytest.mark.parametrize("players", [16, 17, 30, 100])
def test_eight_rounds_give_each_wind_twice_give_or_take_one(players: int) -> None:
    pairings = event(players, 8)
    for winds in Facts.of(seatings(pairings)).winds.values():
        assert max(winds) <= 3
        assert min(winds) >= (2 if sum(winds) == 8 else 1) - 1


@pytest.mark.parametrize("players", [8, 13, 22])
def test_everybody_has_one_seat_and_sitting_out_goes_round(players: int) -> None:
    pairings = event(players, 6)
    for pairing in pairings:
        assert_seated(pairing.seating, names(players))
    sat = Facts.of(seatings(pairings)).sat_out
    times = [len(sat.get(player, ())) for player in names(players)]
    assert max(times) - min(times) <= 1


def test_the_first_round_of_equals_seats_neighbours() -> None:
    pairing = swiss_round(names(16), b"s")
    tables = [sorted(table) for table in pairing.seating.tables]
    assert tables == [names(16)[at : at + 4] for at in range(0, 16, 4)]
    assert pairing.rank_spread == 4 * 10


def test_the_slider_goes_from_standing_alone_to_new_opponents() -> None:
    first = swiss_round(names(16), b"s").seating
    by_standing = swiss_round(names(16), b"s", played=[first], repeat_weight=0)
    anew = swiss_round(names(16), b"s", played=[first])
    assert by_standing.rank_spread == 40
    assert len(by_standing.repeats) == 24
    assert anew.repeats == ()
    assert anew.rank_spread > 40


def test_neither_end_of_the_standing_pays_for_the_other() -> None:
    pairings = event(64, 8)
    top = sum(pairing.top_spread for pairing in pairings)
    bottom = sum(pairing.bottom_spread for pairing in pairings)
    assert 0.75 < top / bottom < 1.33


def test_four_hundred_players_are_paired_within_two_seconds() -> None:
    first = swiss_round(names(400), b"s").seating
    began = process_time()
    second = swiss_round(names(400), b"s", played=[first])
    assert process_time() - began < 2
    assert second.repeats == ()


def test_wishes_hold_in_a_swiss_round() -> None:
    players = names(16)
    wishes = [
        Never(frozenset(players[:2])),
        Apart(frozenset(players[4:7])),
        FixedTable(players[0], 4),
        FixedTable(players[15], 4),
    ]
    pairing = swiss_round(players, b"s", wishes=wishes)
    assert pairing.gave_way == ()
    assert {players[0], players[15]} <= set(pairing.seating.tables[3])
    assert players[1] not in pairing.seating.tables[3]


def test_a_wish_that_gives_way_is_named() -> None:
    wish = Never(frozenset(names(8)[:3]))
    assert swiss_round(names(8), b"s", wishes=[wish]).gave_way[0].wish == wish


def test_the_lowest_sits_out_first_and_not_twice() -> None:
    first = swiss_round(names(9), b"s").seating
    second = swiss_round(names(9), b"s", played=[first]).seating
    assert (first.sitting_out, second.sitting_out) == (("player 008",), ("player 007",))


def test_pairing_again_from_the_same_facts_gives_the_same() -> None:
    assert swiss_round(names(30), b"s") == swiss_round(names(30), b"s")


class TestSwap:
    def test_a_swap_tells_what_it_breaks(self) -> None:
        players = names(16)
        first = swiss_round(players, b"s").seating
        second = swiss_round(players, b"s", played=[first])
        one, other = players[0], mate_at_another_table(players[1], players[0], second.seating)
        swap = swapped(second, one, other, standing=players, played=[first])
        assert (players[0], players[1]) in {repeat.players for repeat in swap.new_repeats}
        assert not swap.breaks_nothing
        assert_seated(swap.pairing.seating, players)

    def test_a_swap_with_one_who_sits_out(self) -> None:
        pairing = swiss_round(names(9), b"s")
        swap = swapped(pairing, "player 008", "player 000", standing=names(9))
        assert swap.pairing.seating.sitting_out == ("player 000",)
        assert swap.spread_added > 0
        assert swap.breaks_nothing

    def test_a_wish_broken_by_hand_is_named(self) -> None:
        players = names(8)
        wish = Never(frozenset((players[0], players[4])))
        pairing = swiss_round(players, b"s")
        swap = swapped(pairing, players[1], players[4], standing=players, wishes=[wish])
        assert [broken.wish for broken in swap.newly_gave_way] == [wish]

    @pytest.mark.parametrize(
        ("one", "other", "code"),
        [
            ("player 000", "player 000", "same_player"),
            ("player 000", "nobody", "not_in_round"),
        ],
    )
    def test_what_cannot_be_swapped_says_why(self, one: str, other: str, code: str) -> None:
        with pytest.raises(SeatingError) as refused:
            swapped(swiss_round(names(8), b"s"), one, other, standing=names(8))
        assert refused.value.code == code


def mate_at_another_table(player: str, one: str, seating: Seating) -> str:
    """Somebody at the player's table, which is not that of `one`."""
    table = next(table for table in seating.tables if player in table)
    assert one not in table
    return next(mate for mate in table if mate != player)
