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
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.remembering import remembered
from accounts.second_factor import is_secured
from tables.models import Event
from tournaments.clubs.models import Club, Membership, Role
from tournaments.domain import commands as c
from tournaments.models import Participation, Tournament, TournamentRole

Visitor: TypeAlias = User | AnonymousUser

VISITOR: Final = "visitor"

CHIEF: Final = "chief"
"""The chief referee 裁判长 of an event: a referee who decides appeals and who may sit on them."""

GUARDED: Final = frozenset({Role.OWNER, Role.ORGANISER, Role.REFEREE, CHIEF})
"""Roles that decide over other people's results: they need a second factor."""

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
    "tournaments.preside": frozenset({Role.OWNER, Role.ORGANISER, CHIEF}),
    "tournaments.referee": frozenset({Role.OWNER, Role.ORGANISER, Role.REFEREE, CHIEF}),
    "tournaments.score": frozenset({Role.OWNER, Role.ORGANISER, Role.REFEREE, Role.SCORER, CHIEF}),
}
ORGANISERS: Final = EVENT_ACTIONS["tournaments.organise"]


def club_role(account: Visitor, club: Club) -> str:
    """An account's role in a club, as its members read it; `visitor` for anybody else."""
    if not isinstance(account, User):
        return VISITOR

    def ask() -> str:
        found = Membership.objects.filter(club=club, account=account).values_list("role").first()
        return found[0] if found else VISITOR

    return remembered(account, ("club", club.pk), ask)


def standing(account: Visitor, role: str) -> str:
    """What a role counts for: powers over other people's results wait for a second factor."""
    if role not in GUARDED or not isinstance(account, User) or is_secured(account):
        return role
    return Role.SCORER


def event_roles(account: Visitor, tournament: Tournament) -> frozenset[str]:
    """The roles that count at an event: its club's, and one of the event's own."""
    if not isinstance(account, User):
        return frozenset({VISITOR})

    def ask() -> frozenset[str]:
        own = TournamentRole.objects.filter(tournament=tournament, account=account)
        roles = {row[0] for row in own.values_list("role")} | {club_role(account, tournament.club)}
        return frozenset(standing(account, role) for role in roles)

    return remembered(account, ("event", tournament.pk), ask)


def entry_of(account: Visitor, tournament: Tournament) -> str | None:
    """The entry under which an account takes part, or None."""
    if not isinstance(account, User):
        return None

    def ask() -> str | None:
        found = Participation.objects.filter(tournament=tournament, account=account)
        row = found.values_list("entry").first()
        return row[0] if row else None

    return remembered(account, ("entry", tournament.pk), ask)


def _in_club(roles: frozenset[str]) -> Callable[[Visitor, Club], bool]:
    return lambda account, club: standing(account, club_role(account, club)) in roles


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


def events_seen(
    account: Visitor, events: QuerySet[Tournament, Tournament]
) -> QuerySet[Tournament, Tournament]:
    """Those to be listed for somebody, by one query whatever their number: what `may_see_event`
    lets through, but an event that goes by its link only to those whom it concerns."""
    seen = ~Q(phase=Tournament.Phase.DRAFT) & Q(visibility="public")
    if not isinstance(account, User):
        return events.filter(seen)
    own = TournamentRole.objects.filter(account=account)
    member = Q(club__in=Membership.objects.filter(account=account).values("club"))
    involved = Q(pk__in=own.values("tournament")) | Q(
        pk__in=Participation.objects.filter(account=account).values("tournament")
    )
    seen |= ~Q(phase=Tournament.Phase.DRAFT) & (member | involved)
    if is_secured(account):
        organised = Membership.objects.filter(account=account, role__in=ORGANISERS)
        seen |= Q(club__in=organised.values("club"))
        seen |= Q(pk__in=own.filter(role__in=ORGANISERS).values("tournament"))
    return events.filter(seen)


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
    c.ResumeClock, c.OpenDispute,
)  # fmt: skip
_SCORERS: Final = (c.TakeResult, c.CheckIn, c.UndoCheckIn)


def permission_for(kind: type[c.Command]) -> str:
    """The permission that somebody needs to give such a command on behalf of the event."""
    if kind in _SCORERS:
        return "tournaments.score"
    if kind in _REFEREES:
        return "tournaments.referee"
    return "tournaments.organise"


def lets_in(account: Visitor, tournament: Tournament, entry_by: str) -> bool:
    """Whether the terms `entry_by` let an account enter by itself."""
    if entry_by == "invitation":
        return isinstance(account, User) and club_role(account, tournament.club) != VISITOR
    return entry_by == "open"


def is_own_affair(
    account: User, tournament: Tournament, command: c.Command, entry_by: str = "open"
) -> bool:
    """What anybody may do about themselves: enter, leave before the start, check in, dispute."""
    if isinstance(command, c.AddEntry):
        own = command.by_self and command.person.account == str(account.pk)
        # That the organiser alone enters people is said by the decider, which has words for it.
        let = entry_by == "organiser" or lets_in(account, tournament, entry_by)
        is_player = command.person.kind == "player"
        return own and is_player and let and bool(may_see_event(account, tournament))
    entered = entry_of(account, tournament)
    return entered is not None and _is_about(account, command, entered, tournament)


def _is_about(account: User, command: c.Command, own: str, tournament: Tournament) -> bool:
    match command:
        case c.WithdrawEntry(entry=entry, instead=None):
            before = (Tournament.Phase.DRAFT, Tournament.Phase.REGISTRATION)
            return tournament.phase in before and entry == own
        case c.RestoreEntry(entry=entry):
            return (
                tournament.is_registration_open
                and entry == own
                and _left_by_themselves(account, tournament, entry)
            )
        case c.CheckIn(entry=entry) | c.OpenDispute(by=entry):
            return entry == own
        case _:
            return False


def _left_by_themselves(account: User, tournament: Tournament, entry: str) -> bool:
    """Whoever the organiser has taken out does not let themselves in again."""
    left = Event.objects.filter(
        stream=tournament.pk, type="EntryWithdrawn", data__contains={"entry": entry}
    )
    actor = left.order_by("-version").values_list("actor", flat=True).first()
    return actor is not None and actor.rpartition(":")[2] == str(account.pk)


def may_follow(account: Visitor, tournament: UUID) -> bool:
    """Whether an account may follow an event's news. Raises Tournament.DoesNotExist."""
    found = Tournament.objects.select_related("club").get(pk=tournament)
    return bool(may_see_event(account, found))


def actor_role(account: User, tournament: Tournament) -> str:
    """In which role an account acts at an event: the first of these that it has."""
    roles = event_roles(account, tournament)
    if roles & EVENT_ACTIONS["tournaments.organise"]:
        return "organiser"
    if roles & {CHIEF, Role.REFEREE}:
        return "referee"
    return "scorer" if "scorer" in roles else "player"


def may(account: User, tournament: Tournament, command: c.Command, entry_by: str = "open") -> bool:
    """Whether the account may give this command, where the terms say who enters by themselves."""
    allowed = account.has_perm(permission_for(type(command)), tournament)
    return allowed or is_own_affair(account, tournament, command, entry_by)
