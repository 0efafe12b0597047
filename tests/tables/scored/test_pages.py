"""The score sheet and the form of a hand, as people with different rights get them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import HandResult, Table
from tests.tables.conftest import state_of
from tests.tables.scored.conftest import ScoredOpener
from tests.tables.scored.entering import WIN, enter, sheet_of, signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_table_with_real_tiles_shows_its_sheet_instead_of_a_board(
    open_scored: ScoredOpener,
) -> None:
    table = open_scored()
    address = reverse("score", args=[table.pk])
    assert Client().get(reverse("table", args=[table.pk])).headers["Location"] == address
    assert Client().get(address).status_code == 200


def test_a_table_that_is_played_here_has_no_sheet(open_table) -> None:
    assert Client().get(reverse("score", args=[open_table().pk])).status_code == 404


def test_a_player_enters_a_hand_and_it_is_on_the_sheet(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    client = signed_in(players[1])
    status, page = enter(client, table)
    assert status == 200
    assert "Hand 1 is on the sheet." in page
    assert "wins on a discard" in page
    assert [hand.gains for hand in state_of(table).sheet] == [(-16, 9, 3, 4)]


def test_sending_the_form_twice_enters_once(open_scored: ScoredOpener, players: list[User]) -> None:
    table = open_scored()
    client = signed_in(players[1])
    for _ in range(2):
        assert enter(client, table)[0] == 200
    assert HandResult.objects.filter(table=table).count() == 1


def test_the_same_hand_from_another_phone_confirms_it(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    enter(signed_in(players[1]), table)
    _status, page = enter(signed_in(players[2]), table)
    assert "that confirms it" in page
    assert state_of(table).sheet[0].confirmed == (1, 2)


def test_another_hand_of_the_same_number_is_refused_and_what_is_there_is_shown(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    enter(signed_in(players[1]), table)
    status, page = enter(signed_in(players[2]), table, element=["full_flush"])
    assert status == 200
    assert "This hand is there already, and otherwise." in page
    assert "Is this right?" in page
    assert state_of(table).sheet[0].breakdown["tai"] == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "No hand has both"), ("zh-CN", "没有一手牌"), ("zh-TW", "沒有一手牌")],
)
def test_impossible_elements_are_refused_with_the_rule_in_the_readers_language(
    open_scored: ScoredOpener, players: list[User], language: str, said: str
) -> None:
    table = open_scored()
    client = signed_in(players[1], language)
    status, page = enter(client, table, element=["all_chows", "all_pungs"])
    assert status == 422
    assert said in page
    assert re.search(r'href="/rules/#E3"', page)
    # What was ticked is still ticked.
    assert page.count('value="all_pungs" checked') == 1


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"winner": "7"}, "invalid_input", "winner"),
        ({"tai": "x"}, "invalid_input", "tai"),
        ({"tai": "99"}, "invalid_input", "contract"),
        ({"by": ""}, "incomplete", "by"),
        ({"outcome": "lost"}, "invalid_input", "outcome"),
        ({"way": "tiles", "concealed": "1m2"}, "invalid_notation", "concealed"),
        ({"way": "tiles", "concealed": "123m", "winning_tile": "5x"}, "invalid_notation",
         "winning_tile"),
        ({"way": "tiles", "concealed": "1" * 600 + "m", "winning_tile": "5m"}, "wilds_count", ""),
        ({"way": "tiles", "melds": "pong 555z", "winning_tile": "5m"}, "invalid_input", "melds"),
        ({"element": ["x"] * 50}, "invalid_input", "element"),
        ({"element": ["<b>"]}, "no_such_element", ""),
        ({"form": "three"}, "invalid_input", "form"),
        ({"source": "gift"}, "invalid_input", "source"),
        ({"auction": "redeal"}, "invalid_input", "auction"),
    ],
)  # fmt: skip
def test_what_a_careless_hand_sends_is_told_by_field_and_changes_nothing(
    open_scored: ScoredOpener, players: list[User], changes: dict, code: str, field: str
) -> None:
    table, said = open_scored(), set()
    for language in ("en", "zh-CN", "zh-TW"):
        status, page = enter(signed_in(players[1], language), table, **changes)
        assert status == 422
        told = re.search(r'<p class="message error code-(\S+?)(?: field-(\S+))?" role="alert">(.*?)'
                         r"</p>", page)  # fmt: skip
        assert told, page
        assert (told[1], told[2] or "") == (code, field)
        said.add(told[3])
        assert "<b></span>" not in page
    assert len(said) == 3, said
    assert not state_of(table).sheet


def test_a_reason_that_is_too_long_is_refused_and_not_cut(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    client = signed_in(players[1])
    enter(client, table)
    long = "长" * 201
    status, page = enter(client, table, correcting="1", reason=long, element=["all_pungs"])
    assert status == 422
    assert "code-too_long field-reason" in page
    assert "maxlength" not in page
    assert f'value="{long}"' in page
    address = reverse("score-say", args=[table.pk, 1, "undo"])
    page = client.post(address, {"text": long}, follow=True).content.decode()
    assert "code-too_long" in page
    assert len(state_of(table).sheet) == 1


def test_a_hand_is_tapped_in_by_its_tiles(open_scored: ScoredOpener, players: list[User]) -> None:
    table = open_scored()
    tiles = {"way": "tiles", "wild_kinds": "8s9s", "concealed": "234m456m789m2m",
             "winning_tile": "2m", "melds": "pung 777z"}  # fmt: skip
    status, _page = enter(signed_in(players[1]), table, **tiles)
    assert status == 200
    breakdown = state_of(table).sheet[0].breakdown
    assert [one["id"] for one in breakdown["elements"]] == ["dragon_pung", "half_flush", "no_wild"]
    page = sheet_of(Client(), table)
    assert "#t-7z" in page


def test_a_hand_that_is_not_complete_is_refused(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    tiles = {"way": "tiles", "wild_kinds": "8s9s", "concealed": "147m258p369s1234z",
             "winning_tile": "2m"}  # fmt: skip
    status, page = enter(signed_in(players[1]), open_scored(), **tiles)
    assert status == 422
    assert "not four sets and a pair" in page


# What the form says before it is saved
def preview(client: Client, table: Table, hand: int = 1, **changes) -> dict:
    return client.post(reverse("score-preview", args=[table.pk, hand]), WIN | changes).json()


def test_the_form_shows_tai_and_payments_before_it_is_saved(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    answer = preview(signed_in(players[1]), table)
    assert answer["ok"]
    assert answer["result"]["tai"] == 1
    assert [row["total"] for row in answer["result"]["payments"]] == [-16, 9, 3, 4]
    assert not state_of(table).sheet


def test_elements_that_are_out_say_why(open_scored: ScoredOpener, players: list[User]) -> None:
    answer = preview(signed_in(players[1]), open_scored())
    assert answer["blocked"]["all_pungs"] == "not together with All chows (E3)"
    assert "(E12)" in answer["blocked"]["heavenly"]
    assert "half_flush" not in answer["blocked"]
    assert answer["worth"]["east_pung"] == 1


def test_the_form_says_what_is_missing(open_scored: ScoredOpener, players: list[User]) -> None:
    answer = preview(signed_in(players[1]), open_scored(), winner="")
    assert (answer["ok"], answer["refusal"]["field"], answer["refusal"]["missing"]) == (
        False,
        "winner",
        True,
    )


def test_another_hand_from_a_page_that_one_went_back_to_is_not_taken_for_the_first(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    client = signed_in(players[1])
    enter(client, table)
    _status, page = enter(client, table, winner="3")
    assert "Hand 1 is on the sheet." not in page
    assert [hand.gains for hand in state_of(table).sheet] == [(-16, 9, 3, 4)]
