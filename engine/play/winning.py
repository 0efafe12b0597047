"""Whether a seat may win now, and the score if it does (W1-W4, E12, P7).

Owns the facts that scoring is told about a running hand. Must not know how a hand is scored.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.hands import UNIT, PackedHand, unpack
from engine.play.refusals import SEAT_NAMES, refuse
from engine.play.state import HandPhase, HandState
from engine.rules.ruleset import Blessing, Ruleset
from engine.rules.settlement import Source
from engine.scoring import ScoreInput, ScoreResult, may_be_win, score
from engine.seats import E, Seat, others
from engine.tiles import Kind

WIN_SOURCE: Final[Mapping[HandPhase, Source]] = {
    "turn": "self_draw",
    "claims": "discard",
    "rob": "robbed_kong",
}
_SETS: Final = 4
_REASONS: Final = {
    "not_complete": "the hand is not four sets and a pair",
    "source_not_allowed": "this game is not won on a discard",
    "rob_not_allowed": "this kong may not be robbed",
    "dead_wild": "a discarded wild may not be won on",
    "below_contract": "{tai} tai are less than the contract",
    "below_minimum": "{tai} tai are less than the minimum",
}


def can_win(ruleset: Ruleset, hand: HandState, seat: Seat) -> bool:
    """Whether this seat may declare a win now: by self-draw in turn, else on the tile on offer.

    Most hands are told from complete ones by their shape alone, before anything is scored. After a
    claim there is no tile to win on.
    """
    tile = hand.tile
    if tile is None:
        return False
    # Another player's wild counts as its own face (C7).
    shown = UNIT[tile] if hand.phase != "turn" else 0
    sets_left = _SETS - len(hand.melds[seat])
    if not may_be_win(hand.hands[seat], hand.wilds, sets_left, shown):
        return False
    return WIN_SOURCE[hand.phase] in ruleset.game.sources and (
        _score(ruleset, hand, seat, tile).wins
    )


def require_win(ruleset: Ruleset, hand: HandState, seat: Seat) -> ScoreResult:
    """The score of a win that may be declared; refuses any other with the nearest rule."""
    name = SEAT_NAMES[seat]
    if hand.tile is None:
        rule = ruleset.game.win_rule
        refuse("no_tile_drawn", rule, f"{name} cannot win: no tile was drawn")
    result = _score(ruleset, hand, seat, hand.tile)
    refuse_unless_won(result, name)
    return result


def refuse_unless_won(result: ScoreResult, name: str) -> None:
    """Refuses what is no win with the nearest rule."""
    if not result.wins:
        reason = result.reason or "not_complete"
        why = _REASONS.get(reason, reason).format(tai=result.tai)
        refuse(reason, result.rule or "W1", f"{name} cannot win: {why}")


def _score(ruleset: Ruleset, hand: HandState, seat: Seat, tile: Kind) -> ScoreResult:
    return _score_kept(ruleset, facts_of(ruleset, hand, seat, tile))


def facts_of(ruleset: Ruleset, hand: HandState, seat: Seat, tile: Kind) -> ScoreInput:
    """What scoring is told of a win with this tile, were it declared now."""
    source = WIN_SOURCE[hand.phase]
    drawn = source == "self_draw"
    concealed: PackedHand = hand.hands[seat] - UNIT[tile] if drawn else hand.hands[seat]
    return ScoreInput(
        source=source,
        winner=seat,
        discarder=None if drawn else hand.turn,
        concealed=unpack(concealed),
        winning_tile=tile,
        melds=tuple([laid.meld for laid in hand.melds[seat]]),
        wild_kinds=hand.wilds,
        contract=hand.contract,
        kong_draw=drawn and hand.source == "tail",
        blessing=blessing_of(ruleset, hand, seat),
        laozhuang=hand.repeat,
    )


def judged(ruleset: Ruleset, hand: HandState, seat: Seat) -> ScoreResult | None:
    """What a win by this seat would come to now, or the rule that refuses it; None where there is
    no tile to win on, or it is not this seat's to take."""
    is_own = hand.phase == "turn" and seat == hand.turn
    is_offered = hand.phase in ("claims", "rob") and seat != hand.turn
    if hand.tile is None or not (is_own or is_offered):
        return None
    return _score(ruleset, hand, seat, hand.tile)


# A win that is claimed is scored again when all have answered.
_score_kept = lru_cache(maxsize=256)(score)


def blessing_of(ruleset: Ruleset, hand: HandState, seat: Seat) -> Blessing | None:
    """天胡 or 地胡, if a win now would be one in this game (E12)."""
    source = WIN_SOURCE[hand.phase]
    if source == "self_draw":
        blessing = _blessed_draw(hand, seat)
        discarder = None
    else:
        blessing = "earthly" if _is_first_discard(hand) else None
        discarder = hand.turn
    fits = blessing and ruleset.blessing_fits(blessing, seat, source, discarder)
    return blessing if fits else None


def _blessed_draw(hand: HandState, seat: Seat) -> Blessing | None:
    """The tiles dealt to the dealer, or the first tile drawn with nothing claimed or konged."""
    if hand.source == "deal":
        return "heavenly"
    untouched = not hand.discards[seat] and not any(hand.melds)
    return "earthly" if untouched else None


def _is_first_discard(hand: HandState) -> bool:
    """The dealer's first discard: none of the others has discarded or claimed anything."""
    return not any(hand.discards[seat] or hand.melds[seat] for seat in others(E))
