"""The clubs app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "tournaments.clubs"
    label = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        from tournaments.clubs import receivers  # noqa: F401
