"""Options of a ruleset as a person reads them: the question and the names of the answers."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.rules.option import Option, OptionValue

NAMED = {
    "dealer": _("the dealer"),
    "random": _("drawn at random"),
    "fixed": _("fixed for the match"),
    "adjacent": _("neighbours only"),
    "any": _("any two kinds"),
    "face": _("its own face"),
    "dead": _("of use to nobody"),
    "forbidden": _("may not be discarded"),
    "no_contract": _("play without a contract"),
    "dealer_forced": _("the dealer holds 2 tai"),
    "redeal": _("deal again"),
    "contractor": _("the contractor"),
    "rob_scope.contractor": _("only the contractor"),
    "anyone": _("anyone"),
    "seat": _("the own seat's wind"),
    "east2": _("East 2 for everyone"),
    "max": _("whichever is more"),
    "special.flat": _("always the flat one"),
    "none": _("nobody"),
    "each": _("each of the three"),
    "robbed_all": _("the robbed player, for all"),
    "laozhuang.flat": _("doubles once"),
    "compound": _("doubles with each repeat"),
    "off": _("not played"),
    "rotate": _("the next seat"),
    "winner": _("the winner"),
}


def value_text(option: Option, value: OptionValue) -> str:
    """How a value is called in the form and in the terms of a table."""
    if value is True:
        return gettext("yes")
    if value is False:
        return gettext("no")
    return str(NAMED.get(f"{option.name}.{value}") or NAMED.get(str(value)) or value)
