"""The app of e-mails about events."""

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class LettersConfig(AppConfig):
    name = "tournaments.letters"
    label = "letters"
    verbose_name = _("E-mails about events")

    def ready(self) -> None:
        if settings.FOLLOW_UP:
            from tables.cases.signals import case_moved
            from tournaments.letters.receivers import (
                case_moved_receive,
                tournament_moved_receive,
            )
            from tournaments.signals import tournament_moved

            tournament_moved.connect(tournament_moved_receive, dispatch_uid="letters")
            case_moved.connect(case_moved_receive, dispatch_uid="letters")
