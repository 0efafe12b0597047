"""A hand entered by the form, and the sheet it is on."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import Table

WIN = {
    "auction": "contract", "by": "0", "tai": "2", "form": "two_wild", "outcome": "won",
    "winner": "1", "source": "discard", "discarder": "2", "way": "ticks",
    "element": ["all_chows"], "command": "c-1",
}  # fmt: skip


def signed_in(account: User, language: str = "en") -> Client:
    client = Client(headers={"Accept-Language": language})
    client.force_login(account)
    return client


def sheet_of(client: Client, table: Table) -> str:
    return client.get(reverse("score", args=[table.pk])).content.decode()


def enter(client: Client, table: Table, hand: int = 1, **changes) -> tuple[int, str]:
    answer = client.post(reverse("score-enter", args=[table.pk, hand]), WIN | changes, follow=True)
    return answer.status_code, answer.content.decode()
