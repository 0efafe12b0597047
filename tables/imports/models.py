"""Which streams came from another site. Only `tables.imports` writes here."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ImportedStream(models.Model):
    """A stream that was made elsewhere: the accounts that its events up to `version` name are
    those of another site, and mean nobody here."""

    stream = models.UUIDField(primary_key=True)
    version = models.PositiveIntegerField()
    # The fingerprint of the archive that it came in.
    archive = models.CharField(max_length=64)
    # The names of those who acted as officials there, by the ids of their accounts.
    officials = models.JSONField(default=dict)
    # Who signed the archive's manifest there, and how: with the event's own log, of newer archives.
    signer = models.CharField(max_length=64, blank=True)
    signature = models.CharField(max_length=128, blank=True)
    # What proves in which checkpoint of the other site it was signed: the last line of its file.
    trailer = models.TextField(blank=True)
    # The same of the access log of its table, if it has one.
    looks_trailer = models.TextField(blank=True)
    imported_at = models.DateTimeField(_("imported at"), auto_now_add=True)

    class Meta:
        app_label = "tables"
        verbose_name = _("imported log")
        verbose_name_plural = _("imported logs")

    def __str__(self) -> str:
        return f"{self.stream}@{self.version}"
