"""What events do when people log in: the invitation they said yes to before is carried out."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.clubs.errors import ClubRefused
from tournaments.clubs.models import Role
from tournaments.domain.refusals import Refused
from tournaments.inviting import event_invitation_accept
from tournaments.models import EventInvitation
from tournaments.permissions import entry_of
from tournaments.refusals import sentence
from tournaments.selectors import state_of

COMING: Final = "event_coming"
"""The invitation to an event that somebody has said yes to before logging in or signing up."""


def come_after_log_in(request: HttpRequest | None, user: User, **_kwargs: Any) -> None:
    """Somebody pressed the button and had to log in first: that was the one tap."""
    token = request.session.pop(COMING, None) if request is not None else None
    found = EventInvitation.objects.select_related("tournament__club", "created_by")
    invitation = found.filter(token=token).first() if token else None
    if request is None or invitation is None:
        return
    try:
        event_invitation_accept(invitation=invitation, account=user)
    except (ClubRefused, Refused) as problem:
        messages.error(request, reason(problem))
    else:
        messages.success(request, welcome(invitation, user))


def reason(problem: ClubRefused | Refused) -> str:
    """Why an invitation was not taken, in the reader's language."""
    return problem.message if isinstance(problem, ClubRefused) else sentence(problem)


def welcome(invitation: EventInvitation, account: User) -> str:
    """What somebody came to by an invitation, in the reader's language."""
    event = invitation.tournament
    if invitation.role != Role.PLAYER:
        role = invitation.get_role_display()
        return _("You are now an official of %(event)s: %(role)s.") % {
            "event": event.name,
            "role": role,
        }
    event.refresh_from_db()
    own = state_of(event).entries.get(entry_of(account, event) or "")
    if own is not None and own.status == "waiting":
        return _("You are on the waiting list.")
    return _("You have entered.")
