"""Who gets what at every address of the site: `matrix.txt`, which says itself how to read it.

An address without a line fails, with the line that describes it as it is now: read it, change
what is wrong (there or in the code), and add it to the file.
"""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from tests.site.asking import ADDRESSES, METHODS, Row, answer_to, rows_read
from tests.site.world import ROLES, World

REFUSED = ("2fa", "403", "404")
NEEDS_FACTOR = ("referee", "organiser", "owner")


def rows_that_tell_apart(role: str) -> list[Row]:
    """Those whose addresses name something, and where not everybody is answered like this role."""
    return [
        row
        for row in rows_read()
        if ADDRESSES[row.name].needs and set(row.cells.values()) != {row.cells[role]}
    ]


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
    for row in rows_that_tell_apart("visitor"):
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
    for row in rows_that_tell_apart("scorer"):
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
