"""The facts of a finished hand, as a ruling corrects them: read from the log for the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.hashing import Json
from engine.play.events import HandExhausted, HandWon
from engine.play.winning import facts_of as facts_at
from engine.rulings.facts import facts_to_json
from engine.scoring.case import ScoreInput
from tables import selectors
from tables.cases.wording import MELDS
from tables.events.log import Line
from tables.models import Ruling, Table


def facts_of(table: Table, hand: int) -> dict[str, Json]:
    """The input of `score` for a hand that was played here: as last corrected, else as it ended.

    Empty for one that has not ended, and for real tiles.
    """
    corrected = (
        Ruling.objects.filter(table=table, hand=hand, kind="score_corrected", superseded_by="")
        .order_by("-version")
        .first()
    )
    if corrected is not None and "facts" in corrected.decision:
        facts: dict[str, Json] = corrected.decision["facts"]
        return facts
    for line in selectors.lines(table):
        if line.hand == hand and isinstance(line.event, HandWon | HandExhausted):
            return facts_to_json(_case(line))
    return {}


def _case(line: Line) -> ScoreInput:
    state, event = line.before, line.event
    assert state.hand is not None
    if isinstance(event, HandWon):
        return facts_at(state.ruleset, state.hand, event.seat, event.tile)
    return ScoreInput("exhausted", contract=state.hand.contract, laozhuang=state.hand.repeat)


def as_form(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts by the names of the form's fields."""
    contract = facts.get("contract") or {}
    melds = facts.get("melds") or ()
    return {
        **{name: facts.get(name) or "" for name in _PLAIN},
        "laozhuang": facts.get("laozhuang", 0),
        "kong_draw": bool(facts.get("kong_draw")),
        "melds": ", ".join(f"{MELDS[meld['kind']]} {meld['tiles']}" for meld in melds),
        "by": contract.get("by", ""),
        "tai": contract.get("tai", ""),
        "form": contract.get("form", ""),
    }


_PLAIN = ("source", "winner", "discarder", "concealed", "winning_tile", "wild_kinds", "blessing")
