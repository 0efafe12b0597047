"""Invitations to one event: making links, and what whoever opens one comes to by it.

A player enters though the terms leave that to members of the club; an official gets a role at
this event alone. Nobody becomes a member. Limits are those of the club's links.
"""

from __future__ import annotations

from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.remembering import forget
from tournaments.clubs.errors import ClubRefused
from tournaments.clubs.models import Membership, Role
from tournaments.clubs.services import (
    MOST_INVITATIONS,
    NewLink,
    invitation_check,
    invitation_use,
)
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Entry, TournamentState
from tournaments.models import EventInvitation, Tournament, TournamentRole
from tournaments.permissions import CHIEF
from tournaments.registered import officials_note
from tournaments.selectors import state_of
from tournaments.services import tournament_do

GIVEN: Final = (Role.PLAYER, Role.SCORER, Role.REFEREE)
"""What a link brings: always less than the organiser who makes it has."""
_RANKS: Final = (Role.OWNER, Role.ORGANISER, CHIEF, Role.REFEREE, Role.SCORER)
_OVER: Final = (Tournament.Phase.FINISHED, Tournament.Phase.ARCHIVED)


def event_invitation_create(
    *, tournament: Tournament, by: User, wanted: NewLink
) -> EventInvitation:
    """A link to this event.

    Raises PermissionDenied; refuses `role_too_high`, `event_over`, `too_many_invitations`, and
    `by_organiser_only` where the terms let nobody enter by themselves.
    """
    if not by.has_perm("tournaments.organise", tournament):
        raise PermissionDenied
    if wanted.role not in GIVEN:
        raise ClubRefused("role_too_high")
    _check_not_over(tournament)
    if wanted.role == Role.PLAYER:
        _check_entry_by(state_of(tournament))
    if open_invitations(tournament).count() >= MOST_INVITATIONS:
        raise ClubRefused("too_many_invitations")
    return EventInvitation.objects.create(tournament=tournament, **wanted.columns(by))


def event_invitation_withdraw(*, invitation: EventInvitation) -> None:
    """Nobody comes by it any more; whoever did stays. Doing it twice changes nothing."""
    EventInvitation.objects.filter(pk=invitation.pk).withdraw()


def open_invitations(tournament: Tournament) -> QuerySet[EventInvitation]:
    """Those that somebody could still use, the newest first."""
    return EventInvitation.objects.usable().filter(tournament=tournament)


def event_invitation_check(invitation: EventInvitation) -> None:
    """Refuses what cannot be used.

    As `invitation_check`, also where its maker does not organise the event any more, and
    `event_over`; for a player Refused `registration_closed` and `by_organiser_only`.
    """
    invitation_check(invitation)
    maker, tournament = invitation.created_by, invitation.tournament
    if not (maker.is_active and maker.has_perm("tournaments.organise", tournament)):
        raise ClubRefused("invitation_withdrawn")
    _check_not_over(tournament)
    if invitation.role == Role.PLAYER:
        state = state_of(tournament)
        _check_entry_by(state)
        if not state.is_registration_open:
            refuse("registration_closed", "registration is not open")


def _check_not_over(tournament: Tournament) -> None:
    if tournament.phase in _OVER:
        raise ClubRefused("event_over")


def _check_entry_by(state: TournamentState) -> None:
    if state.terms is None or state.terms.entry_by == "organiser":
        refuse("by_organiser_only", "the organiser enters people here")


def is_held(invitation: EventInvitation, account: User) -> bool:
    """Whether somebody has what the link brings, or more."""
    if invitation.role == Role.PLAYER:
        own = _own_entry(state_of(invitation.tournament), account)
        return own is not None and own.status != "withdrawn"
    event = invitation.tournament
    own_roles = TournamentRole.objects.filter(tournament=event, account=account)
    in_club = Membership.objects.filter(club=event.club_id, account=account)
    held = {*own_roles.values_list("role", flat=True), *in_club.values_list("role", flat=True)}
    return bool(held & set(_RANKS[: _RANKS.index(invitation.role) + 1]))


def _own_entry(state: TournamentState, account: User) -> Entry | None:
    """The entry of an account, rather one that takes part than one that was withdrawn."""
    own = [one for one in state.entries.values() if one.person.account == str(account.pk)]
    return min(own, key=lambda one: one.status == "withdrawn", default=None)


@transaction.atomic
def event_invitation_accept(*, invitation: EventInvitation, account: User) -> None:
    """Enter, or become an official; whoever has it already uses nothing up.

    Refuses as `event_invitation_check`, and `taken_out` where the organiser took them out.
    """
    locked = EventInvitation.objects.select_for_update(of=("self",))
    found = locked.select_related("tournament__club", "created_by").get(pk=invitation.pk)
    if is_held(found, account):
        return
    event_invitation_check(found)
    if found.role == Role.PLAYER:
        _enter(found.tournament, account)
    else:
        named, _made = TournamentRole.objects.update_or_create(
            tournament=found.tournament, account=account, defaults={"role": found.role}
        )
        officials_note(found.tournament, [named], by=account)
    invitation_use(found)
    forget(account)


def _enter(tournament: Tournament, account: User) -> None:
    """The link stands for the permission, so the event's log has the player as the actor."""
    own = _own_entry(state_of(tournament), account)
    if own is not None:
        try:
            tournament_do(tournament=tournament, account=account, command=c.RestoreEntry(own.id))
        except PermissionDenied as denied:
            raise ClubRefused("taken_out") from denied
        return
    person = Person(account.public_name, account=str(account.pk))
    command = c.AddEntry(f"a{account.pk}", person, by_self=True, same_name_ok=True)
    tournament_do(tournament=tournament, actor=f"player:{account.pk}", command=command)
