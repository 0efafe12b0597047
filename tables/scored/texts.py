"""What a score sheet says in the reader's language: refusals, and why an element is out."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError, IllegalAction
from engine.rules.clauses import CLAUSES
from engine.rules.element import ELEMENT_BY_ID
from tables.live.errors import REFUSALS

TEXTS: Final[dict[str, Any]] = {
    "hand_already_entered": _(
        "This hand is there already, and otherwise. Contest or correct what is there."
    ),
    "same_hand_entered": _("This hand is there already, just so."),
    "hand_gap": _("The hands are entered in order: another number comes next."),
    "match_complete": _("All hands of this match have been entered."),
    "final_points_entered": _("Final points have been entered for this match."),
    "hands_entered": _("Hands have been entered for this match: final points follow from them."),
    "points_not_zero": _("The points have to add up to 0."),
    "points_too_many": _("That is more than a match can bring."),
    "already_confirmed": _("That is confirmed already."),
    "already_contested": _("That has been said already."),
    "not_contested": _("Nobody contests this hand."),
    "not_the_last_hand": _("Only the last hand can be taken back; correct this one."),
    "later_hand_impossible": _(
        "With that, a later hand could not be as it was entered. Correct that one first."
    ),
    "no_such_hand": _("This hand has not been entered."),
    "hand_ruled": _("A ruling stands on this hand: only another ruling changes it."),
    "hand_contested": _("A hand is contested: settle that first."),
    "not_over_yet": _("Hands of this match are still to be played."),
    "no_match": _("The match is over."),
    "no_auction": _("This game knows no contract."),
    "no_contract_given": _("How the auction ended is missing."),
    "wrong_auction": _("In this match four passes end otherwise."),
    "no_winning_hand": _("Tick the elements of the hand, or tap its tiles in."),
    "no_such_element": _("This game has no such element."),
    "element_twice": _("This element counts once."),
    "elements_clash": _("No hand has these elements together."),
    "element_does_not_fit": _("This win cannot have that element."),
    "too_many_pungs": _("So many honour pungs are not in one hand."),
    "elements_missing": _("Four honour pungs bring further elements: tick them too."),
    "wilds_fixed": _("Other kinds are wild in this match."),
    "invalid_notation": _("Tiles are written as digits and a letter, such as 123m55z."),
    "invalid_input": _("That does not fit together."),
    "stale": _("Somebody else was quicker: look again."),
    "too_long": _("At most 200 characters."),
    "not_whole": _("Write a whole number of at most eight digits, such as -12."),
}

FIELDS: Final[dict[str, Any]] = {
    "auction": _("Say how the auction ended."),
    "by": _("Say who has the contract."),
    "tai": _("Say how many tai the contract is for."),
    "form": _("Say with how many wild kinds."),
    "outcome": _("Say how the hand ended."),
    "winner": _("Say who won."),
    "source": _("Say how it was won."),
    "discarder": _("Say whose tile it was."),
    "way": _("Tick the elements of the hand, or tap its tiles in."),
    "concealed": _("Tap the tiles of the hand in."),
    "winning_tile": _("Tap the winning tile."),
    "melds": _("These tiles make no such meld."),
    "wild_kinds": _("That is the wrong number of wild kinds."),
    "contract": _("Such a contract cannot be bid."),
    "element": _("This win cannot have that element."),
    "reason": _("Why it is put right"),
    "tai_assumed": _("Tai are a whole number of at most two digits."),
}


def refusal_text(error: EngineError) -> str:
    """One sentence for a person, in English the engine's own where it is more exact."""
    language = get_language() or "en"
    if error.code == "incomplete":
        return str(FIELDS.get(error.field or "", error.message))
    if error.code == "too_long":
        field = FIELDS.get(error.field or "")
        return f"{field}: {TEXTS[error.code]}" if field else str(TEXTS[error.code])
    if error.code == "not_whole":
        return str(TEXTS[error.code])
    if language.startswith("en") and _names_no_field(error):
        return f"{str(FIELDS[error.field or '']).rstrip('.')}: {error.message}."
    if language.startswith("en"):
        return error.message[:1].upper() + error.message[1:] + "."
    if error.code in ("invalid_input", "invalid_notation") and error.field in FIELDS:
        return str(FIELDS[error.field])
    return str(TEXTS.get(error.code) or REFUSALS.get(error.code) or error.message)


def _names_no_field(error: EngineError) -> bool:
    """What cannot be read says why; of which field it speaks has to be said before."""
    return not isinstance(error, IllegalAction) and error.field in FIELDS


def rule_of(error: EngineError) -> dict[str, str] | None:
    """The rule that a refusal rests on, with what it is about."""
    if not isinstance(error, IllegalAction) or error.rule not in CLAUSES:
        return None
    heading = CLAUSES[error.rule].heading.in_language(get_language() or "en")
    return {"id": error.rule, "heading": heading}


def blocked_text(error: IllegalAction, clash: str | None) -> str:
    """Why an element cannot be ticked beside the others."""
    if clash is not None:
        name = ELEMENT_BY_ID[clash].names.in_language(get_language() or "en")
        return gettext("not together with %(element)s (%(rule)s)") % {
            "element": name,
            "rule": error.rule,
        }
    text = TEXTS.get(error.code) or REFUSALS.get(error.code) or error.message
    return f"{text} ({error.rule})"
