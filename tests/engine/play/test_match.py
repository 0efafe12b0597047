"""The match around the hands: entropy, lengths, time, pauses, absences, voided hands."""

from __future__ import annotations

import pytest

from engine import wall
from engine.play import commands as c
from engine.play import events as e
from engine.play.legal import legal
from engine.play.match import Length, Player
from tests.engine.play.matches import fresh, refused, started
from tests.strategies import Table, at_random, eager, people


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
