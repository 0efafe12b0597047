"""The app of checkpoints."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CheckpointsConfig(AppConfig):
    name = "tables.checkpoints"
    label = "checkpoints"
    verbose_name = _("Checkpoints")
