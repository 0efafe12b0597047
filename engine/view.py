"""A match as one viewer may see it now: what a client starts over from.

Owns the shape of the view, docs/live-protocol.md "The view". Folding a viewer's events
onto an earlier view gives the same; tests compare the two.
"""

from __future__ import annotations

from typing import Final

from engine.hands import size, unpack
from engine.hashing import Json
from engine.notation import format_tile, format_tiles
from engine.play import events as e
from engine.play.codec import event_to_json
from engine.play.fields import LENGTH
from engine.play.match import from_dealer
from engine.play.state import HandState, Laid, MatchState, Spoken
from engine.rulings.showing import court_view
from engine.scored.forms import write_entry
from engine.scored.sheet import ScoredHand
from engine.seats import ALL_SEATS, SEATS, Seat
from engine.viewer import Viewer

Data = dict[str, Json]
_BEFORE_PLAY: Final = ("new", "commit", "open", "ready")


def view(state: MatchState, viewer: Viewer) -> Data:
    """Everything this viewer may know now, answers to a tile on offer left out."""
    return {
        **_match(state, viewer),
        **_sheet(state),
        **(_no_hand(state) if state.hand is None else _hand(state, state.hand, viewer)),
    }


def _match(state: MatchState, viewer: Viewer) -> Data:
    setup = state.setup
    return {
        "match": setup.match if setup else "",
        "ruleset": state.ruleset.id if setup else "",
        "options": dict(state.ruleset.options.as_dict()) if setup else {},
        "phase": _phase(state),
        "points": list(state.points),
        "players": [
            {
                "place": p.place,
                "name": p.name,
                "kind": p.kind,
                "bot": state.bots[p.place] is not None,
            }
            for p in state.players
        ],
        "you": {"role": viewer.role, "place": viewer.place},
        "order": list(state.order),
        "reseated": _reseated(state),
        "paused": state.paused,
        "time_called": state.time_called,
        "length": LENGTH.write(setup.length) if setup else None,
        "court": court_view(state.court, viewer),
    }


def _sheet(state: MatchState) -> Data:
    """The score sheet of a match with real tiles; it hides nothing."""
    if state.setup is None or state.setup.play != "scored":
        return {}
    return {"sheet": [_scored(hand) for hand in state.sheet]}


def _scored(hand: ScoredHand) -> Data:
    return {
        "hand": hand.number,
        "by": hand.by,
        "entry": None if hand.entry is None else write_entry(hand.entry),
        "dealer": hand.dealer,
        "places": list(hand.places),
        "repeat": hand.repeat,
        "points": list(hand.gains),
        "breakdown": hand.breakdown,
        "confirmed": list(hand.confirmed),
        "waiting_for": list(hand.waiting_for),
        "contests": [{"place": one.place, "text": one.text} for one in hand.contests],
    }


def _reseated(state: MatchState) -> list[Json] | None:
    """Who sits at E, S, W and N in the next hand, once seats were changed for it."""
    return list(from_dealer(state.order, state.dealer)) if state.reseated else None


def _phase(state: MatchState) -> str:
    if state.phase in _BEFORE_PLAY:
        return "entropy"
    if state.phase == "hand" and state.hand:
        return state.hand.phase
    return state.phase


def _no_hand(state: MatchState) -> Data:
    return {
        "hand": 0,
        "dealer": state.dealer,
        "places": [],
        "repeat": 0,
        "contract": None,
        "wild_kinds": "",
        "bids": [],
        "wall_count": 0,
        "turn": None,
        "seats": {},
        "last": None,
        "drawn": None,
        "result": None,
    }


def _hand(state: MatchState, hand: HandState, viewer: Viewer) -> Data:
    is_open = state.phase != "hand"
    return {
        "hand": hand.number,
        "dealer": hand.dealer,
        "places": list(hand.places),
        "repeat": hand.repeat,
        "contract": dict(hand.contract.as_dict()) if hand.contract else None,
        "wild_kinds": format_tiles(hand.wilds),
        "bids": [_spoken(voice) for voice in hand.spoken],
        "wall_count": hand.wall_left,
        "turn": SEATS[hand.turn] if hand.result is None else None,
        "seats": {SEATS[seat]: _seat(hand, seat, viewer, is_open) for seat in ALL_SEATS},
        "last": _last(hand, viewer),
        "drawn": _drawn(hand, viewer),
        "result": _result(hand),
    }


def _spoken(voice: Spoken) -> Data:
    if voice.bid is None:
        return {"seat": SEATS[voice.seat], "pass": True}
    return {"seat": SEATS[voice.seat], "tai": voice.bid.tai, "form": voice.bid.form}


def _seat(hand: HandState, seat: Seat, viewer: Viewer, is_open: bool) -> Data:
    won = isinstance(hand.result, e.HandWon) and hand.result.seat == seat
    seen = is_open or won or viewer.may_look(hand, seat)
    discards: list[Json] = [format_tile(tile) for tile in hand.discards[seat]]
    return {**_tiles(hand, seat, seen), "discards": discards}


def shown(hand: HandState, seat: Seat) -> Data:
    """A seat's hand laid open."""
    return _tiles(hand, seat, True)


def _tiles(hand: HandState, seat: Seat, seen: bool) -> Data:
    packed = hand.hands[seat]
    return {
        "concealed": format_tiles(unpack(packed)) if seen else None,
        "count": size(packed),
        "melds": [_meld(laid, seen) for laid in hand.melds[seat]],
    }


def _meld(laid: Laid, seen: bool) -> Data:
    """A concealed kong 暗杠 is not seen by the others before it is laid open (P4)."""
    meld, source = laid
    hidden = meld.is_concealed and not seen
    return {
        "kind": meld.kind,
        "tiles": None if hidden else format_tiles(meld.tiles),
        "stands_as": None if hidden else format_tiles(meld.stands_as),
        "from": None if source is None else SEATS[source],
    }


def _last(hand: HandState, viewer: Viewer) -> Data | None:
    """The last thing that happened to a tile."""
    last = hand.last
    if last is None:
        return None
    tile = last.tile
    if isinstance(last, e.TileDrawn) and not viewer.may_look(hand, last.seat):
        tile = None
    return {
        "type": type(last).__name__,
        "seat": SEATS[last.seat],
        "tile": None if tile is None else format_tile(tile),
    }


def _drawn(hand: HandState, viewer: Viewer) -> str | None:
    """The tile that the viewer drew and has not answered for yet."""
    last = hand.last
    if not isinstance(last, e.TileDrawn) or viewer.place != hand.place_of(last.seat):
        return None
    return format_tile(last.tile) if viewer.role == "seat" else None


def _result(hand: HandState) -> Data | None:
    """What the hand's last event told, the winner's tiles laid open."""
    result = hand.result
    if result is None:
        return None
    data: Data = {"type": type(result).__name__, **event_to_json(result)}
    if isinstance(result, e.HandWon):
        data["shown"] = {SEATS[result.seat]: shown(hand, result.seat)}
    return data
