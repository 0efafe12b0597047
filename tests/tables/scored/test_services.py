"""Score sheets on the log: who may say what, two phones at once, retries, rows."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.utils import timezone

from accounts.models import User
from engine.errors import IllegalAction
from engine.verify import verify
from tables import selectors, services
from tables.errors import NotYourSeat
from tables.live import rounds
from tables.models import Event, HandResult, ScoreEntry, Table
from tables.projections.rebuild import table_rebuild
from tables.scored import services as scored
from tests.engine.scored.keeper import exhausted, won
from tests.tables.conftest import Opener, state_of
from tests.tables.scored.conftest import ScoredOpener

pytestmark = pytest.mark.django_db(transaction=True)
WIN = won(1, "all_chows", off=2, bid=(0, 2))


def types_of(table: Table) -> list[str]:
    return list(
        Event.objects.filter(stream=table.pk).order_by("version").values_list("type", flat=True)
    )


def rows_of(table: Table) -> tuple[list[dict], list[dict]]:
    return (
        list(HandResult.objects.filter(table=table).order_by("hand").values("hand", "version",
             "outcome", "dealer", "repeat", "winner", "source", "tai", "points", "contested")),
        list(ScoreEntry.objects.filter(table=table).order_by("hand", "place").values("hand",
             "place", "points", "total")),
    )  # fmt: skip


def test_a_table_with_real_tiles_begins_at_once_and_waits_for_nothing(
    open_scored: ScoredOpener,
) -> None:
    table = open_scored()
    assert (table.play, table.phase, table.deadline_at) == ("scored", "scoring", None)
    assert table.started_at is not None
    assert bytes(table.secret.seed) == b""
    assert types_of(table) == ["MatchOpened"]


def test_a_hand_that_a_player_enters_is_settled_with_its_rows(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    entered = scored.hand_enter(table=table, account=players[1], hand=1, entry=WIN)
    assert entered.alike is False
    table.refresh_from_db()
    assert table.points == [-16, 9, 3, 4]
    event = Event.objects.get(stream=table.pk, version=2)
    assert (event.type, event.actor) == ("HandEntered", "place:1")
    results, scores = rows_of(table)
    assert [(r["outcome"], r["winner"], r["source"], r["tai"]) for r in results] == [
        ("won", 1, "discard", 1)
    ]
    assert [s["total"] for s in scores] == [-16, 9, 3, 4]


def test_the_same_hand_from_two_phones_is_noticed_and_not_doubled(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    answers: list[object] = []

    def phone(account: User) -> None:
        try:
            answers.append(
                scored.hand_enter(
                    table=Table.objects.get(pk=table.pk), account=account, hand=1, entry=WIN
                ).alike
            )
        finally:
            connections.close_all()

    threads = [threading.Thread(target=phone, args=(players[place],)) for place in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [False, True]
    assert types_of(table) == ["MatchOpened", "HandEntered", "HandConfirmed"]
    assert HandResult.objects.filter(table=table).count() == 1


def test_two_phones_that_say_different_things_leave_one_and_a_refusal(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    scored.hand_enter(table=table, account=players[1], hand=1, entry=WIN)
    with pytest.raises(IllegalAction) as refusal:
        scored.hand_enter(
            table=table, account=players[2], hand=1, entry=won(1, "full_flush", off=2, bid=(0, 2))
        )
    assert refusal.value.code == "hand_already_entered"
    assert types_of(table) == ["MatchOpened", "HandEntered"]


def test_a_retry_acts_once(open_scored: ScoredOpener, players: list[User]) -> None:
    table = open_scored()
    for _ in range(3):
        scored.hand_enter(table=table, account=players[1], hand=1, entry=WIN, command_id="x")
        services.FOLDS.forget()
    scored.hand_enter(table=table, account=players[1], hand=1, entry=WIN, command_id="y")
    for _ in range(2):
        scored.hand_contest(table=table, account=players[2], hand=1, text="no", command_id="z")
    assert types_of(table) == ["MatchOpened", "HandEntered", "HandContested"]


def test_a_withdrawal_that_is_sent_twice_takes_one_hand_back(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    for hand in (1, 2):
        scored.hand_enter(table=table, account=players[1], hand=hand, entry=exhausted(0, 2))
    for _ in range(2):
        scored.hand_undo(table=table, account=players[0], hand=2, reason="no", command_id="u")
    assert len(state_of(table).sheet) == 1


# Rows


def full_life(table: Table, players: list[User]) -> None:
    """Enters, corrects, takes back and enters again."""
    entries = (won(1, "all_pungs", bid=(2, 2)), exhausted(2, 2), won(3, "full_flush", bid=(3, 2)))
    for hand, entry in enumerate(entries, 1):
        scored.hand_enter(table=table, account=players[1], hand=hand, entry=entry)
    scored.hand_correct(
        table=table,
        account=players[0],
        hand=1,
        entry=won(0, "all_pungs", bid=(2, 2)),
        reason="the dealer had won",
    )
    scored.hand_undo(table=table, account=players[0], hand=3, reason="not over")
    scored.hand_enter(table=table, account=players[0], hand=3, entry=WIN)


def test_rows_after_corrections_are_those_of_a_rebuild(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    full_life(table, players)
    table.refresh_from_db()
    kept, summary = rows_of(table), (table.points, table.hand, table.version, table.started_at)
    assert [r["repeat"] for r in kept[0]] == [0, 1, 2]
    assert [s["total"] for s in kept[1][-4:]] == table.points
    table_rebuild(table.pk)
    table.refresh_from_db()
    assert rows_of(table) == kept
    assert (table.points, table.hand, table.version, table.started_at) == summary


def test_a_contested_hand_is_marked_until_it_is_settled(
    open_scored: ScoredOpener, players: list[User], organiser: User
) -> None:
    table = open_scored()

    def contested() -> bool:
        kept = rows_of(table)
        table_rebuild(table.pk)
        assert rows_of(table) == kept
        return HandResult.objects.get(table=table).contested

    said = {"table": table, "hand": 1}
    scored.hand_enter(account=players[1], entry=WIN, **said)
    assert not contested()
    for account, settle in (
        (players[2], scored.hand_confirm),
        (organiser, lambda **given: scored.hand_uphold(reason="so", **given)),
    ):
        scored.hand_contest(account=players[2], text=f"no {account.pk}", **said)
        assert contested()
        settle(account=account, **said)
        assert not contested()


def test_final_points_have_the_rows_of_a_hand(
    open_scored: ScoredOpener, players: list[User], scorer: User
) -> None:
    table = open_scored()
    services.scorer_assign(table=table, account=scorer)
    table = Table.objects.get(pk=table.pk)
    scored.final_points_enter(table=table, account=scorer, points=(12, -2, -4, -6))
    with pytest.raises(IllegalAction) as refusal:
        scored.final_points_enter(table=table, account=scorer, points=(12, -2, -4, -5))
    assert refusal.value.code == "points_not_zero"
    scored.match_end(table=table, account=scorer)
    table.refresh_from_db()
    kept = rows_of(table)
    assert [(r["outcome"], r["points"]) for r in kept[0]] == [("points", [12, -2, -4, -6])]
    assert (table.points, table.phase) == ([12, -2, -4, -6], "ended")
    table_rebuild(table.pk)
    assert rows_of(table) == kept


def test_a_finished_match_is_exported_and_proved(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored(hands=3)
    full_life(table, players)
    for hand in (1, 2, 3):
        for place in range(4):
            if place in state_of(table).sheet[hand - 1].waiting_for:
                scored.hand_confirm(table=table, account=players[place], hand=hand)
    table.refresh_from_db()
    assert table.ended_at is not None
    report = verify(selectors.record_export(table).encode())
    assert (report.problems, report.play, report.complete) == ((), "scored", True)


# Who may


def test_nobody_else_keeps_the_score(
    open_scored: ScoredOpener, visitor: User, organiser: User, scorer: User, referee: User
) -> None:
    table = open_scored()
    with pytest.raises(NotYourSeat):
        scored.hand_enter(table=table, account=visitor, hand=1, entry=WIN)
    services.scorer_assign(table=table, account=scorer)
    services.referee_assign(table=table, account=referee)
    table = Table.objects.get(pk=table.pk)
    accounts = (organiser, scorer, referee)
    for hand, account in enumerate(accounts, 1):
        scored.hand_enter(table=table, account=account, hand=hand, entry=exhausted(0, 2))
    actors = Event.objects.filter(stream=table.pk, type="HandEntered").values_list("actor")
    assert sorted(actor for (actor,) in actors) == sorted(
        [f"organiser:{organiser.pk}", f"scorer:{scorer.pk}", f"referee:{referee.pk}"]
    )


def test_a_player_speaks_for_the_own_place_alone_and_a_scorer_for_anybody(
    open_scored: ScoredOpener, players: list[User], scorer: User
) -> None:
    table = open_scored(guest=True)
    services.scorer_assign(table=table, account=scorer)
    table = Table.objects.get(pk=table.pk)
    scored.hand_enter(table=table, account=scorer, hand=1, entry=exhausted(3, 2))
    with pytest.raises(NotYourSeat):
        scored.hand_confirm(table=table, account=players[0], hand=1, place=3)
    with pytest.raises(NotYourSeat):
        scored.hand_confirm(table=table, account=scorer, hand=1)
    scored.hand_confirm(table=table, account=scorer, hand=1, place=3)
    assert state_of(table).sheet[0].is_settled


def test_only_who_does_not_play_or_keep_the_score_rules(
    open_scored: ScoredOpener, players: list[User], scorer: User, organiser: User
) -> None:
    table = open_scored()
    services.scorer_assign(table=table, account=scorer)
    table = Table.objects.get(pk=table.pk)
    scored.hand_enter(table=table, account=players[1], hand=1, entry=WIN)
    scored.hand_contest(table=table, account=players[2], hand=1, text="no")
    for account in (players[0], scorer):
        with pytest.raises(NotYourSeat):
            scored.hand_uphold(table=table, account=account, hand=1, reason="so")
    scored.hand_uphold(table=table, account=organiser, hand=1, reason="so")
    assert state_of(table).sheet[0].is_settled


def test_a_player_ends_a_match_only_when_it_is_over_in_fact(
    open_scored: ScoredOpener, players: list[User], organiser: User
) -> None:
    table = open_scored(hands=2)
    with pytest.raises(IllegalAction) as refusal:
        scored.match_end(table=table, account=players[0])
    assert refusal.value.code == "not_over_yet"
    services.table_call_time(table=table, account=organiser)
    scored.match_end(table=table, account=players[0])
    assert state_of(table).end_reason == "time"


def test_tables_that_are_played_here_take_no_entries(
    open_table, players: list[User], organiser: User
) -> None:
    table = Table.objects.get(pk=open_table().pk)
    with pytest.raises(NotYourSeat):
        scored.hand_enter(table=table, account=players[0], hand=1, entry=WIN)


def test_players_are_no_scorers_of_their_own_table(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    with pytest.raises(NotYourSeat):
        services.scorer_assign(table=open_scored(), account=players[0])


def test_nobody_is_replaced_by_a_built_in_player_where_tiles_are_real(
    open_scored: ScoredOpener, open_table: Opener
) -> None:
    """People at a real table need not be connected; at a table here they are away by then."""
    scored_table, live = open_scored(), open_table()
    later = timezone.now() + timedelta(hours=1)
    with connection.cursor() as cursor:
        cursor.execute(rounds.AWAY, [live.opened_at, later])
        away = {table for table, _place in cursor.fetchall()}
    assert live.pk in away
    assert scored_table.pk not in away
