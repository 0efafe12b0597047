"""Rulings: who makes them, what they change, and what is refused."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from accounts.models import User
from engine.verify import verify
from tables import selectors
from tables.cases import services
from tables.cases.services import Draft
from tables.models import Case, Event, HandResult, Ruling, ScoreEntry, Table
from tests.tables.cases.disputing import SET, call, code_of, points, rule
from tests.tables.conftest import Opener, state_of


def test_ruling_changes_points_result_and_ledger_and_the_table_goes_on(
    table: Table, players: list[User], referee: User
) -> None:
    before = points(table)
    original = HandResult.objects.get(table=table, hand=1).points
    case = call(table, players[0])
    services.case_take(table=table, account=referee, case=case)
    made = rule(table, referee, case)
    state = state_of(table)
    standing = list(state.court.standing_of(1))
    places = state.court.hand(1).places
    assert standing == [SET["ESWN"[places.index(place)]] for place in range(4)]
    result = HandResult.objects.get(table=table, hand=1)
    assert (result.points, result.ruling) == (standing, made)
    change = [new - old for new, old in zip(standing, original, strict=True)]
    assert points(table) == [old + by for old, by in zip(before, change, strict=True)]
    lines = ScoreEntry.objects.filter(table=table, hand=1)
    assert [row.points for row in lines.filter(ruling="")] == original
    assert [row.points for row in lines.filter(ruling=made)] == change
    assert [row.total for row in lines.filter(ruling=made)] == points(table)
    assert not Table.objects.get(pk=table.pk).paused
    row = Case.objects.get(case=case)
    assert (row.status, row.ruling) == ("ruled", made)


def test_ledger_adds_up_to_the_points_whatever_was_ruled(
    table: Table, players: list[User], referee: User
) -> None:
    rule(table, referee)
    first = Ruling.objects.get(table=table).ruling
    draft = Draft("score_stands", 1, ("L7",), supersedes=first, text="It was right")
    services.ruling_make(table=table, account=referee, draft=draft)
    rows = ScoreEntry.objects.filter(table=table)
    sums = [sum(rows.filter(place=p).values_list("points", flat=True)) for p in range(4)]
    assert sums == points(table)
    assert Ruling.objects.get(ruling=first).superseded_by
    result = HandResult.objects.get(table=table, hand=1)
    assert result.points == [row.points for row in rows.filter(hand=1, ruling="")]


def test_facts_are_put_right_and_the_engine_pays(table: Table, referee: User) -> None:
    facts = {
        "source": "self_draw", "winner": "S", "discarder": None, "concealed": "234567m45678p99s",
        "winning_tile": "9p", "melds": [], "wild_kinds": "5m6m",
        "contract": {"by": "E", "tai": 2, "form": "two_wild"}, "kong_draw": False,
        "blessing": None, "laozhuang": 0,
    }  # fmt: skip
    rule(table, referee, kind="score_corrected", decision={"facts": facts})
    result = HandResult.objects.get(table=table, hand=1)
    places = state_of(table).court.hand(1).places
    gains = dict(zip("ESWN", (result.points[place] for place in places), strict=True))
    assert gains == {"E": -17, "S": 11, "W": 3, "N": 3}
    assert (result.winner, result.source, result.tai) == (places[1], "self_draw", 1)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"decision": {"payments": SET | {"E": 8}}}, "not_zero_sum"),
        ({"decision": {"payments": {"E": 0}}}, "bad_decision"),
        ({"hand": 2}, "hand_not_finished"),
        ({"hand": 7}, "no_such_hand"),
        ({"kind": "nonsense"}, "no_kind"),
        ({"supersedes": "unknown"}, "unknown_ruling"),
    ],
)
def test_ruling_that_cannot_be_is_refused(
    table: Table, referee: User, more: dict[str, Any], code: str
) -> None:
    assert code_of(lambda: rule(table, referee, **more)) == code


def test_ruling_without_a_citation_is_refused(table: Table, referee: User) -> None:
    draft = Draft("score_stands", 1, (), text="As it is")
    make = partial(services.ruling_make, table=table, account=referee, draft=draft)
    assert code_of(make) == "nothing_cited"


def test_nobody_rules_without_the_right(table: Table, players: list[User], visitor: User) -> None:
    for account in (players[0], visitor):
        assert code_of(lambda account=account: rule(table, account)) == "not_your_seat"


def test_case_that_another_has_is_not_ruled_on(
    table: Table, players: list[User], referee: User, judge: User
) -> None:
    case = call(table, players[0])
    services.case_take(table=table, account=referee, case=case)
    assert code_of(lambda: rule(table, judge, case)) == "case_taken"


def test_case_of_another_table_is_not_ruled_on(
    table: Table, finished_other: Table, players: list[User], referee: User
) -> None:
    case = call(finished_other, players[0], hand=1)
    assert code_of(lambda: rule(table, referee, case)) == "unknown_case"


@pytest.fixture
def finished_other(open_table: Opener, players: list[User]) -> Table:
    return open_table(hands=1)


def test_preview_says_what_would_be_and_stores_nothing(table: Table, referee: User) -> None:
    before = Event.objects.count()
    draft = Draft("score_set", 1, ("L7",), {"payments": SET})
    seen = services.ruling_preview(table=table, account=referee, draft=draft)
    assert Event.objects.count() == before
    assert list(seen.before) == points(table)
    rule(table, referee)
    assert list(seen.after) == points(table)
    assert seen.hand_after == state_of(table).court.standing_of(1)


def test_preview_is_for_judges(table: Table, players: list[User]) -> None:
    draft = Draft("score_set", 1, ("L7",), {"payments": SET})
    preview = partial(services.ruling_preview, table=table, account=players[0], draft=draft)
    assert code_of(preview) == "not_your_seat"


def test_penalty_leaves_the_match_points_alone(table: Table, referee: User) -> None:
    before = points(table)
    penalty = {"place": 2, "penalty": "points", "game": 20, "table": 0, "rule": None}
    rule(table, referee, kind="penalty", hand=0, decision=penalty)
    assert points(table) == before
    assert not ScoreEntry.objects.filter(table=table).exclude(ruling="").exists()
    assert Ruling.objects.get(table=table).decision == penalty


def test_record_with_disputes_proves_itself_and_holds_no_words(
    finished: Table, players: list[User], referee: User
) -> None:
    case = call(finished, players[0], hand=1, text="Look at my melds")
    services.statement_make(table=finished, account=players[1], case=case, text="I saw them")
    services.case_take(table=finished, account=referee, case=case)
    made = rule(finished, referee, case, text="Both were right")
    services.appeal_lodge(table=finished, account=players[2], ruling=made, text="No")
    record = selectors.record_export(Table.objects.get(pk=finished.pk))
    assert verify(record.encode()).ok
    for words in ("Look at my melds", "I saw them", "Both were right"):
        assert words not in record
