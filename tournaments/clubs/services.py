"""Changes to clubs: founding, roles, invitations, joining and leaving.

Whether somebody may ask for a change is decided by `tournaments.permissions`; what is impossible
for everybody is refused here.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from accounts.models import User
from accounts.remembering import forget
from tournaments.clubs.errors import ClubRefused
from tournaments.clubs.models import Club, Invitation, Link, Membership, Role
from tournaments.clubs.registered import club_gone_note, member_gone_note, member_note

MOST_OWNED: Final = 20
MOST_INVITATIONS: Final = 100
RESERVED: Final = frozenset({"new", "join"})
RANKS: Final = tuple(Role.values)
"""The most trusted first."""
INVITERS: Final = (Role.OWNER, Role.ORGANISER)


@dataclass(frozen=True, slots=True)
class NewLink:
    """What an invitation is to bring: until when (None: for good), to how many (None: to any)."""

    role: str
    expires_at: datetime | None = None
    uses: int | None = None
    note: str = ""

    def columns(self, by: User) -> dict[str, object]:
        """The row's columns, with a secret of its own."""
        return {
            "created_by": by,
            "role": self.role,
            "expires_at": self.expires_at,
            "uses_left": self.uses,
            "note": self.note,
            "token": secrets.token_urlsafe(16),
        }


@dataclass(frozen=True, slots=True)
class ClubDetails:
    """What a club says of itself."""

    name: str
    place: str = ""
    description: str = ""
    is_listed: bool = True


def club_create(*, account: User, details: ClubDetails) -> Club:
    """A new club, owned by whoever founds it. Refuses `too_many_clubs`."""
    owned = Membership.objects.filter(account=account, role=Role.OWNER).count()
    if owned >= MOST_OWNED:
        raise ClubRefused("too_many_clubs")
    while True:
        try:
            with transaction.atomic():
                club = Club.objects.create(slug=slug_for(details.name), **_columns(details))
                member_add(club=club, account=account, role=Role.OWNER, by=account)
        except IntegrityError:
            # Somebody else took the address a moment ago.
            continue
        forget(account)
        return club


def club_change(*, club: Club, details: ClubDetails) -> None:
    """Other words about the club; its address stays, so that links and codes stay good."""
    for name, value in _columns(details).items():
        setattr(club, name, value)
    club.save(update_fields=list(_columns(details)))


def slug_for(name: str) -> str:
    """A free address made of the name, Chinese in pinyin: 枫桥棋牌社 is fengqiaoqipaishe."""
    from pypinyin import lazy_pinyin

    base = slugify("".join(lazy_pinyin(name)))[:50].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    taken |= RESERVED
    tries = (base, *(f"{base}-{number}" for number in range(2, 1000)))
    return next((slug for slug in tries if slug not in taken), f"{base}-{secrets.token_hex(4)}")


def _columns(details: ClubDetails) -> dict[str, object]:
    return {name: getattr(details, name) for name in ClubDetails.__slots__}


@transaction.atomic
def member_add(*, club: Club, account: User, role: str, by: User | None = None) -> Membership:
    """Somebody is a member from now on; the caller knows that they were not."""
    added = Membership.objects.create(club=club, account=account, role=role)
    member_note(added, by=by)
    return added


@transaction.atomic
def member_change(*, membership: Membership, role: str, by: User | None = None) -> Membership:
    """Give a member another role. Refuses `unknown_role`, `not_a_member`, `last_owner`."""
    if role not in RANKS:
        raise ClubRefused("unknown_role")
    found = _locked(membership)
    if found.role == Role.OWNER and role != Role.OWNER and not _others(found, Role.OWNER):
        raise ClubRefused("last_owner")
    found.role = role
    found.save(update_fields=["role"])
    member_note(found, by=by)
    _withdraw_beyond(found, role)
    return found


@transaction.atomic
def member_remove(*, membership: Membership, by: User | None = None) -> None:
    """Somebody leaves, or is removed. Refuses `not_a_member` and `last_owner`.

    A club without other members and without an event goes with its owner.
    """
    found = _locked(membership)
    if found.role == Role.OWNER and not _others(found, Role.OWNER):
        if _others(found) or found.club.tournaments.exists():
            raise ClubRefused("last_owner")
        club_gone_note(found.club_id, by=by)
        found.club.delete()
        return
    _withdraw_beyond(found, "")
    member_gone_note(found, by=by)
    found.delete()


def _withdraw_beyond(membership: Membership, role: str) -> None:
    """Links bring no role that whoever made them could not give any more."""
    made = Invitation.objects.filter(club=membership.club_id, created_by=membership.account_id)
    kept = roles_to_give(role) if role in INVITERS else ()
    made.exclude(role__in=kept).withdraw()


def _locked(membership: Membership) -> Membership:
    """The membership as it is now, while nobody else changes roles in the club."""
    Club.objects.select_for_update().get(pk=membership.club_id)
    found = Membership.objects.select_related("club").filter(pk=membership.pk).first()
    if found is None:
        raise ClubRefused("not_a_member")
    return found


def _others(membership: Membership, *roles: str) -> bool:
    others = Membership.objects.filter(club=membership.club_id).exclude(pk=membership.pk)
    return (others.filter(role__in=roles) if roles else others).exists()


def roles_to_give(role: str) -> Sequence[Role]:
    """What an invitation by somebody of this role may bring: less than they have themselves."""
    below = RANKS[RANKS.index(role) + 1 :] if role in RANKS else ()
    return [Role(value) for value in below]


def invitation_create(*, club: Club, account: User, own_role: str, wanted: NewLink) -> Invitation:
    """A link that lets people join. Refuses `role_too_high` and `too_many_invitations`."""
    if wanted.role not in roles_to_give(own_role):
        raise ClubRefused("role_too_high")
    if club.invitations.usable().count() >= MOST_INVITATIONS:
        raise ClubRefused("too_many_invitations")
    return Invitation.objects.create(club=club, **wanted.columns(account))


def invitation_withdraw(*, invitation: Invitation) -> None:
    """Nobody joins by it any more; whoever did stays. Doing it twice changes nothing."""
    Invitation.objects.filter(pk=invitation.pk).withdraw()


def invitation_check(invitation: Link) -> None:
    """Refuses `invitation_withdrawn`, `invitation_expired` and `invitation_used_up`."""
    if invitation.revoked_at is not None:
        raise ClubRefused("invitation_withdrawn")
    if invitation.expires_at is not None and invitation.expires_at <= timezone.now():
        raise ClubRefused("invitation_expired")
    if invitation.uses_left == 0:
        raise ClubRefused("invitation_used_up")


def invitation_use(invitation: Link) -> None:
    """One person has used it; the row has to be locked."""
    if invitation.uses_left is not None:
        invitation.uses_left -= 1
        invitation.save(update_fields=["uses_left"])


@transaction.atomic
def invitation_accept(*, invitation: Invitation, account: User) -> Membership:
    """Join, or rise to the role that the invitation brings; it never takes a higher one away.

    Whoever has the role already uses nothing up. Refuses as `invitation_check`.
    """
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    found = Membership.objects.filter(club=invitation.club_id, account=account).first()
    if found and RANKS.index(found.role) <= RANKS.index(invitation.role):
        return found
    invitation_check(invitation)
    invitation_use(invitation)
    membership, _made = Membership.objects.update_or_create(
        club_id=invitation.club_id, account=account, defaults={"role": invitation.role}
    )
    member_note(membership, by=account)
    forget(account)
    return membership
