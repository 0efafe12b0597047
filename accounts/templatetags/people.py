"""Names in templates."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import AnonymousUser
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.second_factor import was_withheld

register = template.Library()


@register.simple_tag
def second_factor_missing(account: User | AnonymousUser | None) -> bool:
    """Whether the page asked for something that waits for this account's second factor."""
    return account is not None and was_withheld(account)


@register.filter
def isolated(name: object) -> SafeString:
    """A name whose direction leaves the text around it alone: for use in the midst of a sentence.

    >>> isolated("<b>")
    '<bdi>&lt;b&gt;</bdi>'
    """
    return format_html("<bdi>{}</bdi>", name)
