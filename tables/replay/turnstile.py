"""How often one visitor may ask for pages that read and check a whole match.

Counted in this process: a site of several lets a visitor ask each of them as often.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from time import monotonic
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render

from tables.live.limits import Allowance

Answer: TypeAlias = HttpResponse | StreamingHttpResponse
View = Callable[..., Answer]

MOST_VISITORS = 10_000
"""The one who has not asked for the longest time is forgotten first."""


@dataclass(slots=True)
class Turnstile:
    """An allowance for each visitor: `burst` requests at once, `per_minute` in the long run."""

    burst: int
    per_minute: float
    _visitors: OrderedDict[str, Allowance] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait_seconds(self, visitor: str, now: float) -> int:
        """0 where the visitor may pass at `now`, else in how many seconds to ask again."""
        with self._lock:
            found = self._visitors.pop(visitor, None)
            allowance = found or Allowance(now, self.burst, self.per_minute / 60)
            self._visitors[visitor] = allowance
            if len(self._visitors) > MOST_VISITORS:
                self._visitors.popitem(last=False)
            return 0 if allowance.take(now) else allowance.retry_ms // 1000 + 1

    def forget(self) -> None:
        """Begin anew with everybody."""
        self._visitors.clear()


CHECKS = Turnstile(burst=6, per_minute=12)
READS = Turnstile(burst=30, per_minute=60)


def visitor_of(request: HttpRequest) -> str:
    """The account, or the address of somebody who is not logged in."""
    user = request.user
    return f"u{user.pk}" if user.is_authenticated else request.META.get("REMOTE_ADDR", "")


def _refused(request: HttpRequest, seconds: int) -> HttpResponse:
    """In the form that was asked for: a page, a part of one, or JSON."""
    if not request.accepts("text/html"):
        answer: HttpResponse = JsonResponse({"error": {"code": "too_often"}}, status=429)
    else:
        page = "tables/parts/too_often.html" if "HX-Request" in request.headers else "429.html"
        answer = render(request, page, {"seconds": seconds}, status=429)
    answer["Retry-After"] = str(seconds)
    return answer


def at_most(turnstile: Turnstile) -> Callable[[View], View]:
    """Answer 429 to a visitor who asks too often."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **arguments: Any) -> Answer:
            wait = turnstile.wait_seconds(visitor_of(request), monotonic())
            if not wait:
                return view(request, **arguments)
            return _refused(request, wait)

        return guarded

    return guard
