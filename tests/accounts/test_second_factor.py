"""Powers over other people's results wait for a second factor."""

from __future__ import annotations

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.second_factor import has_second_factor
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.services import ClubDetails

pytestmark = pytest.mark.django_db
PASSWORD = "four winds blow"


@pytest.fixture(autouse=True)
def _required(settings: LazySettings) -> None:
    settings.MFA_REQUIRED = True


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("owner", password=PASSWORD, display_name="Olga")


@pytest.fixture
def club(owner: User) -> Club:
    return services.club_create(account=owner, details=ClubDetails("A"))


def logged_in(account: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    answer = client.post("/log-in/", {"login": account.username, "password": PASSWORD})
    assert answer.status_code == 302
    # Whoever changes how they log in proves again who they are.
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def digits(secret: str, steps: int = 0) -> str:
    """What an app shows, so many half minutes from now."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps)))


def set_up(client: Client) -> str:
    """Scan the code and enter what the app shows; the secret."""
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    assert 'class="qr"' in page
    secret = re.search(r'class="secret">([A-Z2-7]+)<', page)
    assert secret
    client.post(reverse("mfa_activate_totp"), {"code": digits(secret[1])})
    return secret[1]


def test_owner_is_shown_why_and_how_and_then_let_in(club: Club, owner: User) -> None:
    client = logged_in(owner)
    address = reverse("club-edit", args=[club.slug])
    answer = client.get(address)
    assert answer.headers["Location"].startswith(reverse("second-factor"))
    page = client.get(answer.headers["Location"]).content.decode()
    assert "A second factor is needed" in page
    set_up(client)
    assert has_second_factor(owner)
    assert f'href="{address}"' in client.get(answer.headers["Location"]).content.decode()
    assert client.get(address).status_code == 200


def test_club_page_says_what_waits_for_the_second_factor(club: Club, owner: User) -> None:
    page = logged_in(owner).get(reverse("club", args=[club.slug])).content.decode()
    assert "waits for a second factor" in page
    assert reverse("club-edit", args=[club.slug]) not in page


def test_administration_waits_for_it_too(owner: User) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    client = logged_in(owner)
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/account/second-factor/needed/?next=%2Fadmin%2F"
    set_up(client)
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/accounts/user/").status_code == 200


def test_wrong_digits_set_nothing_up(owner: User) -> None:
    client = logged_in(owner)
    client.get(reverse("mfa_activate_totp"))
    client.post(reverse("mfa_activate_totp"), {"code": "000000"})
    assert not has_second_factor(owner)


def test_log_in_asks_for_the_digits_and_takes_a_recovery_code_instead(owner: User) -> None:
    secret = set_up(logged_in(owner))
    codes = Authenticator.objects.get(user=owner, type="recovery_codes").wrap().get_unused_codes()
    for code in (digits(secret, 1), codes[0]):
        cache.clear()
        client = Client()
        answer = client.post("/log-in/", {"login": "owner", "password": PASSWORD})
        assert answer.headers["Location"] == reverse("mfa_authenticate")
        assert client.get("/account/").status_code == 302
        client.post(reverse("mfa_authenticate"), {"code": "000000"})
        assert client.get("/account/").status_code == 302
        client.post(reverse("mfa_authenticate"), {"code": code})
        assert client.get("/account/").status_code == 200


def test_recovery_codes_alone_are_no_second_factor(owner: User) -> None:
    Authenticator.objects.create(user=owner, type="recovery_codes", data={})
    assert not has_second_factor(owner)


def test_taking_the_factor_away_takes_the_powers_away(club: Club, owner: User) -> None:
    client = logged_in(owner)
    set_up(client)
    client.post(reverse("mfa_deactivate_totp"))
    assert client.get(reverse("club-edit", args=[club.slug])).status_code == 302


def test_a_site_that_does_not_ask_lets_a_password_do(
    club: Club, owner: User, settings: LazySettings
) -> None:
    settings.MFA_REQUIRED = False
    assert logged_in(owner).get(reverse("club-edit", args=[club.slug])).status_code == 200


def test_way_back_leads_nowhere_else(owner: User) -> None:
    client = logged_in(owner)
    set_up(client)
    page = client.get(reverse("second-factor"), {"next": "https://evil.example/"})
    assert "evil" not in page.content.decode().split("<main")[1]


@pytest.mark.parametrize(
    "name",
    ["mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "mfa_list_webauthn", "second-factor"],
)
@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_pages_keep_to_the_policy_of_the_site(owner: User, name: str, language: str) -> None:
    client = logged_in(owner)
    User.objects.update(language=language)
    page = client.get(reverse(name))
    assert page.status_code == 200
    text = page.content.decode()
    assert f'lang="{language}"' in text
    assert 'class="site-bar"' in text
    assert "style=" not in text
    assert 'src="data:' not in text
    assert re.findall(r"<script(?![^>]*(?:src=|application/json))", text) == []
