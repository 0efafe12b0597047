"""The tables app."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


def grant_rights(using: str = DEFAULT_DB_ALIAS, **_kwargs: object) -> None:
    """After every migrate the roles get their rights on the tables that are new."""
    from tables.events.roles import rights_grant

    rights_grant(connections[using])


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = _("Tables")

    def ready(self) -> None:
        import_module("tables.permissions")  # registers what may be done

        if settings.DEMO:
            from tables.demo import table_moved_receive
            from tables.signals import table_moved

            table_moved.connect(table_moved_receive, dispatch_uid="tables.demo")

        # post_migrate comes once per app; the first of them has every table already.
        post_migrate.connect(grant_rights, sender=self, dispatch_uid="tables.grant_rights")
