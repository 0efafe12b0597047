"""What a viewer may know of each event, and how far they may see.

Owns every decision about hidden information: the wall to come, the others' tiles, their
concealed kongs, and who answered a discard how and when. Must not know sockets or storage.

A viewer's stream depends on the events alone, never on when it is read: what was hidden
while a hand ran stays hidden in its events, and is shown by the events that open it,
under `shown` in HandWon (the winner's tiles) and SecretOpened (everybody's).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, cast

from engine.hashing import Json
from engine.notation import format_tiles, format_wall
from engine.play import events as e
from engine.play.codec import event_to_json
from engine.play.evolve import evolve
from engine.play.match import from_dealer
from engine.play.state import MatchState
from engine.rulings.events import RULING_EVENTS
from engine.rulings.showing import hidden
from engine.seats import ALL_SEATS, SEATS, Seat
from engine.view import shown
from engine.viewer import Viewer as Viewer

Data = dict[str, Json]
_DEALT: Final = (slice(0, 14), slice(14, 27), slice(27, 40), slice(40, 53))
_LEFT_AFTER_DEAL: Final = 83


class Redacted(NamedTuple):
    """An event as a viewer gets it. `anonymous`: leave out who acted and when."""

    type: str
    data: Data
    anonymous: bool = False


def redact(event: e.Event, before: MatchState, viewer: Viewer) -> Redacted:
    """The event as this viewer may know it; `before` is the state it met."""
    hide = _HIDERS.get(type(event))
    if hide is None:
        return Redacted(type(event).__name__, event_to_json(event))
    return hide(event, before, viewer)


def _may_look(seat: Seat, before: MatchState, viewer: Viewer) -> bool:
    return before.hand is not None and viewer.may_look(before.hand, seat)


def _hand_dealt(event: e.HandDealt, before: MatchState, viewer: Viewer) -> Redacted:
    """The own tiles; all hands for a referee; the wall for whoever reads a record."""
    after = evolve(before, event)
    tiles: Data = {
        SEATS[seat]: format_tiles(event.wall[_DEALT[seat]])
        if _may_look(seat, after, viewer)
        else None
        for seat in ALL_SEATS
    }
    data: Data = {
        "hand": event.hand,
        "dealer": event.dealer,
        "places": list(from_dealer(before.order, event.dealer)),
        "repeat": event.repeat,
        "wall_count": _LEFT_AFTER_DEAL,
        "hand_tiles": tiles,
        **_next(event, before),
    }
    if viewer.role in ("replay", "reader"):
        data["wall"] = format_wall(event.wall)
    return Redacted("HandDealt", data)


def _auction_step(event: e.Event, before: MatchState, viewer: Viewer) -> Redacted:
    return Redacted(type(event).__name__, {**event_to_json(event), **_next(event, before)})


def _next(event: e.Event, before: MatchState) -> Data:
    """Who has to act next and how, so that clients need not know the auction's rules."""
    hand = evolve(before, event).hand
    return {"phase": hand.phase, "turn": SEATS[hand.turn]} if hand else {}


def _tile_drawn(event: e.TileDrawn, before: MatchState, viewer: Viewer) -> Redacted:
    data = event_to_json(event)
    if not _may_look(event.seat, before, viewer):
        data["tile"] = None
    return Redacted("TileDrawn", data)


def _claim_answered(
    event: e.ClaimMade | e.ClaimPassed, before: MatchState, viewer: Viewer
) -> Redacted:
    """The three answers look alike to every player, the own one too: its number among them would
    tell how many had answered before."""
    if viewer.sees_all:
        return Redacted(type(event).__name__, event_to_json(event))
    return Redacted("ClaimAnswered", {}, anonymous=True)


def _kong_declared(event: e.KongDeclared, before: MatchState, viewer: Viewer) -> Redacted:
    data = event_to_json(event)
    if event.kind == "concealed_kong" and not _may_look(event.seat, before, viewer):
        data["tiles"] = data["stands_as"] = None
    return Redacted("KongDeclared", data)


def _hand_won(event: e.HandWon, before: MatchState, viewer: Viewer) -> Redacted:
    """The winner's hand is laid open."""
    data = event_to_json(event)
    if before.hand:
        data["shown"] = {SEATS[event.seat]: shown(before.hand, event.seat)}
    return Redacted("HandWon", data)


def _secret_opened(event: e.SecretOpened, before: MatchState, viewer: Viewer) -> Redacted:
    """All hands are open, and the wall can be computed by anybody."""
    data = event_to_json(event)
    hand = before.hand
    if hand:
        data["shown"] = {SEATS[seat]: shown(hand, seat) for seat in ALL_SEATS}
        data["wall"] = format_wall(hand.wall)
    return Redacted("SecretOpened", data)


def _in_dispute(event: e.RulingEvent, before: MatchState, viewer: Viewer) -> Redacted:
    """Who may not know all of it is not told who did it either."""
    data = event_to_json(event)
    left = hidden(event, data, viewer)
    told = data if left is None else left
    return Redacted(type(event).__name__, told, anonymous=left is not None)


_Hider = Callable[[e.Event, MatchState, Viewer], Redacted]

# Each function takes the event type that its key names, which a dict's type cannot say.
_HIDERS: Final = cast(
    "Mapping[type[e.Event], _Hider]",
    {
        e.HandDealt: _hand_dealt,
        e.BidMade: _auction_step,
        e.BidPassed: _auction_step,
        e.AuctionEnded: _auction_step,
        e.TileDrawn: _tile_drawn,
        e.ClaimMade: _claim_answered,
        e.ClaimPassed: _claim_answered,
        e.KongDeclared: _kong_declared,
        e.HandWon: _hand_won,
        e.SecretOpened: _secret_opened,
        **dict.fromkeys(RULING_EVENTS, _in_dispute),
    },
)


def is_public(event: e.Event) -> bool:
    """Whether every viewer gets this event as the same text."""
    return type(event) not in _PRIVATE


_PRIVATE: Final = frozenset(
    {e.HandDealt, e.TileDrawn, e.ClaimMade, e.ClaimPassed, e.KongDeclared, *RULING_EVENTS}
)


def visible(events: Iterable[e.Event], viewer: Viewer) -> list[tuple[int, Redacted]]:
    """All of a match that a viewer may know now, numbered from 1: a prefix, redacted.

    Answers to a tile on offer come when all three are in; spectators are as many hands
    behind as the match says, a hand that is over counting as one.
    """
    told = list(_with_horizons(events, viewer))
    horizon = told[-1][0] if told else 0
    return [(number, redacted) for number, (_, redacted) in enumerate(told[:horizon], 1)]


def _with_horizons(events: Iterable[e.Event], viewer: Viewer) -> Iterator[tuple[int, Redacted]]:
    """Each event redacted, with how many may be known once it has happened."""
    state, settled = MatchState.empty(), 0
    ends: list[int] = []
    for number, event in enumerate(events, 1):
        redacted = redact(event, state, viewer)
        state = evolve(state, event)
        if isinstance(event, e.HandDealt):
            ends.append(number - 1)
        if viewer.sees_all or not hides_answers(state):
            settled = number
        yield _horizon(state, viewer, settled, ends), redacted


def _horizon(state: MatchState, viewer: Viewer, settled: int, ends: list[int]) -> int:
    """`ends` holds the number of events before each deal."""
    delay = state.setup.spectator_delay if state.setup else 0
    if viewer.role != "spectator" or not delay or state.phase == "ended" or not ends:
        return settled
    back = delay if state.phase == "hand" else delay - 1
    return ends[-min(back, len(ends))] if back else settled


def hides_answers(state: MatchState) -> bool:
    """Whether some but not all have answered a tile on offer."""
    hand = state.hand
    return hand is not None and hand.phase in ("claims", "rob") and bool(hand.answers)
