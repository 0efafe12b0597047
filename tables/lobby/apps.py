"""The lobby app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "tables.lobby"
    label = "lobby"
    verbose_name = _("Lobby")
