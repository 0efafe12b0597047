"""The tournaments app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Registers the permissions.
        import tournaments.permissions  # noqa: F401
        from tournaments.store.rights import append_grant

        post_migrate.connect(append_grant, sender=self, dispatch_uid="tournaments.append_grant")
