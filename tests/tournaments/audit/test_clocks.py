"""The account of a match's time is made again, and what nothing in the log founds is named."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from engine.play.commands import ExcuseNetwork
from tables import services
from tables.acting import SYSTEM, Order
from tables.models import Table
from tests.tables.conftest import choices, contribute_all, play, state_of
from tournaments.audit.proving import match_faults

pytestmark = pytest.mark.django_db


@pytest.fixture
def running() -> Table:
    people = [User.objects.create_user(name) for name in "abcd"]
    sitters = [services.Sitter(name=p.username, account=p) for p in people]
    table = services.table_open(terms=services.Terms("bao"), sitters=sitters)
    contribute_all(table, people)
    play(table, people, seed=4, steps=1)
    return table


def excuse(table: Table, place: int, ms: int) -> None:
    order = Order(table.pk, SYSTEM, f"lag:{place}", lambda _: ExcuseNetwork(place, ms), deals=False)
    services.table_command(order=order)


def test_a_match_whose_time_is_founded_has_no_fault(running: Table) -> None:
    assert match_faults(running.pk) == []


def test_time_given_back_that_no_turn_had_taken_is_named(running: Table) -> None:
    excuse(running, 2, 500)
    (fault,) = match_faults(running.pk)
    running.refresh_from_db()
    assert (fault.what, fault.version) == ("clock", running.version)


def test_time_given_back_that_a_turn_had_taken_is_none(running: Table) -> None:
    state = state_of(running)
    assert state.hand is not None
    assert state.setup is not None
    place = state.hand.place_of(state.hand.turn)
    late = timezone.now() + timedelta(milliseconds=state.setup.clocks.decision_ms + 3_000)
    action = next(action for who, action in choices(state) if who == place)
    account = running.seats.get(place=place).account
    assert account is not None
    services.table_act(table=running, account=account, action=action, command_id="late", at=late)
    excuse(running, place, 500)
    assert match_faults(running.pk) == []
