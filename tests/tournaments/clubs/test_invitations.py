"""Coming into a club by a link."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tournaments.clubs import services
from tournaments.clubs.errors import ClubRefused
from tournaments.clubs.models import Club, Invitation, Membership, Role
from tournaments.clubs.services import ClubDetails, NewLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("owner", display_name="Olga")


@pytest.fixture
def visitor() -> User:
    return User.objects.create_user("visitor", display_name="Vic")


@pytest.fixture
def club(owner: User) -> Club:
    return services.club_create(account=owner, details=ClubDetails("枫桥棋牌社"))


def invite(club: Club, role: str = Role.PLAYER, **wishes: Any) -> Invitation:
    owner = User.objects.get(username="owner")
    wanted = NewLink(role, **wishes)
    return services.invitation_create(club=club, account=owner, own_role=Role.OWNER, wanted=wanted)


def link(invitation: Invitation) -> str:
    return reverse("club-join", kwargs={"token": invitation.token})


def logged_in(account: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(account)
    return client


def role_of(account: User, club: Club) -> str | None:
    found = Membership.objects.filter(account=account, club=club).first()
    return found.role if found else None


def test_one_tap_joins(club: Club, visitor: User) -> None:
    invitation = invite(club, uses=2)
    client = logged_in(visitor)
    assert "Join" in client.get(link(invitation)).content.decode()
    assert role_of(visitor, club) is None
    answer = client.post(link(invitation))
    assert answer.headers["Location"] == reverse("club", args=[club.slug])
    assert role_of(visitor, club) == Role.PLAYER
    invitation.refresh_from_db()
    assert invitation.uses_left == 1


def test_new_person_signs_up_and_is_in_the_club(club: Club) -> None:
    client = Client(headers={"Accept-Language": "en"})
    answer = client.post(link(invite(club)), {"how": "sign-up"})
    assert answer.headers["Location"].startswith("/sign-up/?next=")
    form = {"display_name": "Nina", "email": "nina@club.example", "password1": "four winds blow"}
    client.post(answer.headers["Location"], form)
    assert not Membership.objects.filter(account__email=form["email"]).exists()
    code = re.search(r"^[A-Z0-9-]{6,9}$", mail.outbox[-1].body, re.MULTILINE)
    assert code
    page = client.post("/account/confirm-email/", {"code": code[0]}, follow=True)
    assert "You are now a member of 枫桥棋牌社." in page.content.decode()
    assert role_of(User.objects.get(email=form["email"]), club) == Role.PLAYER


def test_who_has_to_log_in_first_is_in_the_club_by_that(club: Club, visitor: User) -> None:
    visitor.set_password("laozhuang")
    visitor.save()
    client = Client()
    answer = client.post(link(invite(club)), {"how": "log-in"})
    form = {"login": "visitor", "password": "laozhuang"}
    answer = client.post(answer.headers["Location"], form)
    assert role_of(visitor, club) == Role.PLAYER


def test_looking_at_an_invitation_joins_nobody(club: Club, visitor: User) -> None:
    client = Client()
    client.get(link(invite(club)))
    client.force_login(visitor)
    assert role_of(visitor, club) is None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"revoked_at": timezone.now()}, "invitation_withdrawn"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "invitation_expired"),
        ({"uses_left": 0}, "invitation_used_up"),
    ],
)
def test_invitation_that_is_over_says_why(
    club: Club, visitor: User, change: dict[str, object], code: str
) -> None:
    invitation = invite(club)
    Invitation.objects.filter(pk=invitation.pk).update(**change)
    for method in ("get", "post"):
        answer = getattr(logged_in(visitor), method)(link(invitation))
        assert answer.status_code == 410
        assert f'data-code="{code}"' in answer.content.decode()
    assert role_of(visitor, club) is None


def test_invitation_raises_a_role_but_never_lowers_one(club: Club, visitor: User) -> None:
    services.invitation_accept(invitation=invite(club, Role.REFEREE), account=visitor)
    used = invite(club, Role.SCORER, uses=1)
    services.invitation_accept(invitation=used, account=visitor)
    assert role_of(visitor, club) == Role.REFEREE
    used.refresh_from_db()
    assert used.uses_left == 1
    services.invitation_accept(invitation=invite(club, Role.ORGANISER), account=visitor)
    assert role_of(visitor, club) == Role.ORGANISER


@pytest.mark.parametrize(
    ("own", "given"),
    [
        (Role.OWNER, Role.OWNER),
        (Role.ORGANISER, Role.ORGANISER),
        (Role.PLAYER, Role.PLAYER),
        ("visitor", Role.PLAYER),
        (Role.OWNER, "king"),
    ],
)
def test_nobody_gives_a_role_as_high_as_their_own(
    club: Club, owner: User, own: str, given: str
) -> None:
    with pytest.raises(ClubRefused) as refusal:
        services.invitation_create(club=club, account=owner, own_role=own, wanted=NewLink(given))
    assert refusal.value.code == "role_too_high"


def test_page_of_an_invitation_shows_its_link_and_code(club: Club, owner: User) -> None:
    client = logged_in(owner)
    form = {"role": "player", "days": "7", "uses": "", "note": "Friday"}
    answer = client.post(reverse("club-invitations", args=[club.slug]), form)
    page = client.get(answer.headers["Location"]).content.decode()
    invitation = Invitation.objects.get()
    assert f"http://testserver{link(invitation)}" in page
    assert '<svg role="img"' in page
    client.post(reverse("club-invitation-withdraw", args=[club.slug, invitation.pk]))
    assert Client().get(link(invitation)).status_code == 410


@pytest.mark.parametrize(("role", "uses"), [("player", None), ("referee", 1), ("organiser", 1)])
def test_link_to_a_trusted_role_is_for_one_person_unless_said_otherwise(
    club: Club, owner: User, role: str, uses: int | None
) -> None:
    address = reverse("club-invitations", args=[club.slug])
    logged_in(owner).post(address, {"role": role, "days": "7", "uses": ""})
    assert Invitation.objects.get().uses_left == uses


def test_unknown_link_is_no_page(db: None) -> None:
    assert Client().get("/join/nonsense/").status_code == 404


def test_an_organiser_does_not_see_a_link_that_brings_as_much_as_they_have(
    club: Club, owner: User, visitor: User
) -> None:
    Membership.objects.create(club=club, account=visitor, role=Role.ORGANISER)
    high, low = invite(club, Role.ORGANISER), invite(club, Role.REFEREE)
    for account, sees in ((visitor, [404, 200]), (owner, [200, 200])):
        client = logged_in(account)
        pages = [f"/clubs/{club.slug}/invitations/{one.pk}/" for one in (high, low)]
        assert [client.get(page).status_code for page in pages] == sees
        listed = client.get(f"/clubs/{club.slug}/invitations/").content.decode()
        assert [page in listed for page in pages] == [status == 200 for status in sees]


def test_links_that_nobody_can_use_do_not_count_against_the_most(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_INVITATIONS", 1)
    first = invite(club)
    with pytest.raises(ClubRefused, match="too_many_invitations"):
        invite(club)
    Invitation.objects.filter(pk=first.pk).update(expires_at=timezone.now())
    second = invite(club)
    Invitation.objects.filter(pk=second.pk).update(uses_left=0)
    invite(club)


@pytest.mark.parametrize(
    ("role", "left"),
    [
        (Role.OWNER, ["organiser", "player", "referee"]),
        (Role.ORGANISER, ["player", "referee"]),
        (Role.SCORER, []),
        (None, []),
    ],
)
def test_links_do_not_outlast_the_right_to_give_them(
    club: Club, visitor: User, role: str | None, left: list[str]
) -> None:
    invite(club)
    made = Membership.objects.create(club=club, account=visitor, role=Role.OWNER)
    for brings in (Role.ORGANISER, Role.REFEREE, Role.PLAYER):
        services.invitation_create(
            club=club, account=visitor, own_role=Role.OWNER, wanted=NewLink(brings)
        )
    if role is None:
        services.member_remove(membership=made)
    else:
        services.member_change(membership=made, role=role)
    open_ones = club.invitations.filter(revoked_at=None)
    assert sorted(one.role for one in open_ones.filter(created_by=visitor)) == left
    assert open_ones.exclude(created_by=visitor).count() == 1
