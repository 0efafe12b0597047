"""Whoever of a club plays, and whatever they wish: a seating comes out, or a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.invariants import assert_seated, assert_winds_exact, names
from tournaments.seating.errors import SeatingError
from tournaments.seating.plan import Seating
from tournaments.seating.rotation import rotation
from tournaments.seating.swiss import swiss_round
from tournaments.seating.wishes import Apart, FixedTable, Never, Once, Wish

CLUB = names(30)
FEW_TRIES = 3000

member = st.sampled_from(CLUB[:12])
some = st.frozensets(member, min_size=1, max_size=5)
wish: st.SearchStrategy[Wish] = st.one_of(
    st.builds(Apart, some),
    st.builds(Never, some),
    st.builds(Once, member, member),
    st.builds(FixedTable, member, st.integers(0, 4)),
)
CODES = {
    "too_few_players",
    "no_rounds",
    "unknown_player",
    "too_few_in_wish",
    "no_such_table",
    "two_tables",
    "table_overfull",
    "contradiction",
}


Made = TypeVar("Made")


def unless_refused(make: Callable[[], Made]) -> Made | None:
    """What is made, or None after a refusal with one of the known reasons."""
    try:
        return make()
    except SeatingError as refused:
        if refused.code not in CODES:
            raise
        return None


@settings(max_examples=60)
@given(st.sets(st.sampled_from(CLUB)), st.integers(0, 5), st.lists(wish, max_size=3), st.binary())
def test_a_rotation_ends_or_says_why_not(
    here: set[str], rounds: int, wishes: list[Wish], seed: bytes
) -> None:
    players = sorted(here)
    schedule = unless_refused(
        lambda: rotation(players, rounds, seed, wishes=wishes, tries=FEW_TRIES)
    )
    if not schedule:
        return
    assert len(schedule.seatings) == rounds
    for seating in schedule.seatings:
        assert_seated(seating, players)
    assert_winds_exact(schedule.seatings)


@settings(max_examples=30)
@given(st.lists(st.sets(st.sampled_from(CLUB), min_size=4), min_size=1, max_size=4), st.binary())
def test_a_rotation_whose_players_come_and_go_ends(attendance: list[set[str]], seed: bytes) -> None:
    played: tuple[Seating, ...] = ()
    for round_, here in enumerate(attendance, 1):
        schedule = rotation(sorted(here), round_ + 2, seed, played=played, tries=FEW_TRIES)
        for seating in schedule.seatings[round_ - 1 :]:
            assert_seated(seating, sorted(here))
        played = schedule.seatings[:round_]


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.sampled_from(CLUB), unique=True), min_size=1, max_size=5),
    st.lists(wish, max_size=3),
    st.integers(0, 100),
)
def test_swiss_rounds_end_or_say_why_not(
    standings: list[list[str]], wishes: list[Wish], weight: int
) -> None:
    played: list[Seating] = []
    for standing in standings:
        pairing = unless_refused(
            lambda standing=standing: swiss_round(
                standing, b"s", played=played, wishes=wishes, repeat_weight=weight
            )
        )
        if not pairing:
            continue
        assert_seated(pairing.seating, standing)
        played.append(pairing.seating)
