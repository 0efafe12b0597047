"""A table that two hands were played at, with a referee and an organiser; a match that is over."""

from __future__ import annotations

import pytest

from accounts.models import User
from tables import services
from tables.models import Table
from tests.tables.conftest import account, four_players, open_between, play, state_of
from tests.worlds import World


def _opened(hands: int) -> Table:
    made = open_between(four_players(), account("organiser"), hands=hands)
    services.referee_assign(table=made, account=account("referee"))
    return made


def _running() -> None:
    made = _opened(3)
    seed = 7
    while state_of(made).hand_number < 2:
        play(made, four_players(), seed=seed, steps=20)
        seed += 1


def _finished() -> None:
    play(_opened(1), four_players(), seed=11)


WORLDS = {"table": World(_running), "finished": World(_finished)}


@pytest.fixture
def world(db: None, request: pytest.FixtureRequest) -> None:
    """The match that the test asks for, before anybody else of the cast comes in."""
    asked = [name for name in WORLDS if name in request.fixturenames]
    assert len(asked) < 2, asked
    for name in asked:
        WORLDS[name]()


@pytest.fixture
def table(world: None) -> Table:
    """A match of three hands of which one is over and another runs."""
    return Table.objects.get()


@pytest.fixture
def finished(world: None) -> Table:
    """A match of one hand that is over."""
    return Table.objects.get()


@pytest.fixture
def judge(table: Table) -> User:
    """A second referee of the running table."""
    judge = User.objects.create_user("judge")
    services.referee_assign(table=table, account=judge)
    return judge
