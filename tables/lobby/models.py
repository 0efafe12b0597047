"""A table that waits for players, and its four chairs."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Gathering(models.Model):
    """What a host has proposed to play; `table` is set when all chairs were taken."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="gatherings",
        verbose_name=_("host"),
    )
    name = models.CharField(_("name"), max_length=40, blank=True)
    terms = models.JSONField(_("terms"))
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    table = models.OneToOneField(
        "tables.Table", on_delete=models.CASCADE, null=True, blank=True, related_name="gathering"
    )

    class Meta:
        verbose_name = _("gathering")
        verbose_name_plural = _("gatherings")
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.name or str(self.id)

    @property
    def people(self) -> list[User]:
        """The accounts that have sat down."""
        return [chair.account for chair in self.chairs.all() if chair.account is not None]


class Chair(models.Model):
    """A place of the table to be: a built-in player's level, a person, or nobody yet."""

    gathering = models.ForeignKey(Gathering, on_delete=models.CASCADE, related_name="chairs")
    place = models.PositiveSmallIntegerField(_("place"))
    level = models.CharField(_("level"), max_length=20, blank=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="chairs",
        verbose_name=_("account"),
    )

    class Meta:
        verbose_name = _("chair")
        verbose_name_plural = _("chairs")
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=("gathering", "place"), name="lobby_chair_place"),
            models.UniqueConstraint(fields=("gathering", "account"), name="lobby_chair_account"),
            models.CheckConstraint(
                condition=models.Q(place__lte=3), name="lobby_chair_place_in_range"
            ),
        )

    def __str__(self) -> str:
        return f"{self.gathering_id}:{self.place}"

    @property
    def is_free(self) -> bool:
        """A person may sit down here."""
        return not self.level and self.account_id is None
