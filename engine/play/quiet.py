"""Whole turns at once: a discard, what the three others answer, and what follows.

Owns the quick way through most of a match's events. It is no second set of rules: `decide` and
`evolve` come to the same, event by event, or the turn is not taken here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.hands import LANE_MASK, LANE_POWER, LANE_SHIFT, UNIT
from engine.play import events as e
from engine.play.claiming import claim_written
from engine.play.evolve import evolve
from engine.play.resolving import after_answers
from engine.play.state import PASSES, Answer, HandPhase, HandState, MatchState, TurnSource
from engine.seats import Seat
from engine.tiles import Kind


class QuietTurns:
    """A hand from a turn on. `seat` has to discard next, unless the hand is over."""

    __slots__ = (
        "_banned",
        "_discards",
        "_first",
        "_hands",
        "_head",
        "_last",
        "_match",
        "_wilds",
        "seat",
    )

    def __init__(self, state: MatchState, hand: HandState) -> None:
        options = state.ruleset.options
        self._wilds: Sequence[Kind] = hand.wilds if options.wild_discard == "forbidden" else ()
        self._begin(state, hand)

    def _begin(self, state: MatchState, hand: HandState) -> None:
        self.seat: Seat = hand.turn
        self._match = state
        self._first = hand
        self._hands = [*hand.hands]
        self._discards = [[*discards] for discards in hand.discards]
        self._head = hand.head
        # Where no tile is left to draw the hand is over, and that is not quiet (T5).
        self._last = hand.tail - state.ruleset.options.dead_wall
        self._banned: Sequence[Kind] = (*hand.barred, *self._wilds)

    def play(self, tile: Kind) -> Kind | None:
        """The tile that the next seat draws once this one was discarded and nobody claimed it.

        None if the discard needs a closer look, or ends the hand; nothing has changed then.
        """
        seat, hands, head = self.seat, self._hands, self._head
        hand = hands[seat]
        held = (hand >> LANE_SHIFT[tile] & LANE_MASK) // LANE_POWER[tile] % 5
        if not held or tile in self._banned or head >= self._last:
            return None
        drawn = self._first.wall[head]
        following = (seat + 1) % 4
        hands[seat] = hand - UNIT[tile]
        hands[following] += UNIT[drawn]
        self._discards[seat].append(tile)
        self._head = head + 1
        self._banned = self._wilds
        self.seat = following
        return drawn

    def answered(
        self, tile: Kind, answers: Sequence[tuple[Seat, str]]
    ) -> tuple[Sequence[e.Event], Sequence[e.Event]] | None:
        """The answers of the three others to a discard, in this order, and what follows.

        An answer is the seat and the data of its claim, or "" for a pass. None if the discard, a
        claimed win or another claim needs a closer look; nothing has changed then.
        """
        if tile in self._banned or not self._holds(tile):
            return None
        hand, ruleset = self._on_offer(tile), self._match.ruleset
        given: list[e.Event] = []
        spoken: tuple[Answer, ...] = ()
        for seat, data in answers:
            claim = claim_written(ruleset, hand, seat, data) if data else None
            if data and claim is None:
                return None
            given.append(claim or e.PASSED[seat])
            spoken += (Answer(seat, claim) if claim else PASSES[seat],)
        follows = after_answers(ruleset, hand, spoken)
        state = self._with(tuple.__new__(HandState, (*hand[:-1], spoken)))
        for event in follows:
            state = evolve(state, event)
        assert state.hand is not None
        self._begin(state, state.hand)
        return given, follows

    def _on_offer(self, tile: Kind) -> HandState:
        """The hand once this tile is discarded."""
        seat = self.seat
        hands, discards = [*self._hands], [*map(tuple, self._discards)]
        hands[seat] -= UNIT[tile]
        discards[seat] += (tile,)
        source = self._first.source if self._head == self._first.head else "head"
        return self._hand("claims", source, tile, hands, discards, e.DISCARDED[seat][tile])

    def _holds(self, tile: Kind) -> int:
        return (self._hands[self.seat] >> LANE_SHIFT[tile] & LANE_MASK) // LANE_POWER[tile] % 5

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended with the last turn."""
        return self._first.result is not None

    def state(self) -> MatchState:
        """The match after the turns so far."""
        first, head = self._first, self._head
        if head == first.head:
            return self._match
        drawn = first.wall[head - 1]
        event = e.DRAWN_FROM_HEAD[self.seat][drawn]
        discards = map(tuple, self._discards)
        return self._with(self._hand("turn", "head", drawn, self._hands, discards, event))

    def _hand(
        self,
        phase: HandPhase,
        source: TurnSource,
        tile: Kind,
        hands: Iterable[int],
        discards: Iterable[tuple[Kind, ...]],
        last: e.TileDrawn | e.TileDiscarded,
    ) -> HandState:
        first = self._first
        fields = (
            *first[:4],
            self._head,
            first.tail,
            phase,
            self.seat,
            source,
            tile,
            tuple(hands),
            first.melds,
            tuple(discards),
            first.spoken,
            first.contract,
            first.wilds,
            (),
            last,
            first.result,
            (),
        )
        # As in evolve: a quarter of what `_replace` takes.
        return tuple.__new__(HandState, fields)

    def _with(self, hand: HandState) -> MatchState:
        return tuple.__new__(MatchState, (*self._match[:-1], hand))


def quiet_turns(state: MatchState) -> QuietTurns | None:
    """The turns from here on; None if no seat is in its turn."""
    hand = state.hand
    if hand is None or hand.phase != "turn" or state.phase != "hand" or state.paused:
        return None
    return QuietTurns(state, hand)
