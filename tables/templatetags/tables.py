"""What the templates of the tables app need beside Django's own filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tables import catalogue
from tables.models import Table
from tables.words import tile_names

register = template.Library()


@register.filter
def ruleset_name(ruleset: str) -> str:
    """The name of a game in the reader's language."""
    return catalogue.ruleset_name(ruleset)


@register.filter
def table_title(table: Table) -> str:
    """What a table is called, in the reader's language."""
    return catalogue.title_of(table)


@register.filter
def table_round(table: Table) -> str:
    """In what a table is played, in the reader's language."""
    return catalogue.round_of(table)


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


@register.filter
def wind_mark(letter: str) -> str:
    """The wind of a seat in one character, from its letter."""
    return {"E": _("E"), "S": _("S"), "W": _("W"), "N": _("N")}.get(letter, letter)


@register.filter
def won_text(source: str) -> str:
    """How a hand was won, in words."""
    return {
        "self_draw": _("wins by self-draw"),
        "discard": _("wins on a discard"),
        "robbed_kong": _("wins by robbing a kong"),
    }.get(source, source)


@register.simple_tag
def tile_face(kind: str, wilds: Sequence[str] = ()) -> str:
    """A tile as the scripts draw it, from its notation."""
    name = tile_names()[kind]
    return format_html(
        '<span class="tile{}" role="img" aria-label="{}" title="{}">'
        '<svg class="face" aria-hidden="true" focusable="false"><use href="{}#t-{}"/></svg></span>',
        " is-wild" if kind in wilds else "",
        name,
        name,
        static("tiles/tiles.svg"),
        kind,
    )


@register.filter
def tile_name(kind: str) -> str:
    """The spoken name of a tile from its notation."""
    return tile_names()[kind]
