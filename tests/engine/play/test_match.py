"""The match around the hands: entropy, lengths, time, pauses, absences, voided hands."""

from __future__ import annotations

import hashlib

import pytest

from engine import wall
from engine.errors import IllegalAction, InvalidInput
from engine.play import commands as c
from engine.play import events as e
from engine.play.defaults import waiting_on
from engine.play.legal import legal
from engine.play.match import ClockSettings, Length, Player
from tests.strategies import Table, at_random, eager, people

ENTROPY = [f"{place:02x}" * 32 for place in range(4)]


def fresh(**more: object) -> Table:
    table = Table(4)
    table.open(**more)
    return table


def started(ruleset: str = "bao", **more: object) -> Table:
    table = Table(4)
    table.start(ruleset, **more)
    return table


def refused(table: Table, command: c.Command) -> IllegalAction:
    with pytest.raises(IllegalAction) as error:
        table.do(command)
    return error.value


def commit(table: Table, *places: int) -> None:
    for place in places:
        table.do(c.CommitEntropy(place, wall.entropy_digest(ENTROPY[place])))


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


def last(table: Table) -> e.Event:
    return table.events[-1]


def test_a_match_of_hands_ends_after_so_many_scored_hands() -> None:
    table = started(length=Length("hands", 3))
    list(table.play(at_random(1)))
    assert last(table) == e.MatchEnded("hands", table.state.points)
    assert table.state.played == 3


def test_hands_dealt_again_or_voided_do_not_count() -> None:
    table = started(options={"all_pass": "redeal"}, length=Length("hands", 1))
    table.deal()
    for seat in range(4):
        table.do(c.PassBid(seat))
    table.open_secret()
    table.deal()
    table.do(c.VoidHand("wrong rules"))
    table.open_secret()
    assert table.state.phase == "between"
    list(table.play(eager(2)))
    assert (table.state.played, table.state.hand_number) == (1, 3)


def test_dealer_rounds_end_when_every_place_has_lost_the_deal() -> None:
    from tests.strategies import sensible

    table = started(length=Length("dealer_rounds"))
    list(table.play(sensible(5)))
    assert last(table) == e.MatchEnded("dealer_rounds", table.state.points)
    assert table.state.lost_deal == (0, 1, 2, 3)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_match_of_several_dealer_rounds_ends_after_the_last(rounds: int) -> None:
    from tests.strategies import sensible

    table = started(length=Length("dealer_rounds", rounds=rounds), first_dealer=2)
    list(table.play(sensible(5)))
    assert last(table) == e.MatchEnded("dealer_rounds", table.state.points)
    dealt = [event for event in table.events if isinstance(event, e.HandDealt)]
    dealers = [event.dealer for event in dealt if not event.repeat]
    assert dealers == [2, 3, 0, 1] * rounds
    assert table.state.dealer_rounds_done == rounds


@pytest.mark.parametrize("place", range(4))
def test_the_first_dealer_may_be_given(place: int) -> None:
    table = started(first_dealer=place)
    assert table.state.dealer == place
    started_with = [event for event in table.events if isinstance(event, e.MatchStarted)]
    assert [event.first_dealer for event in started_with] == [place]


def test_a_given_first_dealer_leaves_the_walls_as_they_are() -> None:
    tables = started(), started(first_dealer=3)
    walls = []
    for table in tables:
        table.deal()
        assert table.state.hand is not None
        walls.append(table.state.hand.wall)
    assert walls[0] == walls[1]


@pytest.mark.parametrize("length", [Length("open"), Length("hands", 9)])
def test_other_matches_go_on_when_every_place_has_lost_the_deal(length: Length) -> None:
    table = started(length=length)
    table.deal()
    table.do(c.VoidHand("a tile was shown"))
    table.state = table.state._replace(lost_deal=(0, 1, 2, 3))
    table.open_secret()
    assert table.state.phase == "between"


def test_fixed_wilds_are_of_the_free_game_alone() -> None:
    options = {"free_wild": "fixed"}
    assert started("free", options=options).state.setup.fixed_wilds
    table = started("bao", options=options)
    assert not table.state.setup.fixed_wilds
    table.deal()
    assert table.state.hand is not None
    assert (table.state.hand.phase, table.state.hand.wilds) == ("auction", ())


def test_time_called_in_a_hand_lets_it_be_finished() -> None:
    table = started(length=Length("open"))
    table.deal()
    assert table.do(c.CallTime()) == (e.TimeCalled(),)
    assert refused(table, c.CallTime()).code == "time_called"
    list(table.play(at_random(1)))
    assert last(table) == e.MatchEnded("time", table.state.points)
    assert table.state.played == 1


def test_time_that_was_called_is_lifted_while_the_last_hand_runs() -> None:
    table = started(length=Length("open"))
    assert refused(table, c.LiftTime()).code == "time_not_called"
    table.deal()
    table.do(c.CallTime())
    assert table.do(c.LiftTime()) == (e.TimeLifted(),)
    assert not table.state.time_called
    table.do(c.CallTime())
    list(table.play(at_random(1)))
    assert last(table) == e.MatchEnded("time", table.state.points)
    assert refused(table, c.LiftTime()).code == "no_match"


def test_time_called_between_hands_ends_the_match_at_once() -> None:
    table = started(length=Length("open"))
    assert table.do(c.CallTime())[-1] == e.MatchEnded("time", (0, 0, 0, 0))
    assert refused(table, c.DealHand(table.chain[1])).code == "wrong_phase"


def test_the_organiser_ends_a_match_between_hands_only() -> None:
    table = started(length=Length("open"))
    table.deal()
    assert refused(table, c.EndMatch()).code == "hand_running"
    table.do(c.VoidHand("fire alarm"))
    table.open_secret()
    assert table.do(c.EndMatch()) == (e.MatchEnded("organiser", (0, 0, 0, 0)),)
    assert refused(table, c.EndMatch()).code == "no_match"


def test_when_the_secrets_are_used_up_the_match_ends() -> None:
    table = started(length=Length("open"))
    table.deal()
    table.do(c.VoidHand("x"))
    number = wall.CHAIN_LENGTH
    assert table.state.hand is not None
    table.state = table.state._replace(
        hand=table.state.hand._replace(number=number), hand_number=number,
        secret=table.chain[number - 1],
    )  # fmt: skip
    assert table.do(c.OpenSecret(table.chain[number]))[-1] == e.MatchEnded("secrets", (0, 0, 0, 0))


def test_nothing_is_played_while_paused() -> None:
    table = started()
    table.deal()
    table.do(c.PauseMatch("water on the table"))
    assert all(legal(table.state, seat) == () for seat in range(4))
    assert refused(table, c.PassBid(0)).code == "paused"
    assert refused(table, c.TimeOut(0)).code == "paused"
    assert refused(table, c.PauseMatch()).code == "paused"
    table.do(c.ResumeMatch())
    table.do(c.PassBid(0))
    assert refused(table, c.ResumeMatch()).code == "not_paused"


def test_a_match_that_ended_in_a_pause_does_not_go_on() -> None:
    table = started()
    table.do(c.PauseMatch())
    table.do(c.EndMatch())
    assert refused(table, c.ResumeMatch()).code == "no_match"


def test_a_paused_hand_may_be_voided() -> None:
    table = started()
    table.deal()
    table.do(c.PauseMatch())
    table.do(c.VoidHand("dispute"))
    table.open_secret()
    assert refused(table, c.DealHand(table.chain[2])).code == "paused"


def test_a_scored_hand_may_not_be_voided() -> None:
    table = started(length=Length("hands", 1))
    for state in table.play(at_random(1)):
        if state.hand is not None and state.hand.result is not None:
            break
    assert refused(table, c.VoidHand("too late")).code == "hand_over"


def test_a_built_in_player_takes_over_and_the_person_returns() -> None:
    table = started()
    table.do(c.TakeOver(2, "random"))
    assert table.state.bots == (None, None, "random", None)
    assert refused(table, c.TakeOver(2, "sensible")).code == "bot_plays"
    table.do(c.ReturnPlayer(2))
    assert table.state.bots == (None,) * 4
    assert refused(table, c.ReturnPlayer(2)).code == "not_away"
    assert refused(table, c.TakeOver(1, "genius")).code == "no_level"
    assert refused(table, c.TakeOver(7, "random")).code == "no_place"


def test_a_built_in_players_seat_is_nobodys_to_return_to() -> None:
    bot = Player(3, "Bot", "bot", "random", "b")
    table = fresh(players=(*people()[:3], bot))
    assert table.state.bots == (None, None, None, "random")
    assert refused(table, c.ReturnPlayer(3)).code == "no_person"


def test_clock_events_leave_the_state_alone() -> None:
    table = started()
    before = table.state
    table.do(c.GrantClock(1, 5000, "lag"))
    table.do(c.ExcuseDowntime(12))
    assert table.state == before
    assert refused(table, c.GrantClock(1, 0)).code == "bad_time"


def test_a_match_is_opened_once() -> None:
    table = fresh()
    assert refused(table, table.commands[0]).code == "already_open"


def test_a_hand_needs_an_open_match() -> None:
    assert refused(Table(1), c.PassBid(0)).code == "no_hand"
    assert refused(Table(1), c.PauseMatch()).code == "no_match"
