"""Appeals against rulings, and the rows of all disputes made again."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from tables import services as tables
from tables.cases import services
from tables.cases.appealing import appeal_due
from tables.cases.services import Draft
from tables.models import Appeal, Case, Event, HandResult, Ruling, ScoreEntry, Table
from tables.projections.rebuild import table_rebuild
from tests.tables.cases.disputing import call, code_of, points, rule
from tests.tables.conftest import state_of


@pytest.fixture
def panel(table: Table) -> list[User]:
    found = [User.objects.create_user(f"panel{number}") for number in range(3)]
    for account in found:
        tables.referee_assign(table=table, account=account)
    return found


@pytest.fixture
def appealed(table: Table, players: list[User], referee: User) -> str:
    """An appeal of the second player's against a ruling on the first hand."""
    ruling = rule(table, referee)
    lodged = services.appeal_lodge(
        table=table, account=players[1], ruling=ruling, text="The tile was mine", command_id="a"
    )
    return lodged.appeal


def name(table: Table, account: User, appeal: str, judges: list[User]) -> None:
    services.panel_name(table=table, account=account, appeal=appeal, judges=judges)


def vote(table: Table, account: User, appeal: str, voted: Any) -> None:
    services.vote_cast(table=table, account=account, appeal=appeal, vote=voted)


def test_panel_that_upholds_ends_the_appeal(
    table: Table, appealed: str, panel: list[User], organiser: User
) -> None:
    before = points(table)
    name(table, organiser, appealed, panel)
    vote(table, panel[0], appealed, "overturn")
    vote(table, panel[1], appealed, "uphold")
    assert Appeal.objects.get(appeal=appealed).decided_at is None
    vote(table, panel[2], appealed, "uphold")
    row = Appeal.objects.get(appeal=appealed)
    assert (row.status, row.new_ruling) == ("upheld", "")
    assert [judge for judge, _vote in row.votes] == [str(one.pk) for one in panel]
    assert points(table) == before
    assert code_of(lambda: vote(table, panel[0], appealed, "uphold")) == "appeal_decided"


def test_panel_that_overturns_replaces_the_ruling(
    table: Table, appealed: str, panel: list[User], organiser: User
) -> None:
    name(table, organiser, appealed, panel)
    draft = Draft("score_stands", 1, ("L7",), text="It was right")
    decide = partial(services.appeal_decide, table=table, appeal=appealed, draft=draft)
    assert code_of(lambda: decide(account=panel[0])) == "votes_missing"
    vote(table, panel[0], appealed, "overturn")
    vote(table, panel[1], appealed, "overturn")
    assert code_of(lambda: decide(account=organiser)) == "not_your_seat"
    decide(account=panel[0])
    row = Appeal.objects.get(appeal=appealed)
    assert row.status == "overturned"
    new = Ruling.objects.get(ruling=row.new_ruling)
    assert new.supersedes == row.ruling
    assert list(state_of(table).court.standing_of(1)) == [
        entry.points for entry in ScoreEntry.objects.filter(table=table, hand=1, ruling="")
    ]
    again = code_of(
        lambda: services.appeal_lodge(table=table, account=players_of(table), ruling=new.ruling)
    )
    assert again == "final_ruling"


def players_of(table: Table) -> User:
    seat = table.seats.get(place=0)
    assert seat.account is not None
    return seat.account


def test_one_appeal_a_ruling_by_who_plays_and_in_time(
    table: Table, appealed: str, players: list[User], visitor: User
) -> None:
    ruling = Appeal.objects.get(appeal=appealed).ruling
    lodge = partial(services.appeal_lodge, table=table, ruling=ruling)
    assert code_of(lambda: lodge(account=players[2])) == "appealed_already"
    assert code_of(lambda: lodge(account=visitor)) == "not_your_seat"


def test_appeal_comes_in_time_or_not_at_all(
    table: Table, players: list[User], referee: User
) -> None:
    ruling = rule(table, referee)
    late = timezone.now() + timedelta(minutes=31)
    refused = code_of(
        lambda: services.appeal_lodge(table=table, account=players[0], ruling=ruling, at=late)
    )
    assert refused == "appeal_too_late"


def test_panel_is_named_by_the_organiser_from_those_who_may_judge(
    table: Table, appealed: str, panel: list[User], referee: User, organiser: User,
    players: list[User], visitor: User,
) -> None:  # fmt: skip
    assert code_of(lambda: name(table, referee, appealed, panel)) == "not_your_seat"
    assert code_of(lambda: name(table, organiser, appealed, [visitor])) == "not_a_judge"
    assert code_of(lambda: name(table, organiser, appealed, [players[0]])) == "not_a_judge"
    assert code_of(lambda: name(table, organiser, appealed, [referee])) == "own_ruling"
    assert code_of(lambda: name(table, organiser, appealed, panel[:2])) == "bad_panel"
    assert code_of(lambda: name(table, organiser, appealed, [panel[0]] * 3)) == "bad_panel"
    name(table, organiser, appealed, panel[:1])
    assert code_of(lambda: vote(table, panel[1], appealed, "uphold")) == "not_a_judge"
    assert code_of(lambda: vote(table, panel[0], appealed, "maybe")) == "no_vote"


def test_appeal_that_nobody_decides_expires_by_the_clock(
    table: Table, appealed: str, panel: list[User], organiser: User
) -> None:
    assert services.appeals_expire() == 0
    late = timezone.now() + timedelta(days=1, minutes=1)
    assert services.appeals_expire(late) == 1
    assert services.appeals_expire(late) == 0
    row = Appeal.objects.get(appeal=appealed)
    assert row.status == "expired"
    last = Event.objects.filter(stream=table.pk).latest("version")
    assert (last.type, last.actor) == ("AppealDecided", "clock")


def test_panel_that_wants_to_overturn_has_as_long_again_to_write_the_ruling(
    table: Table, appealed: str, panel: list[User], organiser: User, referee: User
) -> None:
    name(table, organiser, appealed, panel)
    vote(table, panel[0], appealed, "overturn")
    vote(table, panel[1], appealed, "overturn")
    row, day = Appeal.objects.get(appeal=appealed), timedelta(days=1)
    assert appeal_due(row) == row.due_at + day
    assert services.appeals_expire(row.due_at + day - timedelta(seconds=1)) == 0
    before = points(table)
    again = partial(
        services.ruling_make,
        table=table,
        account=referee,
        draft=Draft("score_stands", 1, ("L7",), text="Let it be"),
    )
    assert code_of(lambda: again(command_id="soon")) == "under_appeal"
    assert services.appeals_expire(row.due_at + day) == 1
    assert services.appeals_expire(row.due_at + day) == 0
    row.refresh_from_db()
    assert (row.status, row.new_ruling, len(row.votes)) == ("expired", "", 2)
    last = Event.objects.filter(stream=table.pk).latest("version")
    assert (last.type, last.actor) == ("AppealDecided", "clock")
    assert points(table) == before
    again(command_id="after")


def test_unknown_things_are_refused(table: Table, referee: User, players: list[User]) -> None:
    take = partial(services.case_take, table=table, account=referee, case="nobody")
    assert code_of(take) == "unknown_case"
    lodge = partial(services.appeal_lodge, table=table, account=players[0], ruling="no")
    assert code_of(lodge) == "unknown_ruling"
    assert code_of(lambda: vote(table, referee, "no", "uphold")) == "unknown_appeal"


def test_rows_of_disputes_are_made_again_from_the_log(
    table: Table, appealed: str, panel: list[User], organiser: User, players: list[User]
) -> None:
    name(table, organiser, appealed, panel)
    vote(table, panel[0], appealed, "overturn")
    call(table, players[3])
    kept = [list(model.objects.values()) for model in (Case, Ruling, Appeal)]
    results = list(HandResult.objects.values("hand", "points", "ruling", "outcome"))
    Case.objects.update(status="withdrawn")
    Ruling.objects.update(points=[1, 1, 1, 1])
    Appeal.objects.all().delete()
    HandResult.objects.update(ruling="")
    table_rebuild(table.pk)
    appeals = [{**row, "id": None} for row in Appeal.objects.values()]
    assert [list(model.objects.values()) for model in (Case, Ruling)] == kept[:2]
    assert appeals == [{**row, "id": None} for row in kept[2]]
    assert list(HandResult.objects.values("hand", "points", "ruling", "outcome")) == results
