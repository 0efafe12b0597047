"""What clubs do when people log in, or delete their accounts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import AccountHeld
from tournaments.clubs.errors import ClubRefused
from tournaments.clubs.models import Invitation, Membership
from tournaments.clubs.services import invitation_accept, member_remove
from tournaments.models import TournamentRole
from tournaments.registered import official_gone_note

JOINING = "club_joining"
"""The invitation that somebody has said yes to before logging in or signing up."""


def join_after_log_in(request: HttpRequest | None, user: User, **_kwargs: Any) -> None:
    """Somebody pressed join and had to log in first: that was the one tap."""
    token = request.session.pop(JOINING, None) if request is not None else None
    invitation = Invitation.objects.select_related("club").filter(token=token).first()
    if request is None or invitation is None:
        return
    try:
        invitation_accept(invitation=invitation, account=user)
    except ClubRefused as problem:
        messages.error(request, problem.message)
    else:
        text = _("You are now a member of %(club)s.") % {"club": invitation.club.name}
        messages.success(request, text)


def leave_clubs(account: User, **_kwargs: Any) -> None:
    """Nobody's club is left without an owner."""
    for membership in Membership.objects.filter(account=account).select_related("club"):
        name = membership.club.name
        try:
            member_remove(membership=membership, by=account)
        except ClubRefused as problem:
            raise AccountHeld(problem.code, f"{name}: {problem.message}") from problem


def give_up_roles(account: User, **_kwargs: Any) -> None:
    """Whoever is gone is no event's official."""
    for row in TournamentRole.objects.filter(account=account).select_related("tournament"):
        official_gone_note(row, by=account)
        row.delete()
