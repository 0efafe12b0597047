"""Options of a ruleset as a person reads them: the question and the names of the answers."""

from __future__ import annotations

import re
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from engine.rules.option import Option, OptionValue
from engine.rules.options import OPTION_BY_NAME

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


_CODE: Final = re.compile(r"<code>(\w+)</code>")
_YES_NO: Final = re.compile(r"\b(true|false)\b")
_BESIDE_QUOTES: Final = re.compile("(?<=[”」]) | (?=[“「])")


def in_words(html: str) -> SafeString:
    """A rule's text as the rules have it, with options and their values by what they say to a
    person instead of by their names in programs."""
    option: Option | None = None
    language = get_language() or "en"

    def told(found: re.Match[str]) -> str:
        nonlocal option
        word = found.group(1)
        if word in OPTION_BY_NAME:
            option = OPTION_BY_NAME[word]
            text = option.text.in_language(language)
        else:
            text = value_text(option, word) if option else word
        return _quoted(text)

    html = _CODE.sub(told, html)
    if language != "en":
        html = _YES_NO.sub(lambda found: _quoted(yes_or_no(found.group(1) == "true")), html)
        html = _BESIDE_QUOTES.sub("", html)
    # Escaped where it comes from.
    return mark_safe(html)


def _quoted(text: str) -> str:
    return gettext("“%(text)s”") % {"text": escape(text)}


def yes_or_no(value: bool) -> str:
    """Yes or no."""
    return gettext("yes") if value else gettext("no")


def value_text(option: Option, value: OptionValue) -> str:
    """How a value is called in the form and in the terms of a table."""
    if isinstance(value, bool):
        return yes_or_no(value)
    return str(NAMED.get(f"{option.name}.{value}") or NAMED.get(str(value)) or value)
