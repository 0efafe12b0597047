"""What a score sheet says in the reader's language: refusals, and why an element is out."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from engine.errors import EngineError, IllegalAction
from engine.rules.clauses import CLAUSES
from engine.rules.element import ELEMENT_BY_ID
from tables.live.errors import REFUSALS

TEXTS: Final[dict[str, Any]] = {
    "hand_already_entered": lazy(
        "This hand is there already, and otherwise. Contest or correct what is there."
    ),
    "same_hand_entered": lazy("This hand is there already, just so."),
    "hand_gap": lazy("The hands are entered in order: another number comes next."),
    "match_complete": lazy("All hands of this match have been entered."),
    "final_points_entered": lazy("Final points have been entered for this match."),
    "hands_entered": lazy("Hands have been entered for this match: final points follow from them."),
    "points_not_zero": lazy("The points have to add up to 0."),
    "points_too_many": lazy("That is more than a match can bring."),
    "already_confirmed": lazy("That is confirmed already."),
    "already_contested": lazy("That has been said already."),
    "not_contested": lazy("Nobody contests this hand."),
    "not_the_last_hand": lazy("Only the last hand can be taken back; correct this one."),
    "later_hand_impossible": lazy(
        "With that, a later hand could not be as it was entered. Correct that one first."
    ),
    "no_such_hand": lazy("This hand has not been entered."),
    "hand_contested": lazy("A hand is contested: settle that first."),
    "not_over_yet": lazy("Hands of this match are still to be played."),
    "no_match": lazy("The match is over."),
    "no_auction": lazy("This game knows no contract."),
    "no_contract_given": lazy("How the auction ended is missing."),
    "wrong_auction": lazy("In this match four passes end otherwise."),
    "no_winning_hand": lazy("Tick the elements of the hand, or tap its tiles in."),
    "no_such_element": lazy("This game has no such element."),
    "element_twice": lazy("This element counts once."),
    "elements_clash": lazy("No hand has these elements together."),
    "element_does_not_fit": lazy("This win cannot have that element."),
    "too_many_pungs": lazy("So many honour pungs are not in one hand."),
    "elements_missing": lazy("Four honour pungs bring further elements: tick them too."),
    "wilds_fixed": lazy("Other kinds are wild in this match."),
    "invalid_notation": lazy("Tiles are written as digits and a letter, such as 123m55z."),
    "invalid_input": lazy("That does not fit together."),
    "stale": lazy("Somebody else was quicker: look again."),
}

FIELDS: Final[dict[str, Any]] = {
    "auction": lazy("Say how the auction ended."),
    "by": lazy("Say who has the contract."),
    "tai": lazy("Say how many tai the contract is for."),
    "form": lazy("Say with how many wild kinds."),
    "outcome": lazy("Say how the hand ended."),
    "winner": lazy("Say who won."),
    "source": lazy("Say how it was won."),
    "discarder": lazy("Say whose tile it was."),
    "way": lazy("Tick the elements of the hand, or tap its tiles in."),
    "concealed": lazy("Tap the tiles of the hand in."),
    "winning_tile": lazy("Tap the winning tile."),
    "melds": lazy("These tiles make no such meld."),
    "wild_kinds": lazy("That is the wrong number of wild kinds."),
    "contract": lazy("Such a contract cannot be bid."),
    "element": lazy("This win cannot have that element."),
}


def refusal_text(error: EngineError) -> str:
    """One sentence for a person, in English the engine's own where it is more exact."""
    language = get_language() or "en"
    if error.code == "incomplete":
        return str(FIELDS.get(error.field or "", error.message))
    if language.startswith("en"):
        return error.message[:1].upper() + error.message[1:] + "."
    if error.code in ("invalid_input", "invalid_notation") and error.field in FIELDS:
        return str(FIELDS[error.field])
    return str(TEXTS.get(error.code) or REFUSALS.get(error.code) or error.message)


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
        return _("not together with %(element)s (%(rule)s)") % {
            "element": name,
            "rule": error.rule,
        }
    text = TEXTS.get(error.code) or REFUSALS.get(error.code) or error.message
    return f"{text} ({error.rule})"
