"""Pages that read and check a whole match are not for asking without end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import Table
from tables.replay import turnstile
from tables.replay.turnstile import CHECKS, READS, Turnstile
from tests.tables.conftest import Opener, play


@pytest.fixture(autouse=True)
def _nobody_has_asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """And no time passes: a slow machine must not fill an allowance up."""
    monkeypatch.setattr(turnstile, "monotonic", lambda: 1_000.0)
    CHECKS.forget()
    READS.forget()
    yield
    CHECKS.forget()
    READS.forget()


@pytest.fixture
def finished(players: list[User], open_table: Opener) -> Table:
    table = open_table(hands=1)
    play(table, players, seed=7)
    return table


def test_visitor_may_ask_in_a_burst_and_then_as_fast_as_the_allowance_fills() -> None:
    gate = Turnstile(burst=3, per_minute=6)
    assert [gate.wait_seconds("ann", 0.0) for _ in range(4)] == [0, 0, 0, 11]
    assert gate.wait_seconds("ann", 9.9) > 0
    assert gate.wait_seconds("ann", 10.1) == 0
    assert gate.wait_seconds("ann", 10.1) > 0


def test_visitors_do_not_use_up_each_others_allowance() -> None:
    gate = Turnstile(burst=1, per_minute=6)
    assert [gate.wait_seconds(name, 0.0) for name in ("ann", "bo", "ann")] == [0, 0, 11]


def test_visitors_without_end_are_not_remembered_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turnstile, "MOST_VISITORS", 3)
    gate = Turnstile(burst=1, per_minute=6)
    for name in ("ann", "bo", "cai", "dan"):
        gate.wait_seconds(name, 0.0)
    assert gate.wait_seconds("dan", 0.0) > 0
    assert gate.wait_seconds("ann", 0.0) == 0


def test_who_verifies_too_often_is_told_when_to_come_back(finished: Table, visitor: User) -> None:
    client = Client(headers={"Accept-Language": "zh-CN"})
    client.force_login(visitor)
    address = reverse("verify", args=[finished.pk])
    answers = [client.post(address).status_code for _ in range(CHECKS.burst)]
    assert set(answers) == {200}
    answer = client.post(address)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 10
    assert "秒后再试" in answer.content.decode()
    part = client.post(address, headers={"HX-Request": "true"}).content.decode()
    assert "秒后再试" in part
    assert "<html" not in part
    assert Client().post(address).status_code == 200


def test_programs_are_told_in_json_and_headers(finished: Table) -> None:
    client = Client(headers={"Accept": "application/json"})
    address = reverse("replay-events", args=[finished.pk])
    answers = iter(lambda: client.get(address), None)
    # It fills up again while a busy machine reads.
    answer = next(one for one in islice(answers, 10 * READS.burst) if one.status_code != 200)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_often")
    assert int(answer.headers["Retry-After"]) > 0
