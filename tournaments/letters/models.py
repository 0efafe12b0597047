"""What is to be written to whom, and what became of it. Only `tournaments.letters` writes here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class Message(models.Model):
    """One e-mail about an event to one account. `key` tells occasions of one kind apart.

    `match` is the one that it is about; about a match of no event there is no `tournament`.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENT = "sent", _("sent")
        UNWANTED = "unwanted", _("not wanted, or no proven address")
        EXPIRED = "expired", _("too late")
        FAILED = "failed", _("given up")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, related_name="messages"
    )
    match = models.UUIDField(null=True)
    kind = models.CharField(_("kind"), max_length=20)
    key = models.CharField(max_length=120)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="event_messages"
    )
    data = models.JSONField(default=dict)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.QUEUED)
    tries = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    next_try_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    sent_at = models.DateTimeField(_("sent at"), null=True)

    class Meta:
        verbose_name = _("e-mail about an event")
        verbose_name_plural = _("e-mails about events")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "kind", "key", "account"), name="letters_message_once"
            ),
            models.UniqueConstraint(
                fields=("match", "kind", "key", "account"),
                condition=models.Q(tournament=None),
                name="letters_outside_once",
            ),
        )
        indexes = (
            models.Index(
                fields=("next_try_at",),
                condition=models.Q(state="queued"),
                name="letters_message_due",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id or self.match} {self.kind} {self.key} {self.account_id}"


class Read(models.Model):
    """Up to where an event's log was gone through for what is to be told, and when."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="read_for_letters"
    )
    version = models.PositiveIntegerField(default=0)
    looked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("log read for e-mails")
        verbose_name_plural = _("logs read for e-mails")

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.version}"
