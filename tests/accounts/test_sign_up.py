"""Signing up, logging in, and getting back in."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db

FORM = {"display_name": "渡辺", "email": "ann@club.example", "password1": "four winds blow"}


def reader(language: str = "en") -> Client:
    return Client(headers={"Accept-Language": language})


def code_sent() -> str:
    """The code in the newest message."""
    found = re.search(r"^[A-Z0-9-]{6,9}$", mail.outbox[-1].body, re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[0]


def signed_up(client: Client, **more: str) -> User:
    client.post("/sign-up/", FORM | more)
    client.post("/account/confirm-email/", {"code": code_sent()})
    return User.objects.get(email=FORM["email"])


def test_new_account_is_logged_in_after_its_code_and_has_a_private_log_in_name() -> None:
    client = reader()
    answer = client.post("/sign-up/?next=/clubs/", FORM | {"next": "/clubs/"})
    assert answer.headers["Location"] == "/account/confirm-email/"
    assert client.get("/account/").status_code == 302
    answer = client.post("/account/confirm-email/", {"code": code_sent()})
    assert answer.headers["Location"] == "/clubs/"
    account = User.objects.get(email=FORM["email"])
    assert (account.public_name, account.language) == ("渡辺", "en")
    assert "ann" not in account.username
    assert EmailAddress.objects.get(user=account).verified
    assert client.get("/account/").status_code == 200


def test_wrong_code_lets_nobody_in() -> None:
    client = reader()
    client.post("/sign-up/", FORM)
    client.post("/account/confirm-email/", {"code": "AAAA-AAAA"})
    assert client.get("/account/").status_code == 302


def test_second_sign_up_with_an_address_looks_the_same_to_a_stranger() -> None:
    signed_up(reader())
    cache.clear()
    stranger = reader()
    answer = stranger.post("/sign-up/", FORM | {"display_name": "other"})
    assert answer.headers["Location"] == "/account/confirm-email/"
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["", "\u200b", "\u202e", "x" * 41])
def test_name_that_cannot_be_read_is_refused_and_nothing_is_made(name: str) -> None:
    answer = reader().post("/sign-up/", FORM | {"display_name": name})
    assert answer.status_code == 200
    assert User.objects.count() == 0


def test_markup_in_a_name_is_text() -> None:
    client = reader()
    signed_up(client, display_name="<b>x</b>")
    page = client.get("/").content.decode()
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page


@pytest.mark.parametrize("login", ["ann@club.example", "ANN@club.example", "annie"])
def test_log_in_by_address_or_by_name(login: str) -> None:
    account = signed_up(reader())
    account.username = "annie"
    account.save()
    answer = reader().post("/log-in/", {"login": login, "password": FORM["password1"]})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_account_without_an_address_logs_in_by_its_name_alone() -> None:
    User.objects.create_user("laowang", password="laozhuang")
    answer = reader().post("/log-in/", {"login": "laowang", "password": "laozhuang"})
    assert answer.headers["Location"] == "/"


def test_account_that_was_given_an_address_by_somebody_else_proves_it_first() -> None:
    User.objects.create_user("laowang", email="wang@club.example", password="laozhuang")
    answer = reader().post("/log-in/", {"login": "laowang", "password": "laozhuang"})
    assert answer.headers["Location"] == "/account/confirm-email/"


def test_guessing_a_password_is_stopped_after_some_tries() -> None:
    signed_up(reader())
    client = reader()
    for _ in range(5):
        client.post("/log-in/", {"login": FORM["email"], "password": "wrong"})
    answer = client.post("/log-in/", {"login": FORM["email"], "password": FORM["password1"]})
    assert answer.status_code == 200
    assert "Too many failed login attempts" in answer.content.decode()


def test_forgotten_password_is_replaced_by_a_link() -> None:
    signed_up(reader())
    client = reader()
    client.post("/account/password/reset/", {"email": FORM["email"]})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[-1].body)
    assert link
    page = client.get(link[1], follow=True)
    address = page.redirect_chain[-1][0]
    client.post(address, {"password1": "red dragon white", "password2": "red dragon white"})
    answer = client.post("/log-in/", {"login": FORM["email"], "password": "red dragon white"})
    assert answer.headers["Location"] == "/"


def test_new_address_replaces_the_old_one_after_its_code() -> None:
    client = reader()
    account = signed_up(client)
    answer = client.post("/account/email/", {"action_add": "", "email": "new@club.example"})
    assert answer.headers["Location"].startswith("/account/reauthenticate/")
    client.post(answer.headers["Location"], {"password": FORM["password1"]})
    client.post("/account/email/", {"action_add": "", "email": "new@club.example"})
    account.refresh_from_db()
    assert account.email == FORM["email"]
    assert mail.outbox[-1].to == ["new@club.example"]
    client.post("/account/confirm-email/", {"code": code_sent()})
    account.refresh_from_db()
    assert account.email == "new@club.example"
    assert EmailAddress.objects.get(user=account).email == "new@club.example"


@pytest.mark.parametrize(
    "path",
    ["/log-in/", "/sign-up/", "/account/password/reset/", "/account/password/reset/done/"],
)
@pytest.mark.parametrize(
    ("language", "brand"), [("zh-CN", "老庄"), ("zh-TW", "老莊"), ("en", "Laozhuang")]
)
def test_pages_have_the_sites_own_look_in_three_languages(
    path: str, language: str, brand: str
) -> None:
    page = reader(language).get(path).content.decode()
    assert brand in page
    assert 'class="site-bar"' in page
    assert "<style" not in page
    assert "style=" not in page
    assert re.findall(r"<script(?![^>]*(src=|application/json))", page) == []


def test_messages_are_in_the_language_of_the_page() -> None:
    reader("zh-TW").post("/sign-up/", FORM)
    assert "驗證代碼" in mail.outbox[-1].body
