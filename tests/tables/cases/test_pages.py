"""The pages of disputes: what each shows, and to whom."""

from __future__ import annotations

from django.test import Client
from django.utils import translation

from accounts.models import User
from config.messages import compile_catalogues
from tables import services as tables
from tables.cases import services
from tables.catalogue import round_of
from tables.models import Case, Table
from tests.tables.cases.reading import as_, text_of


def test_table_page_offers_the_call_to_who_plays_there(
    table: Table, players: list[User], referee: User
) -> None:
    page = as_(players[0]).get(f"/tables/{table.pk}/").content.decode()
    assert 'id="call-dialog"' in page
    assert page.count('name="reason"') == 7
    assert 'id="call-dialog"' not in as_(referee).get(f"/tables/{table.pk}/").content.decode()


def test_table_that_nobody_could_rule_at_offers_no_call(players: list[User]) -> None:
    friends = tables.table_open(
        terms=tables.Terms("bao"),
        sitters=[tables.Sitter(one.public_name, account=one) for one in players],
        organiser=players[0],
    )
    page = as_(players[0]).get(f"/tables/{friends.pk}/").content.decode()
    assert 'id="call-dialog"' not in page


def test_one_tap_calls_and_json_says_so(table: Table, players: list[User]) -> None:
    client = as_(players[2])
    form = {"reason": "mis_tap", "text": "", "command": "one"}
    headers = {"Accept": "application/json"}
    said = client.post(f"/tables/{table.pk}/call/", form, headers=headers).json()
    case = Case.objects.get(table=table)
    assert said["case"] == case.case
    assert said["url"] == f"/tables/{table.pk}/cases/{case.case}/"
    again = client.post(f"/tables/{table.pk}/call/", form, headers=headers).json()
    assert again["case"] == case.case
    refused = client.post(f"/tables/{table.pk}/call/", {"reason": "no"}, headers=headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "no_reason")


def test_call_without_scripts_leads_to_the_case(table: Table, players: list[User]) -> None:
    client = as_(players[2])
    page = client.get(f"/tables/{table.pk}/call/?hand=1")
    assert "About hand 1" in text_of(page)
    answer = client.post(f"/tables/{table.pk}/call/", {"reason": "wrong_score", "hand": "1"})
    case = Case.objects.get(table=table)
    assert answer.url == f"/tables/{table.pk}/cases/{case.case}/"
    refused = client.post(f"/tables/{table.pk}/call/", {"reason": "wrong_score", "hand": "77"})
    assert refused.status_code == 422
    assert 'class="message error code-no_such_hand"' in refused.content.decode()
    assert as_(User.objects.create_user("x")).get(f"/tables/{table.pk}/call/").status_code == 403


def test_queue_shows_a_referee_who_waits_and_nobody_else_that(
    called: Case, referee: User, players: list[User], visitor: User
) -> None:
    seen = text_of(as_(referee).get("/cases/?part=queue"))
    assert "Wrong score" in seen
    assert "Bo" in seen
    assert "Take" in seen
    assert "At your tables" in text_of(as_(players[1]).get("/cases/"))
    assert "Wrong score" not in text_of(as_(visitor).get("/cases/"))


def test_case_shows_what_was_said_to_the_table_and_its_referees(
    called: Case, table: Table, referee: User, players: list[User], visitor: User
) -> None:
    address = f"/tables/{table.pk}/cases/{called.case}/"
    for account in (referee, players[3]):
        page = as_(account).get(address)
        assert "I had &lt;b&gt;six&lt;/b&gt; tai" in page.content.decode()
    assert as_(visitor).get(address).status_code == 403
    assert Client().get(address).status_code == 302
    assert as_(referee).get(f"/tables/{table.pk}/cases/none/").status_code == 404


def test_take_state_declare_decide_give_back_and_withdraw_by_buttons(
    called: Case, table: Table, referee: User, organiser: User, players: list[User]
) -> None:
    address = f"/tables/{table.pk}/cases/{called.case}/"
    judge, player, presider = as_(referee), as_(players[1]), as_(organiser)
    judge.post(f"{address}take/")
    assert Case.objects.get().referee == referee
    player.post(f"{address}state/", {"text": "Count again"})
    assert "Count again" in text_of(judge.get(address))
    judge.post(f"{address}declare/", {"interest": "relative", "text": "My cousin"})
    seen = text_of(presider.get(address))
    assert "My cousin" in seen
    assert "May rule" in seen
    assert "cousin" not in text_of(player.get(address))
    assert "Rule …" not in text_of(judge.get(address))
    decided = {"referee": str(referee.pk), "allowed": "yes"}
    presider.post(f"{address}interest/", decided)
    assert "Rule …" in text_of(judge.get(address))
    judge.post(f"{address}release/")
    assert Case.objects.get().status == "open"
    player.post(f"{address}withdraw/")
    assert Case.objects.get().status == "withdrawn"
    assert as_(players[0]).post(f"{address}take/").status_code == 403
    assert judge.post(f"{address}nonsense/").status_code == 404
    refused = judge.post(f"{address}take/", follow=True)
    # No id of the log in a sentence for people.
    assert "This case is closed." in text_of(refused)
    assert called.case not in text_of(refused)
    assert "code-case_closed" in refused.content.decode()


def test_what_was_said_stays_theirs_who_sat_there_then(
    called: Case, table: Table, referee: User
) -> None:
    substitute = tables.Sitter("Newcomer", account=User.objects.create_user("new"))
    tables.seat_hand_over(table=table, place=1, sitter=substitute, account=referee)
    fresh = Table.objects.get(pk=table.pk)
    account = substitute.account
    assert account is not None
    services.statement_make(table=fresh, account=account, case=called.case, text="I came later")
    page = text_of(as_(referee).get(f"/tables/{table.pk}/cases/{called.case}/"))
    said = page.index("I had"), page.index("I came later")
    assert "Bo" in page[: said[0]]
    assert "Newcomer" in page[said[0] : said[1]]


def test_round_of_an_event_is_named_in_the_readers_language() -> None:
    compile_catalogues()
    table = Table(name="1 号桌", round_name="Cup · 3", context={"round": 3, "table": 1})
    said = {"en": "Cup · Round 3", "zh-hans": "Cup · 第 3 轮", "zh-hant": "Cup · 第 3 輪"}
    for language, words in said.items():
        with translation.override(language):
            assert round_of(table) == words
    assert round_of(Table(round_name="Friday")) == "Friday"
    # Of an event with a long name the round's number is cut off the column, or a part of it.
    for most in range(54, 61):
        name = "x" * most
        cut = Table(round_name=f"{name} · 12"[:60], context={"round": 12, "table": 1})
        with translation.override("en"):
            assert round_of(cut) == f"{name} · Round 12"
