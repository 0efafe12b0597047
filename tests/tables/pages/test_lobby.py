"""The lobby: proposing a table, sitting down, watching."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from engine.rules.options import OPTIONS
from tables import views
from tables.forms import TableForm
from tables.lobby import services as lobby
from tables.lobby.models import Gathering
from tables.models import Table
from tables.services import Terms
from tests.tables.conftest import Opener

FORM = {
    "ruleset": "bao",
    "length": "hands",
    "hands": "3",
    "pace": "normal",
    "spectator_delay": "1",
    "waits": "on",
    "chair_0": "me",
    "chair_1": "sensible",
    "chair_2": "random",
    "chair_3": "",
}


def logged_in(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


@pytest.fixture
def ann(players: list[User]) -> User:
    return players[0]


def test_home_shows_own_waiting_and_running_tables(players: list[User], open_table: Opener) -> None:
    open_table()
    lobby.gathering_create(
        terms=Terms("free"), levels=["", "", "", ""], host=players[1], name="Ours"
    )
    page = logged_in(players[0]).get("/").content.decode()
    assert 'id="mine"' in page
    assert "Ours" in page
    assert 'id="mine"' not in Client().get("/").content.decode()


@pytest.mark.parametrize("name", ["table-new", "chair-take", "play-now"])
def test_visitor_is_asked_to_log_in_before_playing(db: None, name: str) -> None:
    arguments = {
        "table-new": {},
        "chair-take": {"gathering_id": "00000000-0000-0000-0000-000000000000"},
        "play-now": {"ruleset": "bao"},
    }[name]
    address = reverse(name, kwargs=arguments)
    answer = Client().get(address) if name == "table-new" else Client().post(address)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/log-in/")


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("play-now", "home"),
        ("chair-take", "gathering"),
        ("chair-leave", "gathering"),
        ("gathering-cancel", "gathering"),
        ("table-rule", "table"),
    ],
)
def test_who_had_to_log_in_is_taken_to_the_page_with_the_button(
    ann: User, open_table: Opener, name: str, page: str
) -> None:
    table = open_table()
    gathering = lobby.gathering_create(terms=Terms("free"), levels=["", "", "", ""], host=ann)
    arguments = {
        "home": {},
        "gathering": {"gathering_id": gathering.pk},
        "table": {"table_id": table.pk},
    }[page]
    more = {"play-now": {"ruleset": "bao"}, "table-rule": {"ruling": "pause"}}.get(name, {})
    address, shown = reverse(name, kwargs=arguments | more), reverse(page, kwargs=arguments)
    assert Client().post(address).headers["Location"] == f"{reverse('login')}?next={shown}"
    assert logged_in(ann).get(address).headers["Location"] == shown


def test_log_in_button_of_the_log_in_page_keeps_where_to_go(db: None) -> None:
    page = Client().get("/log-in/?next=/new/").content.decode()
    assert 'href="/log-in/?next=/new/"' in page
    assert 'href="/log-in/?next=/log-in/"' not in Client().get("/log-in/").content.decode()


@pytest.mark.parametrize("place", ["²", "4", "-1", "1 or 2", "9" * 30])
def test_chair_that_does_not_exist_is_any_free_chair(ann: User, place: str) -> None:
    gathering = lobby.gathering_create(terms=Terms("free"), levels=["random", "", "", ""])
    answer = logged_in(ann).post(reverse("chair-take", args=[gathering.pk]), {"place": place})
    assert answer.status_code == 302
    assert gathering.chairs.get(account=ann).place == 1


@pytest.mark.parametrize("tiles", ["zz9", "5m6", "🀄", "0m"])
def test_fixed_wilds_that_are_no_tiles_are_refused_in_the_readers_language(tiles: str) -> None:
    given = FORM | {"ruleset": "free", "option_free_wild": "fixed", "fixed_wilds": tiles}
    with translation.override("zh-hans"):
        form = TableForm(given, ruleset="free")
        assert form.errors["fixed_wilds"] == ["请用数字加字母写牌，例如 5m6m。"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("\u200b\u200b", ""),
        ("\u202eABC", "ABC"),
        ("a\nb", "ab"),
        ("\u200d", ""),
        ("周三 <b>👨\u200d👩\u200d👧</b>", "周三 <b>👨\u200d👩\u200d👧</b>"),
    ],
)
def test_table_names_can_be_seen(given: str, kept: str) -> None:
    form = TableForm(FORM | {"name": given}, ruleset="bao")
    assert form.is_valid()
    assert form.cleaned_data["name"] == kept


def test_form_that_is_refused_says_so_at_its_top_and_keeps_what_was_filled_in(ann: User) -> None:
    given = FORM | {"hands": "1000000000", "name": "Friday"}
    page = logged_in(ann).post(reverse("table-new"), given).content.decode()
    top, rest = page.split("<fieldset>", 1)
    assert 'role="alert"' in top
    assert rest.count("errorlist") == 1
    assert 'value="Friday"' in rest
    assert 'value="1000000000"' in rest


def test_lists_are_short_and_lead_to_all_of_them_page_by_page(
    monkeypatch: pytest.MonkeyPatch, players: list[User], open_table: Opener
) -> None:
    monkeypatch.setattr(views, "ROWS_SHOWN", 2)
    monkeypatch.setattr(views, "ROWS_ON_A_PAGE", 3)
    for number in range(4):
        open_table(contribute=False)
        lobby.gathering_create(terms=Terms("free"), levels=["", "", "", ""], name=f"g{number}")
    client = Client(headers={"Accept-Language": "en"})
    home = client.get("/").content.decode()
    assert home.count("Watch</a>") == home.count("Sit down") == 2
    for which in ("running", "waiting"):
        address = reverse("table-list", args=[which])
        assert f'href="{address}"' in home
        pages = [client.get(f"{address}?page={n}").content.decode() for n in (1, 2)]
        rows = [page.count('class="row"') for page in pages]
        assert rows == [3, 1]
        assert "page 2 of 2" in pages[1]
    assert reverse("table-list", args=["finished"]) not in home
    assert client.get(reverse("table-list", args=["burnt"])).status_code == 404
    assert "There is none" in client.get(reverse("table-list", args=["finished"])).content.decode()


def test_own_tables_are_all_shown_and_not_among_those_of_others(
    monkeypatch: pytest.MonkeyPatch, ann: User, visitor: User, open_table: Opener
) -> None:
    monkeypatch.setattr(views, "ROWS_SHOWN", 1)
    open_table(contribute=False)
    open_table(contribute=False)
    headers = {"Accept-Language": "en"}
    home = logged_in(ann).get("/", headers=headers).content.decode()
    assert (home.count("Go on</a>"), home.count("Watch</a>")) == (2, 0)
    home = logged_in(visitor).get("/", headers=headers).content.decode()
    assert (home.count("Go on</a>"), home.count("Watch</a>")) == (0, 1)


def test_one_host_cannot_fill_the_lobby(ann: User) -> None:
    client = logged_in(ann)
    for _number in range(lobby.MOST_WAITING):
        assert client.post(reverse("table-new"), FORM).status_code == 302
    page = client.post(reverse("table-new"), FORM | {"name": "Friday"}).content.decode()
    assert 'role="alert"' in page
    assert 'value="Friday"' in page
    assert Gathering.objects.count() == lobby.MOST_WAITING
    client.post(reverse("gathering-cancel", args=[Gathering.objects.all()[0].pk]))
    assert client.post(reverse("table-new"), FORM).status_code == 302


def test_game_that_does_not_exist_is_refused_with_a_message(ann: User) -> None:
    page = logged_in(ann).post(reverse("table-new"), FORM | {"ruleset": "chess"})
    assert "errorlist" in page.content.decode()


def test_table_with_a_free_chair_waits_and_begins_with_the_last_player(
    players: list[User],
) -> None:
    host, guest = logged_in(players[0]), logged_in(players[1])
    answer = host.post(reverse("table-new"), FORM)
    gathering = Gathering.objects.get()
    assert answer.headers["Location"] == reverse("gathering", args=[gathering.pk])
    assert not Table.objects.exists()
    answer = guest.post(reverse("chair-take", args=[gathering.pk]), {"place": "3"})
    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("table", args=[table.pk])
    assert [(s.account, s.level) for s in table.seats.order_by("place")] == [
        (players[0], ""), (None, "sensible"), (None, "random"), (players[1], ""),
    ]  # fmt: skip
    assert table.length == {"kind": "hands", "hands": 3}


def test_four_people_meet_around_real_tiles_and_are_taken_to_the_score_sheet(
    players: list[User],
) -> None:
    host = logged_in(players[0])
    host.post(reverse("table-new"), FORM | {"play": "scored"})
    gathering = Gathering.objects.get()
    for player in players[1:]:
        assert not Table.objects.exists()
        lobby.chair_take(gathering=gathering.pk, account=player)
    table = Table.objects.get()
    assert table.play == "scored"
    assert [seat.account for seat in table.seats.order_by("place")] == players
    answer = host.get(reverse("table", args=[table.pk]))
    assert answer.headers["Location"] == reverse("score", args=[table.pk])
    assert "real tiles" in Client(headers={"Accept-Language": "en"}).get("/").content.decode()


def test_waiting_host_is_taken_to_the_table_by_the_poll(players: list[User]) -> None:
    host = logged_in(players[0])
    host.post(reverse("table-new"), FORM)
    gathering = Gathering.objects.get()
    address = reverse("gathering", args=[gathering.pk])
    assert "HX-Redirect" not in host.get(address, headers={"HX-Request": "true"}).headers
    lobby.chair_take(gathering=gathering.pk, account=players[1])
    answer = host.get(address, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == reverse("table", args=[Table.objects.get().pk])


def test_chair_is_given_to_one_person_only(players: list[User]) -> None:
    gathering = lobby.gathering_create(terms=Terms("bao"), levels=["", "", "", ""], host=None)
    lobby.chair_take(gathering=gathering.pk, account=players[0], place=2)
    with pytest.raises(lobby.ChairTaken):
        lobby.chair_take(gathering=gathering.pk, account=players[1], place=2)
    lobby.chair_take(gathering=gathering.pk, account=players[0], place=1)
    assert gathering.chairs.get(account=players[0]).place == 2


def test_player_can_stand_up_and_host_can_take_the_table_back(players: list[User]) -> None:
    gathering = lobby.gathering_create(
        terms=Terms("bao"), levels=["", "", "", ""], host=players[0], host_place=0
    )
    guest, host = logged_in(players[1]), logged_in(players[0])
    guest.post(reverse("chair-take", args=[gathering.pk]))
    guest.post(reverse("chair-leave", args=[gathering.pk]))
    assert not gathering.chairs.filter(account=players[1]).exists()
    guest.post(reverse("gathering-cancel", args=[gathering.pk]))
    assert Gathering.objects.exists()
    host.post(reverse("gathering-cancel", args=[gathering.pk]))
    assert not Gathering.objects.exists()


def test_play_now_opens_a_match_against_three_built_in_players(ann: User) -> None:
    answer = logged_in(ann).post(reverse("play-now", args=["free"]))
    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("table", args=[table.pk])
    assert (table.ruleset, table.seats.filter(kind="bot").count()) == ("free", 3)


def test_play_now_of_an_unknown_game_is_not_found(ann: User) -> None:
    assert logged_in(ann).post(reverse("play-now", args=["riichi"])).status_code == 404


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_form_offers_every_option_of_the_game_and_no_other(db: None, ruleset: str) -> None:
    offered = {option.name for option, _field in TableForm(ruleset=ruleset).option_fields}
    assert offered == {option.name for option in OPTIONS if ruleset in option.belongs_to}


def test_option_chosen_in_the_form_is_the_one_played(ann: User) -> None:
    chosen = {
        **FORM,
        "chair_3": "random",
        "option_laozhuang": "compound",
        "option_wild_chow": "False",
    }
    logged_in(ann).post(reverse("table-new"), chosen)
    options = Table.objects.get().options
    assert (options["laozhuang"], options["wild_chow"], options["dead_wall"]) == (
        "compound", False, 26,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"chair_1": "me"}, None),
        ({"hands": "0"}, "hands"),
        ({"option_laozhuang": "triple"}, "option_laozhuang"),
        ({"ruleset": "free", "option_free_wild": "fixed", "fixed_wilds": "5m7m"}, "fixed_wilds"),
    ],
)
def test_form_refuses_what_cannot_be_played(
    ann: User, change: dict[str, str], field: str | None
) -> None:
    answer = logged_in(ann).post(reverse("table-new"), {**FORM, **change})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert '<p class="message error" role="alert">' in page
    assert f'id="id_{field}_error"' in page if field else "errorlist" not in page
    assert not Gathering.objects.exists()


def test_fixed_wilds_reach_the_table(ann: User) -> None:
    given = {
        "ruleset": "free",
        "option_free_wild": "fixed",
        "fixed_wilds": "5m6m",
        "chair_3": "random",
    }
    answer = logged_in(ann).post(reverse("table-new"), {**FORM, **given})
    assert answer.status_code == 302
    assert Table.objects.get().options["free_wild"] == "fixed"


def test_a_monitor_may_ask_for_the_head_of_the_page_only(client: Client, db: None) -> None:
    assert client.head("/").status_code == 200
