"""What every request does with the account that makes it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django_htmx.http import HttpResponseClientRedirect

from accounts.remembering import remember
from accounts.second_factor import was_withheld

Answer = Callable[[HttpRequest], HttpResponse]


class AccountLanguageMiddleware:
    """An account's own choice of language comes before the browser's; its roles are looked up
    once a request."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            remember(request.user)
            if request.user.language:
                translation.activate(request.user.language)
                request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class SecondFactorMiddleware:
    """Whoever is refused only for want of a second factor is told so, and shown how to get one."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """A page becomes the explanation, with the way back; anything else stays refused."""
        if not isinstance(problem, PermissionDenied) or not was_withheld(request.user):
            return None
        back = request.get_full_path() if request.method in ("GET", "HEAD") else ""
        address = f"{reverse('second-factor')}?{urlencode({'next': back})}"
        if request.headers.get("HX-Request"):
            return HttpResponseClientRedirect(address)
        return redirect(address)
