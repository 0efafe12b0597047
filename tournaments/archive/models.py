"""Archives that were asked for, as they are made and kept: in the database, which all processes of
a site share, in parts, so that nobody has to hold a whole one to hand it out.

Only `tournaments.archive.orders` writes here. All of it can be thrown away and made again.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class ArchiveOrder(models.Model):
    """The archive of an event, with the texts of cases or without: being made, made, or failed.

    `rests_on` is the digest of what the kept one was made from (`archive.freshness`), and
    `officials` are the accounts whose names are in it. `beat_at` says that somebody is at it.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting to be made")
        MAKING = "making", _("being made")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="archive_orders"
    )
    texts = models.BooleanField()
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    asked_at = models.DateTimeField()
    beat_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)
    # When it was last handed out.
    fetched_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    steps_done = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    # The code of what stood against it.
    problem = models.CharField(max_length=40, blank=True)

    edition = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=255, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    fingerprint = models.CharField(max_length=64, blank=True)
    rests_on = models.CharField(max_length=64, blank=True)
    officials = models.JSONField(default=list)

    class Meta:
        verbose_name = _("archive of an event")
        verbose_name_plural = _("archives of events")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "texts"), name="archives_order_once"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.status}"

    @property
    def is_under_way(self) -> bool:
        """Whether somebody makes it, or is to."""
        return self.status in (self.Status.QUEUED, self.Status.MAKING)


class ArchivePart(models.Model):
    """So many bytes of an archive, from 0 on. Parts of earlier editions stay for a while, for
    those who are still fetching them."""

    order = models.ForeignKey(ArchiveOrder, on_delete=models.CASCADE, related_name="parts")
    edition = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    body = models.BinaryField()

    class Meta:
        verbose_name = _("part of an archive")
        verbose_name_plural = _("parts of archives")
        constraints = (
            models.UniqueConstraint(
                fields=("order", "edition", "number"), name="archives_part_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.order_id}/{self.edition}/{self.number}"
