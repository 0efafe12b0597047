"""A guest's results become an account's by a code."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tournaments.claims import services
from tournaments.claims.codes import LETTERS, code_new, code_read, digest_of
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.domain.refusals import Refused
from tournaments.models import ClaimCode, Participation

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: Any) -> Any:
    return make_event(capacity=8).enter("a", "b")


def code_for(event: Any, entry: str = "a") -> str:
    made = services.claim_codes_make(
        tournament=event.tournament, account=event.account, entries=[entry]
    )
    return made[entry]


def logged_in(account: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(account)
    return client


def holder(event: Any, entry: str = "a") -> str | None:
    return event.state.entries[entry].person.account


def test_codes_cannot_be_misread() -> None:
    for _ in range(200):
        code = code_new()
        assert re.fullmatch(f"[{LETTERS}]{{5}}-[{LETTERS}]{{5}}", code)
        assert not set(code) & set("0O1IL")
        assert code_read(code) == code_read(code.lower().replace("-", " ")) == code


@pytest.mark.parametrize("text", ["", "-", "ABCDE-2345", "ABCDE-23450", "ABCDE-23456-7", "🀄" * 10])
def test_what_is_no_code_is_none(text: str) -> None:
    assert code_read(text) is None


def test_only_the_digest_of_a_code_is_kept(event: Any) -> None:
    code = code_for(event)
    kept = ClaimCode.objects.get()
    assert kept.digest == digest_of(code)
    columns = [str(getattr(kept, one.attname)) for one in ClaimCode._meta.concrete_fields]
    assert not [text for text in columns if code.replace("-", "") in text.replace("-", "")]


def test_a_code_gives_the_entry_to_the_account(event: Any, cast: dict[str, User]) -> None:
    visitor = cast["visitor"]
    services.claim(account=visitor, code=code_for(event).lower())
    assert holder(event) == str(visitor.pk)
    assert Participation.objects.get(account=visitor).entry == "a"
    assert holder(event, "b") is None


def test_sent_twice_it_is_done_once(event: Any, cast: dict[str, User]) -> None:
    code = code_for(event)
    services.claim(account=cast["visitor"], code=code)
    version = event.tournament.__class__.objects.get(pk=event.tournament.pk).version
    services.claim(account=cast["visitor"], code=code)
    event.tournament.refresh_from_db()
    assert event.tournament.version == version


def refusal(account: User, code: str) -> str:
    with pytest.raises(Refused) as refused:
        services.claim(account=account, code=code)
    return refused.value.code


def test_codes_that_do_not_count_say_why(event: Any, cast: dict[str, User]) -> None:
    visitor, player = cast["visitor"], cast["player"]
    assert refusal(visitor, "") == "unknown_code"
    assert refusal(visitor, code_new()) == "unknown_code"
    old, new = code_for(event), code_for(event)
    assert refusal(visitor, old) == "unknown_code"
    services.claim(account=visitor, code=new)
    assert refusal(player, new) == "used_code"
    assert holder(event) == str(visitor.pk)


def test_nobody_is_two_people_at_one_event(event: Any, cast: dict[str, User]) -> None:
    visitor = cast["visitor"]
    services.claim(account=visitor, code=code_for(event))
    assert refusal(visitor, code_for(event, "b")) == "already_entered"
    assert ClaimCode.objects.get(entry="b").used_at is None


def test_claim_that_was_wrong_is_undone_and_another_code_made(
    event: Any, cast: dict[str, User]
) -> None:
    services.claim(account=cast["visitor"], code=code_for(event))
    with pytest.raises(Refused, match="no guest"):
        code_for(event)
    event.do(c.UndoClaim("a"))
    services.claim(account=cast["player"], code=code_for(event))
    assert holder(event) == str(cast["player"].pk)


@pytest.mark.parametrize("role", ["referee", "scorer", "player", "visitor"])
def test_only_organisers_make_codes(event: Any, cast: dict[str, User], role: str) -> None:
    with pytest.raises(PermissionDenied):
        services.claim_codes_make(tournament=event.tournament, account=cast[role], entries=["a"])


def test_built_in_players_have_no_results_to_claim(event: Any) -> None:
    event.do(c.AddEntry("bot", Person("Bot", "bot", level="sensible")))
    with pytest.raises(Refused, match="no guest"):
        code_for(event, "bot")


def test_printed_card_leads_to_the_claim(event: Any, cast: dict[str, User]) -> None:
    desk = reverse("claim-codes", args=[event.tournament.pk])
    page = logged_in(cast["organiser"]).post(desk, {"entry": ["a"]}).content.decode()
    code = re.search(r'class="claim-code">([^<]+)<', page)
    assert code
    assert "Name a" in page
    visitor = logged_in(cast["visitor"])
    scanned = visitor.get(reverse("claim"), {"code": code[1]}).content.decode()
    assert f'value="{code[1]}"' in scanned
    page = visitor.post(reverse("claim"), {"code": code[1]}, follow=True).content.decode()
    assert holder(event) == str(cast["visitor"].pk)
    assert "The results of Name a are yours now." in page


def test_codes_are_shown_once(event: Any, cast: dict[str, User]) -> None:
    client = logged_in(cast["organiser"])
    desk = reverse("claim-codes", args=[event.tournament.pk])
    client.post(desk, {"entry": ["a"]})
    assert "claim-code" not in client.get(desk).content.decode().replace("claim-codes", "")


def test_guessing_codes_is_slow(event: Any, cast: dict[str, User]) -> None:
    client = logged_in(cast["visitor"])
    answers = [client.post(reverse("claim"), {"code": code_new()}) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 2
    assert "There is no such code" in answers[0].content.decode()
    code = code_for(event)
    assert client.post(reverse("claim"), {"code": code}).status_code == 429
    assert holder(event) is None
