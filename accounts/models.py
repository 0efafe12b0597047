"""The custom user."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person's account: the log-in name is private, the display name is what tables show."""

    display_name = models.CharField(_("display name"), max_length=40, blank=True)
    language = models.CharField(
        _("language"), max_length=10, blank=True, choices=settings.LANGUAGES
    )

    @property
    def public_name(self) -> str:
        """What the others at a table read."""
        return self.display_name or self.username
