"""The clubs app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "tournaments.clubs"
    label = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from accounts.signals import account_leaving, account_left
        from tournaments.clubs import receivers

        user_logged_in.connect(receivers.join_after_log_in, dispatch_uid="clubs.join")
        account_leaving.connect(receivers.leave_clubs, dispatch_uid="clubs.leave")
        account_left.connect(receivers.give_up_roles, dispatch_uid="clubs.give_up")
