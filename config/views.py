"""Pages for requests that no view can answer."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that makes no sense, or that is too large, in the reader's language."""
    too_large = isinstance(exception, TOO_MUCH)
    status = 413 if too_large else 400
    return render(request, "400.html", {"too_large": too_large}, status=status)
