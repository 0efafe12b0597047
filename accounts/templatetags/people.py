"""Names in templates."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def isolated(name: object) -> SafeString:
    """A name whose direction leaves the text around it alone: for use in the midst of a sentence.

    >>> isolated("<b>")
    '<bdi>&lt;b&gt;</bdi>'
    """
    return format_html("<bdi>{}</bdi>", name)
