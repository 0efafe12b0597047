"""What keeps a referee from ruling as they want, beside what the engine refuses."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from tables import services as tables
from tables.cases import services
from tables.cases.services import Draft
from tables.models import Appeal, Ruling, Table
from tests.tables.cases.disputing import SET, call, code_of, rule


def make(table: Table, account: User, **more: Any) -> str:
    asked = {"kind": "score_set", "hand": 1, "cites": ("L7",), "text": "Looked at", **more}
    if asked["kind"] == "score_set":
        asked["decision"] = {"payments": SET}
    services.ruling_make(table=table, account=account, draft=Draft(**asked))
    return Ruling.objects.filter(table=table).latest("version").ruling


@pytest.fixture
def bound(table: Table, players: list[User], referee: User) -> str:
    """A case in which the referee has declared an interest that nobody has decided about."""
    case = call(table, players[0], hand=1)
    services.interest_declare(table=table, account=referee, case=case, interest="relative")
    return case


def decide(table: Table, organiser: User, referee: User, case: str, allowed: bool) -> None:
    services.interest_decide(
        table=table, account=organiser, case=case, referee=str(referee.pk), allowed=allowed
    )


def test_an_interest_holds_without_a_case_and_on_other_cases_of_the_match(
    table: Table, players: list[User], referee: User, organiser: User, bound: str
) -> None:
    other = call(table, players[1], hand=1)
    for _decided in range(2):
        for case in ("", other):
            refused = code_of(lambda case=case: make(table, referee, case=case))
            assert refused == "interest_open"
        if _decided == 0:
            decide(table, organiser, referee, bound, False)


def test_an_interest_that_was_allowed_binds_nobody(
    table: Table, referee: User, organiser: User, bound: str
) -> None:
    decide(table, organiser, referee, bound, True)
    make(table, referee)


def test_who_is_bound_sits_on_no_panel(
    table: Table, players: list[User], referee: User, judge: User, organiser: User, bound: str
) -> None:
    ruling = make(table, judge, case=bound)
    appeal = services.appeal_lodge(table=table, account=players[1], ruling=ruling).appeal
    refused = code_of(
        lambda: services.panel_name(table=table, account=organiser, appeal=appeal, judges=[referee])
    )
    assert refused == "interest_open"


def test_a_hand_is_not_ruled_on_past_the_referee_who_has_its_case(
    table: Table, players: list[User], referee: User, judge: User
) -> None:
    case = call(table, players[0], hand=1)
    services.case_take(table=table, account=referee, case=case)
    assert code_of(lambda: make(table, judge)) == "case_taken"
    warning = {"place": 1, "penalty": "warning", "game": 0, "table": 0, "rule": None}
    make(table, judge, kind="penalty", decision=warning)
    make(table, referee, case=case)


@pytest.mark.parametrize("voted", ["uphold", "overturn"])
def test_what_an_appeal_has_decided_is_ruled_on_no_more(
    table: Table, players: list[User], referee: User, judge: User, organiser: User, voted: Any
) -> None:
    first = make(table, referee)
    appeal = services.appeal_lodge(table=table, account=players[1], ruling=first).appeal
    services.panel_name(table=table, account=organiser, appeal=appeal, judges=[judge])
    services.vote_cast(table=table, account=judge, appeal=appeal, vote=voted)
    if voted == "overturn":
        instead = Draft("score_stands", 1, ("L7",), text="It was right")
        services.appeal_decide(table=table, account=judge, appeal=appeal, draft=instead)
    stands = Appeal.objects.get(table=table).new_ruling or first
    signer = judge if voted == "overturn" else referee
    for account, replaced in ((referee, ""), (organiser, ""), (signer, stands)):
        refused = code_of(
            lambda account=account, replaced=replaced: make(table, account, supersedes=replaced)
        )
        assert refused == "final_ruling"


def test_another_referees_ruling_is_replaced_on_appeal_alone(
    table: Table, referee: User, judge: User
) -> None:
    first = make(table, referee)
    again = code_of(lambda: make(table, judge, kind="score_stands", supersedes=first))
    assert again == "not_your_seat"
    make(table, referee, kind="score_stands", supersedes=first)


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_a_ruling_has_words_for_the_players(table: Table, referee: User, text: str) -> None:
    assert code_of(lambda: make(table, referee, text=text)) == "no_text"


def test_the_ruling_on_appeal_has_words_too(
    table: Table, players: list[User], referee: User, judge: User, organiser: User
) -> None:
    appeal = services.appeal_lodge(
        table=table, account=players[1], ruling=rule(table, referee)
    ).appeal
    services.panel_name(table=table, account=organiser, appeal=appeal, judges=[judge])
    services.vote_cast(table=table, account=judge, appeal=appeal, vote="overturn")
    refused = code_of(
        lambda: services.appeal_decide(
            table=table, account=judge, appeal=appeal, draft=Draft("score_stands", 1, ("L7",))
        )
    )
    assert refused == "no_text"


def test_a_rule_that_is_cited_exists(table: Table, referee: User) -> None:
    assert code_of(lambda: make(table, referee, cites=("L7", "Q99"))) == "unknown_citation"
    make(table, referee, cites=("L7", "§ 3 of the house"))


def test_a_preview_says_the_same(
    table: Table, referee: User, judge: User, players: list[User]
) -> None:
    case = call(table, players[0], hand=1)
    services.case_take(table=table, account=referee, case=case)
    draft = Draft("score_set", 1, ("L7",), {"payments": SET})
    refused = code_of(lambda: services.ruling_preview(table=table, account=judge, draft=draft))
    assert refused == "case_taken"


def test_the_same_ruling_sent_again_gets_its_first_answer(table: Table, referee: User) -> None:
    draft = Draft("score_set", 1, ("L7",), {"payments": SET}, "Looked at")
    for _twice in range(2):
        services.ruling_make(table=table, account=referee, draft=draft, command_id="c")
        tables.FOLDS.forget()
    assert Ruling.objects.filter(table=table).count() == 1
