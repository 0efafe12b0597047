"""The facts of a corrected hand: read from JSON, written out in full, scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.hashing import Json
from engine.notation import format_tile, format_tiles
from engine.play.refusals import SEAT_NAMES
from engine.play.winning import refuse_unless_won
from engine.rules.ruleset import Ruleset
from engine.rulings.court import Played
from engine.scoring.case import ScoreInput
from engine.scoring.case_json import facts_from_json
from engine.scoring.score import score
from engine.seats import SEATS


def corrected(
    ruleset: Ruleset, hand: Played, facts: Mapping[str, Json]
) -> tuple[dict[str, Json], dict[str, Json]]:
    """The facts with nothing left out, and the breakdown that follows from them.

    Without `laozhuang` the hand's own count is meant. Raises IllegalAction with the rule that
    refuses the win, InvalidInput or InvalidNotation for facts that cannot be.
    """
    given = dict(facts)
    if given.get("laozhuang") is None:
        given["laozhuang"] = hand.repeat
    case = facts_from_json(ruleset, given)
    result = score(ruleset, case)
    if case.winner is not None:
        refuse_unless_won(result, SEAT_NAMES[case.winner])
    return facts_to_json(case), cast("dict[str, Json]", result.as_dict())


def facts_to_json(case: ScoreInput) -> dict[str, Json]:
    """The input of `score` as JSON, every key written out; ruleset and options are the match's."""
    tile, contract = case.winning_tile, case.contract
    return {
        "source": case.source,
        "winner": None if case.winner is None else SEATS[case.winner],
        "discarder": None if case.discarder is None else SEATS[case.discarder],
        "concealed": format_tiles(case.concealed),
        "winning_tile": None if tile is None else format_tile(tile),
        "melds": [meld.as_dict() for meld in case.melds],
        "wild_kinds": format_tiles(case.wild_kinds),
        "contract": None if contract is None else dict(contract.as_dict()),
        "kong_draw": case.kong_draw,
        "blessing": case.blessing,
        "laozhuang": case.laozhuang,
    }
