"""What a sensible player bids and which kinds it names wild 财神 (A1-A5, C2-C4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.hands import count
from engine.play.commands import Bid, NameWilds, PassBid, SeatCommand
from engine.players.chance import Rng
from engine.players.outlook import (
    ALL_KINDS,
    Situation,
    finishing_chance,
    holding,
    promise,
    shortlist,
    situation,
)
from engine.players.view import SeatView
from engine.rules.contract import FORMS, Contract, Form
from engine.rules.ruleset import Ruleset
from engine.tiles import Kind

CONFIDENCE: Final = 0.57
"""A contract is bid for when the estimated chance to make it is at least this."""

_CANDIDATES: Final = 8


class Prospect(NamedTuple):
    """Wild kinds thought of, and what they promise."""

    kinds: tuple[Kind, ...]
    promise: float
    chance: float


def choose_bid(view: SeatView, legal: Sequence[SeatCommand], rng: Rng) -> SeatCommand:
    """The lowest bid that is likely to be made, or a pass.

    What is unlikely in a form is no likelier with more tai, so each form is judged once.
    """
    judged: set[Form] = set()
    for bid in legal:
        if not isinstance(bid, Bid) or bid.form in judged:
            continue
        judged.add(bid.form)
        contract = Contract(bid.seat, bid.tai, bid.form)
        if best_wilds(view, contract, _possible_wilds(view, contract)).chance >= CONFIDENCE:
            return bid
        if len(judged) == len(FORMS):
            break
    return next(command for command in legal if isinstance(command, PassBid))


def choose_wilds(view: SeatView, legal: Sequence[NameWilds], rng: Rng) -> NameWilds:
    """The wild kinds that promise most among those that may be named."""
    best = best_wilds(view, view.contract, [command.kinds for command in legal])
    return next(command for command in legal if command.kinds == best.kinds)


def _possible_wilds(view: SeatView, contract: Contract) -> Sequence[tuple[Kind, ...]]:
    if not view.ruleset.options.wild_must_be_held:
        return _all_wilds(view.ruleset, contract.wild_kinds)
    kinds = [kind for kind in ALL_KINDS if count(view.concealed, kind)]
    return _fitting(view.ruleset, kinds, contract.wild_kinds)


@lru_cache(maxsize=64)
def _all_wilds(ruleset: Ruleset, size: int) -> Sequence[tuple[Kind, ...]]:
    return _fitting(ruleset, ALL_KINDS, size)


def _fitting(ruleset: Ruleset, kinds: Sequence[Kind], size: int) -> Sequence[tuple[Kind, ...]]:
    return [named for named in combinations(kinds, size) if ruleset.wilds_fit(named)]


def best_wilds(
    view: SeatView, contract: Contract | None, choices: Sequence[tuple[Kind, ...]]
) -> Prospect:
    """The choice that promises most; only those of which most tiles are held are looked at."""
    held = {kind: count(view.concealed, kind) for kind in ALL_KINDS}
    ranked = sorted(((sum([held[kind] for kind in kinds]), kinds) for kinds in choices), key=_first)
    close = [kinds for copies, kinds in ranked[-_CANDIDATES:] if copies >= ranked[-1][0] - 1]
    prospects = [_prospect(view, contract, kinds) for kinds in close]
    if not prospects:
        return Prospect((), 0.0, 0.0)
    return max(prospects, key=lambda prospect: prospect.promise)


def _first(pair: tuple[int, tuple[Kind, ...]]) -> int:
    return pair[0]


def _prospect(view: SeatView, contract: Contract | None, kinds: tuple[Kind, ...]) -> Prospect:
    at: Situation = situation(view, contract, kinds)
    hold = holding(view.concealed, view.melds[view.seat], kinds)
    goals = shortlist(at, hold)
    return Prospect(kinds, promise(at, hold, goals)[0], finishing_chance(at, hold, goals))
