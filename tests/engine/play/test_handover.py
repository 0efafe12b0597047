"""A seat changes hands in the midst of a match: who may take it, and what goes with it."""

from __future__ import annotations

import pytest

from engine import wall
from engine.conservation import breaches
from engine.errors import IllegalAction, InvalidInput
from engine.play import commands as c
from engine.play import events as e
from engine.play.defaults import waiting_on
from engine.play.evolve import fold
from engine.play.legal import legal
from engine.play.match import Length, Player, Successor
from engine.recommand import may_send
from tests.strategies import Table, eager, people

EVA = Successor("Eva", "human", None, "u4")
FAN = Successor("Fan", "human", None, "u5")
ANN = Successor("Ann", "human", None, "u0")
BOT = Successor("Built-in", "bot", "sensible", "")


def table(*, dealt: bool = True, seed: int = 4) -> Table:
    one = Table(seed)
    one.start(length=Length("open"))
    if dealt:
        one.deal()
    return one


def give(one: Table, place: int, player: Successor, reason: str = "") -> tuple[e.Event, ...]:
    return one.do(c.HandOverSeat(place, player, reason))


def refused(one: Table, place: int, player: Successor) -> str:
    with pytest.raises(IllegalAction) as error:
        give(one, place, player)
    return error.value.code


def test_a_substitute_sits_down_at_once() -> None:
    one = table()
    assert give(one, 2, EVA, "ill") == (e.SeatHandedOver(2, EVA, "ill"),)
    assert one.state.players[2] == Player(2, "Eva", "human", None, "u4")
    assert one.state.players[1].name == "Ben"


def test_the_hand_the_points_and_the_turn_stay_as_they_are() -> None:
    one = table()
    before = one.state
    give(one, waiting_on(before)[0], EVA)
    after = one.state
    assert after._replace(players=before.players, leavers=(), court=before.court) == before
    assert waiting_on(after) == waiting_on(before)
    seat = after.hand.seat_of(waiting_on(after)[0])
    assert legal(after, seat) == legal(before, seat)


def test_how_a_match_was_opened_is_not_rewritten() -> None:
    one = table()
    give(one, 2, EVA)
    assert one.state.setup is not None
    assert one.state.setup.players == people()


@pytest.mark.parametrize("dealt", [True, False])
def test_within_a_hand_and_between_two(dealt: bool) -> None:
    one = table(dealt=dealt)
    give(one, 0, EVA)
    give(one, 0, BOT)
    give(one, 0, ANN)
    assert one.state.players[0] == people()[0]
    assert one.state.bots == (None,) * 4


def test_a_built_in_player_plays_for_itself_and_not_for_somebody_away() -> None:
    one = table()
    give(one, 1, BOT)
    assert one.state.bots[1] == "sensible"
    for command in (c.ReturnPlayer(1), c.TakeOver(1, "random")):
        with pytest.raises(IllegalAction) as error:
            one.do(command)
        assert error.value.code == "no_person"


def test_who_comes_for_somebody_away_plays_in_person() -> None:
    one = table()
    one.do(c.TakeOver(1, "random"))
    give(one, 1, EVA)
    assert one.state.bots[1] is None


def test_paused_or_not() -> None:
    one = table()
    one.do(c.PauseMatch("tea"))
    give(one, 3, EVA)
    assert one.state.paused


def test_the_same_player_again_is_refused() -> None:
    one = table()
    assert refused(one, 0, ANN) == "same_player"


def test_nobody_sits_at_two_places() -> None:
    one = table()
    assert refused(one, 1, ANN) == "sits_already"
    give(one, 0, EVA)
    assert refused(one, 3, EVA) == "sits_already"


def test_nobody_plays_a_hand_of_which_they_saw_other_tiles() -> None:
    one = table()
    give(one, 0, EVA)
    give(one, 0, FAN)
    assert refused(one, 1, EVA) == "saw_other_hand"
    assert refused(one, 1, ANN) == "saw_other_hand"
    give(one, 0, EVA)
    one.do(c.VoidHand("shown"))
    assert refused(one, 1, ANN) == "saw_other_hand"
    one.open_secret()
    give(one, 1, ANN)
    one.deal()
    assert one.state.leavers == ()
    give(one, 2, FAN)


def test_built_in_players_and_guests_without_an_account_are_nobody_in_particular() -> None:
    one = table()
    guest = Successor("Guest", "human", None, "")
    for place in range(3):
        give(one, place, guest)
    for place in range(3):
        give(one, place, BOT)


@pytest.mark.parametrize(
    "player",
    [
        Successor("Eva", "human", "sensible", "u4"),
        Successor("X", "bot", "genius", ""),
        Successor("X", "bot", None, ""),
        Successor("n" * 101, "human", None, "u4"),
        Successor("Eva", "human", None, "i" * 101),
    ],
)
def test_who_cannot_be_a_player_is_refused(player: Successor) -> None:
    with pytest.raises(InvalidInput) as error:
        give(table(), 0, player)
    assert error.value.field == "player"


def test_no_place_and_no_match_are_refused() -> None:
    one = table(dealt=False)
    assert refused(one, 4, EVA) == "no_place"
    assert refused(Table(1), 0, EVA) == "no_match"
    one.do(c.CallTime())
    assert refused(one, 0, EVA) == "no_match"


# Before the match, while contributions to the walls are gathered


def gathering(players: tuple[Player, ...] | None = None) -> Table:
    one = Table(4)
    one.open(length=Length("open"), players=players)
    return one


def commit(one: Table, *places: int) -> None:
    for place in places:
        one.do(c.CommitEntropy(place, wall.entropy_digest(f"{place + 1:064x}")))


def test_what_was_not_contributed_yet_counts_as_missed() -> None:
    one = gathering()
    commit(one, 0, 1, 2)
    events = give(one, 3, EVA)
    assert events[1:] == (e.EntropyMissed(3, "commit"),)
    assert one.state.phase == "open"


def test_a_promise_of_who_has_left_cannot_be_kept() -> None:
    one = gathering()
    commit(one, 0, 1)
    assert give(one, 1, EVA)[1:] == (e.EntropyMissed(1, "open"),)
    commit(one, 2, 3)
    assert waiting_on(one.state) == (0, 2, 3)
    for place in (0, 2, 3):
        one.do(c.OpenEntropy(place, f"{place + 1:064x}"))
    one.do(c.StartMatch(one.chain[0]))
    assert one.state.phase == "between"


def test_a_contribution_that_was_opened_counts_whoever_sits_there() -> None:
    one = gathering()
    commit(one, 0, 1, 2, 3)
    one.do(c.OpenEntropy(1, f"{2:064x}"))
    assert len(give(one, 1, BOT)) == 1
    assert one.state.missed == ()


def test_a_built_in_player_stays_until_it_has_contributed() -> None:
    one = gathering((Player(0, "B", "bot", "random", ""), *people()[1:]))
    assert refused(one, 0, EVA) == "entropy_running"
    commit(one, 0, 1, 2, 3)
    assert refused(one, 0, EVA) == "entropy_running"
    for place in range(4):
        one.do(c.OpenEntropy(place, f"{place + 1:064x}"))
    give(one, 0, EVA)


# Who may send what


def test_only_referees_and_organisers_hand_seats_over() -> None:
    state, command = table().state, c.HandOverSeat(0, EVA)
    assert may_send(state, command, "referee:7")
    assert may_send(state, command, "organiser:7")
    for actor in ("system", "clock", "place:0", "bot:0", "scorer:7"):
        assert not may_send(state, command, actor)


def test_who_acts_for_a_place_is_who_sits_there_now() -> None:
    one = table()
    place = waiting_on(one.state)[0]
    seat = one.state.hand.seat_of(place)
    command = c.PassBid(seat)
    give(one, place, BOT)
    assert may_send(one.state, command, f"bot:{place}")
    assert not may_send(one.state, command, f"place:{place}")
    give(one, place, EVA)
    assert not may_send(one.state, command, f"bot:{place}")
    assert may_send(one.state, command, f"place:{place}")


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_nothing_comes_or_goes_and_a_replay_equals_the_match(ruleset: str) -> None:
    one = Table(21)
    one.start(ruleset, length=Length("hands", 3))
    for state in one.play_meddled(eager(21), 21):
        assert breaches(state) == []
    assert any(isinstance(event, e.SeatHandedOver) for event in one.events)
    assert fold(one.events) == one.state
