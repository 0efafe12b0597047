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
