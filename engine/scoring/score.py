"""Scoring one hand: does it win, with what, and who pays (W1-W4, L1-L7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.hands import PackedHand, pack, unpack
from engine.notation import format_tile, format_tiles
from engine.rules.contract import Contract
from engine.rules.ruleset import Ruleset
from engine.rules.settlement import Payments, Settlement, Win
from engine.scoring.case import ScoreInput, check_case
from engine.scoring.evaluate import evaluate, split_wilds
from engine.scoring.plan import Evaluation, Frame, Plan, ScoredElement, plan_for
from engine.scoring.reading import ReadSet, read_hand
from engine.seats import SEATS, Seat
from engine.tiles import Kind

Reason: TypeAlias = Literal[
    "exhausted",
    "not_complete",
    "source_not_allowed",
    "rob_not_allowed",
    "dead_wild",
    "below_contract",
    "below_minimum",
]

_NOTHING: Final = Settlement((), 1)


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """The breakdown of a hand, or the nearest rule that forbids its win.

    `tai`, `elements` and `reading` describe the best reading even where it may not win.
    `wilds_as` is what the full wilds among the concealed tiles stand for.
    """

    wins: bool
    reason: Reason | None
    rule: str | None
    tai: int
    elements: tuple[ScoredElement, ...]
    reading: tuple[ReadSet, ...]
    wilds_as: tuple[Kind, ...]
    settlement: Settlement

    @property
    def payments(self) -> Payments:
        """What each seat gains or loses, E S W N; adds up to 0."""
        return self.settlement.payments

    def as_dict(self) -> dict[str, object]:
        """Its JSON form."""
        answer: dict[str, object] = {"wins": self.wins}
        if self.reason:
            answer |= {"reason": self.reason, "rule": self.rule}
        answer["tai"] = self.tai
        answer["elements"] = [_element_dict(element) for element in self.elements]
        answer["as"] = [one.as_dict() for one in self.reading]
        answer["wilds_as"] = format_tiles(self.wilds_as)
        answer["multiplier"] = self.settlement.multiplier
        answer["payments"] = dict(zip(SEATS, self.payments, strict=True))
        answer["parts"] = [part.as_dict() for part in self.settlement.parts]
        return answer


def _element_dict(element: ScoredElement) -> dict[str, str | int]:
    shown: dict[str, str | int] = {"id": element.id, "tai": element.tai, "rule": element.rule}
    if element.tile is not None:
        shown["tiles"] = format_tile(element.tile)
    return shown


def score(ruleset: Ruleset, case: ScoreInput) -> ScoreResult:
    """Scores a finished hand; raises InvalidInput where its facts contradict each other."""
    check_case(ruleset, case)
    if case.source == "exhausted" or case.winner is None or case.winning_tile is None:
        settlement = ruleset.settle_exhausted(case.contract, case.laozhuang)
        rule = ruleset.game.exhausted_rule
        return ScoreResult(False, "exhausted", rule, 0, (), (), (), settlement)
    plan = plan_for(frame_of(ruleset, case, case.winner))
    naturals, wilds, shown = sort_tiles(case, case.winning_tile)
    found = evaluate(plan, naturals, wilds, shown)
    reason = _why_not(ruleset, case, case.winner, found)
    settlement = _NOTHING
    if reason is None and found:
        win = Win(case.winner, case.source, case.discarder, found.tai, case.contract)
        settlement = ruleset.settle_win(win, case.laozhuang)
    return _result(ruleset, plan, naturals, found, reason, settlement)


def frame_of(ruleset: Ruleset, case: ScoreInput, winner: Seat) -> Frame:
    """Everything about the win but its concealed tiles."""
    return Frame(
        ruleset=ruleset,
        seat=winner,
        melds=case.melds,
        wild_kinds=case.wild_kinds,
        kong_draw=case.kong_draw,
        robbed_kong=case.source == "robbed_kong",
        blessing=case.blessing,
    )


def sort_tiles(case: ScoreInput, winning_tile: Kind) -> tuple[PackedHand, int, int]:
    """Natural tiles, full wilds, and wilds that count as their own face (C7)."""
    if case.source == "self_draw":
        naturals, wilds = split_wilds(pack((*case.concealed, winning_tile)), case.wild_kinds)
        return naturals, wilds, 0
    naturals, wilds = split_wilds(pack(case.concealed), case.wild_kinds)
    # A wild that was discarded or robbed from a kong is its own face only (C7).
    return naturals + pack((winning_tile,)), wilds, int(winning_tile in case.wild_kinds)


def _why_not(
    ruleset: Ruleset, case: ScoreInput, winner: Seat, found: Evaluation | None
) -> Reason | None:
    """The first rule that forbids the win: the shape, the tile's source, then the tai."""
    if found is None:
        return "not_complete"
    if (reason := source_refused(ruleset, case, winner)) is not None:
        return reason
    if _is_dead(ruleset, case):
        return "dead_wild"
    return tai_refused(ruleset, case.contract, winner, found.tai, is_flat=found.is_flat)


def source_refused(ruleset: Ruleset, case: ScoreInput, winner: Seat) -> Reason | None:
    """Why this seat may not win from there, if so (W2, W3, P7)."""
    if case.source not in ruleset.game.sources:
        return "source_not_allowed"
    robs = case.source == "robbed_kong" and case.discarder is not None
    if robs and not ruleset.may_rob(case.contract, winner, case.discarder or 0):
        return "rob_not_allowed"
    return None


def tai_refused(
    ruleset: Ruleset, contract: Contract | None, winner: Seat, tai: int, *, is_flat: bool
) -> Reason | None:
    """Why so many tai are too few for this seat, if so (W2, W3)."""
    if contract and contract.by == winner:
        return "below_contract" if tai < contract.tai else None
    # Flat elements need no minimum (E11, E12).
    short = tai < ruleset.minimum(contract, winner)
    return "below_minimum" if short and not is_flat else None


def _is_dead(ruleset: Ruleset, case: ScoreInput) -> bool:
    """C7: nobody wins on a dead wild; a forbidden discard cannot be won on either."""
    if case.winning_tile not in case.wild_kinds or case.source == "self_draw":
        return False
    rule = ruleset.options.wild_discard
    return rule == "dead" or (rule == "forbidden" and case.source == "discard")


def rule_of(ruleset: Ruleset, reason: Reason) -> str:
    """The rule that a reason rests on."""
    rules = {"not_complete": "W1", "rob_not_allowed": "P7", "dead_wild": "C7"}
    return rules.get(reason, ruleset.game.win_rule)


def _result(
    ruleset: Ruleset,
    plan: Plan,
    naturals: PackedHand,
    found: Evaluation | None,
    reason: Reason | None,
    settlement: Settlement,
) -> ScoreResult:
    rule = rule_of(ruleset, reason) if reason else None
    if found is None:
        return ScoreResult(False, reason, rule, 0, (), (), (), settlement)
    reading = read_hand(plan, naturals, found.choice)
    wilds_as = _stood_for(reading[len(plan.frame.melds) :], naturals)
    return ScoreResult(
        reason is None, reason, rule, found.tai, found.elements, reading, wilds_as, settlement
    )


def _stood_for(concealed: tuple[ReadSet, ...], naturals: PackedHand) -> tuple[Kind, ...]:
    read = [kind for one in concealed for kind in one.tiles]
    for kind in unpack(naturals):
        read.remove(kind)
    return tuple(sorted(read))
