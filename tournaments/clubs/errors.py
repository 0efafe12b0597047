"""What a club refuses: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Final[dict[str, str | Promise]] = {
    "last_owner": _("A club needs an owner. Make another member an owner first."),
    "role_too_high": _("You cannot give a role that is as high as your own."),
    "unknown_role": _("There is no such role."),
    "not_a_member": _("That person is no longer a member of this club."),
    "too_many_clubs": _("You own as many clubs as one account may."),
    "too_many_invitations": _("This club has too many open invitations. Withdraw some first."),
    "invitation_withdrawn": _("This invitation was withdrawn. Ask the club for a new one."),
    "invitation_expired": _("This invitation has run out. Ask the club for a new one."),
    "event_over": _("This event is over."),
    "taken_out": _("The organiser has taken you out of this event. Ask them."),
    "invitation_used_up": _("This invitation was used up. Ask the club for a new one."),
}


class ClubRefused(Exception):
    """A change that a club does not allow. `message` is in the reader's language."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def message(self) -> str:
        """Why, in the reader's language."""
        return str(SENTENCES[self.code])
