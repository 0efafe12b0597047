"""Ratings as they are kept: all of it made from logs of events, and made again at any time.

Only `tournaments.ratings.services` writes here.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club
from tournaments.models import Tournament


class RatingList(models.Model):
    """A club's list, or (without a club) that of everybody, and what it was computed with."""

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, null=True, related_name="rating_list"
    )
    model = models.CharField(max_length=60)
    parameters = models.JSONField(default=dict)
    library = models.CharField(max_length=60)
    computed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        constraints = (
            models.UniqueConstraint(
                fields=("club",),
                nulls_distinct=False,
                name="ratings_list_once",
            ),
        )

    def __str__(self) -> str:
        return str(self.club_id or "overall")


class RatedMatch(models.Model):
    """A confirmed match of an event. `finishes`: account and place of everybody who is rated."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="rated_matches"
    )
    round = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    match = models.CharField(max_length=64)
    confirmed_at = models.DateTimeField()
    finishes = models.JSONField()

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        ordering = ("confirmed_at", "tournament", "round", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "round", "number"), name="ratings_match_once"
            ),
        )
        indexes = (models.Index(fields=("confirmed_at",), name="ratings_match_order"),)

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round}/{self.number}"


class RatingChange(models.Model):
    """What a match did to one account's rating in one list."""

    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="changes")
    match = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="changes")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    rank = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = (
            models.UniqueConstraint(
                fields=("list", "match", "account"), name="ratings_change_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.list_id} {self.match_id} {self.account_id}"


class Rating(models.Model):
    """Where an account stands in a list now."""

    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="ratings")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings"
    )
    mu = models.FloatField(_("rating"))
    sigma = models.FloatField(_("uncertainty"))
    matches = models.PositiveIntegerField(_("matches"))
    last_at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = (
            models.UniqueConstraint(fields=("list", "account"), name="ratings_account_once"),
        )

    def __str__(self) -> str:
        return f"{self.list_id} {self.account_id}"
