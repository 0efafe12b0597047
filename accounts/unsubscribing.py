"""The link in e-mails that ends them: it works without logging in, and for that alone."""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.urls import reverse

from accounts.models import User

SALT: Final = "accounts.event_mails"


def path_for(account: User) -> str:
    """The address that ends e-mails to this account."""
    return reverse("mails-off", args=[signing.Signer(salt=SALT).sign(str(account.pk))])


def account_for(token: str) -> User | None:
    """Whose link it is; None for one that was not made here, or whose account is gone."""
    try:
        pk = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=int(pk), is_active=True).first()
