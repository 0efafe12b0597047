"""What if, of a hand that was played with real tiles: as far as what was entered says.

A hand that was tapped in is assumed by its tiles, like one that was played here. One whose elements
were ticked, and one that nobody won, is assumed by elements, or by so many tai. Stores nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.errors import EngineError, InvalidInput
from engine.notation import format_tile
from engine.play.state import MatchState
from engine.rules.ruleset import Ruleset
from engine.scored.entry import Entry, Tapped, Ticked
from engine.scored.forms import MOST_TICKS
from engine.scored.settle import Standing, contract_of, facts_of_entry, score_ticks
from engine.scoring import ScoreInput, ScoreResult, score
from engine.seats import SEATS, Seat
from tables import catalogue
from tables.review import what_if_page
from tables.review.what_if import Scorer, WhatIf, what_if
from tables.scored import menu, texts

Json = dict[str, Any]
MOST_TAI: Final = 99


class Begun(NamedTuple):
    """The hand as it was entered; `ticks` is None where its tiles are known."""

    ruleset: Ruleset
    facts: ScoreInput
    result: ScoreResult
    ticks: tuple[str, ...] | None
    names: tuple[str, ...]


def begun_at(match: MatchState, number: int) -> Begun | None:
    """A hand of the sheet; None where only final points were entered."""
    hand = match.sheet[number - 1]
    if hand.entry is None or match.setup is None:
        return None
    ruleset, standing = match.ruleset, Standing(hand.places, hand.repeat)
    names = tuple(match.players[place].name for place in hand.places)
    if isinstance(hand.entry.hand, Tapped):
        facts = facts_of_entry(ruleset, match.setup.fixed_wilds, hand.entry, standing)
        assert facts is not None
        return Begun(ruleset, facts, score(ruleset, facts), None, names)
    facts = _facts(ruleset, hand.entry, standing)
    ticks = hand.entry.hand.elements if isinstance(hand.entry.hand, Ticked) else ()
    return Begun(ruleset, facts, _by_elements(ticks, None)(ruleset, facts), ticks, names)


def _facts(ruleset: Ruleset, entry: Entry, standing: Standing) -> ScoreInput:
    """All that is known beside the elements."""

    def seat(place: int | None) -> Seat | None:
        return None if place is None else standing.places.index(place)

    return ScoreInput(
        source=entry.source or "exhausted",
        winner=seat(entry.winner),
        discarder=seat(entry.discarder),
        contract=contract_of(ruleset, entry, standing.places),
        laozhuang=standing.repeat,
    )


def _by_elements(ticks: tuple[str, ...], tai: int | None) -> Scorer:
    """Scores a hand whose tiles nobody knows."""

    def scored(ruleset: Ruleset, facts: ScoreInput) -> ScoreResult:
        if facts.source == "exhausted":
            return score(ruleset, facts)
        return score_ticks(ruleset, ticks, facts, tai)

    return scored


def asked(begun: Begun, given: QueryDict) -> Json:
    """What the page shows: the form, the tiles, and once something was asked the answer."""
    form = what_if_page.form_of(begun.ruleset, begun.facts, begun.names)
    if begun.ticks is not None:
        form |= {"groups": menu.groups(begun.ruleset, list(begun.ticks)), "tai": ""}
    shown: Json = {"form": form, "hands": _tiles(begun), "tapped_in": True, "hidden": False}
    if "source" not in given:
        return shown
    refilled = what_if_page.refilled(form, _fields(given))
    if begun.ticks is not None:
        ticked = given.getlist("element")[:MOST_TICKS]
        refilled |= {"groups": menu.groups(begun.ruleset, ticked), "tai": given.get("tai", "")[:2]}
    return shown | {"form": refilled} | _answer(begun, given)


def _fields(given: QueryDict) -> dict[str, str]:
    """What was sent once; elements are asked for on their own."""
    return {name: given.get(name, "") for name in given}


def _tiles(begun: Begun) -> list[Json]:
    """The winner's tiles in hand, where they were tapped in."""
    winner = begun.facts.winner
    if begun.ticks is not None or winner is None:
        return []
    tiles = [format_tile(kind) for kind in begun.facts.concealed]
    return [{"seat": SEATS[winner], "name": begun.names[winner], "tiles": tiles}]


def _answer(begun: Begun, given: QueryDict) -> Json:
    try:
        return {"answered": True, **_compared(begun, given)}
    except EngineError as problem:
        return {
            "answered": True,
            "problem": texts.refusal_text(problem),
            "field": problem.field,
            "broken": texts.rule_of(problem),
        }


def assumed(begun: Begun, given: QueryDict) -> WhatIf:
    """Both scores. Raises InvalidInput, InvalidNotation, or IllegalAction with the rule that the
    elements break."""
    return what_if(
        begun.ruleset,
        begun.facts,
        begun.result,
        lambda seat: replace(begun.facts, winner=seat),
        _fields(given),
        score if begun.ticks is None else _by_elements(_ticks(given), _tai(given)),
    )


def _ticks(given: QueryDict) -> tuple[str, ...]:
    ticks = tuple(given.getlist("element"))
    if len(ticks) > MOST_TICKS:
        raise InvalidInput(f"at most {MOST_TICKS} elements", "element")
    return ticks


def _tai(given: QueryDict) -> int | None:
    """So many tai instead of the elements', if the form says so."""
    text = given.get("tai", "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or int(text[:9]) > MOST_TAI:
        raise InvalidInput(f"tai are a whole number up to {MOST_TAI}", "tai_assumed")
    return int(text)


def _compared(begun: Begun, given: QueryDict) -> Json:
    found = assumed(begun, given)
    rows = what_if_page.compared(found, begun.names, begun.ruleset)
    changes = what_if_page.changed(found, begun.ruleset, begun.names)
    if begun.ticks is not None:
        rows = [row for row in rows if row["before"] or row["after"]]
        changes += _otherwise(begun.ticks, _ticks(given), _tai(given))
    return {"rows": rows, "changes": changes}


def _otherwise(before: Sequence[str], after: Sequence[str], tai: int | None) -> list[Json]:
    """The elements, or the tai, that the form has otherwise."""
    told = []
    if sorted(before) != sorted(after):
        told.append({"title": _("Elements"), "before": _named(before), "after": _named(after)})
    if tai is not None:
        by = _("by the elements")
        told.append({"title": _("Tai"), "before": by, "after": str(tai)})
    return told


def _named(ticks: Iterable[str]) -> str:
    names = catalogue.element_names()
    return " · ".join(names.get(one, one) for one in sorted(ticks))
