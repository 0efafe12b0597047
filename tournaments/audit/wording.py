"""What was found, as its readers read it: the words are those in which archives tell of a fault."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from engine.archive.summary import FAULTS
from tournaments.audit.faults import What
from tournaments.audit.models import Finding

MOST_REASONS: Final = 10
_NUMBERED: Final[dict[str, Promise]] = {
    What.CHECKPOINT: _("checkpoint %(number)s"),
    What.LOOKS: _("look %(number)s"),
    What.SIGNED: _("number %(number)s"),
}

OWN: Final[dict[str, Promise]] = {
    "wrong_clock": _("the times do not add up"),
    "orphan": _("of no match and no event"),
}
"""Codes that no archive has."""


def reasons_of(finding: Finding) -> list[str]:
    """What is wrong, each once: the event's number, the words, the code in brackets."""
    said = list(dict.fromkeys(_reason(finding.what, mark) for mark in finding.marks))
    more = len(said) - MOST_REASONS
    return said[:MOST_REASONS] + ([gettext("and %(n)s more") % {"n": more}] if more > 0 else [])


def _reason(what: str, mark: dict[str, Any]) -> str:
    known = FAULTS.get(mark["code"])
    own = OWN.get(mark["code"], "")
    words = known.in_language(get_language() or "en") if known else own
    said = f"{words} [{mark['code']}]".strip()
    if mark["number"] is None:
        return said
    number = _NUMBERED.get(what, _("event %(number)s")) % mark
    return f"{number}: {said}"
