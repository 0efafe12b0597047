"""The form of a ruling, its preview, appeals, and what everybody reads of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from config.messages import compile_catalogues
from tables import services as tables
from tables.cases import guards, services
from tables.cases.forms import melds_in
from tables.cases.services import Draft
from tables.models import Appeal, Case, Event, Ruling, Table
from tests.tables.cases.reading import as_, text_of

CHAIN = (
    "As it was played", "The score stands", "ruling overturned", "Indeed", "Chief",
    "Score set by hand", "replaces the ruling before", "how it stands now",
)  # fmt: skip
PAYMENTS = {"pay-E": "9", "pay-S": "-3", "pay-W": "-3", "pay-N": "−3"}


def test_preview_is_made_by_the_engine_and_stores_nothing(
    taken: Case, table: Table, referee: User
) -> None:
    address = f"/tables/{table.pk}/cases/{taken.case}/rule/"
    before = Event.objects.count()
    form = {"kind": "score_set", "cite": "L7", "command": "c", **PAYMENTS}
    seen = as_(referee).post(address, form, headers={"HX-Request": "true"})
    assert "hand before" in text_of(seen)
    assert "+9" in text_of(seen)
    short = as_(referee).post(address, form | {"pay-E": "8"}, headers={"HX-Request": "true"})
    assert "add up to" in text_of(short)
    del form["cite"]
    uncited = as_(referee).post(address, form, headers={"HX-Request": "true"})
    assert "+9" in text_of(uncited)
    assert "Cite at least one" in text_of(uncited)
    refused = as_(referee).post(address, form | {"confirm": "1"})
    assert refused.status_code == 422
    fine = {"kind": "penalty", "penalty-place": "1", "penalty": "points", "penalty-game": "20"}
    looked = text_of(as_(referee).post(address, fine, headers={"HX-Request": "true"}))
    assert f"{table.seats.get(place=1).name} · game points −20" in looked
    assert Event.objects.count() == before


def test_form_begun_before_another_ruling_is_refused_until_it_was_looked_at_again(
    taken: Case, table: Table, referee: User
) -> None:
    address = f"/tables/{table.pk}/hands/{taken.hand}/rule/"
    shown = as_(referee).get(address).content.decode()
    assert 'name="known" value="0"' in shown
    draft = services.Draft("score_stands", taken.hand, ("L7",), text="Right")
    services.ruling_make(table=table, account=referee, draft=draft)
    form = {"kind": "score_set", "cite": "L7", "known": "0", "command": "late", "text": "So"}
    form |= PAYMENTS
    seen = text_of(as_(referee).post(address, form, headers={"HX-Request": "true"}))
    assert "somebody has ruled" in seen.lower()
    refused = as_(referee).post(address, form | {"confirm": "1"})
    assert refused.status_code == 422
    assert 'name="known" value="1"' in refused.content.decode()
    assert Ruling.objects.filter(table=table).count() == 1
    for _twice in range(2):
        made = as_(referee).post(address, form | {"known": "1", "confirm": "1"})
        assert made.status_code == 302
    assert Ruling.objects.filter(table=table).count() == 2


def test_preview_shows_what_an_event_says_would_follow(
    taken: Case, table: Table, referee: User
) -> None:
    class Cup(guards.Guard):
        def consequences(self, proposal: guards.Proposal) -> list[guards.Consequence]:
            assert proposal.before != proposal.after
            rows = (("Ann", "1", "2"), ("Bo", "2", "1"))
            return [guards.Consequence("Standings", rows, warning="Round 2 was paired from this.")]

        def clauses(self, table: Table) -> list[guards.Clause]:
            return [guards.Clause("§ 7", "Late claims count for nothing.")]

    cup = Cup()
    guards.register(cup)
    try:
        address = f"/tables/{table.pk}/cases/{taken.case}/rule/"
        assert "Late claims count" in as_(referee).get(address).content.decode()
        form = {"kind": "score_set", "cite": "§ 7", **PAYMENTS}
        seen = text_of(as_(referee).post(address, form, headers={"HX-Request": "true"}))
    finally:
        guards.unregister(cup)
    assert "Round 2 was paired from this." in seen
    assert "Standings" in seen


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        ("score_stands", {}),
        ("score_set", PAYMENTS),
        ("hand_agreed", PAYMENTS),
        ("hand_replayed", {}),
        ("penalty", {"penalty-place": "1", "penalty": "points", "penalty-game": "20"}),
        ("clock_given", {"clock-place": "0", "clock-seconds": "30"}),
    ],
)
def test_every_kind_of_ruling_is_made_by_the_form(
    taken: Case, table: Table, referee: User, kind: str, form: dict[str, str]
) -> None:
    address = f"/tables/{table.pk}/cases/{taken.case}/rule/"
    sent = {
        "kind": kind,
        "cite": ["L7", "Z4"],
        "clause": "§ 3 of the cup",
        "text": "So",
        "confirm": "1",
        **form,
    }
    answer = as_(referee).post(address, sent | {"text": "Because"})
    assert answer.status_code == 302, text_of(answer)
    row = Ruling.objects.get(table=table)
    assert (row.kind, row.cites) == (kind, ["L7", "Z4", "§ 3 of the cup"])
    seen = text_of(as_(referee).get(answer.url))
    assert "Because" in seen
    assert "§ 3 of the cup" in seen


def test_facts_of_the_hand_stand_in_the_form_and_can_be_put_right(
    taken: Case, table: Table, referee: User
) -> None:
    address = f"/tables/{table.pk}/cases/{taken.case}/rule/"
    page = as_(referee).get(address).content.decode()
    assert 'name="concealed"' in page
    # The form has a field "form", by which scripts no longer find the form itself.
    assert 'name="form"' in page
    assert re.search(r"<form[^>]*hx-", page) is None
    assert 'name="source"' in page
    form = {
        "kind": "score_corrected", "cite": "E3", "text": "So", "confirm": "1",
        "source": "self_draw",
        "winner": "S", "concealed": "567m45678p99s", "winning_tile": "9p", "melds": "chow 234m",
        "wild_kinds": "5m6m", "by": "E", "tai": "2", "form": "two_wild", "laozhuang": "0",
    }  # fmt: skip
    asked = {name: value for name, value in form.items() if name != "confirm"}
    assert 'class="group winning"' in as_(referee).post(address, asked).content.decode()
    answer = as_(referee).post(address, form)
    assert answer.status_code == 302, text_of(answer)
    assert Ruling.objects.get().decision["breakdown"]["tai"] == 1
    assert "All chows" in text_of(as_(referee).get(answer.url))


def test_facts_that_are_no_win_are_refused_with_the_rule(
    taken: Case, table: Table, referee: User
) -> None:
    address = f"/tables/{table.pk}/cases/{taken.case}/rule/"
    form = {
        "kind": "score_corrected", "cite": "E3", "text": "So", "confirm": "1",
        "source": "self_draw",
        "winner": "S", "concealed": "234567m45678p19s", "winning_tile": "9p", "melds": "",
        "wild_kinds": "", "laozhuang": "0",
    }  # fmt: skip
    answer = as_(referee).post(address, form)
    assert answer.status_code == 422
    assert not Ruling.objects.exists()
    assert 'value="234567m45678p19s"' in answer.content.decode()


ADJUSTED = {"kind": "result_adjusted", "clause": "§ 9", "text": "So", "confirm": "1"} | {
    f"adjust-{place}": str(points) for place, points in enumerate((9, -9, 0, 0))
}


def test_result_of_a_match_that_could_not_finish_is_adjusted(table: Table, referee: User) -> None:
    refused = as_(referee).post(f"/tables/{table.pk}/hands/0/rule/", ADJUSTED)
    assert "pause the table and void the hand first" in text_of(refused)
    # As it says: stopped first, or the next hand is dealt before the ruling is written.
    tables.table_pause(table=table, account=referee)
    tables.hand_void(table=table, account=referee, reason="the room is closed")
    assert as_(referee).post(f"/tables/{table.pk}/hands/0/rule/", ADJUSTED).status_code == 302
    assert Table.objects.get(pk=table.pk).points == [9, -9, 0, 0]
    ruling = Ruling.objects.get()
    page = as_(referee).get(f"/tables/{table.pk}/rulings/{ruling.ruling}/")
    assert "Result of the match adjusted" in text_of(page)


def test_result_of_a_match_that_was_played_to_its_end_is_not(
    finished: Table, referee: User
) -> None:
    answer = as_(referee).post(f"/tables/{finished.pk}/hands/0/rule/", ADJUSTED)
    assert answer.status_code == 422
    assert "code-match_finished" in answer.content.decode()
    assert "rule on its hands" in text_of(answer)
    assert not Ruling.objects.exists()


def test_nobody_but_a_judge_sees_the_form(
    taken: Case, table: Table, players: list[User], visitor: User
) -> None:
    address = f"/tables/{table.pk}/cases/{taken.case}/rule/"
    for account in (players[0], visitor):
        assert as_(account).get(address).status_code == 403
        assert as_(account).post(address, {"kind": "score_stands"}).status_code == 403


def test_appeal_from_its_lodging_to_another_ruling_by_buttons(
    taken: Case, table: Table, referee: User, organiser: User, players: list[User]
) -> None:
    draft = Draft("score_stands", 1, ("L7",), text="Right", case=taken.case)
    services.ruling_make(table=table, account=referee, draft=draft)
    ruling = Ruling.objects.get()
    case = f"/tables/{table.pk}/cases/{taken.case}/"
    address = f"/tables/{table.pk}/rulings/{ruling.ruling}/"
    player, presider = as_(players[1]), as_(organiser)
    assert "Appeal against the ruling" in text_of(player.get(case))
    player.post(f"{address}appeal/", {"text": "Look at the melds"})
    appeal = Appeal.objects.get()
    assert "Look at the melds" in text_of(player.get(case))
    assert "Name who decides" in text_of(presider.get("/cases/"))
    chief = User.objects.create_user("chief", display_name="Chief")
    tables.referee_assign(table=table, account=chief)
    assert "Chief" in text_of(presider.get(case))
    presider.post(f"{address}panel/", {"appeal": appeal.appeal, "judge": [str(chief.pk)]})
    judge = as_(chief)
    assert "Your vote is asked for" in text_of(judge.get("/cases/"))
    judge.post(f"{address}vote/", {"appeal": appeal.appeal, "vote": "overturn", "text": "Indeed"})
    assert "Rule anew" in text_of(judge.get(case))
    sent = {"kind": "score_set", "cite": "L7", "text": "So", "confirm": "1", **PAYMENTS}
    sent["command"] = "once"
    for _twice in range(2):
        assert judge.post(f"{address}replace/", sent).status_code == 302
    assert Ruling.objects.count() == 2
    # Another of the judges, who was still writing, is told and keeps what they wrote.
    late = judge.post(f"{address}replace/", sent | {"text": "They had four pungs"})
    assert late.status_code == 422
    assert "They had four pungs" in late.content.decode()
    assert "code-appeal_decided" in late.content.decode()
    assert judge.get(f"{address}replace/").status_code == 403
    assert Ruling.objects.count() == 2
    seen = text_of(player.get(case))
    for words in CHAIN:
        assert words in seen
    assert Appeal.objects.get().status == "overturned"
    # That was the last word.
    assert "Appeals are possible until" not in seen


def test_referee_replaces_an_own_ruling_and_no_other(
    taken: Case, table: Table, referee: User, judge: User
) -> None:
    draft = Draft("score_stands", 1, ("L7",), text="Right", case=taken.case)
    services.ruling_make(table=table, account=referee, draft=draft)
    address = f"/tables/{table.pk}/rulings/{Ruling.objects.get().ruling}/replace/"
    assert as_(judge).get(address).status_code == 403
    # Whoever rules on the hand beside it reads that there is a ruling.
    form = as_(judge).get(f"/tables/{table.pk}/hands/1/rule/").content.decode()
    assert "This hand was ruled on already:" in form
    assert f"/cases/{taken.case}/" in form
    assert "ruled on already" not in as_(referee).get(address).content.decode()
    sent = {"kind": "score_set", "cite": "L7", "text": "So", "confirm": "1", **PAYMENTS}
    assert as_(referee).post(address, sent).status_code == 302
    assert Ruling.objects.latest("version").supersedes


@pytest.mark.parametrize("language", ["zh-hans", "zh-hant"])
def test_pages_speak_chinese(taken: Case, table: Table, referee: User, language: str) -> None:
    compile_catalogues()
    with translation.override(language):
        assert melds_in("吃 234m，碰 777z") == melds_in("chow 234m, pung 777z")
    client = Client(headers={"Accept-Language": language})
    client.force_login(referee)
    for address in ("/cases/", f"/tables/{table.pk}/cases/{taken.case}/",
                    f"/tables/{table.pk}/cases/{taken.case}/rule/"):  # fmt: skip
        page = client.get(address)
        assert page.status_code == 200
        assert "裁" in page.content.decode()


@pytest.mark.parametrize(("policy", "named"), [("all", True), ("anonymous", False), ("none", None)])
def test_everybody_sees_of_rulings_what_the_events_policy_says(
    taken: Case, table: Table, referee: User, visitor: User, policy: str, named: bool | None
) -> None:
    class Cup(guards.Guard):
        def publicity(self, table: Table) -> Any:
            return policy

    draft = Draft("score_stands", 1, ("L7",), text="Bo miscounted", case=taken.case)
    services.ruling_make(table=table, account=referee, draft=draft)
    cup = Cup()
    guards.register(cup)
    try:
        seen = text_of(as_(visitor).get(f"/tables/{table.pk}/rulings/"))
    finally:
        guards.unregister(cup)
    assert ("The score stands" in seen) is (named is not None)
    assert ("Bo miscounted" in seen) is bool(named)
    assert (" Ann " in seen) is bool(named)
