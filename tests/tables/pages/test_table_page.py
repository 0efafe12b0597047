"""The page of a table, of its replay, and the pages around them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.rules.element import ELEMENTS
from engine.rules.options import OPTIONS
from tables import services
from tables.services import Sitter, Terms
from tests.tables.conftest import Opener, play, state_of


def block(page: str, name: str) -> Any:
    """A JSON block of the page."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found.group(1))


def test_role_at_the_table_follows_the_account(
    players: list[User], visitor: User, open_table: Opener
) -> None:
    table = open_table()
    roles = []
    for account in (players[2], visitor, None):
        client = Client()
        if account:
            client.force_login(account)
        page = client.get(reverse("table", args=[table.pk])).content.decode()
        config = block(page, "table-config")
        roles.append((config["as"], config["place"]))
    assert roles == [("seat", 2), ("spectator", None), ("spectator", None)]


def test_organiser_stops_the_clocks_and_calls_time_and_nobody_else_may(
    players: list[User], organiser: User, open_table: Opener
) -> None:
    table = open_table()
    client, other = Client(), Client()
    client.force_login(organiser)
    other.force_login(players[0])
    pause = reverse("table-rule", args=[table.pk, "pause"])
    assert other.post(pause).status_code == 403
    assert client.post(pause).status_code == 302
    table.refresh_from_db()
    assert table.paused
    client.post(reverse("table-rule", args=[table.pk, "resume"]))
    client.post(reverse("table-rule", args=[table.pk, "time"]))
    assert state_of(table).time_called
    assert client.post(reverse("table-rule", args=[table.pk, "void"])).status_code == 403
    assert client.post(reverse("table-rule", args=[table.pk, "burn"])).status_code == 404


@pytest.mark.parametrize(
    ("accepted", "said"),
    [("zh-CN", "对局没有暂停。 · P1 "), ("zh-TW", "對局沒有暫停。 · P1 "), ("en", "is not paused")],
)
def test_refused_ruling_is_explained_in_the_readers_language(
    organiser: User, open_table: Opener, accepted: str, said: str
) -> None:
    client = Client(headers={"Accept-Language": accepted})
    client.force_login(organiser)
    address = reverse("table-rule", args=[open_table().pk, "resume"])
    assert said in client.post(address, follow=True).content.decode()


def test_buttons_of_the_menu_are_those_that_the_visitor_may_press(
    players: list[User], organiser: User, referee: User, open_table: Opener
) -> None:
    table = open_table()
    services.referee_assign(table=table, account=referee)
    hosted = services.table_open(
        terms=Terms("bao"),
        sitters=[Sitter(p.public_name, p) for p in players],
        organiser=players[0],
    )
    shown = []
    for account, seen in ((organiser, table), (referee, table), (players[0], hosted)):
        client = Client()
        client.force_login(account)
        page = client.get(reverse("table", args=[seen.pk])).content.decode()
        shown.append([name for name in ("pause", "time", "void") if f"/rule/{name}/" in page])
    assert shown == [["pause", "time"], ["pause", "time", "void"], ["time"]]


def test_pages_forbid_inline_code_and_foreign_content(open_table: Opener) -> None:
    answer = Client().get(reverse("table", args=[open_table().pk]))
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy


@pytest.mark.parametrize(
    ("accepted", "language", "word"),
    [("zh-CN", "zh-hans", "听牌"), ("zh-TW", "zh-hant", "聽牌"), ("en-GB", "en", "Waits")],
)
def test_page_speaks_the_language_of_the_browser(
    open_table: Opener, accepted: str, language: str, word: str
) -> None:
    address = reverse("table", args=[open_table().pk])
    page = Client(headers={"Accept-Language": accepted}).get(address).content.decode()
    assert f'<html lang="{language}"' in page
    assert word in page


def test_language_chosen_in_the_menu_stays(players: list[User]) -> None:
    client = Client(headers={"Accept-Language": "zh-CN"})
    client.force_login(players[0])
    client.post(reverse("language"), {"language": "en", "next": "/"})
    assert '<html lang="en"' in client.get("/").content.decode()


def test_running_match_shows_neither_replay_nor_events_nor_record(open_table: Opener) -> None:
    table = open_table()
    client = Client()
    for name in ("replay", "record"):
        answer = client.get(reverse(name, args=[table.pk]))
        assert answer.headers["Location"] == reverse("table", args=[table.pk])
    assert client.get(reverse("replay-events", args=[table.pk])).status_code == 403
    assert client.post(reverse("verify", args=[table.pk])).status_code == 302


def test_finished_match_can_be_replayed_downloaded_and_verified(
    players: list[User], open_table: Opener
) -> None:
    table = open_table(hands=1)
    play(table, players, seed=7)
    table.refresh_from_db()
    client = Client(headers={"Accept-Language": "en"})
    page = client.get(reverse("replay-step", args=[table.pk, 40]) + "?as=2").content.decode()
    assert (block(page, "replay-config")["step"], block(page, "replay-config")["as"]) == (40, "2")
    told = client.get(reverse("replay-events", args=[table.pk])).json()
    assert [event["seq"] for event in told["events"]] == list(range(1, table.version + 1))
    assert len(told["hashes"]) == 1
    answer = client.get(reverse("record", args=[table.pk]))
    assert answer.headers["Content-Disposition"].endswith('.zjr.jsonl"')
    lines = answer.content.decode().splitlines()
    assert len(lines) == table.version + 1
    report = client.post(reverse("verify", args=[table.pk])).content.decode()
    assert "The record proves itself" in report
    assert f"ok: {table.version} events, 1 hands" in report


def test_rules_page_has_an_anchor_for_every_rule_that_is_cited(db: None) -> None:
    page = Client().get(reverse("rules")).content.decode()
    cited = {element.rule for element in ELEMENTS} | {option.rule for option in OPTIONS}
    cited |= {element.free_rule for element in ELEMENTS if element.free_rule}
    assert [rule for rule in sorted(cited) if f'id="{rule}"' not in page] == []


def test_unknown_table_and_address_are_answered_kindly(db: None) -> None:
    for address in ("/nowhere/", "/tables/00000000-0000-0000-0000-000000000000/"):
        answer = Client(headers={"Accept-Language": "en"}).get(address)
        assert answer.status_code == 404
        assert "This tile is blank" in answer.content.decode()


def test_wrong_password_is_said_in_words(players: list[User]) -> None:
    answer = Client(headers={"Accept-Language": "zh-CN"}).post(
        reverse("login"), {"login": "ann", "password": "wrong"}
    )
    assert "用户名或密码不对" in answer.content.decode()
