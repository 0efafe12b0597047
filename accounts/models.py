"""The custom user."""

from __future__ import annotations

from typing import Any

import rules
from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person's account: the log-in name is private, the display name is what tables show."""

    display_name = models.CharField(_("display name"), max_length=40, blank=True)
    language = models.CharField(
        _("language"), max_length=10, blank=True, choices=settings.LANGUAGES
    )
    event_mails = models.BooleanField(
        _("E-mails about my events and tables: pairings, reminders, changes of my entry, disputes"),
        default=True,
    )
    gone_at = models.DateTimeField(_("deleted at"), null=True, blank=True, editable=False)

    @property
    def public_name(self) -> str:
        """What the others at a table read."""
        if self.gone_at:
            return gettext("deleted account")
        return self.display_name or self.username

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Of a single object its rules alone decide: a superuser who plays at a table must not
        see the others' hands."""
        if obj is None:
            return super().has_perm(perm)
        allowed = rules.has_perm(perm, self, obj)  # type: ignore[no-untyped-call]  # it has no types
        return self.is_active and bool(allowed)
