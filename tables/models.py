"""Tables, their seats, the event log and what is derived from it.

`Event` is the truth; `HandResult`, `ScoreEntry`, `Snapshot` and the columns of `Table`
that name a position in the log can be thrown away and made again from it. Only
`tables.services` writes here.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.cases.models import Appeal as Appeal
from tables.cases.models import Case as Case
from tables.cases.models import CaseTally as CaseTally
from tables.cases.models import CaseText as CaseText
from tables.cases.models import Ruling as Ruling
from tables.imports.models import ImportedStream as ImportedStream
from tables.review.models import PrivilegedView as PrivilegedView
from tables.review.models import SeatConnection as SeatConnection


class Table(models.Model):
    """One match at one table: what was agreed before it, and a summary of where it stands.

    Its counts share one constraint rather than being positive fields: every append rewrites
    the row, and the database parses each field's check again every time.
    """

    class Play(models.TextChoices):
        LIVE = "live", _("played here")
        SCORED = "scored", _("real tiles")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.CharField(_("ruleset"), max_length=20)
    ruleset_version = models.SmallIntegerField()
    engine_version = models.CharField(max_length=40)
    options = models.JSONField(_("options"))
    length = models.JSONField(_("length"))
    play = models.CharField(
        _("tiles"), max_length=10, choices=Play, default=Play.LIVE, db_default=Play.LIVE
    )
    clocks = models.JSONField(_("clocks"))
    aids = models.JSONField(_("aids"))
    spectator_delay = models.SmallIntegerField(_("spectators' delay in hands"), default=1)
    # Written into the header that the chain of hashes begins with; fixed once opened.
    name = models.CharField(_("table"), max_length=60, blank=True)
    round_name = models.CharField(_("round"), max_length=60, blank=True)
    # Whatever opened the table keeps its own reference here; tables never look inside.
    context = models.JSONField(default=dict)
    # What was agreed about disputes: tables.cases.terms.
    dispute_terms = models.JSONField(
        _("disputes"), default=dict, db_default=models.Value({}, models.JSONField())
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="organised_tables",
        verbose_name=_("organiser"),
    )
    opened_at = models.DateTimeField(_("opened at"))

    version = models.IntegerField(default=0)
    head = models.CharField(max_length=64)
    hand = models.IntegerField(_("hand"), default=0)
    phase = models.CharField(_("phase"), max_length=20)
    paused = models.BooleanField(_("paused"), default=False)
    points = models.JSONField(_("points"), default=list)
    started_at = models.DateTimeField(_("started at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)

    # The running decision's clock: written together with the events that set it.
    deadline_at = models.DateTimeField(null=True)
    clock = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("-opened_at",)
        indexes = (
            models.Index(fields=("ended_at",), name="tables_table_ended"),
            models.Index(
                fields=("opened_at",),
                name="tables_table_running",
                condition=models.Q(ended_at__isnull=True),
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(
                    version__gte=0, hand__gte=0, spectator_delay__gte=0, ruleset_version__gte=0
                ),
                name="tables_table_counts",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} {self.id}"


class Seat(models.Model):
    """A chair: place 0 to 3 in turn order, fixed for the match, and who sits on it."""

    class Kind(models.TextChoices):
        HUMAN = "human", _("person")
        BOT = "bot", _("built-in player")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField(_("place"))
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("account"),
    )
    name = models.CharField(_("name"), max_length=40)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    level = models.CharField(_("level"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("table", "place")
        constraints = (
            models.UniqueConstraint(fields=("table", "place"), name="tables_seat_place"),
            models.UniqueConstraint(fields=("table", "account"), name="tables_seat_account"),
            models.CheckConstraint(
                condition=models.Q(place__lte=3), name="tables_seat_place_in_range"
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id}:{self.place} {self.name}"


class RefereeAssignment(models.Model):
    """A referee who may see everything at a table and rule there."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="referees")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="refereed_tables"
    )

    class Meta:
        verbose_name = _("referee assignment")
        verbose_name_plural = _("referee assignments")
        constraints = (
            models.UniqueConstraint(fields=("table", "account"), name="tables_referee_once"),
        )

    def __str__(self) -> str:
        return f"{self.table_id} {self.account_id}"


class ScorerAssignment(models.Model):
    """Somebody who keeps the score of a table with real tiles without playing there."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="scorers")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="scored_tables"
    )

    class Meta:
        verbose_name = _("scorer assignment")
        verbose_name_plural = _("scorer assignments")
        constraints = (
            models.UniqueConstraint(fields=("table", "account"), name="tables_scorer_once"),
        )

    def __str__(self) -> str:
        return f"{self.table_id} {self.account_id}"


class TableSecret(models.Model):
    """What makes the walls and is not opened yet: in no event before its time.

    A table with real tiles has an empty one: there is nothing to keep.
    """

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="secret"
    )
    seed = models.BinaryField()
    # The built-in players' contributions, by place, kept until they are opened.
    entropy = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("table secret")
        verbose_name_plural = _("table secrets")

    def __str__(self) -> str:
        return str(self.table_id)


class Event(models.Model):
    """One line of the log; made by `tables_append` alone and never changed.

    The table belongs to the migrations rather than to Django, so that no command of
    Django's tries to truncate what the database refuses to truncate.
    """

    pk = models.CompositePrimaryKey("stream", "version")
    stream = models.UUIDField()
    version = models.PositiveIntegerField()
    type = models.TextField()
    schema = models.PositiveSmallIntegerField()
    hand = models.PositiveIntegerField()
    data = models.JSONField()
    actor = models.TextField()
    command = models.TextField()
    recorded_at = models.DateTimeField()
    prev = models.TextField()
    hash = models.TextField()

    class Meta:
        managed = False
        db_table = "tables_event"
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("stream", "version")

    def __str__(self) -> str:
        return f"{self.stream}/{self.version} {self.type}"


class Snapshot(models.Model):
    """A folded state at the end of a hand; may be deleted at any time."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    fold_version = models.CharField(max_length=40)
    state = models.BinaryField()

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")
        constraints = (
            models.UniqueConstraint(
                fields=("table", "version", "fold_version"), name="tables_snapshot_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id}@{self.version}"


class HandResult(models.Model):
    """How a hand 局 ended."""

    class Outcome(models.TextChoices):
        WON = "won", _("won")
        EXHAUSTED = "exhausted", _("exhausted")
        REDEALT = "redealt", _("dealt again")
        VOIDED = "voided", _("voided")
        POINTS = "points", _("final points")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    hand = models.PositiveIntegerField(_("hand"))
    version = models.PositiveIntegerField()
    outcome = models.CharField(_("outcome"), max_length=12, choices=Outcome)
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    repeat = models.PositiveSmallIntegerField(_("repeat"))
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)
    source = models.CharField(_("source"), max_length=12, blank=True)
    tai = models.PositiveSmallIntegerField(_("tai"), null=True)
    points = models.JSONField(_("points by place"))
    # Of a hand with real tiles: a player says that it was otherwise, and nobody has ruled yet.
    contested = models.BooleanField(_("contested"), default=False, db_default=False)
    # The ruling by which it stands as it does; "" where it stands as it was played.
    ruling = models.CharField(_("ruling"), max_length=64, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("hand result")
        verbose_name_plural = _("hand results")
        ordering = ("table", "hand")
        constraints = (
            models.UniqueConstraint(fields=("table", "hand"), name="tables_handresult_once"),
        )

    def __str__(self) -> str:
        return f"{self.table_id} #{self.hand} {self.outcome}"


class ScoreEntry(models.Model):
    """The score ledger: what a place gained or lost in a hand, and its total after it.

    A ruling adds lines of its own, those of the hand stay; `hand` is 0 in the lines of a ruling
    on the match as a whole. So the lines of a place always add up to its points.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="scores")
    hand = models.PositiveIntegerField(_("hand"))
    place = models.PositiveSmallIntegerField(_("place"))
    points = models.IntegerField(_("points"))
    total = models.IntegerField(_("total"))
    ruling = models.CharField(_("ruling"), max_length=64, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("score entry")
        verbose_name_plural = _("score entries")
        ordering = ("table", "hand", "place", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("table", "hand", "place", "ruling"), name="tables_score_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id} #{self.hand} {self.place}: {self.points:+}"


class SeatPresence(models.Model):
    """When the player of a place was last connected, and to which process."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="presences")
    place = models.PositiveSmallIntegerField()
    process = models.CharField(max_length=32)
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        constraints = (
            models.UniqueConstraint(fields=("table", "place"), name="tables_presence_place"),
        )

    def __str__(self) -> str:
        return f"{self.table_id}:{self.place}"


class Heartbeat(models.Model):
    """When some process of the site was last known to run: one row."""

    beat_at = models.DateTimeField()

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return str(self.beat_at)
