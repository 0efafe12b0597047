"""Lists searched by name: what was asked, and who is found. The database is not asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from django.http import HttpRequest

from accounts.names import is_found
from tournaments.domain.names import MOST_NAME

T = TypeVar("T")


def asked_for(request: HttpRequest) -> str:
    """The text of the search field, `?q=`; empty where nothing is searched."""
    return " ".join(request.GET.get("q", "")[:MOST_NAME].split())


def found_in(things: Iterable[T], asked: str, name: Callable[[T], str]) -> list[T]:
    """Those whose name is found; all of them where nothing is asked."""
    return [thing for thing in things if not asked or is_found(name(thing), asked)]
