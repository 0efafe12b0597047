"""What a line of an event's table of penalties says to a reader.

Terms hold the texts as they were made; those of the presets are told in each reader's language, as
long as nobody put words of their own in their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings
from django.utils import translation

from tournaments.domain.terms import PenaltyRule, Terms
from tournaments.presets import PENALTIES


def rule_text(rule: PenaltyRule) -> str:
    """The preset's words in the language that is active, or the event's own as they were typed."""
    preset = next((text for code, text, _game, _kind in PENALTIES if code == rule.code), None)
    if preset is None or rule.text not in _preset_texts()[rule.code]:
        return rule.text
    return str(preset)


def rule_texts(terms: Terms | None) -> dict[str, str]:
    """By code."""
    return {rule.code: rule_text(rule) for rule in terms.penalties} if terms else {}


@lru_cache(maxsize=1)
def _preset_texts() -> Mapping[str, frozenset[str]]:
    """Each preset's line in every language of the site."""
    found: dict[str, set[str]] = {code: set() for code, *_rest in PENALTIES}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for code, text, _game, _kind in PENALTIES:
                found[code].add(str(text))
    return {code: frozenset(texts) for code, texts in found.items()}
