"""Tables with real tiles for tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from engine.play.match import Length
from tables import services
from tables.models import Table
from tables.services import Sitter, Terms

ScoredOpener = Callable[..., Table]


@pytest.fixture
def open_scored(players: list[User], organiser: User) -> ScoredOpener:
    """Opens a table of the four players with real tiles."""

    def opener(
        ruleset: str = "bao", *, hands: int | None = None, guest: bool = False, **terms
    ) -> Table:
        length = Length("hands", hands) if hands else Length("open")
        sitters = [Sitter(name=p.public_name, account=p) for p in players]
        if guest:
            sitters[3] = Sitter(name="Guest")
        table = services.table_open(
            terms=Terms(ruleset=ruleset, length=length, play="scored", **terms),
            sitters=sitters,
            organiser=organiser,
            name="5",
        )
        return Table.objects.get(pk=table.pk)

    return opener


@pytest.fixture
def scorer(db: None) -> User:
    return User.objects.create_user("scorer", display_name="Scorer")
