"""Whether somebody has proved a second factor, and who has to.

The requirement is one setting, `MFA_REQUIRED`. Whatever gives powers that need it asks `is_secured`
and leaves a note when it withheld them, so that a page can say why.
"""

from __future__ import annotations

from collections.abc import Iterable

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.remembering import remembered

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
WITHHELD = "_second_factor_withheld"


def has_second_factor(account: User) -> bool:
    """Recovery codes alone are none: they stand in for a factor that there is."""

    def ask() -> bool:
        return bool(Authenticator.objects.filter(user_id=account.pk, type__in=FACTORS).exists())

    return remembered(account, ("second factor",), ask)


def holders(accounts: Iterable[int]) -> set[int]:
    """Those of the accounts that have one: one query."""
    found = Authenticator.objects.filter(user_id__in=list(accounts), type__in=FACTORS)
    return set(found.values_list("user_id", flat=True))


def is_secured(account: User) -> bool:
    """Whether this account may use powers over other people's results; notes a no."""
    if not settings.MFA_REQUIRED or has_second_factor(account):
        return True
    setattr(account, WITHHELD, True)
    return False


def was_withheld(account: User | AnonymousUser) -> bool:
    """Whether something was refused to this account since it was loaded, for want of a factor."""
    return bool(getattr(account, WITHHELD, False))
