"""The demo's tables."""

from __future__ import annotations

import pytest

from engine.verify import verify
from tables import demo, selectors
from tables.models import Table
from tests.tables.conftest import state_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_demo_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "FINISHED_EACH", 1)
    monkeypatch.setattr(demo, "HANDS", 1)
    first = demo.demo_ensure()
    assert demo.demo_ensure() == first
    assert Table.objects.count() == 5
    assert {t.ruleset for t in selectors.matches_finished()} == {"bao", "free"}


def test_a_finished_match_of_the_demo_verifies() -> None:
    table = demo._bots_open("free", hands=1, name="1", purpose="finished")
    demo.play_out(table)
    table.refresh_from_db()
    assert table.phase == "ended"
    assert verify(selectors.record_export(table).encode()).ok


def test_the_table_to_sit_at_waits_for_its_player() -> None:
    account = demo.accounts_ensure()[0]
    table = demo.seat_table_ensure(account)
    assert state_of(table).phase == "commit"
    assert selectors.viewer_for(account, table).role == "seat"
    assert account.check_password(demo.PASSWORD)


def test_when_the_watched_match_is_over_another_one_opens() -> None:
    table = demo._bots_open("bao", hands=1, name="2", purpose="watched")
    demo.play_out(table)
    following = demo.demo_reopen(table.pk)
    assert following is not None
    assert following.pk != table.pk
    assert following.ended_at is None
    assert demo.demo_reopen(table.pk) == following


def test_a_table_that_is_not_the_demos_is_followed_by_none() -> None:
    table = demo._bots_open("bao", hands=1, name="3", purpose="finished")
    assert demo.demo_reopen(table.pk) is None


def test_the_score_sheet_of_the_demo_waits_for_a_word() -> None:
    table = demo.sheet_ensure(demo.accounts_ensure())
    assert [hand.is_settled for hand in state_of(table).sheet] == [False, True, False]
    assert state_of(table).sheet[2].waiting_for == (0,)
    assert demo.sheet_ensure(demo.accounts_ensure()) == table
