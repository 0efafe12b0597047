"""The what-if form and its answer, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.notation import format_tile, format_tiles
from engine.rules.contract import FORMS, LOWEST_BID
from engine.rules.option import Option
from engine.rules.ruleset import Ruleset
from engine.scoring import ScoreInput, ScoreResult
from engine.seats import SEATS
from engine.tiles import KINDS
from tables import catalogue
from tables.option_texts import value_text
from tables.review import opened
from tables.review.what_if import WhatIf, options_that_score
from tables.words import tile_names

Json = dict[str, Any]
HIGHEST_REPEAT: Final = 9


def form_of(ruleset: Ruleset, facts: ScoreInput, names: Sequence[str]) -> Json:
    """The fields with their choices, each with what was."""
    contract = facts.contract
    return {
        "seats": [{"seat": seat, "name": name} for seat, name in zip(SEATS, names, strict=True)],
        "sources": [(one, text) for one, text in _sources().items()
                    if one == "exhausted" or one in ruleset.game.sources],
        "source": facts.source,
        "winner": _seat(facts.winner),
        "discarder": _seat(facts.discarder),
        "tiles": [(format_tile(kind)) for kind in range(KINDS)],
        "winning_tile": "" if facts.winning_tile is None else format_tile(facts.winning_tile),
        "wild_kinds": format_tiles(facts.wild_kinds),
        "has_auction": ruleset.has_auction,
        "contract_by": _seat(contract.by) if contract else "none",
        "contract_tai": contract.tai if contract else LOWEST_BID,
        "contract_form": contract.form if contract else FORMS[0],
        "tais": range(LOWEST_BID, ruleset.options.max_bid + 1),
        "forms": list(_forms().items()),
        "laozhuang": facts.laozhuang,
        "repeats": range(max(HIGHEST_REPEAT, facts.laozhuang) + 1),
        "kong_draw": facts.kong_draw,
        "blessing": facts.blessing or "",
        "blessings": [("heavenly", _element("heavenly")), ("earthly", _element("earthly"))],
        "options": [_option(option, ruleset) for option in options_that_score(ruleset)],
    }  # fmt: skip


def refilled(form: Json, given: Mapping[str, str]) -> Json:
    """The form with what was sent in it, so that one thing after the other can be tried."""
    names = ("source", "winner", "discarder", "winning_tile", "wild_kinds", "contract_by",
             "contract_form", "blessing")  # fmt: skip
    told: Json = {name: given[name] for name in names if name in given}
    for name in ("contract_tai", "laozhuang"):
        if given.get(name, "").isdigit():
            told[name] = int(given[name])
    options = [
        one | {"value": given.get(f"option-{one['name']}", one["value"])} for one in form["options"]
    ]
    return form | told | {"kong_draw": "kong_draw" in given, "options": options}


def _option(option: Option, ruleset: Ruleset) -> Json:
    return {
        "name": option.name,
        "rule": option.rule,
        "text": option.text.in_language(catalogue.language()),
        "values": [(str(value), value_text(option, value)) for value in option.allowed],
        "value": str(ruleset.options.as_dict()[option.name]),
    }


def _seat(seat: int | None) -> str:
    return "" if seat is None else SEATS[seat]


def _element(id_: str) -> str:
    return catalogue.element_names()[id_]


def _sources() -> dict[str, str]:
    return {
        "self_draw": _("Self-draw"),
        "discard": _("On a discard"),
        "robbed_kong": _("Robbing a kong"),
        "exhausted": _("Nobody won"),
    }


def _forms() -> dict[str, str]:
    return {
        "two_wild": _("plain"),
        "one_wild": _("one wild"),
        "no_wild": _("no wild"),
    }


def compared(found: WhatIf, names: Sequence[str], ruleset: Ruleset) -> list[Json]:
    """Both scores line by line; a line whose two sides differ says so."""
    before = _lines(ruleset, found.facts, found.result, names) if found.result else None
    after = _lines(found.ruleset, found.assumed, found.answer, names)
    return [
        {
            "title": title,
            "before": before[n][1] if before else [],
            "after": value,
            "differs": before is None or before[n][1] != value,
        }
        for n, (title, value) in enumerate(after)
    ]


def changed(found: WhatIf, ruleset: Ruleset, names: Sequence[str]) -> list[Json]:
    """What the form has otherwise: facts and options, each before and after."""
    before, after = _facts(found.facts, names), _facts(found.assumed, names)
    told = [
        {"title": title, "before": before[title], "after": after[title]}
        for title in after
        if before[title] != after[title]
    ]
    old, new = ruleset.options.as_dict(), found.ruleset.options.as_dict()
    return told + [
        {
            "title": option.text.in_language(catalogue.language()),
            "before": value_text(option, old[option.name]),
            "after": value_text(option, new[option.name]),
        }
        for option in options_that_score(ruleset)
        if old[option.name] != new[option.name]
    ]


def _facts(facts: ScoreInput, names: Sequence[str]) -> dict[str, str]:
    contract = facts.contract
    bid = ""
    if contract:
        bid = f"{names[contract.by]}{_colon()}{contract.tai} · {_forms()[contract.form]}"
    tile = facts.winning_tile
    return {
        _("How it ended"): _sources()[facts.source],
        _("Winner"): "" if facts.winner is None else names[facts.winner],
        _("Whose tile"): "" if facts.discarder is None else names[facts.discarder],
        _("Winning tile"): "" if tile is None else _tile_names((tile,)),
        _("Wild kinds"): _tile_names(facts.wild_kinds),
        _("Contract"): bid or _("No contract"),
        _("Laozhuang"): str(facts.laozhuang),
        _("Kong draw"): _("yes") if facts.kong_draw else _("no"),
        _("Blessing"): _element(facts.blessing) if facts.blessing else _("no"),
    }


def _colon() -> str:
    return pgettext("after a label", ": ")


def _tile_names(kinds: Iterable[int]) -> str:
    names = tile_names()
    return " ".join(names[format_tile(kind)] for kind in kinds)


def _lines(
    ruleset: Ruleset, facts: ScoreInput, result: ScoreResult, names: Sequence[str]
) -> list[tuple[str, list[Json]]]:
    """(title, cells) in a fixed order; a cell is text, tiles or both."""
    answer = result.as_dict()
    shown = opened.opened(ruleset, answer, names)
    lines = [
        (_("Outcome"), [_text(_outcome(shown, facts, names))]),
        (_("Tai"), [_text(str(shown["tai"]))]),
        (_("Elements"), [_element_cell(one) for one in shown["elements"]]),
        (_("Read as"), [{"text": "", "tiles": one["tiles"]} for one in shown["reading"]]),
        (_("Laozhuang"), [_text(f"×{shown['multiplier']}")]),
    ]
    lines += [(one["name"], [_text(_signed(one["total"]))]) for one in shown["sums"]]
    return lines


def _outcome(shown: Mapping[str, Any], facts: ScoreInput, names: Sequence[str]) -> str:
    if shown["exhausted"]:
        return _("Exhausted hand")
    refusal = shown["refusal"]
    if refusal:
        return f"{_('No win')}{_colon()}{refusal['said']} ({refusal['rule']} {refusal['heading']})"
    winner = names[facts.winner] if facts.winner is not None else ""
    return f"{winner} · {_sources()[facts.source]}"


def _text(text: str) -> Json:
    return {"text": text, "tiles": []}


def _element_cell(one: Mapping[str, Any]) -> Json:
    text = f"{one['name']} {one['tai']} ({one['rule']})"
    return {"text": text, "tiles": one["tiles"][:1]}


def _signed(total: int) -> str:
    return f"+{total}" if total > 0 else f"−{-total}" if total < 0 else "0"
