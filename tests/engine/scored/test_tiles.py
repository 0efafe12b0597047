"""A winning hand that was tapped in is scored by its tiles, under the wilds of that hand."""

from __future__ import annotations

import pytest

from engine.melds import Meld
from engine.notation import parse_tiles
from engine.play import commands as c
from engine.scored.entry import Entry, Promise
from tests.engine.scored.keeper import Keeper, tapped, won

RED = Meld("pung", parse_tiles("777z"), parse_tiles("777z"))
HALF_FLUSH = tapped("234m456m789m2m", "2m", "8s9s", (RED,))


def entry(hand, *, form: str = "two_wild", tai: int = 2, source: str = "self_draw") -> Entry:
    off = None if source == "self_draw" else 2
    return Entry("contract", Promise(0, tai, form), "won", 1, source, off, hand)


def free(hand) -> Entry:
    return Entry(None, None, "won", 1, "self_draw", None, hand)


def test_the_engine_finds_elements_and_reading():
    sheet = Keeper()
    sheet.enter(entry(HALF_FLUSH))
    breakdown = sheet.state.sheet[0].breakdown
    assert [one["id"] for one in breakdown["elements"]] == ["dragon_pung", "half_flush", "no_wild"]
    assert [one["tiles"] for one in breakdown["as"]] == ["777z", "234m", "456m", "789m", "22m"]
    # 2^3 from each, and the stake of 5 from the contractor to each of the others.
    assert sheet.points == [-23, 29, -3, -3]


def test_tiles_and_ticks_of_the_same_hand_are_the_same_hand():
    sheet = Keeper()
    sheet.enter(entry(HALF_FLUSH), by=1)
    ticks = ("dragon_pung", "half_flush", "no_wild")
    sheet.say(c.EnterHand(1, 2, won(1, *ticks, bid=(0, 2))))
    assert sheet.state.sheet[0].confirmed == (1, 2)


@pytest.mark.parametrize(
    ("hand", "refusal"),
    [
        (entry(tapped("234m456m789m2m", "2m", "8s", (RED,))), ("wilds_count", "C2")),
        (entry(HALF_FLUSH, form="one_wild"), ("wilds_count", "C2")),
        (entry(tapped("234m456m789m2m", "2m", "1s9p", (RED,))), ("wilds_not_neighbours", "C4")),
        (entry(tapped("234m456m789m3m", "2m", "8s9s", (RED,))), ("not_complete", "W1")),
        (entry(tapped("234m456m789m", "2m", "8s9s", (RED,))), ("invalid_input", "concealed")),
        (entry(tapped("222m222m789m2m", "2m", "8s9s", (RED,))), ("invalid_input", "concealed")),
        (
            entry(tapped("234m456m789m2m", "2m", "8s9s", (RED,), kong_draw=True)),
            ("invalid_input", "kong_draw"),
        ),
        (
            entry(tapped("234m456m789m2m", "2m", "8s9s", (RED,), blessing="earthly")),
            ("invalid_input", "blessing"),
        ),
    ],
)
def test_tiles_that_cannot_have_won_are_refused(hand, refusal):
    assert Keeper().refused_entry(hand) == refusal


def test_a_dead_wild_is_not_won_on():
    """C7."""
    sheet = Keeper(options={"wild_discard": "dead"})
    hand = tapped("234m456m789m8s", "8s", "8s9s", (RED,))
    assert sheet.refused_entry(entry(hand, source="discard")) == ("dead_wild", "C7")


def test_wilds_that_the_match_has_fixed_are_the_only_ones():
    """C3."""
    sheet = Keeper("free", {"free_wild": "fixed"}, fixed_wilds=parse_tiles("5s6s"))
    laid = (Meld("pung", parse_tiles("666m"), parse_tiles("666m")),)
    other = free(tapped("234m456m789m1m", "1m", "8s9s", laid))
    assert sheet.refused_entry(other) == ("wilds_fixed", "C3")
    sheet.enter(free(tapped("234m456m789m1m", "1m", "5s6s", laid)))
    assert sheet.state.sheet[0].breakdown["tai"] == 8
