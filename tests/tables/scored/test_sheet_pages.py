"""The score sheet after hands were entered: confirmed, put right, shown, brought to its end."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.errors import InvalidInput
from tables import services
from tables.models import Table
from tables.scored import services as scored
from tests.engine.scored.keeper import exhausted, won
from tests.tables.conftest import state_of
from tests.tables.scored.conftest import ScoredOpener
from tests.tables.scored.entering import enter, sheet_of, signed_in

pytestmark = pytest.mark.django_db(transaction=True)


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
