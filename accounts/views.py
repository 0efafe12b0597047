"""Pages of the accounts app."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.services import language_set


@require_POST
def language_choose(request: HttpRequest) -> HttpResponseBase:
    """Read the site in the language of the form field `language`, from now on."""
    if request.user.is_authenticated:
        language_set(account=request.user, language=request.POST.get("language", ""))
    return set_language(request)
