"""Tournaments as the database knows them: where each one's log stands, and what it adds up to.

The log is the truth (`tables_event`, the stream is the tournament's id). `Participation`,
`RoundTable` and the columns of `Tournament` after `version` are projections, made again by
`manage.py rebuild_tournaments`. Only `tournaments.services` writes here.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club, Link


class Tournament(models.Model):
    """One event of a club."""

    class Phase(models.TextChoices):
        DRAFT = "draft", _("draft")
        REGISTRATION = "registration", _("registration")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ARCHIVED = "archived", _("archived")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="tournaments", verbose_name=_("club")
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    # Whatever made the event keeps its own reference here.
    context = models.JSONField(default=dict, blank=True)

    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)
    # Up to where the log's pauses and dropped tables were carried over to the matches.
    handled = models.PositiveIntegerField(default=0)

    phase = models.CharField(_("phase"), max_length=12, choices=Phase, default=Phase.DRAFT)
    name = models.CharField(_("name"), max_length=100)
    place = models.CharField(_("venue"), max_length=500, blank=True)
    ruleset = models.CharField(_("ruleset"), max_length=20)
    visibility = models.CharField(_("visibility"), max_length=12, default="public")
    starts_at = models.DateTimeField(_("starts at"), null=True)
    ends_at = models.DateTimeField(_("ends at"), null=True)
    registration_closes_at = models.DateTimeField(_("registration closes at"), null=True)
    is_registration_open = models.BooleanField(_("registration is open"), default=False)
    players = models.PositiveIntegerField(_("players"), default=0)
    round = models.PositiveIntegerField(_("round"), default=0)
    # When a clock of a round that is being played runs out next: what scheduled work looks for.
    next_deadline_at = models.DateTimeField(null=True)
    next_start_at = models.DateTimeField(null=True)
    # When the time for objections to published standings is over.
    next_official_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ("-starts_at", "-created_at")
        indexes = (
            models.Index(fields=("phase", "starts_at"), name="tournaments_by_phase"),
            models.Index(fields=("next_deadline_at",), name="tournaments_deadline"),
            models.Index(fields=("next_official_at",), name="tournaments_official"),
        )

    def __str__(self) -> str:
        return self.name


class TournamentSecret(models.Model):
    """The seed that every draw of an event comes from; committed to, opened when the terms say."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="secret"
    )
    seed = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("tournament secret")
        verbose_name_plural = _("tournament secrets")

    def __str__(self) -> str:
        return str(self.tournament_id)


class TournamentRole(models.Model):
    """A role that holds for one event alone, beside those of its club.

    The chief referee is a role of events alone: an event has at most one.
    """

    class Role(models.TextChoices):
        CHIEF = "chief", _("chief referee")
        ORGANISER = "organiser", _("organiser")
        REFEREE = "referee", _("referee")
        SCORER = "scorer", _("scorer")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_roles"
    )
    role = models.CharField(_("role"), max_length=12, choices=Role)

    class Meta:
        verbose_name = _("role in an event")
        verbose_name_plural = _("roles in events")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "account"), name="tournaments_role_once"),
            models.UniqueConstraint(
                fields=("tournament",),
                condition=models.Q(role="chief"),
                name="tournaments_one_chief",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.account_id} {self.role}"


class EventInvitation(Link):
    """A link to one event, also printed as a QR code: to play in it, or to be its official.

    Whoever comes by it becomes no member of the club.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")

    class Meta:
        verbose_name = _("invitation to an event")
        verbose_name_plural = _("invitations to events")
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.role}"

    def get_absolute_url(self) -> str:
        """The page that shows the link to organisers."""
        return reverse("desk-invitation", args=[self.tournament_id, self.pk])


class Participation(models.Model):
    """Projection: an entry of an event, to find an account's events and to list names."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="participations"
    )
    entry = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="participations",
    )
    name = models.CharField(_("name"), max_length=100)
    kind = models.CharField(_("kind"), max_length=12)
    status = models.CharField(_("status"), max_length=12)
    checked_in = models.BooleanField(_("checked in"), default=False)

    class Meta:
        verbose_name = _("participation")
        verbose_name_plural = _("participations")
        ordering = ("tournament", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "entry"), name="tournaments_participation_entry"
            ),
        )

    def __str__(self) -> str:
        return self.name


class RoundTable(models.Model):
    """Projection: a table of a round that has started, and the match that is its play."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="round_tables"
    )
    round = models.PositiveIntegerField(_("round"))
    number = models.PositiveIntegerField(_("table"))
    match = models.UUIDField(_("match"), null=True)
    has_result = models.BooleanField(_("has a result"), default=False)
    is_confirmed = models.BooleanField(_("confirmed"), default=False)
    ends_at = models.DateTimeField(_("time is up at"), null=True)

    class Meta:
        verbose_name = _("table of a round")
        verbose_name_plural = _("tables of rounds")
        ordering = ("tournament", "round", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "round", "number"), name="tournaments_table_once"
            ),
        )
        indexes = (models.Index(fields=("match",), name="tournaments_table_match"),)

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round}/{self.number}"


class Setback(models.Model):
    """Something that the event's log asks of a table and that could not be done there yet.

    Gone as soon as it was done. `place` is -1 where it is about no single seat.
    """

    class What(models.TextChoices):
        OPEN = "open", _("The table could not be opened.")
        RULING = "ruling", _("A ruling could not be carried over.")
        SEAT = "seat", _("Whoever is to sit there could not sit down.")
        RESULT = "result", _("The result could not be taken in.")
        PAUSE = "pause", _("Play goes on though the clock stands still.")
        RESUME = "resume", _("Play stands still though the clock runs.")
        END = "end", _("The match that was given up is still running.")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="setbacks")
    round = models.PositiveIntegerField(_("round"))
    table = models.PositiveIntegerField(_("table"))
    what = models.CharField(max_length=12, choices=What)
    place = models.SmallIntegerField(_("place"), default=-1)
    code = models.CharField(max_length=60)
    detail = models.CharField(max_length=300, blank=True)
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("setback")
        verbose_name_plural = _("setbacks")
        ordering = ("since",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "round", "table", "what", "place"),
                name="tournaments_setback_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round}/{self.table} {self.what}"


class ClaimCode(models.Model):
    """A code with which a guest, entered by name only, makes their results their own."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="claim_codes")
    entry = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("claim code")
        verbose_name_plural = _("claim codes")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "entry"), name="tournaments_claim_once"),
            models.UniqueConstraint(fields=("digest",), name="tournaments_claim_digest"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.entry}"
