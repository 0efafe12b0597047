"""The own page: names, language, and deleting the account."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from accounts.services import account_delete
from accounts.signals import AccountHeld
from tournaments.clubs import services
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.services import ClubDetails
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PASSWORD = "four winds blow"


@pytest.fixture
def ann() -> User:
    account = User.objects.create_user("ann", password=PASSWORD, display_name="Ann")
    EmailAddress.objects.create(user=account, email="ann@club.example", verified=True, primary=True)
    account.email = "ann@club.example"
    account.save()
    return account


def logged_in(account: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.post("/log-in/", {"login": account.username, "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


FORM = {"display_name": "Anna", "username": "anna", "language": "zh-hant"}


def test_names_and_language_are_changed(ann: User) -> None:
    client = logged_in(ann)
    page = client.post("/account/", FORM, follow=True).content.decode()
    ann.refresh_from_db()
    assert (ann.display_name, ann.username, ann.language) == ("Anna", "anna", "zh-hant")
    assert 'lang="zh-hant"' in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"display_name": ""},
        {"display_name": "\u202e\u200b"},
        {"display_name": "x" * 300},
        {"username": "b@club.example"},
        {"username": "BO"},
        {"username": ""},
        {"username": "two words"},
        {"language": "tlh"},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(ann: User, wrong: dict[str, str]) -> None:
    User.objects.create_user("bo")
    answer = logged_in(ann).post("/account/", FORM | wrong)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    ann.refresh_from_db()
    assert (ann.display_name, ann.username) == ("Ann", "ann")
    assert "Ann" in answer.content.decode().split("</header>")[0]


def test_deleting_erases_who_it_was_and_keeps_the_row(ann: User) -> None:
    club = services.club_create(account=User.objects.create_user("owner"), details=ClubDetails("A"))
    Membership.objects.create(club=club, account=ann, role=Role.REFEREE)
    client = logged_in(ann)
    assert "stay as they were played" in client.get(reverse("account-delete")).content.decode()
    client.post(reverse("account-delete"), {"sure": "on"})
    ann.refresh_from_db()
    assert not ann.is_active
    with translation.override("en"):
        assert ann.public_name == "deleted account"
    held = [str(getattr(ann, one.attname)) for one in User._meta.concrete_fields]
    assert not [text for text in held if "ann" in text.lower()]
    assert not EmailAddress.objects.exists()
    assert not club.memberships.filter(account=ann).exists()
    assert client.get("/account/").status_code == 302
    again = client.post("/log-in/", {"login": "ann", "password": PASSWORD})
    assert again.status_code == 200


def test_nothing_is_deleted_by_a_slip(ann: User) -> None:
    client = logged_in(ann)
    client.get(reverse("account-delete"))
    client.post(reverse("account-delete"), {})
    ann.refresh_from_db()
    assert ann.is_active


def test_who_came_by_an_old_session_proves_again_who_they_are(ann: User) -> None:
    client = Client()
    client.force_login(ann)
    answer = client.post(reverse("account-delete"), {"sure": "on"})
    assert answer.headers["Location"].startswith("/account/reauthenticate/")
    ann.refresh_from_db()
    assert ann.is_active


def test_last_owner_of_a_club_with_events_hands_it_over_first(ann: User) -> None:
    club = services.club_create(account=ann, details=ClubDetails("枫桥"))
    Tournament.objects.create(club=club, head="", name="Cup", ruleset="bao")
    with pytest.raises(AccountHeld) as held:
        account_delete(account=ann)
    assert held.value.code == "last_owner"
    page = logged_in(ann).post(reverse("account-delete"), {"sure": "on"}).content.decode()
    assert "枫桥: A club needs an owner." in page
    ann.refresh_from_db()
    assert ann.is_active
    assert EmailAddress.objects.filter(user=ann).exists()


def test_club_of_nobody_else_goes_along(ann: User) -> None:
    services.club_create(account=ann, details=ClubDetails("A"))
    account_delete(account=ann)
    assert not Club.objects.exists()
