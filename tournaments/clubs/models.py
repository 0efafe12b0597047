"""Clubs, their members and roles, invitations, and the terms a club likes to play by."""

from __future__ import annotations

import uuid
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What somebody is to a club, the most trusted first."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    REFEREE = "referee", _("referee")
    SCORER = "scorer", _("scorer")
    PLAYER = "player", _("player")


class Club(models.Model):
    """A club. Its address is its slug; one that is not listed is found by its link alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=100)
    place = models.CharField(_("venue"), max_length=100, blank=True)
    description = models.TextField(_("description"), max_length=2000, blank=True)
    is_listed = models.BooleanField(_("listed"), default=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="clubs"
    )

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """An account's role in a club: one at a time, which includes what a player may."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(_("role"), max_length=12, choices=Role, default=Role.PLAYER)
    joined_at = models.DateTimeField(_("joined at"), auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = (
            models.UniqueConstraint(fields=("club", "account"), name="clubs_membership_once"),
        )

    def __str__(self) -> str:
        return f"{self.club_id} {self.account_id} {self.role}"


class LinkQuerySet(models.QuerySet[Any]):
    """Invitations of one kind."""

    def usable(self) -> Self:
        """Those that somebody could still use."""
        return (
            self.filter(revoked_at=None)
            .exclude(uses_left=0)
            .exclude(expires_at__lte=timezone.now())
        )

    def withdraw(self) -> None:
        """Nobody comes by them any more; whoever did stays. Doing it twice changes nothing."""
        self.filter(revoked_at=None).update(revoked_at=timezone.now())


class Link(models.Model):
    """What invitations to a club and to one of its events have in common: role and limits."""

    token = models.CharField(max_length=64, unique=True)
    role = models.CharField(_("role"), max_length=12, choices=Role, default=Role.PLAYER)
    note = models.CharField(_("note"), max_length=100, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    uses_left = models.PositiveIntegerField(_("uses left"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    objects = LinkQuerySet.as_manager()

    class Meta:
        abstract = True


class Invitation(Link):
    """A link, also printed as a QR code, that lets whoever opens it join in a role."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"{self.club_id} {self.role}"

    def get_absolute_url(self) -> str:
        """The page that shows the link to whoever may invite."""
        return reverse("club-invitation", args=[self.club.slug, self.pk])


class Preset(models.Model):
    """Terms that a club plays by, to begin the next event with."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="presets")
    name = models.CharField(_("name"), max_length=100)
    terms = models.JSONField(_("terms"))
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("preset")
        verbose_name_plural = _("presets")
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=("club", "name"), name="clubs_preset_name"),)

    def __str__(self) -> str:
        return self.name
