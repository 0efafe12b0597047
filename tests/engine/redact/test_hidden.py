"""Over whole matches: hidden tiles never reach a viewer, and folding events gives the view."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.errors import IllegalAction
from engine.hands import count
from engine.hashing import canonical
from engine.play import commands as c
from engine.play import events as e
from engine.play.decide import decide
from engine.play.evolve import evolve
from engine.play.match import Successor
from engine.play.state import HandState, MatchState
from engine.redact import hides_answers, redact, visible
from engine.view import view
from engine.viewer import Viewer
from tests.engine.redact.fold_view import fold_view
from tests.strategies import Choose, Table, tables

# Without shrinking: a smaller match is no plainer, and finding one takes minutes.
SLOW = settings(
    max_examples=14,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
VIEWERS = (
    *(Viewer("seat", place) for place in range(4)), Viewer("spectator"), Viewer("referee"),
    Viewer("replay"),
)  # fmt: skip
viewers = st.sampled_from(VIEWERS)
players = st.sampled_from(VIEWERS[:5])


@SLOW
@given(tables(), viewers, st.integers(0, 2**32))
def test_folding_a_viewers_events_gives_the_view(
    played: tuple[Table, Choose], viewer: Viewer, seed: int
) -> None:
    table, choose = played
    folded = view(table.state, viewer)
    state = table.state
    start = len(table.events)
    list(table.play_meddled(choose, seed))
    for event in table.events[start:]:
        folded = fold_view(folded, redact(event, state, viewer))
        state = evolve(state, event)
        assert folded == view(state, viewer)


@SLOW
@given(tables(), viewers)
def test_what_is_visible_grows_and_never_changes(
    played: tuple[Table, Choose], viewer: Viewer
) -> None:
    table, choose = played
    known: list[object] = []
    for number, state in enumerate(table.play(choose)):
        if number % 40:
            continue
        now = visible(table.events, viewer)
        assert now[: len(known)] == known
        assert [seq for seq, _ in now] == list(range(1, len(now) + 1))
        if viewer.role == "seat" and hides_answers(state):
            assert now[-1][1].type in ("TileDiscarded", "KongDeclared")
        known = list(now)


class Hand:
    """One hand of a match: the state before its deal, its deal, and its commands."""

    def __init__(self, table: Table, choose: Choose) -> None:
        table.deal()
        self.after_deal = table.state
        self.first = len(table.commands)
        for state in table.play(choose):
            if state.hand is not None and state.hand.result is not None:
                break
        self.commands = table.commands[self.first :]
        self.end = table.state

    def states(self, wall: bytes) -> Iterator[tuple[MatchState, e.Event]]:
        """Each state with the event it meets, if the hand had this wall."""
        dealt = self.after_deal.hand
        assert dealt is not None
        event = e.HandDealt(dealt.number, dealt.dealer, dealt.repeat, wall)
        state = self.after_deal._replace(hand=None)
        yield state, event
        state = evolve(state, event)
        if dealt.wilds:
            state = evolve(state, e.WildsNamed(None, dealt.wilds))
        for command in self.commands:
            for made in decide(state, command):
                yield state, made
                state = evolve(state, made)

    def stream(self, wall: bytes, viewer: Viewer) -> list[str]:
        """What the viewer gets of the hand, as bytes would go out, with the view beside it."""
        texts = []
        for state, event in self.states(wall):
            one = redact(event, state, viewer)
            texts.append(one.type + canonical(one.data) + str(one.anonymous))
            texts.append(canonical(view(evolve(state, event), viewer)))
        return texts


def unseen_positions(hand: HandState, viewer: Viewer) -> list[int]:
    """Wall positions whose tile the viewer has not seen when the hand is over."""
    found = list(range(hand.head, hand.tail))
    winner = hand.result.seat if isinstance(hand.result, e.HandWon) else None
    for seat, (start, end) in enumerate(((0, 14), (14, 27), (27, 40), (40, 53))):
        if seat == winner or viewer.may_look(hand, seat):
            continue
        kept = set()
        for position in range(start, end):
            kind = hand.wall[position]
            if count(hand.hands[seat], kind) and kind not in kept:
                kept.add(kind)
                found.append(position)
        for meld, _ in hand.melds[seat]:
            if meld.is_concealed:
                found += [p for p in range(start, end) if hand.wall[p] in meld.tiles]
    return found


@SLOW
@given(tables(), players, st.integers(0, 2**32))
def test_changing_tiles_a_viewer_has_not_seen_changes_nothing_for_them(
    played: tuple[Table, Choose], viewer: Viewer, seed: int
) -> None:
    table, choose = played
    rng = random.Random(seed)
    hand = Hand(table, choose)
    final = hand.end.hand
    assert final is not None
    truth = hand.stream(final.wall, viewer)
    unseen = unseen_positions(final, viewer)
    for _ in range(6):
        first, second = rng.choice(unseen), rng.choice(unseen)
        changed = bytearray(final.wall)
        changed[first], changed[second] = changed[second], changed[first]
        try:
            stream = hand.stream(bytes(changed), viewer)
        except IllegalAction:
            continue  # The others could not have played like that.
        assert stream == truth


class HandedOver(Hand):
    """A hand in whose midst a seat is handed over; `left` is the state in which it was."""

    def __init__(self, table: Table, choose: Choose, place: int, steps: int) -> None:
        self.place, self.left = place, MatchState.empty()
        table.deal()
        self.after_deal = table.state
        self.first = len(table.commands)
        for number, state in enumerate(table.play(choose)):
            if state.hand is not None and state.hand.result is not None:
                break
            if number == steps:
                self.left = state
                table.do(c.HandOverSeat(place, Successor("Eva", "human", None, "u9"), ""))
        self.commands = table.commands[self.first :]
        self.end = table.state

    def former(self, wall: bytes) -> list[str]:
        """What who has left gets: the seat's stream until then, and afterwards a spectator's."""
        viewer, texts = Viewer("seat", self.place), []
        for state, event in self.states(wall):
            if isinstance(event, e.SeatHandedOver):
                viewer = Viewer("spectator")
            one = redact(event, state, viewer)
            texts.append(one.type + canonical(one.data) + str(one.anonymous))
            texts.append(canonical(view(evolve(state, event), viewer)))
        return texts

    def unseen(self) -> list[int]:
        """Wall positions of tiles that who has left never saw: also those drawn after them."""
        final, left = self.end.hand, self.left.hand
        assert final is not None
        found = unseen_positions(final, Viewer("seat", self.place))
        seat = final.seat_of(self.place)
        won = isinstance(final.result, e.HandWon) and final.result.seat == seat
        if left is None or won:
            return found
        for state, event in self.states(final.wall):
            before = state.hand
            if not isinstance(event, e.TileDrawn) or event.seat != seat or before is None:
                continue
            known = count(left.hands[seat], event.tile) or event.tile in final.discards[seat]
            kept = count(final.hands[seat], event.tile) == 1 and not known
            if before.head >= left.head and event.source == "head" and kept:
                found.append(before.head)
        return found


@SLOW
@given(tables(), st.integers(0, 3), st.integers(0, 60), st.integers(0, 2**32))
def test_who_has_left_a_seat_learns_nothing_hidden_any_more(
    played: tuple[Table, Choose], place: int, steps: int, seed: int
) -> None:
    table, choose = played
    rng = random.Random(seed)
    hand = HandedOver(table, choose, place, steps)
    final = hand.end.hand
    assert final is not None
    truth = hand.former(final.wall)
    unseen = hand.unseen()
    for _ in range(6):
        first, second = rng.choice(unseen), rng.choice(unseen)
        changed = bytearray(final.wall)
        changed[first], changed[second] = changed[second], changed[first]
        try:
            stream = hand.former(bytes(changed))
        except IllegalAction:
            continue
        assert stream == truth


def test_changed_tiles_often_leave_the_same_commands_legal() -> None:
    """The test above would say nothing if every change were refused."""
    from tests.strategies import at_random

    table = Table(21)
    table.start("bao")
    hand = Hand(table, at_random(4))
    final = hand.end.hand
    assert final is not None
    viewer = Viewer("seat", 0)
    unseen = unseen_positions(final, viewer)
    in_hands = [position for position in unseen if position < 53]
    assert len(in_hands) >= 10
    legal = 0
    for position in in_hands:
        changed = bytearray(final.wall)
        last = final.tail - 1
        changed[position], changed[last] = changed[last], changed[position]
        try:
            legal += hand.stream(bytes(changed), viewer) == hand.stream(final.wall, viewer)
        except IllegalAction:
            continue
    assert legal > len(in_hands) // 2


def test_a_hidden_tile_that_leaked_would_be_noticed() -> None:
    """A referee's stream does change: the comparison is able to fail."""
    from tests.strategies import at_random

    table = Table(21)
    table.start("bao")
    hand = Hand(table, at_random(4))
    final = hand.end.hand
    assert final is not None
    changed = bytearray(final.wall)
    changed[0], changed[-1] = changed[-1], changed[0]
    states = hand.states(bytes(changed))
    state, event = next(states)
    referee = Viewer("referee")
    assert redact(event, state, referee) != redact(
        e.HandDealt(final.number, final.dealer, final.repeat, final.wall), state, referee
    )
