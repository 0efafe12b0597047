"""A match before its first hand: contributions to the walls, the start, what can be opened."""

from __future__ import annotations

import hashlib

import pytest

from engine import wall
from engine.errors import InvalidInput
from engine.play import commands as c
from engine.play import events as e
from engine.play.defaults import waiting_on
from engine.play.match import ClockSettings, Length, Player
from tests.engine.play.matches import ENTROPY, commit, fresh, refused, started
from tests.strategies import Table, people


def test_all_commit_before_anybody_opens() -> None:
    table = fresh()
    commit(table, 0, 1, 2)
    assert waiting_on(table.state) == (3,)
    assert refused(table, c.OpenEntropy(0, ENTROPY[0])).code == "wrong_phase"
    commit(table, 3)
    table.do(c.OpenEntropy(2, ENTROPY[2]))
    assert waiting_on(table.state) == (0, 1, 3)


def test_an_opening_must_match_what_was_committed() -> None:
    table = fresh()
    commit(table, 0, 1, 2, 3)
    assert refused(table, c.OpenEntropy(0, ENTROPY[1])).code == "entropy_mismatch"
    assert refused(table, c.OpenEntropy(0, "xyz")).code == "bad_digest"


def test_each_place_commits_and_opens_once() -> None:
    table = fresh()
    commit(table, 0)
    assert refused(table, c.CommitEntropy(0, "0" * 64)).code == "already_committed"
    commit(table, 1, 2, 3)
    table.do(c.OpenEntropy(0, ENTROPY[0]))
    assert refused(table, c.OpenEntropy(0, ENTROPY[0])).code == "already_opened"


def test_who_misses_is_recorded_and_the_match_starts_all_the_same() -> None:
    table = fresh()
    commit(table, 0, 1, 2)
    assert table.do(c.CloseEntropy()) == (e.EntropyMissed(3, "commit"),)
    assert refused(table, c.OpenEntropy(3, ENTROPY[3])).code == "entropy_missed"
    table.do(c.OpenEntropy(0, ENTROPY[0]))
    assert table.do(c.CloseEntropy()) == (e.EntropyMissed(1, "open"), e.EntropyMissed(2, "open"))
    table.do(c.StartMatch(table.chain[0]))
    table.deal()


def test_when_all_miss_the_match_starts_with_stand_ins() -> None:
    table = fresh()
    assert len(table.do(c.CloseEntropy())) == 4
    table.do(c.StartMatch(table.chain[0]))
    assert refused(table, c.CloseEntropy()).code == "wrong_phase"


def test_a_built_in_player_never_misses() -> None:
    bot = Player(3, "Bot", "bot", "random", "b")
    table = fresh(players=(*people()[:3], bot))
    commit(table, 0, 1, 2)
    assert refused(table, c.CloseEntropy()).code == "bot_missing"


def test_the_match_starts_with_the_secret_committed_to() -> None:
    table = fresh()
    table.contribute()
    assert refused(table, c.StartMatch("0" * 64)).code == "wrong_secret"
    table.do(c.StartMatch(table.chain[0]))
    assert refused(table, c.DealHand(table.chain[2])).code == "wrong_secret"


def test_a_match_starts_once_and_not_before_all_have_contributed() -> None:
    table = fresh()
    start = c.StartMatch(table.chain[0])
    assert refused(table, start).code == "wrong_phase"
    commit(table, 0, 1, 2, 3)
    assert refused(table, start).code == "wrong_phase"
    table = started()
    assert refused(table, start).code == "wrong_phase"


def test_the_secret_of_a_hand_is_opened_once_and_not_before_it_is_over() -> None:
    table = started()
    first = c.OpenSecret(table.chain[1])
    assert refused(table, first).code == "wrong_phase"
    table.deal()
    assert refused(table, first).code == "wrong_phase"
    table.do(c.VoidHand("a tile was shown"))
    table.do(first)
    assert refused(table, first).code == "wrong_phase"


def test_a_hand_is_dealt_once_the_one_before_is_over_and_opened() -> None:
    table = started()
    table.deal()
    second = c.DealHand(table.chain[2])
    assert refused(table, second).code == "wrong_phase"
    table.do(c.VoidHand("a tile was shown"))
    assert refused(table, second).code == "wrong_phase"
    table.open_secret()
    table.do(second)


def test_every_contribution_changes_the_wall() -> None:
    walls = set()
    for changed in range(4):
        table = fresh()
        entropies = [*ENTROPY]
        entropies[changed] = hashlib.sha256(b"other").hexdigest()
        for place, entropy in enumerate(entropies):
            table.do(c.CommitEntropy(place, wall.entropy_digest(entropy)))
        for place, entropy in enumerate(entropies):
            table.do(c.OpenEntropy(place, entropy))
        table.do(c.StartMatch(table.chain[0]))
        table.deal()
        assert table.state.hand is not None
        walls.add(table.state.hand.wall)
    assert len(walls) == 4


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("ruleset", {"ruleset": "poker"}),
        ("options", {"options": {"no_such": 1}}),
        ("options.dead_wall", {"options": {"dead_wall": "26"}}),
        ("length", {"ruleset": "free", "length": Length("dealer_rounds")}),
        ("length.hands", {"length": Length("hands", 0)}),
        ("length.hands", {"length": Length("open", 4)}),
        ("length.rounds", {"length": Length("dealer_rounds", rounds=0)}),
        ("length.rounds", {"length": Length("dealer_rounds", rounds=101)}),
        ("length.rounds", {"length": Length("hands", 4, rounds=2)}),
        ("first_dealer", {"first_dealer": 4}),
        ("first_dealer", {"first_dealer": -1}),
        ("seat_plan", {"seat_plan": ((0, 1, 2, 3), (0, 1, 2, 2))}),
        ("seat_plan", {"seat_plan": ((0, 1, 2, 3), (0, 1, 2))}),
        ("seat_plan", {"seat_plan": ((1, 2, 3, 0),)}),
        ("seat_plan", {"seat_plan": ((0, 1, 2, 3),) * 101}),
        ("players", {"players": people()[:3]}),
        ("players", {"players": (*people()[:3], Player(3, "B", "bot", "genius", ""))}),
        ("spectator_delay", {"spectator_delay": -1}),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_the_field(
    field: str, change: dict[str, object]
) -> None:
    with pytest.raises(InvalidInput) as error:
        fresh(**change)
    assert error.value.field == field


def test_clocks_must_be_positive() -> None:
    good = fresh().commands[0]
    assert isinstance(good, c.OpenMatch)
    for clocks in (ClockSettings(decision_ms=0), ClockSettings(reserve_ms=-1)):
        with pytest.raises(InvalidInput, match="times are positive"):
            Table(1).do(
                c.OpenMatch("m", "bao", {}, Length("open"), people(), good.commitment,
                            clocks=clocks)
            )  # fmt: skip


def test_options_are_written_out_in_full() -> None:
    opened = fresh(options={"dead_wall": 20}).events[0]
    assert isinstance(opened, e.MatchOpened)
    assert opened.options["dead_wall"] == 20
    assert opened.options["max_bid"] == 13
    assert len(opened.options) == 28
