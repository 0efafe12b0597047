"""Whose time is running and until when: a fold of its own beside the match's.

Pure: the time arrives as an argument. The clock is stored in the table's row by the append
that changes it, so that any process can take the ticking over and none loses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from engine.play.defaults import waiting_on
from engine.play.events import (
    ClockGranted,
    ClockTakenBack,
    DowntimeExcused,
    Event,
    MatchOpened,
    MatchPaused,
    MatchResumed,
    NetworkExcused,
)
from engine.play.match import Player
from engine.play.state import PLACES, HandState, MatchState
from tables.pace import Pace

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_WINDOWS = ("claims", "rob")


class Tick(NamedTuple):
    """The clock after an append; `deadline_at` is when the server acts if nobody does."""

    clock: Clock
    deadline_at: datetime | None


class Clock(NamedTuple):
    """The running decision: what it is, since when its time counts, and the reserves.

    `kind` is "entropy", "turn", "claims", "between" or None. `version` is the log's where
    the decision opened. `bots` are the places that a built-in player plays now. All times are
    milliseconds since 1970. A pause that ends by itself does so at `resumes_at`.
    """

    kind: str | None = None
    version: int = 0
    since: int = 0
    places: tuple[int, ...] = ()
    reserve: tuple[int, ...] = (0, 0, 0, 0)
    paused_at: int | None = None
    bots: tuple[int, ...] = ()
    resumes_at: int | None = None

    def to_json(self) -> dict[str, Any]:
        """As it is stored in the table's row."""
        fields = self._asdict()
        return {k: list(v) if isinstance(v, tuple) else v for k, v in fields.items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Clock:
        """The clock of a table's row; an empty one for a row without."""
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in data.items()
            if name in cls._fields
        }
        return cls(**fields)

    def now(self, at: int) -> int:
        """The moment that counts: while paused, the one when it stopped."""
        return at if self.paused_at is None else self.paused_at


def ms(at: datetime) -> int:
    """Milliseconds since 1970."""
    return (at - _EPOCH) // _MILLISECOND


def from_ms(value: int) -> datetime:
    """The moment that many milliseconds after 1970 UTC."""
    return _EPOCH + value * _MILLISECOND


def decision(state: MatchState) -> tuple[object, ...]:
    """What is being decided, and last by whom: equal for two states exactly if it is the same
    decision.

    Answers to a tile on offer do not change it: a window is one decision of three.
    """
    hand = state.hand
    if state.phase != "hand" or hand is None:
        return (state.phase, state.hand_number)
    return (
        hand.number, hand.phase, hand.turn, hand.source, hand.tile, len(hand.spoken), hand.head,
        hand.tail, sum(map(len, hand.discards)), sum(map(len, hand.melds)), _deciders(state, hand),
    )  # fmt: skip


def _deciders(state: MatchState, hand: HandState) -> tuple[Player, ...]:
    """Who has to decide; in a window all three others, whoever has answered."""
    turn = hand.place_of(hand.turn)
    if hand.phase not in _WINDOWS:
        return state.players[turn : turn + 1]
    return (*state.players[:turn], *state.players[turn + 1 :])


def kind_of(state: MatchState) -> str | None:
    """Which sort of clock runs in this state."""
    if state.phase in ("commit", "open"):
        return "entropy"
    if state.phase == "between":
        return "between"
    if state.phase != "hand" or state.hand is None or state.hand.phase == "over":
        return None
    return "claims" if state.hand.phase in _WINDOWS else "turn"


def places_of(state: MatchState) -> tuple[int, ...]:
    """Whose clocks run: in a window all three others, whoever has answered."""
    hand = state.hand
    if kind_of(state) == "claims" and hand is not None:
        return tuple([p for p in PLACES if p != hand.place_of(hand.turn)])
    return waiting_on(state)


def next_clock(
    clock: Clock,
    *,
    before: MatchState,
    after: MatchState,
    events: Iterable[Event],
    version: int,
    at: datetime,
    pace: Pace,
    pause_ms: int | None = None,
) -> Tick:
    """The clock after the events that led from `before` to `after`, the last being `version`.

    A pause among them ends by itself after `pause_ms`, if that is given.
    """
    now = ms(at)
    for event in events:
        clock = _adjust(clock, event, now, pause_ms)
    was, is_now = decision(before), decision(after)
    if was != is_now:
        # A window keeps its version: the others have answered, or answer, the same tile.
        goes_on = kind_of(after) == "claims" and was[:-1] == is_now[:-1]
        clock = _charge(clock, before, now)._replace(
            kind=kind_of(after),
            version=clock.version if goes_on else version,
            since=clock.now(now),
        )
    places = places_of(after)
    bots = tuple([p for p in PLACES if after.bots[p]]) if any(after.bots) else ()
    if places != clock.places or bots != clock.bots:
        clock = clock._replace(places=places, bots=bots)
    due = due_ms(clock, after, pace)
    return Tick(clock, None if due is None else from_ms(due))


def _adjust(clock: Clock, event: Event, now: int, pause_ms: int | None) -> Clock:
    match event:
        case MatchOpened(clocks=clocks):
            return clock._replace(reserve=(clocks.reserve_ms,) * 4)
        case ClockGranted(place=place, ms=granted):
            return clock._replace(reserve=_with(clock.reserve, place, granted))
        case NetworkExcused(place=place, ms=lost):
            return clock._replace(reserve=_with(clock.reserve, place, lost))
        case ClockTakenBack(place=place, ms=taken):
            return clock._replace(reserve=_with(clock.reserve, place, -taken))
        case DowntimeExcused(ms=down):
            # A pause is no longer for it: while the service was down nobody could rule.
            resumes = clock.resumes_at and clock.resumes_at + down
            since = min(clock.since + down, clock.now(now))
            return clock._replace(since=since, resumes_at=resumes)
        case MatchPaused():
            return clock._replace(paused_at=now, resumes_at=pause_ms and now + pause_ms)
        case MatchResumed():
            stopped = now - clock.now(now)
            return clock._replace(since=clock.since + stopped, paused_at=None, resumes_at=None)
    return clock


def _with(reserve: Sequence[int], place: int, more: int) -> tuple[int, ...]:
    return tuple([max(0, r + more) if p == place else r for p, r in enumerate(reserve)])


def _charge(clock: Clock, state: MatchState, now: int) -> Clock:
    """Take what a turn used beyond its own time from the reserve of who had it."""
    if clock.kind != "turn" or state.setup is None:
        return clock
    (place,) = clock.places
    over = clock.now(now) - clock.since - state.setup.clocks.decision_ms
    return clock._replace(reserve=_with(clock.reserve, place, -over)) if over > 0 else clock


def limit_ms(clock: Clock, state: MatchState, pace: Pace) -> int | None:
    """How long the running decision may last in all, the reserve included."""
    if state.setup is None:
        return None
    clocks = state.setup.clocks
    match clock.kind:
        case "entropy":
            return clocks.entropy_ms
        case "claims":
            return clocks.claim_ms
        case "between":
            return pace.between_ms
        case "turn":
            return clocks.decision_ms + clock.reserve[clock.places[0]]
    return None


def due_ms(clock: Clock, state: MatchState, pace: Pace) -> int | None:
    """When the server has something to do by itself; None while nothing runs."""
    if clock.paused_at is not None:
        return None if state.phase == "ended" else clock.resumes_at
    limit = limit_ms(clock, state, pace)
    if limit is None:
        return None
    played = clock.bots and clock.kind in ("turn", "claims")
    if played and any(p in clock.bots for p in waiting_on(state)):
        limit = min(limit, pace.bot_ms)
    return clock.since + limit
