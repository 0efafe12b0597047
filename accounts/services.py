"""Changes to accounts."""

from __future__ import annotations

from django.conf import settings

from accounts.models import User


def language_set(*, account: User, language: str) -> None:
    """Remember the account's language; an unknown one changes nothing."""
    if language in dict(settings.LANGUAGES):
        account.language = language
        account.save(update_fields=["language"])
