"""The app of the nightly comparison."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    name = "tournaments.audit"
    label = "audit"
    verbose_name = _("Nightly comparison")
