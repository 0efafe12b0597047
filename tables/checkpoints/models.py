"""Checkpoints as they are kept. Only `tables.checkpoints.services` writes here, and only adds.

The tables belong to the migrations rather than to Django, so that no command of Django's tries
to truncate what the database refuses to truncate.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class CheckpointRow(models.Model):
    """One signed checkpoint; docs/checkpoints.md says what its columns are."""

    number = models.PositiveIntegerField(primary_key=True)
    at = models.DateTimeField()
    size = models.PositiveIntegerField()
    root = models.TextField()
    previous = models.TextField()
    key = models.TextField()
    signature = models.TextField()

    class Meta:
        managed = False
        db_table = "tables_checkpoint"
        verbose_name = _("checkpoint")
        verbose_name_plural = _("checkpoints")
        ordering = ("-number",)

    def __str__(self) -> str:
        return str(self.number)


class LeafRow(models.Model):
    """A log's head as a checkpoint has it, if it is another than the checkpoint before has.

    `log` is empty for the log of a match or an event, `looks` for the access log of the table.
    """

    pk = models.CompositePrimaryKey("stream", "log", "checkpoint")
    stream = models.UUIDField()
    log = models.TextField(blank=True)
    checkpoint = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    hash = models.TextField()

    class Meta:
        managed = False
        db_table = "tables_checkpointleaf"
        verbose_name = _("signed head")
        verbose_name_plural = _("signed heads")
        ordering = ("stream", "log", "checkpoint")

    def __str__(self) -> str:
        return f"{self.name}/{self.version}"

    @property
    def name(self) -> str:
        """What the log is called in a leaf."""
        return f"{self.log}:{self.stream}" if self.log else str(self.stream)
