"""What the templates of the tables app need beside Django's own filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template

from tables import catalogue

register = template.Library()


@register.filter
def ruleset_name(ruleset: str) -> str:
    """The name of a game in the reader's language."""
    return catalogue.ruleset_name(ruleset)


@register.filter
def at(values: Sequence[Any], index: int) -> Any:
    """The value at a place."""
    return values[index] if index < len(values) else ""


@register.filter
def signed(value: int) -> str:
    """Points with their sign.

    >>> signed(-8), signed(0), signed(24)
    ('−8', '0', '+24')
    """
    if not isinstance(value, int) or value == 0:
        return str(value)
    return f"+{value}" if value > 0 else f"−{-value}"
