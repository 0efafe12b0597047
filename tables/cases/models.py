"""The rows of disputes: texts, and what is derived from the log for queues and lists.

`Case`, `Ruling` and `Appeal` can be thrown away and made again from the events; a `CaseText`
cannot: the log holds no more than its digest. Only `tables.cases` writes here.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

MOST_ID = 64


class CaseText(models.Model):
    """What somebody wrote, and the salt with which its digest in the log was made."""

    digest = models.CharField(max_length=64, primary_key=True)
    salt = models.BinaryField()
    text = models.TextField(_("text"))

    class Meta:
        app_label = "tables"
        verbose_name = _("text of a case")
        verbose_name_plural = _("texts of cases")

    def __str__(self) -> str:
        return self.digest[:12]


class CaseTally(models.Model):
    """How many events of disputes there have been on the site: one row, counted in the
    transactions that write them, so that it grows in the order in which they are committed."""

    number = models.BigIntegerField()

    class Meta:
        app_label = "tables"
        verbose_name = _("tally of cases")
        verbose_name_plural = _("tallies of cases")

    def __str__(self) -> str:
        return str(self.number)


class Case(models.Model):
    """A call for the referee: one line of the queue."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        TAKEN = "taken", _("taken")
        RULED = "ruled", _("ruled on")
        WITHDRAWN = "withdrawn", _("withdrawn")

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="cases")
    case = models.CharField(max_length=MOST_ID)
    hand = models.IntegerField(_("hand"))
    place = models.SmallIntegerField(_("place"))
    reason = models.CharField(_("reason"), max_length=20)
    text = models.CharField(max_length=64, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    referee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="cases",
        verbose_name=_("referee"),
    )
    # Declared and not decided yet: the organiser has something to do.
    asks_organiser = models.BooleanField(default=False)
    ruling = models.CharField(max_length=MOST_ID, blank=True)
    version = models.IntegerField()
    called_at = models.DateTimeField(_("called at"))
    taken_at = models.DateTimeField(_("taken at"), null=True)
    closed_at = models.DateTimeField(_("closed at"), null=True)

    class Meta:
        app_label = "tables"
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ("called_at", "pk")
        constraints = (models.UniqueConstraint(fields=("table", "case"), name="tables_case_once"),)
        indexes = (
            models.Index(
                fields=("called_at",),
                name="tables_case_waiting",
                condition=models.Q(closed_at__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id} {self.case} {self.status}"


class Ruling(models.Model):
    """A referee's ruling, or a panel's. `points` is what it changed the match's points by."""

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="rulings")
    ruling = models.CharField(max_length=MOST_ID)
    case = models.CharField(max_length=MOST_ID, blank=True)
    hand = models.IntegerField(_("hand"))
    kind = models.CharField(_("kind"), max_length=20)
    decision = models.JSONField(_("decision"))
    cites = models.JSONField(_("cited"))
    text = models.CharField(max_length=64, blank=True)
    referee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="rulings",
        verbose_name=_("referee"),
    )
    points = models.JSONField(_("points by place"))
    supersedes = models.CharField(max_length=MOST_ID, blank=True)
    superseded_by = models.CharField(max_length=MOST_ID, blank=True)
    version = models.IntegerField()
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        app_label = "tables"
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ("made_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("table", "ruling"), name="tables_ruling_once"),
        )

    def __str__(self) -> str:
        return f"{self.table_id} {self.ruling} {self.kind}"


class Appeal(models.Model):
    """An appeal against a ruling. `votes` are lists of judge and vote, in their order."""

    class Status(models.TextChoices):
        LODGED = "lodged", _("lodged")
        NAMED = "named", _("before the panel")
        UPHELD = "upheld", _("ruling upheld")
        OVERTURNED = "overturned", _("ruling overturned")
        EXPIRED = "expired", _("not decided in time")

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="appeals")
    appeal = models.CharField(max_length=MOST_ID)
    ruling = models.CharField(max_length=MOST_ID)
    place = models.SmallIntegerField(_("place"))
    text = models.CharField(max_length=64, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.LODGED)
    judges = models.JSONField(_("judges"), default=list)
    votes = models.JSONField(_("votes"), default=list)
    new_ruling = models.CharField(max_length=MOST_ID, blank=True)
    version = models.IntegerField()
    lodged_at = models.DateTimeField(_("lodged at"))
    due_at = models.DateTimeField(_("to be decided by"))
    decided_at = models.DateTimeField(_("decided at"), null=True)

    class Meta:
        app_label = "tables"
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ("lodged_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("table", "appeal"), name="tables_appeal_once"),
        )
        indexes = (
            models.Index(
                fields=("due_at",),
                name="tables_appeal_due",
                condition=models.Q(decided_at__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id} {self.appeal} {self.status}"
