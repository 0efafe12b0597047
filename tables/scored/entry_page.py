"""The form of a hand: what it shows, and what it would come to as it stands."""

from __future__ import annotations

from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.notation import format_tiles
from engine.play.state import MatchState
from engine.rules.contract import LOWEST_BID
from engine.rules.ruleset import Ruleset
from engine.scored.entry import seat_of
from engine.scored.settle import Standing
from engine.scored.sheet import PLACES
from engine.seats import SEATS
from tables.scored import entries, menu
from tables.scored.sheet import elements_of, names_of, payments_of, reading_of
from tables.scored.texts import refusal_text, rule_of

AUCTIONS: Final = {
    "contract": _("a contract"),
    "no_contract": _("all passed: no contract"),
    "dealer_forced": _("all passed: the dealer holds 2 tai"),
}
FORMS: Final = (
    ("two_wild", _("plain")),
    ("one_wild", _("one wild")),
    ("no_wild", _("no wild")),
)
SOURCES: Final = {
    "self_draw": _("self-draw"),
    "discard": _("on a discard"),
    "robbed_kong": _("by robbing a kong"),
}
HIGHEST_SHOWN: Final = 13
MELDS: Final = (
    ("chow", _("Chow")),
    ("pung", _("Pung")),
    ("kong", _("Kong")),
    ("added_kong", _("Added kong")),
    ("concealed_kong", _("Concealed kong")),
)


def entry_context(
    state: MatchState, hand: int, form: QueryDict | None, refused: EngineError | None
) -> dict[str, Any]:
    """The form of a hand: as it was sent, or as the hand that is there, or empty."""
    standing = entries.standing_of(state, hand)
    names = names_of(state)
    given = _given(state, hand, form)
    ruleset = state.ruleset
    return {
        "hand": hand,
        "given": given,
        "players": [
            {"place": p, "name": names[p], "wind": SEATS[seat_of(p, standing.places)]}
            for p in PLACES
        ],
        "dealer": names[standing.dealer],
        "repeat": standing.repeat,
        "auctions": _auctions(ruleset),
        "tais": list(range(LOWEST_BID, min(ruleset.options.max_bid, HIGHEST_SHOWN) + 1)),
        "forms": FORMS,
        "sources": [(name, SOURCES[name]) for name in ruleset.game.sources],
        "groups": menu.groups(ruleset, given.get("element", [])),
        "melds": MELDS,
        "fixed_wilds": format_tiles(state.setup.fixed_wilds) if state.setup else "",
        "refusal": None if refused is None else _refusal(refused),
    }


def _auctions(ruleset: Ruleset) -> list[tuple[str, Any]]:
    """How an auction can have ended in this match; nothing where there is none."""
    if not ruleset.has_auction:
        return []
    all_pass = ruleset.options.all_pass
    ends = ["contract"] + ([all_pass] if all_pass in AUCTIONS else [])
    return [(end, AUCTIONS[end]) for end in ends]


def _given(state: MatchState, hand: int, form: QueryDict | None) -> dict[str, Any]:
    if form is not None:
        fields: dict[str, Any] = dict(form.items())
        return fields | {"element": form.getlist("element")}
    there = state.sheet[hand - 1] if 1 <= hand <= len(state.sheet) else None
    if there is not None and there.entry is not None:
        return {name: _text(value) for name, value in entries.form_of(there.entry).items()}
    return {"auction": "contract", "outcome": "won", "way": "ticks", "tai": "2",
            "form": "two_wild", "element": []}  # fmt: skip


def _text(value: Any) -> Any:
    return value if isinstance(value, list | bool) else str(value)


def _refusal(error: EngineError) -> dict[str, Any]:
    return {
        "code": error.code,
        "text": refusal_text(error),
        "rule": rule_of(error),
        "missing": error.code == "incomplete",
        "field": error.field,
    }


def preview_of(state: MatchState, hand: int, form: QueryDict) -> dict[str, Any]:
    """What the form comes to, or why not; and of each element its worth or why it is out."""
    answer: dict[str, Any] = {"blocked": {}, "worth": {}}
    standing = entries.standing_of(state, hand)
    try:
        facts = entries.facts(state.ruleset, form)
        winning = menu.winning_of(state.ruleset, facts, standing)
        if winning is not None:
            answer["worth"] = menu.worth(state.ruleset, winning)
            answer["blocked"] = menu.blocked(state.ruleset, winning, form.getlist("element"))
        read = entries.read(state, hand, form)
    except EngineError as error:
        return answer | {"ok": False, "refusal": _refusal(error)}
    return answer | {"ok": True, "result": _result(state, standing, read)}


def _result(state: MatchState, standing: Standing, read: entries.Read) -> dict[str, Any]:
    result = read.result
    names = names_of(state)
    return {
        "tai": result.breakdown["tai"] if read.entry.outcome == "won" else None,
        "elements": elements_of(result.breakdown),
        "reading": reading_of(result.breakdown),
        "multiplier": result.breakdown["multiplier"],
        "payments": payments_of(standing.places, result.points, result.breakdown, names),
    }
