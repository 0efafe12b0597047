"""Addresses that change something: for those who are logged in, and by POST alone.

Whoever has to log in first, or comes by a link or a reload, is taken to the page that the
button is on: the address itself has nothing to show.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

View = Callable[..., HttpResponse]

MOST_ID = 64
_BESIDE = ("command", "csrfmiddlewaretoken", "next")


def command_id(request: HttpRequest) -> str | None:
    """The id of a form's command, from its hidden field `command`: sent twice, it acts once.

    A form that is filled in anew, on a page that one has gone back to, is another command.
    """
    given = request.POST.get("command", "")
    if not 0 < len(given) <= MOST_ID:
        return None
    said = sorted((name, *values) for name, values in request.POST.lists() if name not in _BESIDE)
    meant = repr((given, request.path, said))
    return hashlib.sha256(meant.encode()).hexdigest()[:32]


def by_post(page: str, *names: str) -> Callable[[View], View]:
    """Guard a view whose button is on `page`; `names` are the arguments that the page takes."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **arguments: Any) -> HttpResponse:
            back = reverse(page, kwargs={name: arguments[name] for name in names})
            if not request.user.is_authenticated:
                return redirect_to_login(back)
            return view(request, **arguments) if request.method == "POST" else redirect(back)

        return guarded

    return guard
