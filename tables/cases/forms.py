"""What the form of a ruling says, as a draft. Whether it can be is the engine's to say."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from django.http import QueryDict

from engine.errors import InvalidInput
from engine.hashing import Json
from engine.play.state import MatchState
from engine.rulings.court import THE_MATCH
from engine.rulings.events import RULING_KINDS, RulingKind
from engine.scored.forms import write_entry
from engine.seats import SEATS
from tables.cases.drafts import Draft
from tables.cases.wording import MELDS
from tables.scored import entries

MOST_DIGITS: Final = 9
MOST_CITES: Final = 20
_NUMBER: Final = re.compile(r"[+\-−]?\d{1,9}")
_MELD: Final = re.compile(r"\s*(\w+)[\s:]+(\w+)\s*")
_BETWEEN: Final = re.compile("[,，、]")
_FIELDS: Final = {
    "contract": ("by", "tai"),
    "bad_penalty": ("penalty-game", "penalty-table"),
    "penalty_differs": ("penalty-rule", "penalty", "penalty-game", "penalty-table"),
}
"""The fields that a refusal is about, where it does not name one of the form."""
_Form = Mapping[str, str]


class Unfit(InvalidInput):
    """Something is missing (`given` is empty), or no number; `field` names it."""

    def __init__(self, field: str, given: str = "") -> None:
        super().__init__(f"{field} is missing or no number", field, "bad_decision")
        self.given = given


def draft_of(
    state: MatchState, form: QueryDict, *, hand: int, case: str = "", supersedes: str = ""
) -> Draft:
    """The ruling that the form says. Raises InvalidInput, InvalidNotation, IllegalAction."""
    kind = form.get("kind", "")
    if kind not in RULING_KINDS:
        raise InvalidInput("choose what is ruled", "kind", "no_kind")
    # An adjustment is about the match, whatever hand the case was about.
    about = THE_MATCH if kind == "result_adjusted" else hand
    return Draft(
        kind=kind,
        hand=about,
        cites=cites_of(form),
        decision=_DECISIONS[kind](state, form, hand),
        text=form.get("text", ""),
        case=case,
        supersedes=supersedes,
        known=_whole(form, "known") if form.get("known") else None,
        departs=bool(form.get("penalty-departs")),
    )


def cites_of(form: QueryDict) -> tuple[str, ...]:
    """The rules chosen, then the clause that was written, each once."""
    given = [one.strip() for one in (*form.getlist("cite"), form.get("clause", ""))]
    return tuple(dict.fromkeys(filter(None, given)))


def awaits(form: QueryDict, code: str, field: str) -> bool:
    """Whether a form is refused for what nobody has said anything about yet."""
    if code in ("no_kind", "incomplete"):
        return True
    names = _FIELDS.get(field or code, (field,))
    asked = [form.get(name, "").strip() for name in names if name in form]
    return bool(asked) and not any(asked)


def _nothing(_state: MatchState, _form: QueryDict, _hand: int) -> dict[str, Json]:
    return {}


def _corrected(state: MatchState, form: QueryDict, hand: int) -> dict[str, Json]:
    """With real tiles an entry of the sheet, else the facts of the hand by its seats."""
    if state.setup is not None and state.setup.play == "scored" and form.get("way") != "facts":
        return {"entry": write_entry(entries.read(state, hand, form).entry)}
    return {"facts": facts_in(form)}


def facts_in(form: _Form) -> dict[str, Json]:
    """The facts of a hand as the form has them."""
    source = form.get("source", "")
    facts: dict[str, Json] = {
        "source": source,
        "contract": _contract(form),
        "laozhuang": _whole(form, "laozhuang"),
    }
    if source == "exhausted":
        return facts
    return facts | {
        "winner": form.get("winner") or None,
        "discarder": (form.get("discarder") or None) if source != "self_draw" else None,
        "concealed": form.get("concealed", ""),
        "winning_tile": form.get("winning_tile", ""),
        "melds": melds_in(form.get("melds", "")),
        "wild_kinds": form.get("wild_kinds", ""),
        "kong_draw": bool(form.get("kong_draw")),
        "blessing": form.get("blessing") or None,
    }


def _contract(form: _Form) -> Json:
    if not form.get("by"):
        return None
    return {"by": form["by"], "tai": _whole(form, "tai"), "form": form.get("form", "")}


def melds_in(text: str) -> list[Json]:
    """`pung 777z, chow 123s`, or the same with the words of the reader's language."""
    named = {str(word): kind for kind, word in MELDS.items()}
    found: list[Json] = []
    for one in filter(str.strip, _BETWEEN.split(text)):
        match = _MELD.fullmatch(one)
        if match is None:
            raise InvalidInput(f"{one} is no meld", "melds", "bad_decision")
        word = match.group(1)
        found.append({"kind": named.get(word, word), "tiles": match.group(2)})
    return found


def _payments(_state: MatchState, form: QueryDict, _hand: int) -> dict[str, Json]:
    payments: Json = {seat: _whole(form, f"pay-{seat}") for seat in SEATS}
    return {"payments": payments}


def _penalty(_state: MatchState, form: QueryDict, _hand: int) -> dict[str, Json]:
    penalty = form.get("penalty", "")
    takes = penalty != "warning"
    return {
        "place": _whole(form, "penalty-place"),
        "penalty": penalty,
        "game": _whole(form, "penalty-game", 0) if takes else 0,
        "table": _whole(form, "penalty-table", 0) if takes else 0,
        "rule": form.get("penalty-rule", "").strip() or None,
    }


def _clock(_state: MatchState, form: QueryDict, _hand: int) -> dict[str, Json]:
    return {"place": _whole(form, "clock-place"), "ms": _whole(form, "clock-seconds") * 1000}


def _adjusted(_state: MatchState, form: QueryDict, _hand: int) -> dict[str, Json]:
    return {"points": [_whole(form, f"adjust-{place}") for place in range(4)]}


_DECISIONS: Final[Mapping[RulingKind, Callable[[MatchState, QueryDict, int], dict[str, Json]]]] = {
    "score_stands": _nothing,
    "score_corrected": _corrected,
    "score_set": _payments,
    "hand_replayed": _nothing,
    "hand_agreed": _payments,
    "penalty": _penalty,
    "clock_given": _clock,
    "result_adjusted": _adjusted,
}


def _whole(form: _Form, name: str, default: int | None = None) -> int:
    """A whole number with or without a sign. Raises Unfit."""
    text = form.get(name, "").strip()
    if not text and default is not None:
        return default
    if not _NUMBER.fullmatch(text):
        raise Unfit(name, text)
    return int(text.replace("−", "-"))
