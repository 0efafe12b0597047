"""What the templates of disputes need beside the filters of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _

from tables.cases import penalties
from tables.scored.sheet import elements_of

register = template.Library()


@register.filter
def field(form: Mapping[str, Any], name: str) -> Any:
    """What a form says in a field whose name is no identifier."""
    return form.get(name, "")


@register.filter
def named(elements: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The lines of a breakdown with their names."""
    return elements_of({"elements": elements})


@register.simple_tag
def penalty_text(decision: Mapping[str, Any], names: Sequence[str], rule: str = "") -> str:
    """A penalty in words: who, what, by which line of the penalty table."""
    what = penalties.words(decision["penalty"], decision["game"], decision["table"])
    return " · ".join(filter(None, [names[decision["place"]], what, rule]))


@register.simple_tag
def clock_text(decision: Mapping[str, Any], names: Sequence[str]) -> str:
    """Time that was given back, and to whom."""
    seconds = _("{n} seconds").format(n=decision["ms"] // 1000)
    return f"{names[decision['place']]} · {seconds}"
