"""Who may do what in a club and at an event: one table of roles and actions.

Pages, sockets and templates ask `account.has_perm(name, obj)`; services ask `may` with the
command. A role of the club holds at all of its events; an event may give further roles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias
from uuid import UUID

import rules
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.clubs.models import Club, Membership, Role
from tournaments.domain import commands as c
from tournaments.models import Participation, Tournament, TournamentRole

Visitor: TypeAlias = User | AnonymousUser

VISITOR: Final = "visitor"

# What each role may do. An owner may do all of it.
CLUB_ACTIONS: Final[Mapping[str, frozenset[str]]] = {
    "clubs.see_members": frozenset({Role.OWNER, Role.ORGANISER, Role.REFEREE, Role.SCORER,
                                    Role.PLAYER}),
    "clubs.manage": frozenset({Role.OWNER}),
    "clubs.invite": frozenset({Role.OWNER, Role.ORGANISER}),
    "clubs.create_event": frozenset({Role.OWNER, Role.ORGANISER}),
}  # fmt: skip
EVENT_ACTIONS: Final[Mapping[str, frozenset[str]]] = {
    "tournaments.organise": frozenset({Role.OWNER, Role.ORGANISER}),
    "tournaments.referee": frozenset({Role.OWNER, Role.ORGANISER, Role.REFEREE}),
    "tournaments.score": frozenset({Role.OWNER, Role.ORGANISER, Role.REFEREE, Role.SCORER}),
}


def club_role(account: Visitor, club: Club) -> str:
    """An account's role in a club; `visitor` for anybody else. Asked once per account and club."""
    if not account.is_authenticated:
        return VISITOR
    kept: dict[object, str] = account.__dict__.setdefault("_club_roles", {})
    if club.pk not in kept:
        found = Membership.objects.filter(club=club, account=account).values_list("role").first()
        kept[club.pk] = found[0] if found else VISITOR
    return kept[club.pk]


def event_roles(account: Visitor, tournament: Tournament) -> frozenset[str]:
    """The roles an account has at an event: its club's, and one of the event's own."""
    if not account.is_authenticated:
        return frozenset({VISITOR})
    kept: dict[object, frozenset[str]] = account.__dict__.setdefault("_event_roles", {})
    if tournament.pk not in kept:
        own = TournamentRole.objects.filter(tournament=tournament, account=account)
        roles = {row[0] for row in own.values_list("role")}
        kept[tournament.pk] = frozenset({club_role(account, tournament.club), *roles})
    return kept[tournament.pk]


def entry_of(account: Visitor, tournament: Tournament) -> str | None:
    """The entry under which an account takes part, or None."""
    if not account.is_authenticated:
        return None
    found = Participation.objects.filter(tournament=tournament, account=account)
    row = found.values_list("entry").first()
    return row[0] if row else None


def _in_club(roles: frozenset[str]) -> Callable[[Visitor, Club], bool]:
    return lambda account, club: club_role(account, club) in roles


def _at_event(roles: frozenset[str]) -> Callable[[Visitor, Tournament], bool]:
    return lambda account, tournament: bool(event_roles(account, tournament) & roles)


@rules.predicate
def may_see_club(account: Visitor, club: Club) -> bool:
    """A club that is not listed is still open to whoever has its link."""
    return True


@rules.predicate
def may_see_event(account: Visitor, tournament: Tournament) -> bool:
    """A draft is for its organisers; an event of a club's own for its members and players."""
    roles = event_roles(account, tournament)
    if roles & EVENT_ACTIONS["tournaments.organise"]:
        return True
    if tournament.phase == Tournament.Phase.DRAFT:
        return False
    if tournament.visibility != "club":
        return True
    return roles != {VISITOR} or entry_of(account, tournament) is not None


@rules.predicate
def takes_part(account: Visitor, tournament: Tournament) -> bool:
    """Has an entry at the event."""
    return entry_of(account, tournament) is not None


rules.add_perm("clubs.see", may_see_club)
for _name, _roles in CLUB_ACTIONS.items():
    rules.add_perm(_name, rules.predicate(_in_club(_roles), name=_name))
rules.add_perm("tournaments.see", may_see_event)
rules.add_perm("tournaments.take_part", takes_part)
for _name, _roles in EVENT_ACTIONS.items():
    rules.add_perm(_name, rules.predicate(_at_event(_roles), name=_name))

_REFEREES: Final = (
    c.SettleDispute, c.ReopenDispute, c.GivePenalty, c.LiftPenalty, c.ExtendClock, c.PauseClock,
    c.ResumeClock, c.OpenDispute, c.CheckIn,
)  # fmt: skip
_SCORERS: Final = (c.TakeResult, c.CheckIn)


def permission_for(command: c.Command) -> str:
    """The permission that somebody needs to give this command on behalf of the event."""
    if isinstance(command, _SCORERS):
        return "tournaments.score"
    if isinstance(command, _REFEREES):
        return "tournaments.referee"
    return "tournaments.organise"


def is_own_affair(account: User, tournament: Tournament, command: c.Command) -> bool:
    """What anybody may do about themselves: enter, leave before the start, check in, dispute."""
    match command:
        case c.AddEntry(person=person, by_self=True):
            return person.account == str(account.pk) and person.kind == "player"
        case c.WithdrawEntry(entry=entry, instead=None):
            before = (Tournament.Phase.DRAFT, Tournament.Phase.REGISTRATION)
            return tournament.phase in before and entry_of(account, tournament) == entry
        case c.CheckIn(entry=entry) | c.OpenDispute(by=entry):
            return entry_of(account, tournament) == entry
        case c.ClaimEntry(account=claimed):
            return claimed == str(account.pk)
        case _:
            return False


def may_follow(account: Visitor, tournament: UUID) -> bool:
    """Whether an account may follow an event's news. Raises Tournament.DoesNotExist."""
    found = Tournament.objects.select_related("club").get(pk=tournament)
    return bool(may_see_event(account, found))


def actor_role(account: User, tournament: Tournament) -> str:
    """In which role an account acts at an event: the first of these that it has."""
    roles = event_roles(account, tournament)
    if roles & EVENT_ACTIONS["tournaments.organise"]:
        return "organiser"
    return next((role for role in ("referee", "scorer") if role in roles), "player")


def may(account: User, tournament: Tournament, command: c.Command) -> bool:
    """Whether the account may give this command."""
    allowed = account.has_perm(permission_for(command), tournament)
    return allowed or is_own_affair(account, tournament, command)
