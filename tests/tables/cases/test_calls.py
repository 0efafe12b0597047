"""Calls and cases up to their ruling: who does what, and what is refused."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from django.utils import timezone

from accounts.models import User
from engine.verify import verify
from tables import selectors
from tables import services as tables
from tables.cases import services
from tables.cases.signals import case_moved
from tables.cases.texts import texts_of
from tables.models import Case, CaseText, Event, Table
from tests.tables.cases.disputing import call, code_of, rule


def test_call_stops_the_clocks_and_keeps_its_text_beside_the_log(
    table: Table, players: list[User]
) -> None:
    case = call(table, players[1], text="He had no such pung")
    row = Case.objects.get(table=table, case=case)
    assert (row.hand, row.place, row.reason, row.status) == (2, 1, "wrong_score", "open")
    assert texts_of([row.text]) == {"": "", row.text: "He had no such pung"}
    types = list(Event.objects.filter(stream=table.pk).values_list("type", flat=True))
    assert types[-2:] == ["RefereeCalled", "MatchPaused"]
    assert "He had no" not in str(list(Event.objects.values_list("data", flat=True)))
    table.refresh_from_db()
    assert table.paused
    # Five minutes by default.
    assert table.deadline_at is not None
    assert timedelta(minutes=4) < table.deadline_at - timezone.now() < timedelta(minutes=6)


def test_table_whose_terms_do_not_stop_it_plays_on(table: Table, players: list[User]) -> None:
    table.dispute_terms = table.dispute_terms | {"pause_on_call": False}
    table.save(update_fields=["dispute_terms"])
    call(table, players[1])
    assert not Table.objects.get(pk=table.pk).paused


def test_call_about_a_finished_hand_does_not_stop_the_running_one(
    table: Table, players: list[User]
) -> None:
    call(table, players[1], hand=1)
    assert not Table.objects.get(pk=table.pk).paused


def test_same_place_stops_the_clocks_once_in_a_hand(
    table: Table, players: list[User], referee: User
) -> None:
    case = call(table, players[1])
    services.case_withdraw(table=table, account=players[1], case=case)
    assert not Table.objects.get(pk=table.pk).paused
    call(table, players[1])
    assert not Table.objects.get(pk=table.pk).paused


def test_call_sent_twice_is_one_call(table: Table, players: list[User]) -> None:
    one = call(table, players[1], command_id="c", text="once")
    tables.FOLDS.forget()
    assert call(table, players[1], command_id="c", text="once") == one
    assert Case.objects.count() == CaseText.objects.count() == 1


def test_nobody_but_the_players_calls(table: Table, visitor: User, referee: User) -> None:
    for account in (visitor, referee):
        assert code_of(lambda account=account: call(table, account)) == "not_your_seat"


def test_hand_to_come_is_not_disputed(table: Table, players: list[User]) -> None:
    assert code_of(lambda: call(table, players[0], hand=9)) == "no_such_hand"


def test_after_the_match_disputes_end_with_the_window(finished: Table, players: list[User]) -> None:
    assert finished.ended_at is not None
    late = finished.ended_at + timedelta(minutes=31)
    assert code_of(lambda: call(finished, players[0], hand=1, at=late)) == "too_late"
    in_time = finished.ended_at + timedelta(minutes=29)
    call(finished, players[0], hand=1, at=in_time, command_id="c")
    # Sent again after the end of the window, it gets its first answer.
    call(finished, players[0], hand=1, at=late, command_id="c")
    assert Case.objects.count() == 1


def test_one_place_has_only_so_many_calls_waiting(table: Table, players: list[User]) -> None:
    for _n in range(3):
        call(table, players[2], hand=1)
    assert code_of(lambda: call(table, players[2], hand=1)) == "too_many_calls"


def test_of_two_referees_one_gets_the_case(
    table: Table, players: list[User], referee: User, judge: User
) -> None:
    case = call(table, players[0])
    services.case_take(table=table, account=referee, case=case)
    taken = code_of(lambda: services.case_take(table=table, account=judge, case=case))
    assert taken == "case_taken"
    row = Case.objects.get(case=case)
    assert (row.status, row.referee) == ("taken", referee)
    services.case_release(table=table, account=referee, case=case)
    services.case_take(table=table, account=judge, case=case)
    assert Case.objects.get(case=case).referee == judge


def test_who_plays_here_takes_no_case(table: Table, players: list[User], visitor: User) -> None:
    case = call(table, players[0])
    for account in (players[1], visitor):
        refused = code_of(
            lambda account=account: services.case_take(table=table, account=account, case=case)
        )
        assert refused == "not_your_seat"


def test_referee_who_played_here_before_is_refused_by_the_log(
    table: Table, players: list[User], referee: User
) -> None:
    case = call(table, players[0])
    substitute = tables.Sitter("Sub", account=User.objects.create_user("sub"))
    tables.seat_hand_over(table=table, place=3, sitter=substitute, account=referee)
    table.organiser = players[3]
    table.save(update_fields=["organiser"])
    found = Table.objects.get(pk=table.pk)
    refused = code_of(lambda: services.case_take(table=found, account=players[3], case=case))
    assert refused == "own_table"


def test_only_the_organiser_takes_a_case_from_a_referee(
    table: Table, players: list[User], referee: User, judge: User, organiser: User
) -> None:
    case = call(table, players[0])
    services.case_take(table=table, account=referee, case=case)
    release = partial(services.case_release, table=table, case=case)
    assert code_of(lambda: release(account=judge)) == "not_your_seat"
    release(account=organiser)
    assert Case.objects.get(case=case).status == "open"


def test_call_is_withdrawn_by_who_called_and_play_goes_on(
    table: Table, players: list[User]
) -> None:
    case = call(table, players[0])
    other = code_of(lambda: services.case_withdraw(table=table, account=players[1], case=case))
    assert other == "not_your_seat"
    services.case_withdraw(table=table, account=players[0], case=case)
    assert Case.objects.get(case=case).status == "withdrawn"
    assert not Table.objects.get(pk=table.pk).paused
    # Nobody who proves the log takes it for a player's doing.
    assert Event.objects.get(stream=table.pk, type="MatchResumed").actor == "system"
    table.ended_at = timezone.now()
    assert not verify(selectors.record_export(table).encode()).problems
    again = code_of(lambda: services.case_withdraw(table=table, account=players[0], case=case))
    assert again == "case_closed"


def test_declared_interest_waits_for_the_organiser(
    table: Table, players: list[User], referee: User, organiser: User
) -> None:
    case = call(table, players[0])
    services.case_take(table=table, account=referee, case=case)
    services.interest_declare(
        table=table, account=referee, case=case, interest="same_club", text="We train together"
    )
    assert Case.objects.get(case=case).asks_organiser
    assert code_of(lambda: rule(table, referee, case)) == "interest_open"
    decide = partial(
        services.interest_decide, table=table, case=case, referee=str(referee.pk), allowed=True
    )
    assert code_of(lambda: decide(account=referee)) == "not_your_seat"
    decide(account=organiser)
    assert not Case.objects.get(case=case).asks_organiser
    rule(table, referee, case)
    assert Case.objects.get(case=case).status == "ruled"


def test_interest_that_is_not_allowed_keeps_the_referee_out(
    table: Table, players: list[User], referee: User, organiser: User
) -> None:
    case = call(table, players[0])
    services.interest_declare(table=table, account=referee, case=case, interest="relative")
    services.interest_decide(
        table=table, account=organiser, case=case, referee=str(referee.pk), allowed=False
    )
    assert code_of(lambda: rule(table, referee, case)) == "interest_open"


def test_nobody_decides_on_an_own_interest(
    table: Table, players: list[User], organiser: User
) -> None:
    case = call(table, players[0])
    services.interest_declare(table=table, account=organiser, case=case, interest="relative")
    refused = code_of(
        lambda: services.interest_decide(
            table=table, account=organiser, case=case, referee=str(organiser.pk), allowed=True
        )
    )
    assert refused == "own_interest"


def test_all_four_seats_say_something_and_nobody_else(
    table: Table, players: list[User], visitor: User, referee: User
) -> None:
    case = call(table, players[0])
    for player in players:
        services.statement_make(table=table, account=player, case=case, text=f"I, {player}")
    say = partial(services.statement_make, table=table, case=case)
    assert code_of(lambda: say(account=visitor, text="I saw it")) == "not_your_seat"
    assert code_of(lambda: say(account=referee, text="I saw it")) == "not_your_seat"
    assert code_of(lambda: say(account=players[0], text=" \n ")) == "nothing_said"
    services.case_withdraw(table=table, account=players[0], case=case)
    assert code_of(lambda: say(account=players[1], text="late")) == "case_closed"


def test_followers_are_told_after_the_commit(
    table: Table, players: list[User], django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[Any] = []

    def receiver(moved: Any, **_rest: Any) -> None:
        heard.append(moved)

    case_moved.connect(receiver, dispatch_uid="test")
    try:
        with django_capture_on_commit_callbacks(execute=True):
            case = call(table, players[0])
            assert heard == []
    finally:
        case_moved.disconnect(dispatch_uid="test")
    assert [(one.case, one.types) for one in heard] == [(case, ("RefereeCalled", "MatchPaused"))]
