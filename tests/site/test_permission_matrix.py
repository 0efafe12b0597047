"""Who gets what at every address of the site: `matrix.txt`, which says itself how to read it.

An address without a line fails, with the line that describes it as it is now: read it, change
what is wrong (there or in the code), and add it to the file.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables import services as tables
from tests.site.world import ROLES, World, addresses, world_make
from tournaments.store.folds import FOLDS

MATRIX = Path(__file__).with_name("matrix.txt")
METHODS = ("GET", "POST")
ADDRESSES = addresses()
REFUSED = ("2fa", "403", "404")
NEEDS_FACTOR = ("referee", "organiser", "owner")


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


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Made once; every request is taken back."""
    # Most of what is asked for here is refused, and each refusal is logged.
    logging.disable(logging.WARNING)
    with django_db_blocker.unblock(), transaction.atomic():
        yield world_make()
        transaction.set_rollback(True)
    logging.disable(logging.NOTSET)
    FOLDS.forget()
    tables.FOLDS.forget()


def answer_to(world: World, row: Row, account: User | None) -> str:
    """What somebody is answered: a status, or where they are sent."""
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
    if response.status_code not in (301, 302, 303):
        return str(response.status_code)
    there = response.headers["Location"]
    if there.startswith(reverse("second-factor")):
        return "2fa"
    return "login" if there.startswith(reverse("login")) else "go"


def rows_about_a_club() -> list[Row]:
    """Those whose addresses name something: elsewhere, roles in a club are not asked for."""
    return [row for row in rows_read() if ADDRESSES[row.name].needs]


def observed(world: World, row: Row) -> dict[str, str]:
    return {role: answer_to(world, row, world.cast[role]) for role in ROLES}


@pytest.mark.django_db
def test_every_address_has_its_lines(world: World) -> None:
    known = {row.key for row in rows_read()}
    wanted = [Row(name, method) for name in ADDRESSES for method in METHODS]
    missing = [row for row in wanted if row.key not in known]
    lines = [row.line(observed(world, row)) for row in missing]
    assert not lines, "not in matrix.txt, and answered like this now:\n" + "\n".join(lines)
    assert not [row.name for row in rows_read() if row.name not in ADDRESSES]


@pytest.mark.django_db
def test_everybody_is_answered_as_the_matrix_says(world: World) -> None:
    wrong = []
    for row in rows_read():
        found = observed(world, row)
        if found != row.cells:
            wrong += [f"  said  {row.line(row.cells)}", f"  found {row.line(found)}"]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.django_db
def test_roles_in_another_club_count_for_nothing(world: World) -> None:
    wrong = []
    for row in rows_about_a_club():
        for role, account in world.strangers.items():
            found = answer_to(world, row, account)
            if found != row.cells["visitor"]:
                wrong.append(f"{row.name} {row.method}: {role} of another club got {found}")
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.django_db
def test_without_a_second_factor_nobody_is_more_than_a_scorer(
    world: World, settings: LazySettings
) -> None:
    """Who is refused for want of it alone is shown how to get it."""
    settings.MFA_REQUIRED = True
    wrong = []
    for row in rows_about_a_club():
        for role in NEEDS_FACTOR:
            found = answer_to(world, row, world.cast[role])
            scorer = row.cells["scorer"]
            if found not in (scorer, *REFUSED):
                wrong.append(f"{row.name} {row.method}: {role} got {found}, a scorer {scorer}")
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["index", "accounts_user_changelist", "clubs_club_changelist"])
def test_administration_is_for_administrators(world: World, name: str) -> None:
    url = reverse(f"admin:{name}")
    assert Client().get(url).status_code == 302
    for account in filter(None, world.cast.values()):
        client = Client()
        client.force_login(account)
        assert client.get(url, follow=True).status_code == 403
