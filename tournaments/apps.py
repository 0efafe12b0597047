"""The tournaments app."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from tables.cases import guards
        from tournaments import receivers
        from tournaments.play.guarding import EVENT_GUARD
        from tournaments.store.rights import append_grant

        for registers_what_may_be_done in ("permissions", "play.keepers"):
            import_module(f"tournaments.{registers_what_may_be_done}")
        guards.register(EVENT_GUARD)
        user_logged_in.connect(receivers.come_after_log_in, dispatch_uid="tournaments.come")
        if settings.FOLLOW_UP:
            from tables.cases.signals import case_moved
            from tables.signals import table_moved
            from tournaments.jobs import checkpoints, follow_up
            from tournaments.signals import tournament_moved

            tournament_moved.connect(follow_up.tournament_moved_receive, dispatch_uid="follow_up")
            tournament_moved.connect(
                checkpoints.tournament_moved_receive, dispatch_uid="checkpoints"
            )
            table_moved.connect(follow_up.table_moved_receive, dispatch_uid="follow_up")
            case_moved.connect(follow_up.case_moved_receive, dispatch_uid="follow_up")

        post_migrate.connect(append_grant, sender=self, dispatch_uid="tournaments.append_grant")
