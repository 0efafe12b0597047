"""Score sheets and disputes: a contest is a case, and one ruling settles both."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from engine.errors import IllegalAction
from engine.play.match import Length
from tables import services as tables
from tables.cases import services, sheets
from tables.cases.services import Draft
from tables.models import Case, HandResult, Ruling, ScoreEntry, Table
from tables.projections.rebuild import table_rebuild
from tables.scored import services as scored
from tests.engine.scored.keeper import exhausted, won
from tests.tables.conftest import state_of

PAYMENTS = {"pay-E": "9", "pay-S": "-3", "pay-W": "-3", "pay-N": "-3"}


@pytest.fixture
def sheet(players: list[User], organiser: User, referee: User) -> Table:
    """Two hands were entered by the first player."""
    table = tables.table_open(
        terms=tables.Terms("bao", length=Length("hands", 4), play="scored"),
        sitters=[tables.Sitter(one.public_name, account=one) for one in players],
        organiser=organiser,
    )
    tables.referee_assign(table=table, account=referee)
    scored.hand_enter(table=table, account=players[0], hand=1, entry=won(1, "all_chows"))
    scored.hand_enter(table=table, account=players[0], hand=2, entry=exhausted(0, 2))
    return Table.objects.get(pk=table.pk)


def contest(table: Table, account: User) -> Case:
    sheets.hand_contest(table=table, account=account, hand=1, text="It was a flush")
    return Case.objects.get(table=table)


def test_contest_opens_a_case_and_stops_no_clock(sheet: Table, players: list[User]) -> None:
    case = contest(sheet, players[2])
    assert (case.hand, case.place, case.reason) == (1, 2, "wrong_score")
    assert HandResult.objects.get(table=sheet, hand=1).contested
    assert not Table.objects.get(pk=sheet.pk).paused


def test_player_who_confirms_withdraws_the_case(sheet: Table, players: list[User]) -> None:
    contest(sheet, players[2])
    sheets.hand_confirm(table=sheet, account=players[2], hand=1)
    assert Case.objects.get().status == "withdrawn"


def test_referee_who_upholds_on_the_sheet_has_ruled_on_the_case(
    sheet: Table, players: list[User], referee: User
) -> None:
    contest(sheet, players[2])
    sheets.hand_uphold(table=sheet, account=referee, hand=1, reason="Everybody saw it")
    assert Case.objects.get().status == "ruled"
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.cites) == ("score_stands", ["Everybody saw it"])
    assert not HandResult.objects.get(table=sheet, hand=1).contested


def test_case_that_another_referee_has_is_not_upheld_past_them(
    sheet: Table, players: list[User], referee: User
) -> None:
    case = contest(sheet, players[2])
    other = User.objects.create_user("other")
    tables.referee_assign(table=sheet, account=other)
    services.case_take(table=sheet, account=other, case=case.case)
    with pytest.raises(IllegalAction) as refused:
        sheets.hand_uphold(table=sheet, account=referee, hand=1, reason="so")
    assert refused.value.code == "case_taken"
    assert HandResult.objects.get(table=sheet, hand=1).contested


def test_ruling_ends_the_contest_and_the_ledger_adds_up(
    sheet: Table, players: list[User], referee: User
) -> None:
    case = contest(sheet, players[2])
    original = HandResult.objects.get(table=sheet, hand=1).points
    payments = {"E": 6, "S": -2, "W": -2, "N": -2}
    draft = Draft("score_set", 1, ("L7",), {"payments": payments}, "Counted", case.case)
    services.ruling_make(table=sheet, account=referee, draft=draft)
    result = HandResult.objects.get(table=sheet, hand=1)
    assert not result.contested
    assert result.points == list(state_of(sheet).court.standing_of(1))
    lines = ScoreEntry.objects.filter(table=sheet)
    assert [row.points for row in lines.filter(hand=1, ruling="")] == original
    sums = [sum(lines.filter(place=p).values_list("points", flat=True)) for p in range(4)]
    assert sums == Table.objects.get(pk=sheet.pk).points
    kept = list(lines.values("hand", "place", "points", "total", "ruling"))
    table_rebuild(sheet.pk)
    assert list(lines.values("hand", "place", "points", "total", "ruling")) == kept


def test_hand_is_put_right_as_the_sheet_enters_it(
    sheet: Table, players: list[User], referee: User
) -> None:
    case = contest(sheet, players[2])
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(referee)
    address = f"/tables/{sheet.pk}/cases/{case.case}/rule/"
    page = client.get(address).content.decode()
    assert 'name="outcome"' in page
    form = {
        "kind": "score_corrected", "cite": "L4", "text": "So", "confirm": "1",
        "auction": "no_contract",
        "outcome": "exhausted",
    }  # fmt: skip
    answer = client.post(address, form)
    if answer.status_code != 302:
        form |= {"auction": "contract", "by": "0", "tai": "2", "form": "two_wild"}
        answer = client.post(address, form)
    assert answer.status_code == 302
    result = HandResult.objects.get(table=sheet, hand=1)
    assert (result.outcome, result.winner, result.tai) == ("exhausted", None, None)
    seen = client.get(f"/tables/{sheet.pk}/score/").content.decode()
    assert "By ruling it is worth:" in seen


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        ("score_stands", {}),
        ("score_set", PAYMENTS),
        ("hand_agreed", PAYMENTS),
        ("hand_replayed", {}),
        ("penalty", {"penalty-place": "1", "penalty": "warning"}),
        ("result_adjusted", {f"adjust-{place}": "0" for place in range(4)}),
    ],
)
def test_every_kind_but_time_is_ruled_by_the_form_with_real_tiles_too(
    sheet: Table, players: list[User], referee: User, kind: str, form: dict[str, str]
) -> None:
    case = contest(sheet, players[2])
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(referee)
    address = f"/tables/{sheet.pk}/cases/{case.case}/rule/"
    page = client.get(address).content.decode()
    assert f'value="{kind}"' in page
    assert 'value="clock_given"' not in page
    answer = client.post(
        address, {"kind": kind, "cite": "L4", "text": "So", "confirm": "1", **form}
    )
    assert answer.status_code == 302
    assert Ruling.objects.get().kind == kind
    assert client.get(f"/tables/{sheet.pk}/score/").status_code == 200
    assert client.get(f"/tables/{sheet.pk}/review/1/").status_code == 200
    sums = [
        sum(row.points for row in ScoreEntry.objects.filter(table=sheet, place=place))
        for place in range(4)
    ]
    assert sums == Table.objects.get(pk=sheet.pk).points


def test_hand_that_is_voided_by_ruling_is_entered_again(
    sheet: Table, players: list[User], referee: User
) -> None:
    draft = Draft("hand_replayed", 1, ("Z4",), text="Play it again")
    services.ruling_make(table=sheet, account=referee, draft=draft)
    scored.hand_enter(table=sheet, account=players[0], hand=3, entry=won(2, "all_chows"))
    state = state_of(sheet)
    assert state.court.standing_of(1) == (0, 0, 0, 0)
    assert state.court.replays == ()
    assert state.sheet[2].repeat == state.sheet[0].repeat
    assert Table.objects.get(pk=sheet.pk).points == list(state.points)


def test_table_that_nobody_rules_at_is_contested_without_a_case(players: list[User]) -> None:
    table = tables.table_open(
        terms=tables.Terms("bao", length=Length("hands", 4), play="scored"),
        sitters=[tables.Sitter(one.public_name, account=one) for one in players],
        organiser=players[0],
    )
    scored.hand_enter(table=table, account=players[0], hand=1, entry=won(1, "all_chows"))
    sheets.hand_contest(table=table, account=players[2], hand=1, text="no")
    assert not Case.objects.exists()
