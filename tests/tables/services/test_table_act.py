"""The write path, one command at a time."""

from __future__ import annotations

import pytest

from accounts.models import User
from engine.errors import IllegalAction, InvalidInput
from tables import folds, services
from tables.errors import NotYourSeat, StaleCommand
from tables.events.drivers import run
from tables.models import Event, Table
from tests.tables.conftest import Opener, choices, play, state_of

pytestmark = pytest.mark.django_db(transaction=True)


def first_choice(table: Table) -> tuple[int, dict]:
    return choices(state_of(table))[0]


def test_a_match_of_four_people_is_played_to_its_end(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table("bao", hands=2)
    play(table, players, seed=1)
    table.refresh_from_db()
    assert table.phase == "ended"
    assert table.ended_at is not None
    assert sum(table.points) == 0


def test_the_system_deals_in_the_transaction_of_the_last_contribution(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table(contribute=True)
    types = list(
        Event.objects.filter(stream=table.pk).order_by("version").values_list("type", flat=True)
    )
    assert types[:1] == ["MatchOpened"]
    assert types[-3:] == ["EntropyOpened", "MatchStarted", "HandDealt"]
    commands = Event.objects.filter(stream=table.pk).order_by("-version").values_list("command")
    assert [c for (c,) in commands[:3]] == ["place:3:open#3", "place:3:open#2", "place:3:open"]


def test_a_repeated_command_id_acts_once_and_gets_the_same_answer(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    place, action = first_choice(table)
    act = {"table": table, "account": players[place], "action": action, "command_id": "x"}
    first = services.table_act(**act)
    play(table, players, seed=3, steps=5)
    again = services.table_act(**act)
    assert (again.first, again.version, again.repeated) == (first.first, first.version, True)
    count = Event.objects.filter(stream=table.pk, command=f"place:{place}:x").count()
    assert count == 1


def test_two_seats_may_use_the_same_client_id(open_table: Opener, players: list[User]) -> None:
    table = open_table(contribute=True)
    commands = Event.objects.filter(stream=table.pk).values_list("command", flat=True)
    assert {f"place:{p}:commit" for p in range(4)} <= set(commands)


def test_an_illegal_action_stores_nothing(open_table: Opener, players: list[User]) -> None:
    table = open_table()
    place, _action = first_choice(table)
    table.refresh_from_db()
    before = table.version
    with pytest.raises(IllegalAction) as refusal:
        services.table_act(
            table=table,
            account=players[(place + 1) % 4],
            action={"type": "pass_bid"},
            command_id="x",
        )
    assert refusal.value.rule
    table.refresh_from_db()
    assert table.version == before == Event.objects.filter(stream=table.pk).count()


def test_something_that_is_no_action_is_refused(open_table: Opener, players: list[User]) -> None:
    table = open_table()
    with pytest.raises(InvalidInput):
        services.table_act(
            table=table, account=players[0], action={"type": "cheat"}, command_id="x"
        )


def test_who_does_not_sit_there_may_not_act(open_table: Opener, visitor: User) -> None:
    table = open_table()
    with pytest.raises(NotYourSeat):
        services.table_act(
            table=table, account=visitor, action={"type": "pass_bid"}, command_id="x"
        )


def test_a_stale_command_is_refused_with_the_news(open_table: Opener, players: list[User]) -> None:
    table = open_table()
    table.refresh_from_db()
    old = table.version
    play(table, players, seed=4, steps=2)
    place, action = first_choice(table)
    with pytest.raises(StaleCommand) as refusal:
        services.table_act(
            table=table,
            account=players[place],
            action=action,
            command_id="late",
            expected_version=old,
        )
    table.refresh_from_db()
    assert refusal.value.version == table.version
    assert [line.seq for line in refusal.value.news] == list(range(old + 1, table.version + 1))


def test_a_fold_kept_by_this_process_catches_up_with_what_others_wrote(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    play(table, players, seed=5, steps=3)
    kept = services.FOLDS.get(table.pk)
    assert kept is not None
    services.FOLDS.forget()
    play(table, players, seed=6, steps=3)
    services.FOLDS.forget()
    services.FOLDS.put(kept)
    place, action = first_choice(table)
    receipt = services.table_act(
        table=table, account=players[place], action=action, command_id="after"
    )
    assert receipt.fold.state == state_of(table)
    assert receipt.lines[0].seq == kept.version + 1


def test_the_cached_state_is_the_folded_one_after_every_step(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table("free", hands=1)
    for step in range(30):
        if not play(table, players, seed=100 + step, steps=1):
            break
        kept = services.FOLDS.get(table.pk)
        assert kept == run(folds.load(table.pk))
