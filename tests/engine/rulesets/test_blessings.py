"""E12: who can win 天胡 or 地胡, and in which way."""

from __future__ import annotations

from itertools import product

import pytest

from engine.rules.settlement import SOURCES
from engine.rulesets import get_ruleset
from engine.seats import ALL_SEATS, E, N, S, W

THE_DEALER_DRAWS = {(E, "self_draw", None)}
ANOTHER_DRAWS = {(seat, "self_draw", None) for seat in (S, W, N)}
ANOTHER_TAKES_THE_DEALERS_DISCARD = {(seat, "discard", E) for seat in (S, W, N)}


@pytest.mark.parametrize(
    ("game", "blessing", "ways"),
    [
        ("bao", "heavenly", THE_DEALER_DRAWS),
        ("bao", "earthly", ANOTHER_TAKES_THE_DEALERS_DISCARD),
        ("free", "heavenly", THE_DEALER_DRAWS),
        ("free", "earthly", ANOTHER_DRAWS),
    ],
)
def test_e12_ways_to_win_by_a_blessing(game, blessing, ways) -> None:
    fits = get_ruleset(game).blessing_fits
    found = {
        (winner, source, loser)
        for winner, source, loser in product(ALL_SEATS, SOURCES, (None, *ALL_SEATS))
        if (source == "self_draw") == (loser is None) and winner != loser
        if fits(blessing, winner, source, loser)
    }
    assert found == ways
