"""Roles that hold at one event alone: the chief referee, referees, scorers, organisers.

Owns naming and dismissing. Roles of the club are `tournaments.clubs.services`'.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.remembering import forget
from tournaments.clubs.models import Membership
from tournaments.domain.refusals import refuse
from tournaments.models import Participation, Tournament, TournamentRole
from tournaments.permissions import CHIEF, EVENT_ACTIONS
from tournaments.registered import official_gone_note, officials_note

Role = TournamentRole.Role


@dataclass(frozen=True, slots=True)
class Official:
    """Somebody with a right over results: by a role of the club, of the event, or both."""

    account: User
    club_role: str
    own: TournamentRole | None
    entry: str | None


def official_name(*, tournament: Tournament, by: User, account: User, role: str) -> TournamentRole:
    """Give an account a role at this event, in place of another one of the event.

    A new chief referee takes the place of the one there was, who stays as a referee. Raises
    PermissionDenied; refuses `unknown_value` for no role and `not_a_member` for who is no member
    of the club.
    """
    _require(tournament, by, role)
    if role not in Role.values:
        refuse("unknown_value", "there is no such role", "role")
    if not Membership.objects.filter(club=tournament.club, account=account).exists():
        refuse("not_a_member", "only members of the club are named", "account")
    with transaction.atomic():
        if role == CHIEF:
            _step_down(tournament, account, by)
        named, _made = TournamentRole.objects.update_or_create(
            tournament=tournament, account=account, defaults={"role": role}
        )
        officials_note(tournament, [named], by=by)
    forget(by)
    return named


def _step_down(tournament: Tournament, account: User, by: User) -> None:
    """Whoever else is chief referee stays as a referee."""
    chiefs = TournamentRole.objects.filter(tournament=tournament, role=CHIEF)
    former = list(chiefs.exclude(account=account))
    for row in former:
        row.role = Role.REFEREE
        row.save(update_fields=["role"])
    if former:
        officials_note(tournament, former, by=by)


@transaction.atomic
def official_dismiss(*, tournament: Tournament, by: User, account: User) -> None:
    """Take a role of the event away; what the club gives stays. Raises PermissionDenied."""
    found = TournamentRole.objects.filter(tournament=tournament, account=account).first()
    if found is None:
        return
    _require(tournament, by, found.role)
    official_gone_note(found, by=by)
    found.delete()
    forget(by)


def _require(tournament: Tournament, by: User, role: str) -> None:
    """An organiser names referees and scorers; organisers are named by the club's owners."""
    needed = "clubs.manage" if role == Role.ORGANISER else "tournaments.organise"
    if not by.has_perm(needed, tournament.club if needed == "clubs.manage" else tournament):
        raise PermissionDenied


def officials(tournament: Tournament) -> list[Official]:
    """Everybody with a right over results, the chief referee first."""
    roles = TournamentRole.objects.filter(tournament=tournament).select_related("account")
    own = {row.account_id: row for row in roles}
    scoring = EVENT_ACTIONS["tournaments.score"]
    members = Membership.objects.filter(club=tournament.club).select_related("account")
    in_club = {row.account_id: row for row in members if row.role in scoring}
    accounts = {id_: row.account for id_, row in own.items()}
    accounts |= {id_: row.account for id_, row in in_club.items()}
    playing = Participation.objects.filter(tournament=tournament, account__in=accounts)
    entries = dict(playing.values_list("account_id", "entry"))
    found = [
        Official(
            account,
            in_club[id_].get_role_display() if id_ in in_club else "",
            own.get(id_),
            entries.get(id_),
        )
        for id_, account in accounts.items()
        if account.is_active
    ]
    return sorted(found, key=lambda one: (not _is_chief(one), one.account.public_name))


def _is_chief(official: Official) -> bool:
    return official.own is not None and official.own.role == CHIEF


def chief_of(tournament: Tournament) -> User | None:
    """The chief referee, if one was named."""
    found = TournamentRole.objects.filter(tournament=tournament, role=CHIEF)
    row = found.select_related("account").first()
    return row.account if row else None


def members_of(tournament: Tournament) -> QuerySet[Membership]:
    """Who can be named."""
    found = Membership.objects.filter(club=tournament.club, account__is_active=True)
    return found.select_related("account")
