"""What the review page of one hand shows, made from its log. Nothing here is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from engine.errors import EngineError
from engine.hands import unpack
from engine.notation import format_tile
from engine.play import events as e
from engine.play.state import HandState, MatchState
from engine.scoring import ScoreInput, ScoreResult, score
from engine.scoring.alternatives import readings
from engine.seats import ALL_SEATS, SEATS, Seat
from engine.view import view
from engine.viewer import Viewer
from tables import selectors
from tables.events.log import Line
from tables.review import opened
from tables.review.access import Way
from tables.review.hand_log import HandLog
from tables.review.moments import moments
from tables.review.moments_json import moment_json, wall_rest
from tables.review.what_if import facts_at

Json = dict[str, Any]
REFEREE: Final = Viewer("referee")


def names_at(state: MatchState, hand: HandState) -> list[str]:
    """Who sat at E, S, W and N."""
    return [state.players[hand.place_of(seat)].name for seat in ALL_SEATS]


def told(log: HandLog, way: Way) -> Json:
    """The hand as the page's script folds it: where it begins, and every event with its chances;
    without those of disputes for whoever is not concerned."""
    viewer = viewer_for(log, way)
    found = moments(log.lines, log.after)
    return {
        "base": view(log.lines[0].before, viewer),
        "events": [
            moment_json(one, viewer) for one in found
            if not (viewer.is_public and isinstance(one.line.event, e.RulingEvent))
        ],
    }  # fmt: skip


def viewer_for(log: HandLog, way: Way) -> Viewer:
    """As whom somebody reads a hand."""
    if not log.is_over:
        return REFEREE
    return selectors.READER if way == "reader" else selectors.REPLAY


def rest_of_wall(log: HandLog) -> Json | None:
    """Tiles never drawn, the dead wall among them; None while they are hidden from everybody."""
    if not log.is_over:
        return None
    hand = log.hand
    rest = wall_rest(hand.wall, hand.head, hand.tail)
    dead = log.after.ruleset.options.dead_wall
    return {"tiles": rest, "count": len(rest), "dead": dead}


def score_of(log: HandLog) -> Json | None:
    """The score opened up; None while there is none, or where nothing was scored."""
    line = log.ending
    if line is None or not isinstance(line.event, e.HandWon | e.HandExhausted):
        return None
    state, hand = line.before, cast(HandState, line.before.hand)
    names = names_at(state, hand)
    shown = opened.opened(state.ruleset, breakdown_of(line.event), names)
    if isinstance(line.event, e.HandWon):
        shown |= _win(line, state, hand, names)
    return shown


def breakdown_of(event: e.HandWon | e.HandExhausted) -> Mapping[str, Any]:
    """The breakdown of a hand's end; an exhausted one has fewer keys."""
    if isinstance(event, e.HandWon):
        return event.breakdown
    return {
        "parts": event.parts,
        "payments": event.payments,
        "multiplier": event.multiplier,
    }


def _win(line: Line, state: MatchState, hand: HandState, names: list[str]) -> Json:
    event = cast(e.HandWon, line.event)
    facts = facts_at(state.ruleset, hand, event.seat)
    taken = event.breakdown
    found = readings(state.ruleset, facts)
    lines = cast("list[Mapping[str, Any]]", taken["elements"])
    return {
        "winner": names[event.seat],
        "source": event.source,
        "discarder": None if event.discarder is None else names[event.discarder],
        "tile": format_tile(event.tile),
        "hand_tiles": tiles_of(facts),
        "needed": state.ruleset.minimum(hand.contract, event.seat),
        "others": opened.others(lines, cast(int, taken["tai"]), found),
    }


def tiles_of(facts: ScoreInput) -> Json:
    """A winning hand for the template."""
    return {
        "concealed": [format_tile(kind) for kind in facts.concealed],
        "melds": [[format_tile(kind) for kind in meld.tiles] for meld in facts.melds],
        "wilds": [format_tile(kind) for kind in facts.wild_kinds],
    }


def facts_where(log: HandLog, at: int, seat: Seat | None) -> tuple[MatchState, ScoreInput] | None:
    """The facts that a what-if begins from: those of the hand's end, or of a seat at an event.

    None where no event of this hand has that number.
    """
    played = log.lines[1:]
    line = next((one for one in played if one.seq == at), None) if at else log.ending
    if line is None and at:
        return None
    state = line.before if line else log.after
    hand = cast(HandState, state.hand)
    if line is None:
        return state, facts_at(state.ruleset, hand, _first(hand, seat))
    if seat is None and isinstance(line.event, e.HandExhausted):
        return state, ScoreInput("exhausted", contract=hand.contract, laozhuang=hand.repeat)
    if seat is None and isinstance(line.event, e.HandWon):
        return state, facts_at(state.ruleset, hand, line.event.seat)
    return state, facts_at(state.ruleset, hand, _first(hand, seat))


def _first(hand: HandState, seat: Seat | None) -> Seat:
    return hand.turn if seat is None else seat


def result_where(state: MatchState, facts: ScoreInput) -> ScoreResult | None:
    """What the facts come to as they are; None where a tile is missing to score them at all."""
    try:
        return score(state.ruleset, facts)
    except EngineError:
        return None


def hands_now(state: MatchState, hand: HandState) -> list[Json]:
    """Every seat's tiles at a moment, for the form of the what-if."""
    names = names_at(state, hand)
    return [
        {
            "seat": SEATS[seat],
            "name": names[seat],
            "tiles": [format_tile(kind) for kind in unpack(hand.hands[seat])],
        }
        for seat in ALL_SEATS
    ]
