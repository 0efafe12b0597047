"""A score opened up: the reading, each element with its rule's text, each payment as a sum.

Knows nothing of who looks. Names of seats are handed in; texts are in the reader's language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.cli.explanation import REASONS
from engine.notation import format_tile, parse_tiles
from engine.rules.ruleset import Ruleset
from engine.scoring.alternatives import OtherReading
from engine.scoring.plan import ScoredElement
from engine.seats import SEATS
from tables import catalogue
from tables.option_texts import in_words
from tables.rulebook import book

Json = dict[str, Any]
MOST_OTHERS: Final = 12


def opened(ruleset: Ruleset, breakdown: Mapping[str, Any], names: Sequence[str]) -> Json:
    """A breakdown, as HandWon or an exhausted hand has it; `names` of E, S, W and N."""
    exhausted = "tai" not in breakdown or breakdown.get("reason") == "exhausted"
    return {
        "wins": breakdown.get("wins", not exhausted),
        "exhausted": exhausted,
        "refusal": refusal_of(breakdown),
        "tai": breakdown.get("tai", 0),
        "elements": [_element(line) for line in breakdown.get("elements", ())],
        "reading": [_read(one) for one in breakdown.get("as", ())],
        "wilds_as": tiles_of(breakdown.get("wilds_as", "")),
        "multiplier": breakdown["multiplier"],
        "payments": payments(ruleset, breakdown, names, exhausted=exhausted),
        "sums": _sums(breakdown, names),
        "rules": _rules(ruleset, breakdown, exhausted=exhausted),
    }


def refusal_of(breakdown: Mapping[str, Any]) -> Json | None:
    """Why it is no win, with the rule; None where it is one or nobody won."""
    reason = breakdown.get("reason")
    if reason in (None, "exhausted"):
        return None
    return {"code": reason, "said": reason_text(reason), **rule(breakdown["rule"])}


def reason_text(reason: str) -> str:
    """A reason in the reader's language."""
    return REASONS[reason].in_language(catalogue.language())


def rule(id_: str) -> Json:
    """A rule with its heading and its text."""
    return {
        "rule": id_,
        "heading": catalogue.rule_headings().get(id_, ""),
        "text": in_words(book(catalogue.language()).rules.get(id_, "")),
    }


def tiles_of(text: str) -> list[str]:
    """Each tile of a notation."""
    return [format_tile(kind) for kind in parse_tiles(text)]


def _element(line: Mapping[str, Any]) -> Json:
    name = catalogue.element_names()[line["id"]]
    return {
        "id": line["id"],
        "name": name,
        "tai": line["tai"],
        "tiles": tiles_of(line.get("tiles", "")),
        **rule(line["rule"]),
    }


def _read(one: Mapping[str, str]) -> Json:
    return {"kind": one["kind"], "tiles": tiles_of(one["tiles"])}


def payments(
    ruleset: Ruleset, breakdown: Mapping[str, Any], names: Sequence[str], *, exhausted: bool
) -> list[Json]:
    """Who pays whom: each a sum of parts with its rule, times the laozhuang multiplier."""
    rules = ruleset.game.part_rules
    titles = {"hand": _("hand part"), "contract": _("stake part")}
    found: dict[tuple[str, str], list[Json]] = {}
    for part in breakdown["parts"]:
        cited = ruleset.game.exhausted_rule if exhausted else rules[part["part"]]
        term = {"amount": part["amount"], "title": titles[part["part"]], "rule": cited}
        found.setdefault((part["from"], part["to"]), []).append(term)
    by = breakdown["multiplier"]
    return [
        {
            "payer": names[SEATS.index(payer)],
            "payee": names[SEATS.index(payee)],
            "terms": terms,
            "total": by * sum(term["amount"] for term in terms),
        }
        for (payer, payee), terms in sorted(found.items(), key=_in_seat_order)
    ]


def _in_seat_order(entry: tuple[tuple[str, str], list[Json]]) -> tuple[int, int]:
    (payer, payee), _terms = entry
    return SEATS.index(payer), SEATS.index(payee)


def _sums(breakdown: Mapping[str, Any], names: Sequence[str]) -> list[Json]:
    """What each seat gains or loses in all."""
    paid: Mapping[str, int] = breakdown["payments"]
    return [
        {"wind": seat, "name": name, "total": paid[seat]}
        for seat, name in zip(SEATS, names, strict=True)
    ]


def _rules(ruleset: Ruleset, breakdown: Mapping[str, Any], *, exhausted: bool) -> list[Json]:
    """Every rule that the score rests on, once, with its text."""
    cited = [line["rule"] for line in breakdown.get("elements", ())]
    if exhausted:
        cited.append(ruleset.game.exhausted_rule)
    else:
        cited += [ruleset.game.win_rule, "W4"]
        cited += [ruleset.game.part_rules[part["part"]] for part in breakdown["parts"]]
    if breakdown["multiplier"] > 1:
        cited.append("L6")
    return [rule(id_) for id_ in dict.fromkeys((*cited, "L7"))]


# Other readings


def others(
    scored: Iterable[Mapping[str, Any]], tai: int, found: Sequence[OtherReading]
) -> list[Json]:
    """Readings that were not taken, the best first, with what each lacks and has instead."""
    best = Counter((line["id"], line.get("tiles", "")) for line in scored)
    told = [_other(best, tai, one) for one in found]
    return [one for one in told if one["lacks"] or one["has"]][:MOST_OTHERS]


def _other(best: Counter[tuple[str, str]], tai: int, one: OtherReading) -> Json:
    mine = Counter(map(_key, one.elements))
    return {
        "tai": one.tai,
        "less": tai - one.tai,
        "reading": [_read(read.as_dict()) for read in one.reading],
        "elements": [_name(key) for key in map(_key, one.elements)],
        "lacks": [_name(key) for key in (best - mine).elements()],
        "has": [_name(key) for key in (mine - best).elements()],
    }


def _key(element: ScoredElement) -> tuple[str, str]:
    return element.id, format_tile(element.tile) if element.tile is not None else ""


def _name(key: tuple[str, str]) -> Json:
    return {"name": catalogue.element_names()[key[0]], "tiles": tiles_of(key[1])}
