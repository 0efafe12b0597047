"""Every page of an event says in its title which one it is."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.play.test_keeping_up import begin

pytestmark = pytest.mark.django_db(transaction=True)

OF_THE_EVENT = (
    "event", "event-pairings", "event-standings", "event-tables", "event-results", "desk",
    "desk-players", "settings", "desk-import", "desk-invitations", "desk-officials",
    "desk-penalties", "desk-corrections", "desk-looks", "desk-figures", "event-archive",
)  # fmt: skip


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return begin(make_event())


def test_no_two_pages_have_one_title(event: Event, cast: dict[str, User]) -> None:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(cast["owner"])
    number = event.tournament.pk
    entry = next(iter(event.state.entries))
    addresses = [reverse(name, args=[number]) for name in OF_THE_EVENT]
    addresses.append(reverse("desk-entry", args=[number, entry]))
    addresses += [
        reverse("desk-round", args=[number, 1]),
        reverse("desk-table", args=[number, 1, 1]),
    ]
    titles = Counter(title_of(client, address) for address in addresses)
    assert [title for title, times in titles.items() if times > 1] == []
    assert "Officials · Spring cup · Laozhuang" in titles


def title_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    found = re.search(r"<title>(.*?)</title>", answer.content.decode(), re.DOTALL)
    assert found is not None
    return found[1]
