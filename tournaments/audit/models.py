"""What the nightly comparison has found. Only `tournaments.audit.services` writes here."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.models import RoundTable, Tournament

MOST_PLACES: Final = 12


class Finding(models.Model):
    """Something kept that is not what the log says; cleared once it agrees again.

    `stream` is the event or table whose log it is about; a table of an event names the event too.
    Of ratings it is the event whose match they come from, or the club whose list it is. `detail` is
    for whoever runs the site; `marks` are its faults for everybody who reads of it, each with code,
    number (of the event, checkpoint or look) and tables.
    """

    class What(models.TextChoices):
        CHAIN = "chain", _("the chain of hashes")
        UNREADABLE = "unreadable", _("the log, which cannot be read")
        SUMMARY = "summary", _("the summary of the event")
        ENTRIES = "entries", _("the list of players")
        TABLES = "tables", _("the list of tables")
        RESULTS = "results", _("a result taken from a table")
        STANDINGS = "standings", _("published standings")
        TABLE = "table", _("the summary of a table")
        SEATS = "seats", _("the seats of a table")
        HANDS = "hands", _("the hands of a table")
        SCORES = "scores", _("the scores of a table")
        CASES = "cases", _("the disputes of a table")
        RATINGS = "ratings", _("the ratings")
        RECORD = "record", _("the proof of a match")
        CLOCK = "clock", _("the time of a match")
        OPENING = "opening", _("what a match was opened with")
        SECRET = "secret", _("a secret that was committed to")
        TEXT = "text", _("a text of a dispute")
        SNAPSHOT = "snapshot", _("a kept state of a match")
        SIGNED = "signed", _("what was signed of a log")
        CHECKPOINT = "checkpoint", _("a checkpoint")
        LOOKS = "looks", _("the log of looks at hidden tiles")
        REGISTER = "register", _("offices and terms that a register tells of")
        ORPHAN = "orphan", _("a log that belongs to nothing")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, related_name="findings"
    )
    stream = models.UUIDField()
    what = models.CharField(_("what differs"), max_length=12, choices=What)
    detail = models.TextField(_("detail"))
    marks = models.JSONField(default=list)
    found_at = models.DateTimeField(_("found at"))
    seen_at = models.DateTimeField(_("last seen at"))
    cleared_at = models.DateTimeField(_("cleared at"), null=True)
    told_at = models.DateTimeField(_("told at"), null=True)

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        ordering = ("-found_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("stream", "what"),
                condition=models.Q(cleared_at=None),
                name="audit_finding_open_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.stream} {self.what}"

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """The tables at the event that it is about, by round and number; not all, where many."""
        row = RoundTable.objects.filter(match=self.stream).values_list("round", "number").first()
        named = {(number, table) for mark in self.marks for number, table in mark["tables"]}
        return [row] if row else sorted(named)[:MOST_PLACES]


class Proved(models.Model):
    """How much of a log was found in order, and when all of it was last gone through.

    The row of the stream of zeros is the last checkpoint: its number, and its digest.
    """

    stream = models.UUIDField(primary_key=True)
    version = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    proved_at = models.DateTimeField()

    class Meta:
        verbose_name = _("proved log")
        verbose_name_plural = _("proved logs")

    def __str__(self) -> str:
        return f"{self.stream}/{self.version}"
