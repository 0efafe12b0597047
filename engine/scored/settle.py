"""What an entered hand comes to: its contract, its tai, who pays; or the rule that refuses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, cast

from engine.hashing import Json
from engine.notation import format_tiles
from engine.play.match import TurnOrder
from engine.play.refusals import SEAT_NAMES, refuse
from engine.play.winning import refuse_unless_won
from engine.rules.contract import LOWEST_BID, Contract
from engine.rules.ruleset import Ruleset
from engine.rules.settlement import Settlement, Win
from engine.scored.entry import Entry, Place, Tapped, Ticked, seat_of
from engine.scored.ticks import Winning, count_ticks
from engine.scoring.case import ScoreInput, check_contract, check_seats
from engine.scoring.elements import Count
from engine.scoring.score import (
    Reason,
    ScoreResult,
    rule_of,
    score,
    source_refused,
    tai_refused,
)
from engine.seats import E, Seat
from engine.tiles import Kind

Breakdown = Mapping[str, Json]


class Standing(NamedTuple):
    """Under what a hand was played: who sat at E, S, W and N, and the laozhuang count."""

    places: TurnOrder
    repeat: int

    @property
    def dealer(self) -> Place:
        """The place at East."""
        return self.places[0]


def settled(
    ruleset: Ruleset, fixed_wilds: tuple[Kind, ...], entry: Entry, standing: Standing
) -> Breakdown:
    """The breakdown of an entered hand, in the shape that HandWon has.

    Raises IllegalAction with the rule that it breaks, or InvalidInput for facts that contradict
    each other.
    """
    contract = contract_of(ruleset, entry, standing.places)
    if entry.outcome == "exhausted":
        case = _exhausted(entry, contract, standing)
        return _as_json(score(ruleset, case))
    case = _facts(entry, contract, standing)
    check_seats(case)
    if isinstance(entry.hand, Tapped):
        case = _with_tiles(ruleset, fixed_wilds, entry.hand, case)
        result = score(ruleset, case)
    elif isinstance(entry.hand, Ticked):
        result = score_ticks(ruleset, entry.hand.elements, case)
    else:
        refuse("no_winning_hand", "W1", "tick the elements of the hand, or tap its tiles in")
    refuse_unless_won(result, SEAT_NAMES[cast("Seat", case.winner)])
    return _as_json(result)


def facts_of_entry(
    ruleset: Ruleset, fixed_wilds: tuple[Kind, ...], entry: Entry, standing: Standing
) -> ScoreInput | None:
    """What scoring is told of an entered hand; None of one whose tiles nobody tapped in.

    Raises as `settled` does.
    """
    contract = contract_of(ruleset, entry, standing.places)
    if entry.outcome == "exhausted":
        return _exhausted(entry, contract, standing)
    if not isinstance(entry.hand, Tapped):
        return None
    return _with_tiles(ruleset, fixed_wilds, entry.hand, _facts(entry, contract, standing))


def _as_json(result: ScoreResult) -> Breakdown:
    return cast("Breakdown", result.as_dict())


def contract_of(ruleset: Ruleset, entry: Entry, places: TurnOrder) -> Contract | None:
    """What was at stake (A1-A4). Refuses an end of the auction that this match cannot have."""
    if not ruleset.has_auction:
        if entry.auction is not None or entry.promise is not None:
            refuse("no_auction", "A1", f"{ruleset.id} knows no contract")
        return None
    if entry.auction is None:
        refuse("no_contract_given", "A1", "how the auction ended is missing")
    if (entry.promise is not None) != (entry.auction == "contract"):
        refuse("no_contract_given", "A1", f"an auction that ended in {entry.auction}")
    if entry.promise is not None:
        contract = entry.promise.at(places)
        check_contract(ruleset, ScoreInput("exhausted", contract=contract))
        return contract
    if entry.auction != ruleset.options.all_pass:
        refuse("wrong_auction", "A4", f"after four passes: {ruleset.options.all_pass}")
    return Contract(E, LOWEST_BID, "two_wild") if entry.auction == "dealer_forced" else None


def _exhausted(entry: Entry, contract: Contract | None, standing: Standing) -> ScoreInput:
    given = (entry.winner, entry.source, entry.discarder, entry.hand)
    if any(value is not None for value in given):
        refuse("exhausted_has_no_winner", "L4", "nobody wins an exhausted hand")
    return ScoreInput("exhausted", contract=contract, laozhuang=standing.repeat)


def _facts(entry: Entry, contract: Contract | None, standing: Standing) -> ScoreInput:
    """The win by seats, its tiles apart."""
    if entry.source is None:
        refuse("no_source", "W2", "how the hand was won is missing")

    def seat(place: Place | None) -> Seat | None:
        return None if place is None else seat_of(place, standing.places)

    return ScoreInput(
        source=entry.source,
        winner=seat(entry.winner),
        discarder=seat(entry.discarder),
        contract=contract,
        laozhuang=standing.repeat,
    )


def _with_tiles(
    ruleset: Ruleset, fixed_wilds: tuple[Kind, ...], hand: Tapped, case: ScoreInput
) -> ScoreInput:
    """The win with its tiles; the wilds must be such as this hand can have had (C2-C4)."""
    kinds = tuple(sorted(hand.wild_kinds))
    wanted = ruleset.wild_kinds_named(case.contract)
    rule = "C2" if ruleset.has_auction else "C3"
    if len(kinds) != wanted:
        refuse("wilds_count", rule, f"{wanted} kinds were wild in this hand, not {len(kinds)}")
    if not ruleset.wilds_fit(kinds):
        refuse("wilds_not_neighbours", "C4", f"{format_tiles(kinds)} are not neighbours")
    if fixed_wilds and kinds != fixed_wilds:
        refuse("wilds_fixed", "C3", f"{format_tiles(fixed_wilds)} are wild in this match")
    return replace(
        case,
        concealed=hand.concealed,
        winning_tile=hand.winning_tile,
        melds=hand.melds,
        wild_kinds=kinds,
        kong_draw=hand.kong_draw,
        blessing=hand.blessing,
    )


def score_ticks(
    ruleset: Ruleset, ticks: tuple[str, ...], case: ScoreInput, tai: int | None = None
) -> ScoreResult:
    """A win by its elements, or by so many `tai` wherever they come from; its reading is not known.

    Raises InvalidInput for seats or a contract that cannot be, IllegalAction for elements that no
    such hand has together. A win that may not be is a result that says why.
    """
    check_contract(ruleset, case)
    check_seats(case)
    assert case.source != "exhausted"
    seat = cast("Seat", case.winner)
    if (reason := source_refused(ruleset, case, seat)) is not None:
        return _refused(ruleset, reason, Count(0, (), False))
    named = ruleset.wild_kinds_named(case.contract)
    winning = Winning(seat, case.source, case.discarder, named)
    count = count_ticks(ruleset, winning, ticks) if tai is None else Count(tai, (), False)
    reason = tai_refused(ruleset, case.contract, seat, count.tai, is_flat=count.is_flat)
    if reason is not None:
        return _refused(ruleset, reason, count)
    win = Win(seat, case.source, case.discarder, count.tai, case.contract)
    settlement = ruleset.settle_win(win, case.laozhuang)
    return ScoreResult(True, None, None, count.tai, count.elements, (), (), settlement)


def _refused(ruleset: Ruleset, reason: Reason, count: Count) -> ScoreResult:
    rule = rule_of(ruleset, reason)
    return ScoreResult(False, reason, rule, count.tai, count.elements, (), (), Settlement((), 1))
