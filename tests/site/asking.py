"""Asking the site for addresses: the lines of `matrix.txt`, and what somebody is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse

from accounts.models import User
from tables import services as tables
from tests.site.world import ROLES, World, addresses
from tournaments.store.folds import FOLDS

MATRIX = Path(__file__).with_name("matrix.txt")
METHODS = ("GET", "POST")
ADDRESSES = addresses()


@dataclass
class Row:
    """One line: an address and a method, what is sent, and what each role is answered."""

    name: str
    method: str
    cells: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    form: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str]:
        return (self.name, self.method)

    def line(self, cells: Mapping[str, str]) -> str:
        """As it stands in the file."""
        more = [f"{name}={value}" for name, value in self.chosen.items()]
        more += [f"+{name}={value}" for name, value in self.form.items()]
        answers = " ".join(f"{cells[role]:<5}" for role in ROLES)
        return f"{' '.join([self.name, *more]):<44} {self.method:<5} {answers}".rstrip()


def rows_read() -> list[Row]:
    return [
        _row(line.split())
        for line in MATRIX.read_text().splitlines()
        if line.strip() and not line.startswith("#")
    ]


def _row(words: list[str]) -> Row:
    at = next(place for place, word in enumerate(words) if word in METHODS)
    more = [word.split("=", 1) for word in words[1:at]]
    answers = words[at + 1 :]
    assert len(answers) == len(ROLES), f"{words[0]}: an answer for each of {', '.join(ROLES)}"
    return Row(
        words[0],
        words[at],
        dict(zip(ROLES, answers, strict=True)),
        {name: value for name, value in more if not name.startswith("+")},
        {name[1:]: value for name, value in more if name.startswith("+")},
    )


def ask(world: World, row: Row, account: User | None) -> HttpResponse:
    """What the site answers; whatever it did is taken back."""
    client = world.browser
    client.cookies.clear()
    if account is not None:
        client.cookies["sessionid"] = world.sessions[account.pk]
    url = ADDRESSES[row.name].url(world.values, row.chosen)
    with transaction.atomic():
        send = client.get if row.method == "GET" else client.post
        response = send(url, row.form)
        transaction.set_rollback(True)
    if row.method == "POST":
        FOLDS.forget()
        tables.FOLDS.forget()
    return response


def answer_to(world: World, row: Row, account: User | None) -> str:
    """What somebody is answered: a status, or where they are sent."""
    response = ask(world, row, account)
    if response.status_code not in (301, 302, 303):
        return str(response.status_code)
    there = response.headers["Location"]
    if there.startswith(reverse("second-factor")):
        return "2fa"
    return "login" if there.startswith(reverse("login")) else "go"
