"""The ratings app."""

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "tournaments.ratings"
    label = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        if settings.FOLLOW_UP:
            from tournaments.ratings.receivers import tournament_moved_receive
            from tournaments.signals import tournament_moved

            tournament_moved.connect(tournament_moved_receive, dispatch_uid="ratings")
