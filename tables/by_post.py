"""Addresses that change something: for those who are logged in, and by POST alone.

Whoever has to log in first, or comes by a link or a reload, is taken to the page that the
button is on: the address itself has nothing to show.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

View = Callable[..., HttpResponse]


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
