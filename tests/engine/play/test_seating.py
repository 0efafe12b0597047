"""Changing seats inside a match 换位: when it happens, who sits where, and who deals next."""

from __future__ import annotations

import pytest

from engine.conservation import breaches
from engine.play import events as e
from engine.play.evolve import fold
from engine.play.match import Length, TurnOrder, from_dealer
from engine.play.state import MatchState
from engine.redact import redact
from engine.seats import E, S
from engine.view import view
from engine.viewer import Viewer
from tests.engine.redact.fold_view import fold_view
from tests.strategies import Table, eager, sensible
from tournaments.seatplan import Plan, seat_plan, seated

CLOCKWISE: tuple[TurnOrder, ...] = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1))
CROSSED: tuple[TurnOrder, ...] = ((0, 1, 2, 3), (2, 1, 0, 3), (3, 2, 0, 1))
THREE = Length("dealer_rounds", rounds=3)
VIEWERS = (
    *(Viewer("seat", place) for place in range(4)),
    Viewer("spectator"),
    Viewer("referee"),
)


def played(plan: tuple[TurnOrder, ...], seed: int = 3, first: int | None = 0, **more) -> Table:
    """A whole match with a plan of seats."""
    table = Table(seed)
    table.start(seat_plan=plan, first_dealer=first, **{"length": THREE, **more})
    for _state in table.play(sensible(seed)):
        pass
    return table


def changes(table: Table) -> list[e.SeatsChanged]:
    return [event for event in table.events if isinstance(event, e.SeatsChanged)]


def new_dealers(table: Table) -> list[int]:
    """Who dealt, once for each turn at it."""
    dealt = [event for event in table.events if isinstance(event, e.HandDealt)]
    return [event.dealer for event in dealt if not event.repeat]


def test_seats_change_when_everybody_has_lost_the_deal() -> None:
    table = played(CROSSED)
    assert [event.order for event in changes(table)] == list(CROSSED[1:])
    before = [type(event) for event in table.events].index(e.SeatsChanged)
    assert isinstance(table.events[before - 1], e.SecretOpened)
    assert isinstance(table.events[before + 1], e.HandDealt)


@pytest.mark.parametrize("first", range(4))
def test_the_chair_that_dealt_first_deals_first_in_every_round(first: int) -> None:
    table = played(CROSSED, first=first)
    expected = [order[(first + turn) % 4] for order in CROSSED for turn in range(4)]
    assert new_dealers(table) == expected


def test_going_round_clockwise_lets_the_next_player_begin() -> None:
    assert new_dealers(played(CLOCKWISE)) == [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1]


def test_nobody_moves_at_the_end_of_the_match() -> None:
    table = played(CROSSED, length=Length("dealer_rounds", rounds=2))
    assert len(changes(table)) == 1
    assert isinstance(table.events[-1], e.MatchEnded)
    assert isinstance(table.events[-2], e.SecretOpened)


def test_a_plan_that_is_too_short_stays_at_its_last_round() -> None:
    table = played(CROSSED[:2])
    assert [event.order for event in changes(table)] == [CROSSED[1]]


def test_seats_that_stay_are_not_told() -> None:
    assert not changes(played(((0, 1, 2, 3),) * 3))
    assert not changes(played(()))


def test_the_turn_order_goes_by_the_new_seats() -> None:
    table = Table(3)
    table.start(seat_plan=CROSSED, first_dealer=0, length=THREE)
    for state in table.play(sensible(3)):
        if state.hand is not None and state.phase == "hand":
            order = CROSSED[state.dealer_rounds]
            places = [state.hand.place_of(seat) for seat in range(4)]
            assert tuple(places) == from_dealer(order, state.hand.dealer)
            assert [state.hand.seat_of(place) for place in places] == [0, 1, 2, 3]
    hand = table.state.hand
    assert hand is not None
    assert hand.place_of(S) == CROSSED[2][(CROSSED[2].index(hand.place_of(E)) + 1) % 4]


def test_a_chow_is_claimed_from_who_sits_before_now() -> None:
    table = Table(11)
    table.start(seat_plan=CROSSED, first_dealer=0, length=THREE)
    upstream = set()
    for state in table.play(eager(11)):
        last = state.hand.last if state.hand else None
        if isinstance(last, e.MeldClaimed) and last.kind == "chow":
            assert state.hand is not None
            giver, taker = state.hand.place_of(last.source), state.hand.place_of(last.seat)
            order = CROSSED[state.dealer_rounds]
            assert order[(order.index(giver) + 1) % 4] == taker
            upstream.add((state.dealer_rounds, taker - giver))
    assert any(rounds and step != 1 for rounds, step in upstream)


@pytest.mark.parametrize("seed", range(3))
def test_points_stay_with_the_places(seed: int) -> None:
    """Each hand's payments, added up by who sat where by the plan."""
    table = played(CROSSED, seed)
    points, order, dealer = [0, 0, 0, 0], (0, 1, 2, 3), 0
    for event in table.events:
        if isinstance(event, e.SeatsChanged):
            order = event.order
        if isinstance(event, e.HandDealt):
            dealer = event.dealer
        paid = (
            event.payments
            if isinstance(event, e.HandExhausted)
            else event.breakdown["payments"]
            if isinstance(event, e.HandWon)
            else {}
        )
        for turn, seat in enumerate("ESWN"):
            points[order[(order.index(dealer) + turn) % 4]] += paid.get(seat, 0)
    assert tuple(points) == table.state.points
    assert sum(points) == 0


@pytest.mark.parametrize(("ruleset", "seed"), [("bao", 5), ("bao", 6), ("free", 5)])
def test_nothing_comes_or_goes_and_a_replay_equals_the_match(ruleset: str, seed: int) -> None:
    table = Table(seed)
    table.start(ruleset, seat_plan=CROSSED, length=Length("hands", 24))
    for state in table.play_meddled(eager(seed), seed):
        assert breaches(state) == []
    assert fold(table.events) == table.state


@pytest.mark.parametrize(("ruleset", "hands"), [("bao", 12), ("free", 40)])
def test_every_viewers_fold_follows_the_change(ruleset: str, hands: int) -> None:
    table = Table(7)
    table.start(ruleset, seat_plan=CROSSED, length=Length("hands", hands))
    for _state in table.play(sensible(7)):
        pass
    assert changes(table)
    state = fold(table.events[:10])
    views = {viewer: view(state, viewer) for viewer in VIEWERS}
    for event in table.events[10:]:
        after = fold([event], state)
        for viewer in VIEWERS:
            views[viewer] = fold_view(views[viewer], redact(event, state, viewer))
            if after.hand is None or not after.hand.answers:
                assert views[viewer] == view(after, viewer)
        state = after


def test_the_winner_keeps_the_deal_wherever_they_go() -> None:
    table = played(CROSSED, options={"dealer_succession": "winner"}, length=Length("hands", 40))
    state = MatchState.empty()
    for event in table.events:
        if isinstance(event, e.SeatsChanged):
            assert event.dealer == state.dealer
        state = fold([event], state)
    assert changes(table)


@pytest.mark.parametrize("kind", ["clockwise", "drawn"])
def test_a_tournaments_plan_seats_everybody_where_it_says(kind) -> None:
    plan: Plan = seat_plan(kind, 3, seed=b"an event's seed" * 2, match="m")
    orders = tuple(seated(plan, number) for number in (1, 2, 3))
    table = played(orders)
    first_of_round = [order[0] for order in orders]
    assert new_dealers(table)[::4] == first_of_round
    for event, order in zip(changes(table), orders[1:], strict=True):
        assert event.order == order
        assert [event.order.index(player) for player in range(4)] == list(plan[orders.index(order)])
