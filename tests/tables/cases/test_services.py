"""What is done in a dispute, by whom, and what is refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from engine.errors import EngineError
from engine.verify import verify
from tables import selectors
from tables import services as tables
from tables.cases import services
from tables.cases.appealing import appeal_due
from tables.cases.services import Draft
from tables.cases.signals import case_moved
from tables.cases.texts import texts_of
from tables.errors import TableError
from tables.models import Appeal, Case, CaseText, Event, HandResult, Ruling, ScoreEntry, Table
from tables.projections.rebuild import table_rebuild
from tests.tables.conftest import Opener, state_of

SET = {"E": 9, "S": -3, "W": -3, "N": -3}


def call(table: Table, account: User, **more: Any) -> str:
    return services.referee_call(table=table, account=account, reason="wrong_score", **more).case


def rule(table: Table, account: User, case: str = "", **more: Any) -> str:
    """A ruling that sets the first hand by hand; its id."""
    draft = Draft(
        **(
            {"kind": "score_set", "hand": 1, "decision": {"payments": SET}, "text": "Looked at"}
            | more
        ),
        cites=("L7",),
        case=case,
    )
    services.ruling_make(table=table, account=account, draft=draft, command_id="rule")
    return Ruling.objects.filter(table=table).latest("version").ruling


def points(table: Table) -> list[int]:
    return Table.objects.values_list("points", flat=True).get(pk=table.pk)


def code_of(deed: Any) -> str:
    """The code of a refusal, after which nothing may have been stored."""
    before = Event.objects.count()
    with pytest.raises((EngineError, TableError)) as refused:
        deed()
    assert Event.objects.count() == before
    return refused.value.code


# Calls


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


# Cases


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
    deed = lambda account: services.case_release(table=table, account=account, case=case)  # noqa: E731
    assert code_of(lambda: deed(judge)) == "not_your_seat"
    deed(organiser)
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
    decide = lambda account, allowed: services.interest_decide(  # noqa: E731
        table=table, account=account, case=case, referee=str(referee.pk), allowed=allowed
    )
    assert code_of(lambda: decide(referee, True)) == "not_your_seat"
    decide(organiser, True)
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
    say = lambda account, text: services.statement_make(  # noqa: E731
        table=table, account=account, case=case, text=text
    )
    assert code_of(lambda: say(visitor, "I saw it")) == "not_your_seat"
    assert code_of(lambda: say(referee, "I saw it")) == "not_your_seat"
    assert code_of(lambda: say(players[0], " \n ")) == "nothing_said"
    services.case_withdraw(table=table, account=players[0], case=case)
    assert code_of(lambda: say(players[1], "late")) == "case_closed"


# Rulings


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
    deed = lambda: services.ruling_make(table=table, account=referee, draft=draft)  # noqa: E731
    assert code_of(deed) == "nothing_cited"


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
    deed = lambda: services.ruling_preview(table=table, account=players[0], draft=draft)  # noqa: E731
    assert code_of(deed) == "not_your_seat"


def test_penalty_leaves_the_match_points_alone(table: Table, referee: User) -> None:
    before = points(table)
    penalty = {"place": 2, "penalty": "points", "game": 20, "table": 0, "rule": None}
    rule(table, referee, kind="penalty", hand=0, decision=penalty)
    assert points(table) == before
    assert not ScoreEntry.objects.filter(table=table).exclude(ruling="").exists()
    assert Ruling.objects.get(table=table).decision == penalty


# Appeals


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
    decide = lambda account: services.appeal_decide(  # noqa: E731
        table=table, account=account, appeal=appealed, draft=draft
    )
    assert code_of(lambda: decide(panel[0])) == "votes_missing"
    vote(table, panel[0], appealed, "overturn")
    vote(table, panel[1], appealed, "overturn")
    assert code_of(lambda: decide(organiser)) == "not_your_seat"
    decide(panel[0])
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
    lodge = lambda account, **more: services.appeal_lodge(  # noqa: E731
        table=table, account=account, ruling=ruling, **more
    )
    assert code_of(lambda: lodge(players[2])) == "appealed_already"
    assert code_of(lambda: lodge(visitor)) == "not_your_seat"


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
    again = lambda command: services.ruling_make(  # noqa: E731
        table=table, account=referee, command_id=command,
        draft=Draft("score_stands", 1, ("L7",), text="Let it be"),
    )  # fmt: skip
    assert code_of(lambda: again("soon")) == "under_appeal"
    assert services.appeals_expire(row.due_at + day) == 1
    assert services.appeals_expire(row.due_at + day) == 0
    row.refresh_from_db()
    assert (row.status, row.new_ruling, len(row.votes)) == ("expired", "", 2)
    last = Event.objects.filter(stream=table.pk).latest("version")
    assert (last.type, last.actor) == ("AppealDecided", "clock")
    assert points(table) == before
    again("after")


def test_followers_are_told_after_the_commit(
    table: Table, players: list[User], django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[Any] = []
    receiver = lambda moved, **_rest: heard.append(moved)  # noqa: E731
    case_moved.connect(receiver, dispatch_uid="test")
    try:
        with django_capture_on_commit_callbacks(execute=True):
            case = call(table, players[0])
            assert heard == []
    finally:
        case_moved.disconnect(dispatch_uid="test")
    assert [(one.case, one.types) for one in heard] == [(case, ("RefereeCalled", "MatchPaused"))]


def test_unknown_things_are_refused(table: Table, referee: User, players: list[User]) -> None:
    take = lambda: services.case_take(table=table, account=referee, case="nobody")  # noqa: E731
    assert code_of(take) == "unknown_case"
    lodge = lambda: services.appeal_lodge(table=table, account=players[0], ruling="no")  # noqa: E731
    assert code_of(lodge) == "unknown_ruling"
    cast = lambda: vote(table, referee, "no", "uphold")  # noqa: E731
    assert code_of(cast) == "unknown_appeal"


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
