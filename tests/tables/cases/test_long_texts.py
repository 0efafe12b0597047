"""What people write in disputes: never cut; what is too long is refused, and stays to be shortened.
And a form that is being filled in is not told off for what is still empty."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from config.messages import compile_catalogues
from tables import services as tables
from tables.cases import services
from tables.cases.texts import MOST_CHARACTERS
from tables.models import Appeal, CaseText, Event, Ruling, Table
from tests.tables.cases.disputing import call, rule

LONG = "他先喊了碰。\n" * (MOST_CHARACTERS // 7) + "结尾在这里，不能丢失" * 2
GIVEN = len(LONG)


def as_(account: User) -> Client:
    client = Client(headers={"Accept-Language": "zh-hans"})
    client.force_login(account)
    return client


@pytest.fixture(autouse=True)
def _in_chinese() -> None:
    compile_catalogues()


def require_kept(answer: Any) -> str:
    """Refused with the code, a sentence with both lengths, and the whole text in its form."""
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "code-text_too_long" in page
    assert f"最多 {MOST_CHARACTERS} 个字符；现在有 {GIVEN} 个。" in page
    fields = re.findall(r'<textarea[^>]*name="text"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)
    assert LONG in fields
    assert "maxlength" not in "".join(re.findall(r"<textarea[^>]*>", page))
    assert not CaseText.objects.filter(text__contains="不能丢失").exists()
    return page


def test_call_keeps_a_text_that_is_too_long(table: Table, players: list[User]) -> None:
    before = Event.objects.count()
    form = {"reason": "mis_tap", "text": LONG, "hand": "1"}
    page = require_kept(as_(players[2]).post(f"/tables/{table.pk}/call/", form))
    assert 'name="hand" value="1"' in page
    headers = {"Accept": "application/json"}
    said = as_(players[2]).post(f"/tables/{table.pk}/call/", form, headers=headers)
    assert said.status_code == 422
    assert said.json()["error"]["code"] == "text_too_long"
    assert str(GIVEN) in said.json()["error"]["message"]
    assert Event.objects.count() == before


def test_statement_and_interest_keep_a_text_that_is_too_long(
    table: Table, players: list[User], referee: User
) -> None:
    case = call(table, players[1], hand=1)
    address = f"/tables/{table.pk}/cases/{case}/"
    said = require_kept(as_(players[3]).post(f"{address}state/", {"text": LONG}))
    # The page is at another address now: what changes on it is asked for where it is.
    assert f'hx-get="{address}?part=case"' in said
    tie = {"interest": "relative", "text": LONG}
    page = require_kept(as_(referee).post(f"{address}declare/", tie))
    assert '<option value="relative" selected>' in page
    assert re.search(r"<details open>(?:(?!</details>).)*结尾", page, re.DOTALL)
    fits = LONG[-MOST_CHARACTERS:]
    assert as_(players[3]).post(f"{address}state/", {"text": fits}).status_code == 302
    assert CaseText.objects.filter(text=fits).exists()


def test_ruling_appeal_and_vote_keep_a_text_that_is_too_long(
    table: Table, players: list[User], referee: User, judge: User, organiser: User
) -> None:
    case = call(table, players[1], hand=1)
    services.case_take(table=table, account=referee, case=case)
    address = f"/tables/{table.pk}/cases/{case}/rule/"
    form = {"kind": "score_stands", "cite": "L7", "text": LONG, "command": "one"}
    seen = as_(referee).post(address, form, headers={"HX-Request": "true"}).content.decode()
    assert "code-text_too_long" in seen
    assert 'class="compare"' in seen
    page = require_kept(as_(referee).post(address, form | {"confirm": "1"}))
    assert '<option value="L7" selected>' in page
    ruling = rule(table, referee, case)
    address = f"/tables/{table.pk}/rulings/{ruling}/"
    require_kept(as_(players[1]).post(f"{address}appeal/", {"text": LONG}))
    services.appeal_lodge(table=table, account=players[1], ruling=ruling, text="So")
    appeal = Appeal.objects.get().appeal
    services.panel_name(table=table, account=organiser, appeal=appeal, judges=[judge])
    vote = {"appeal": appeal, "vote": "overturn", "text": LONG}
    require_kept(as_(judge).post(f"{address}vote/", vote))
    assert not Appeal.objects.get().votes


def test_what_was_written_on_a_case_that_was_closed_meanwhile_can_be_copied(
    table: Table, players: list[User], referee: User
) -> None:
    case = call(table, players[1], hand=1)
    services.case_take(table=table, account=referee, case=case)
    rule(table, referee, case)
    address = f"/tables/{table.pk}/cases/{case}/state/"
    answer = as_(players[3]).post(address, {"text": "我看得很清楚"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "code-case_closed" in page
    # News of the case take the place of what stands in it: the text has to outlast them.
    assert 0 < page.index("我看得很清楚") < page.index('<div id="case"')


def test_words_of_a_penalty_and_of_a_citation_have_their_lengths_told(
    table: Table, referee: User
) -> None:
    address = f"/tables/{table.pk}/hands/1/rule/"
    form = {
        "kind": "penalty", "penalty-place": "2", "penalty": "points", "penalty-game": "20",
        "cite": "L7", "text": "So", "confirm": "1", "penalty-rule": "长" * 61,
    }  # fmt: skip
    page = as_(referee).post(address, form).content.decode()
    assert "code-text_too_long" in page
    assert "按罚则：最多 60 个字符；现在有 61 个。" in page
    assert "长" * 61 in page
    assert not Ruling.objects.exists()
    cited = form | {"penalty-rule": "迟到", "clause": "y" * 201}
    english = {"Accept-Language": "en"}
    page = as_(referee).post(address, cited, headers=english).content.decode()
    assert "A citation has at most 200 characters, and a ruling at most 20 of them." in page
    assert as_(referee).post(address, form | {"penalty-rule": "长" * 60}).status_code == 302


@pytest.mark.parametrize(
    ("form", "asked"),
    [
        ({}, "请选择裁决种类。"),
        ({"kind": "clock_given", "clock-place": "0", "clock-seconds": ""}, "待填：秒数"),
        ({"kind": "penalty", "penalty-place": "0", "penalty": "points", "penalty-game": ""}, "扣"),
        ({"kind": "score_corrected", "source": "self_draw", "laozhuang": "0", "winner": "",
          "by": ""}, "胡"),
    ],
)  # fmt: skip
def test_form_that_is_still_empty_says_what_is_to_be_filled_in_and_calls_it_no_fault(
    table: Table, referee: User, form: dict[str, str], asked: str
) -> None:
    address = f"/tables/{table.pk}/hands/1/rule/"
    looked = as_(referee).post(address, form, headers={"HX-Request": "true"}).content.decode()
    assert 'class="hint"' in looked
    assert asked in looked
    assert "error" not in looked
    sent = as_(referee).post(address, form | {"cite": "L7", "text": "So", "confirm": "1"})
    assert sent.status_code == 422
    assert 'class="message error' in sent.content.decode()
    assert not Ruling.objects.exists()


def test_what_was_filled_in_wrongly_is_named_by_its_field(table: Table, referee: User) -> None:
    address = f"/tables/{table.pk}/hands/1/rule/"
    form = {"kind": "clock_given", "clock-place": "0", "clock-seconds": "ten"}
    looked = as_(referee).post(address, form, headers={"HX-Request": "true"}).content.decode()
    assert "code-bad_decision" in looked
    assert "秒数：这里要填整数。" in looked


def test_untouched_form_shows_no_fault(table: Table, referee: User) -> None:
    tables.table_pause(table=table, account=referee)
    page = as_(referee).get(f"/tables/{table.pk}/hands/1/rule/").content.decode()
    assert "message error" not in page
    assert 'id="preview"' in page
