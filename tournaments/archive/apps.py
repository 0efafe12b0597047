"""The app of archives that were asked for."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchivesConfig(AppConfig):
    name = "tournaments.archive"
    label = "archives"
    verbose_name = _("Archives of events")
