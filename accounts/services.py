"""Changes to accounts."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.signals import account_leaving, account_left


def language_set(*, account: User, language: str) -> None:
    """Remember the account's language; an unknown one changes nothing."""
    if language in dict(settings.LANGUAGES):
        account.language = language
        account.save(update_fields=["language"])


def event_mails_set(*, account: User, wanted: bool) -> None:
    """Whether the account wants e-mails about its events."""
    account.event_mails = wanted
    account.save(update_fields=["event_mails"])


@transaction.atomic
def account_delete(*, account: User) -> None:
    """Take away everything that says who it was, and the way to log in.

    The row stays, without a name: logs of matches and events are never changed, and name who
    played as they were called then. Raises `AccountHeld` if somebody still depends on it.
    """
    account = User.objects.select_for_update().get(pk=account.pk)
    account_leaving.send(sender=User, account=account)
    EmailAddress.objects.filter(user=account).delete()
    Authenticator.objects.filter(user=account).delete()
    account.username = f"gone-{account.pk}"
    account.display_name = account.email = account.first_name = account.last_name = ""
    account.language = ""
    account.event_mails = False
    account.is_active = account.is_staff = account.is_superuser = False
    account.gone_at = timezone.now()
    account.set_unusable_password()
    account.save()
    account.groups.clear()
    account.user_permissions.clear()
    account_left.send(sender=User, account=account)
