"""The score sheet and the form of a hand, as people with different rights get them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.errors import InvalidInput
from tables import services
from tables.models import HandResult, Table
from tables.scored import services as scored
from tests.engine.scored.keeper import exhausted, won
from tests.tables.conftest import state_of
from tests.tables.scored.conftest import ScoredOpener

pytestmark = pytest.mark.django_db(transaction=True)
WIN = {
    "auction": "contract", "by": "0", "tai": "2", "form": "two_wild", "outcome": "won",
    "winner": "1", "source": "discard", "discarder": "2", "way": "ticks",
    "element": ["all_chows"], "command": "c-1",
}  # fmt: skip


def signed_in(account: User, language: str = "en") -> Client:
    client = Client(headers={"Accept-Language": language})
    client.force_login(account)
    return client


def sheet_of(client: Client, table: Table) -> str:
    return client.get(reverse("score", args=[table.pk])).content.decode()


def enter(client: Client, table: Table, hand: int = 1, **changes) -> tuple[int, str]:
    answer = client.post(reverse("score-enter", args=[table.pk, hand]), WIN | changes, follow=True)
    return answer.status_code, answer.content.decode()


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


# Confirming and putting right


def test_who_is_asked_is_asked_on_top_of_the_sheet(
    open_scored: ScoredOpener, players: list[User], visitor: User
) -> None:
    table = open_scored()
    enter(signed_in(players[1]), table)
    asked = ["Is this right?" in sheet_of(signed_in(p), table) for p in (*players, visitor)]
    assert asked == [True, False, True, False, False]


def say(client: Client, table: Table, hand: int, deed: str, **fields) -> int:
    address = reverse("score-say", args=[table.pk, hand, deed])
    return client.post(address, fields).status_code


def test_a_player_confirms_contests_and_puts_right(
    open_scored: ScoredOpener, players: list[User], organiser: User
) -> None:
    table = open_scored()
    enter(signed_in(players[1]), table)
    other = signed_in(players[2])
    assert say(other, table, 1, "contest", text="<i>two</i> tai") == 302
    page = sheet_of(other, table)
    assert "contests this" in page
    assert "&lt;i&gt;two&lt;/i&gt; tai" in page
    status, _ = enter(
        other, table, element=["full_flush"], correcting="1", reason="see", command="d"
    )
    assert status == 200
    assert state_of(table).sheet[0].breakdown["tai"] == 3
    assert say(other, table, 1, "confirm") == 302
    say(other, table, 1, "contest", text="no")
    assert say(signed_in(players[0]), table, 1, "uphold", text="x") == 403
    assert say(signed_in(organiser), table, 1, "uphold", text="x") == 302
    assert state_of(table).sheet[0].is_settled
    # What a referee has ruled on the players leave alone.
    say(other, table, 1, "undo", text="again", command="u")
    assert state_of(table).sheet


def test_a_hand_that_nobody_ruled_on_is_taken_back(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    enter(signed_in(players[1]), table)
    say(signed_in(players[1]), table, 1, "undo", text="again", command="u")
    assert not state_of(table).sheet


def test_the_form_of_a_hand_that_is_there_holds_what_was_entered(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    client = signed_in(players[1])
    enter(client, table)
    page = client.get(reverse("score-enter", args=[table.pk, 1])).content.decode()
    assert "Put hand 1 right" in page
    for name, value in (("winner", "1"), ("discarder", "2"), ("element", "all_chows")):
        assert f'name="{name}" value="{value}" checked' in page


def test_visitors_look_on_and_write_nothing(
    open_scored: ScoredOpener, players: list[User], visitor: User
) -> None:
    table = open_scored()
    enter(signed_in(players[1]), table)
    other = signed_in(visitor)
    page = sheet_of(other, table)
    assert "Enter hand" not in page
    assert "Contest" not in page
    assert enter(other, table, 2)[0] == 403
    for deed in ("confirm", "contest", "uphold", "undo", "end"):
        assert say(other, table, 1, deed, text="x", place="0") == 403
    assert say(other, table, 1, "burn") == 404
    assert other.post(reverse("score-points", args=[table.pk])).status_code == 403
    assert other.post(reverse("score-preview", args=[table.pk, 1])).status_code == 403
    assert len(state_of(table).sheet) == 1


def test_who_is_logged_out_is_sent_to_log_in(open_scored: ScoredOpener) -> None:
    table = open_scored()
    address = reverse("score-enter", args=[table.pk, 1])
    assert reverse("login") in Client().get(address).headers["Location"]


def test_a_scorer_confirms_for_a_guest(
    open_scored: ScoredOpener, players: list[User], scorer: User
) -> None:
    table = open_scored(guest=True)
    services.scorer_assign(table=table, account=scorer)
    client = signed_in(scorer)
    scored.hand_enter(table=table, account=players[0], hand=1, entry=exhausted(3, 2))
    assert "<bdi>Guest</bdi> confirms" in sheet_of(client, table)
    assert say(client, table, 1, "confirm", place="3") == 302
    assert state_of(table).sheet[0].is_settled


def test_final_points_have_to_add_up(open_scored: ScoredOpener, players: list[User]) -> None:
    table = open_scored()
    client = signed_in(players[0])
    address = reverse("score-points", args=[table.pk])
    fields = {f"points_{place}": value for place, value in enumerate(("+30", "−12", "-8", "-9"))}
    assert client.post(address, fields).status_code == 422
    for odd in ("", "x", "1e3", "9" * 40, "1_0", "１０"):
        answer = client.post(address, fields | {"points_3": odd})
        assert answer.status_code == 422
        page = answer.content.decode()
        # The field is named by its player, and what was typed stands there again.
        assert re.search(r"code-not_whole.*<bdi>\w+</bdi>: Write a whole number", page)
        assert f'value="{odd}"' in page
        assert page.count('aria-invalid="true"') == 1
    assert client.post(address, fields | {"points_3": "-10"}).status_code == 302
    assert list(state_of(table).points) == [30, -12, -8, -10]


def test_a_finished_sheet_takes_the_place_of_the_replay(
    open_scored: ScoredOpener, players: list[User], organiser: User
) -> None:
    table = open_scored()
    enter(signed_in(players[1]), table)
    say(signed_in(organiser), table, 0, "end")
    client = Client(headers={"Accept-Language": "en"})
    answer = client.get(reverse("replay", args=[table.pk]), follow=True)
    page = answer.content.decode()
    assert "The match is over." in page
    assert reverse("record", args=[table.pk]) in page
    assert "Enter hand" not in page
    report = client.post(reverse("verify", args=[table.pk])).content.decode()
    assert "Real tiles: there is no wall to prove." in report
    assert "The record proves itself" in report


def test_the_part_that_changes_is_had_alone(open_scored: ScoredOpener, players: list[User]) -> None:
    table = open_scored()
    scored.hand_enter(
        table=table, account=players[1], hand=1, entry=won(1, "all_pungs", bid=(0, 2))
    )
    part = Client().get(reverse("score", args=[table.pk]), {"part": "sheet"}).content.decode()
    assert 'data-key="hand-1"' in part
    assert "<html" not in part


@pytest.mark.parametrize("language", ["en", "zh-CN", "zh-TW"])
def test_every_page_is_there_in_every_language(
    open_scored: ScoredOpener, players: list[User], language: str
) -> None:
    table = open_scored("free")
    client = signed_in(players[0], language)
    for name, args in (("score", []), ("score-enter", [1]), ("score-points", [])):
        answer = client.get(reverse(name, args=[table.pk, *args]))
        assert answer.status_code == 200
        assert "<script>" not in answer.content.decode()


def test_a_long_sheet_takes_no_more_queries_than_a_short_one(
    open_scored: ScoredOpener, players: list[User], django_assert_max_num_queries
) -> None:
    table = open_scored()
    for hand in range(1, 25):
        scored.hand_enter(table=table, account=players[0], hand=hand, entry=exhausted(1, 2))
    client = signed_in(players[1])
    with django_assert_max_num_queries(12):
        page = sheet_of(client, table)
    assert page.count('class="card hand-entry') == 24
    with django_assert_max_num_queries(12):
        client.get(reverse("score-enter", args=[table.pk, 25]))


def test_the_sheet_tells_that_seats_have_changed_and_who_sits_where(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored(first_dealer=0, seat_plan=((0, 1, 2, 3), (2, 1, 0, 3)))
    client = signed_in(players[0])
    for hand in range(1, 5):
        assert "Seats have changed: East" not in sheet_of(client, table)
        enter(
            client, table, hand, command=f"c-{hand}", by=str(hand - 1), winner=str(hand % 4),
            discarder=str((hand + 1) % 4), element=["full_flush"],
        )  # fmt: skip
    told = "Seats have changed: East Cai · South Bo · West Ann · North Dan."
    assert told in sheet_of(client, table)
    form = client.get(reverse("score-enter", args=[table.pk, 5])).content.decode()
    assert "<bdi>Cai</bdi> deals" in form


def test_a_seat_at_real_tiles_changes_hands(
    open_scored: ScoredOpener, players: list[User], visitor: User
) -> None:
    table = open_scored()
    services.seat_hand_over(
        table=table, place=1, sitter=services.Sitter("Eva", visitor), actor="organiser:1"
    )
    table = Table.objects.get(pk=table.pk)
    assert not players[1].has_perm("tables.score", table)
    status, page = enter(signed_in(visitor), table)
    assert status == 200
    assert "Eva" in page
    with pytest.raises(InvalidInput):
        services.seat_hand_over(
            table=table, place=2, sitter=services.Sitter("B", level="random"), actor="organiser:1"
        )


def test_the_organiser_calls_time_from_the_sheet(
    open_scored: ScoredOpener, players: list[User], organiser: User
) -> None:
    table = open_scored(hands=8)
    client = signed_in(organiser)
    address = reverse("table-rule", args=[table.pk, "time"])
    assert address in sheet_of(client, table)
    assert address not in sheet_of(signed_in(players[0]), table)
    page = client.post(address, follow=True).content.decode()
    assert "Time is up" in page
    assert address not in page
    assert "End the match" in sheet_of(signed_in(players[0]), table)


def test_another_hand_from_a_page_that_one_went_back_to_is_not_taken_for_the_first(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    client = signed_in(players[1])
    enter(client, table)
    _status, page = enter(client, table, winner="3")
    assert "Hand 1 is on the sheet." not in page
    assert [hand.gains for hand in state_of(table).sheet] == [(-16, 9, 3, 4)]
