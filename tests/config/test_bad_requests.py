"""Requests that no view can answer get a page of ours, in the reader's language."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse


@pytest.mark.parametrize(
    ("language", "said"),
    [("zh-CN", "一次发得太多了"), ("zh-TW", "一次送得太多了"), ("en", "That is too much")],
)
def test_too_large_a_form_is_refused_on_a_page_of_ours(db: None, language: str, said: str) -> None:
    client = Client(headers={"Accept-Language": language}, enforce_csrf_checks=True)
    client.get(reverse("login"))
    token = client.cookies["csrftoken"].value
    form = {"username": "x" * 3_000_000, "csrfmiddlewaretoken": token}
    answer = client.post(reverse("login"), form)
    assert answer.status_code == 413
    assert said in answer.content.decode()


def test_too_many_fields_are_refused_likewise(db: None) -> None:
    client = Client(headers={"Accept-Language": "en"})
    answer = client.post(reverse("login"), {f"f{n}": "" for n in range(2_000)})
    assert answer.status_code == 413
    assert "That is too much" in answer.content.decode()


def test_unknown_host_gets_a_page_that_asks_nothing_of_the_session(db: None) -> None:
    client = Client(headers={"Accept-Language": "en"})
    answer = client.get("/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "That cannot be read" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "address", "fields"),
    [
        ("get", "/join/a%00b/", {}),
        ("get", "/clubs/?page=%00", {}),
        ("post", "/log-in/", {"login": "a\0b", "password": "x"}),
        ("post", "/log-in/", {"na\0me": "x"}),
    ],
)
def test_what_the_database_cannot_keep_is_told_to_make_no_sense(
    method: str, address: str, fields: dict[str, str]
) -> None:
    answer = getattr(Client(), method)(address, fields)
    assert answer.status_code == 400
    assert b"<html" in answer.content
