"""Connections that were lost while a decision was awaited: noted by the site, counted, listed."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.play.commands import TakeOver
from engine.play.defaults import waiting_on
from tables import folds, selectors, services
from tables.acting import Order
from tables.events.drivers import run
from tables.events.log import Line
from tables.models import SeatConnection, Table
from tables.review.connections import Loss, losses_at, losses_in, noting
from tables.review.figures import figures_of
from tables.review.irregularities import (
    LostAt,
    Rate,
    figures,
    tally_from_json,
    tally_to_json,
)
from tables.review.moments import moments, ms_of
from tests.tables.conftest import Opener, once, play
from tests.tables.review.playing import counted, play_whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(open_table: Opener, players: list[User]) -> Table:
    """A match in which somebody takes a good while over each of their discards."""
    once("slowly", lambda: play_whole(open_table(hands=1), players))
    return Table.objects.latest("opened_at")


def longest(table: Table) -> tuple[Line, int, int]:
    """The answer that took longest, since when it was awaited, and when it came."""
    lines = selectors.lines(table)
    told = moments(lines, folds.state_after(lines), of_all=False)
    found = max(told, key=lambda one: one.reaction_ms or 0)
    answered = ms_of(found.line.at)
    assert found.reaction_ms
    assert found.place is not None
    return found.line, answered - found.reaction_ms, answered


def place_of(line: Line) -> int:
    assert line.before.hand is not None
    return line.before.hand.place_of(line.event.seat)


def note(table: Table, place: int, connected: bool, at: int) -> None:
    run(noting(table.pk, place, connected, datetime.fromtimestamp(at / 1000, UTC), "p"))


def test_a_loss_counts_at_the_decision_that_was_awaited_then(played: Table) -> None:
    line, asked, answered = longest(played)
    place = place_of(line)
    found = counted(played, {place: (Loss(answered, answered + 5_000),)})
    who = next(key[1] for key, n in found.count.items() if key[0] == "lost" and n)
    assert found.lost == (LostAt(line.before.hand_number, line.seq, who, 5_000),)
    assert found.of["lost", who, None] == found.of["time_out", who, None] > 1
    # Another answer of theirs may have come in the very millisecond.
    before = counted(played, {place: (Loss(asked, None),)}).lost
    assert line.seq not in [one.seq for one in before]
    other = (place + 1) % 4
    told = counted(played, {other: (Loss(answered, None),)}).lost
    assert line.seq not in [one.seq for one in told]


def test_the_base_rate_is_that_of_everybody_else(played: Table) -> None:
    line, _, answered = longest(played)
    found = counted(played, {place_of(line): (Loss(answered, None),)})
    lost = [one for one in figures(found) if one.kind == "lost"]
    assert len(lost) == 4
    all_decisions = sum(one.rate.of for one in lost)
    for one in lost:
        assert one.base == Rate(1 - one.rate.count, all_decisions - one.rate.of)
    assert [one.rate.count for one in lost] == [1, 0, 0, 0]


def test_a_decision_that_a_built_in_player_took_over_counts_too(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table(hands=1)
    play(table, players, seed=3, steps=10)
    (place, *_) = waiting_on(folds.state_after(selectors.lines(table)))
    gone = TakeOver(place, "random")
    services.table_command(order=Order(table.pk, "clock", "gone", lambda _: gone))
    last = selectors.lines(table)[-1]
    found = counted(table, {place: (Loss(ms_of(last.at), None),)})
    assert found.lost == (LostAt(1, last.seq, str(players[place].pk), None),)


def test_what_is_kept_reads_back_as_it_was(played: Table) -> None:
    line, _, answered = longest(played)
    found = counted(played, {place_of(line): (Loss(answered, None),)})
    assert found.lost
    assert tally_from_json(tally_to_json(found)) == found


def test_the_rows_of_a_table_are_its_losses(played: Table) -> None:
    for place, connected, at in [
        (1, True, 1_000), (1, False, 5_000), (2, False, 6_000), (1, True, 7_500),
    ]:  # fmt: skip
        note(played, place, connected, at)
    losses = {1: (Loss(5_000, 7_500),), 2: (Loss(6_000, None),)}
    assert losses_at(played.pk) == (4, losses)


def test_who_comes_again_without_having_gone_was_not_lost() -> None:
    assert losses_in([(0, True, 1), (0, True, 2)]) == {0: ()}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_seatconnection SET connected = true",
        "DELETE FROM tables_seatconnection",
        "TRUNCATE tables_seatconnection",
    ],
)
def test_a_row_cannot_be_changed_or_removed(played: Table, statement: str) -> None:
    note(played, 1, False, 5_000)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(statement)
    assert SeatConnection.objects.filter(table=played).count() == 1


@pytest.mark.parametrize(
    ("language", "title", "gone"),
    [
        ("en", "Connections lost at a decision", "gone for 0:07.500"),
        ("zh-hans", "决定期间掉线", "离线 0:07.500"),
        ("zh-hant", "決定期間斷線", "離線 0:07.500"),
    ],
)
def test_the_page_lists_them_with_how_long_the_player_was_gone(
    played: Table, organiser: User, language: str, title: str, gone: str
) -> None:
    line, _, answered = longest(played)
    assert figures_of(played)["lost"] == []
    note(played, place_of(line), False, answered)
    note(played, place_of(line), True, answered + 7_500)
    client = Client(headers={"Accept-Language": language})
    client.force_login(organiser)
    answer = client.get(reverse("review-figures", args=[played.pk])).content.decode()
    said = " ".join(re.sub(r"<[^>]+>", " ", answer).split())
    assert title in said
    assert gone in said
    assert f"?at={line.seq}" in answer


def test_time_is_kept_to_the_millisecond(played: Table) -> None:
    at = datetime(2026, 1, 1, 12, 0, 0, 123_000, tzinfo=UTC)
    run(noting(played.pk, 3, False, at, "p"))
    (loss,) = losses_at(played.pk)[1][3]
    assert loss.lost == (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
