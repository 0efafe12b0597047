"""A table that two hands were played at, with a referee and an organiser; a match that is over."""

from __future__ import annotations

import pytest

from accounts.models import User
from tables import services
from tables.cases import services as cases
from tables.models import Case, Table
from tests.tables.conftest import Opener, once, play, state_of


@pytest.fixture
def table(open_table: Opener, players: list[User], referee: User) -> Table:
    """A match of three hands of which one is over and another runs."""

    def make() -> None:
        made = open_table(hands=3)
        services.referee_assign(table=made, account=referee)
        seed = 7
        while state_of(made).hand_number < 2:
            play(made, players, seed=seed, steps=20)
            seed += 1

    once("running", make)
    return Table.objects.latest("opened_at")


@pytest.fixture
def finished(open_table: Opener, players: list[User], referee: User) -> Table:
    """A match of one hand that is over."""

    def make() -> None:
        made = open_table(hands=1)
        services.referee_assign(table=made, account=referee)
        play(made, players, seed=11)

    once("finished", make)
    return Table.objects.latest("opened_at")


@pytest.fixture
def judge(table: Table) -> User:
    """A second referee of the running table."""
    judge = User.objects.create_user("judge")
    services.referee_assign(table=table, account=judge)
    return judge


@pytest.fixture
def called(table: Table, players: list[User]) -> Case:
    """A case that waits for a referee."""
    cases.referee_call(
        table=table, account=players[1], reason="wrong_score", hand=1, text="I had <b>six</b> tai"
    )
    return Case.objects.get(table=table)


@pytest.fixture
def taken(called: Case, table: Table, referee: User) -> Case:
    """The same, taken by the referee."""
    cases.case_take(table=table, account=referee, case=called.case)
    return Case.objects.get(pk=called.pk)
