"""Names come in by typing, pasting and files; people check in, leave and come back."""

from __future__ import annotations

import html
import re

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.play.test_keeping_up import begin
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.pages.checking_in import SALT
from tournaments.pages.people_field import people_field
from tournaments.store.folds import lines_after

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["张伟", "王芳", "李娜", "渡辺 直美", "Ólafur Jónsson", "🀄 Red", "עידו", "Anna", "欧阳修"]


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return make_event(play="points").do(c.OpenRegistration())


@pytest.fixture
def desk(event: Event) -> Browser:
    return Browser(event, event.account)


def names(event: Event) -> list[str]:
    return [entry.person.name for entry in event.state.entries.values()]


def test_nine_pasted_names_are_looked_at_first_and_then_entered_at_once(
    event: Event, desk: Browser
):
    text = "\n".join(NAMES)
    page = desk.send("desk/players/import/", text=text)
    assert "Enter 9 people" in page
    assert names(event) == []
    before = event.tournament.version
    desk.send("desk/players/import/", text=text, enter="yes", command="once")
    desk.send("desk/players/import/", text=text, enter="yes", command="once")
    assert names(event) == NAMES
    assert len(lines_after(event.tournament.pk, before)) == 9
    assert re.findall("<bdi>(張|张)", desk.read("desk/players/"))


def test_a_bad_line_is_named_and_nothing_typed_is_lost(event: Event, desk: Browser):
    text = "name,fixed_table\nAnna,2\n,3\nBo,x"
    page = desk.send("desk/players/import/", text=text, enter="yes")
    assert "A name is missing here." in page
    assert "Column 2:" in page
    assert "Bo,x" in page
    assert names(event) == []


def test_club_mates_of_a_list_are_kept_apart_if_so_ticked(event: Event, desk: Browser):
    text = "name,club,apart\nAnn,North,Li\nBo,North,\nCy,,\nDi,North,North"
    assert "clubs_apart" in desk.send("desk/players/import/", text=text)
    desk.send("desk/players/import/", text=text, enter="yes", clubs_apart="yes")
    people = [entry.person for entry in event.state.entries.values()]
    assert [one.apart for one in people] == [("Li", "North"), ("North",), (), ("North",)]


def test_two_people_of_one_name_are_asked_about(event: Event, desk: Browser):
    event.do(c.AddEntry("x", Person("Anna")))
    page = desk.send("desk/players/import/", text="anna\nBo", enter="yes")
    assert "Are these two different people?" in page
    assert names(event) == ["Anna"]
    key = re.search(r'name="accept" value="([^"]+)"', page)
    desk.send("desk/players/import/", text="anna\nBo", enter="yes", accept=key[1])
    assert names(event) == ["Anna", "anna", "Bo"]


def test_a_file_of_another_encoding_is_understood(event: Event, desk: Browser):
    file = SimpleUploadedFile("names.csv", "姓名\n张伟\n王芳\n".encode("gb18030"))
    page = desk.send("desk/players/import/", file=file)
    assert "张伟" in page
    assert "Enter 2 people" in page


def test_somebody_is_checked_in_and_out_by_a_tap(event: Event, desk: Browser, cast):
    event.enter("a")
    scorer = Browser(event, cast["scorer"])
    scorer.send("desk/players/a/check-in/")
    assert event.state.entries["a"].checked_in
    scorer.send("desk/players/a/check-in/", undo="yes")
    assert not event.state.entries["a"].checked_in


def test_a_player_enters_checks_in_by_the_code_on_the_wall_and_withdraws(event: Event, cast):
    player = Browser(event, cast["player"])
    player.send("enter/")
    (entry,) = event.state.entries.values()
    assert entry.person.account == str(cast["player"].pk)
    token = signing.dumps(str(event.tournament.pk), salt=SALT)
    assert "I am here" in player.read(f"check-in/{token}/")
    player.send(f"check-in/{token}/")
    assert event.state.entries[entry.id].checked_in
    player.send("leave/")
    assert event.state.entries[entry.id].status == "withdrawn"
    player.send("enter/")
    assert event.state.entries[entry.id].status == "registered"


def test_whoever_the_organiser_took_out_does_not_let_themselves_in_again(
    event: Event, desk: Browser, cast
):
    player = Browser(event, cast["player"])
    player.send("enter/")
    (entry,) = event.state.entries
    desk.send(f"desk/players/{entry}/withdraw/", reason="banned")
    assert player.client.post(f"{player.base}enter/").status_code == 403
    assert event.state.entries[entry].status == "withdrawn"
    desk.send(f"desk/players/{entry}/restore/")
    player.send("leave/")
    player.send("enter/")
    assert event.state.entries[entry].status == "registered"


def test_the_code_of_another_event_checks_nobody_in(event: Event, cast):
    player = Browser(event, cast["player"])
    token = signing.dumps("another", salt=SALT)
    assert player.client.get(f"{player.base}check-in/{token}/").status_code == 404


def test_the_waiting_list_moves_up_by_itself(make_event: EventMaker):
    event = make_event(play="points", capacity=4).do(c.OpenRegistration()).enter(*"abcde")
    assert event.state.entries["e"].status == "waiting"
    desk = Browser(event, event.account)
    assert "Waiting list · 1" in desk.read("desk/players/")
    desk.send("desk/players/b/withdraw/", reason="ill")
    assert event.state.entries["e"].status == "registered"
    desk.send("desk/players/b/restore/")
    assert event.state.entries["b"].status == "waiting"


def test_whoever_leaves_in_the_middle_names_who_goes_on_in_one_form(make_event: EventMaker):
    event = begin(make_event(play="points"), players=4)
    desk = Browser(event, event.account)
    page = desk.read("desk/players/p0/")
    assert "Plays now: round 1, table 1." in page
    desk.send(
        "desk/players/p0/withdraw/",
        reason="train", instead="new", credit="nobody", from_hand=3, name="Late Lu", command="go",
    )  # fmt: skip
    state = event.state
    assert state.entries["p0"].status == "withdrawn"
    ledgers = [facts for facts in state.rounds[1].tables[1].ledger if len(facts) > 1]
    assert [(f[1].role, f[1].credited_to, f[1].from_hand) for f in ledgers] == [
        ("stand_in", None, 3)
    ]


def test_names_are_sorted_as_people_expect(event: Event, desk: Browser):
    for number, name in enumerate(["张伟", "Bo", "阿明", "李娜"]):
        event.do(c.AddEntry(f"n{number}", Person(name)))
    page = desk.read("desk/players/?order=name")
    order = [page.index(name) for name in ("阿明", "Bo", "李娜", "张伟")]
    assert order == sorted(order)


def test_markup_in_a_name_stays_text(event: Event, desk: Browser):
    desk.send("desk/players/add/", name="<script>alert(1)</script>", kind="player")
    page = desk.read("desk/players/")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_a_name_of_300_characters_is_refused_in_words(event: Event, desk: Browser):
    page = desk.send("desk/players/add/", name="x" * 300, kind="player")
    assert "code-too_long field-name" in page
    assert "at most 100 characters" in page
    assert names(event) == []


def test_wishes_of_a_person_are_typed_each_in_its_field_and_shown_there_again(
    event: Event, desk: Browser
):
    wishes = {"apart": "Li", "never": "feud, row", "once": "old friends", "fixed_table": 2}
    desk.send("desk/players/add/", name="Ann", kind="player", **wishes)
    (entry,) = event.state.entries.values()
    assert entry.person.apart == ("Li", "!feud", "!row", "&old friends")
    page = desk.read(f"desk/players/{entry.id}/")
    shown = dict(re.findall(r'name="(apart|never|once)" value="([^"]*)"', page))
    assert shown == {"apart": "Li", "never": "feud, row", "once": "old friends"}


def test_a_typed_name_is_who_goes_on_whatever_the_list_shows(make_event: EventMaker):
    event = begin(make_event(play="points"), players=9)
    (free,) = event.state.rounds[1].plan.sitting_out
    first, second = event.state.rounds[1].plan.tables[0].seats[:2]
    desk = Browser(event, event.account)
    leave = {"reason": "", "credit": "nobody", "from_hand": 1, "name": "王五"}
    desk.send(f"desk/players/{first}/withdraw/", instead=free, **leave)
    seat = {"place": 1, "seat1-person": free, "seat1-role": "substitute", "seat1-from_hand": 1}
    desk.send("desk/rounds/1/tables/1/seat/", **seat, name="赵六")
    seated = [facts[-1].person for facts in event.state.rounds[1].tables[1].ledger]
    assert [event.state.entries[entry].person.name for entry in seated[:2]] == ["王五", "赵六"]
    assert event.state.rounds[1].tables[1].ledger[1][-1].credited_to == second


def test_the_page_of_somebody_who_plays_offers_both_ways_out_helpers_first(make_event: EventMaker):
    event = begin(make_event(play="points"), players=9).enter("s", kind="stand_in")
    desk = Browser(event, event.account)
    entry = event.state.rounds[1].plan.tables[0].seats[2]
    assert f'desk/players/{entry}/"' in desk.read()
    page = desk.read(f"desk/players/{entry}/")
    for field in ("seat2-person", "instead"):
        offered = re.findall(rf'<input type="radio" name="{field}" value="([^"]*)"([^>]*)>', page)
        assert [(value, "checked" in rest) for value, rest in offered][:2] == [
            ("s", True), (offered[1][0], False),
        ]  # fmt: skip


def test_so_many_people_that_they_fill_the_page_are_a_list() -> None:
    few, many = ([(f"e{n}", f"Name {n}") for n in range(count)] for count in (16, 17))
    assert people_field("Who", few).widget.input_type == "radio"
    assert people_field("Who", many).widget.input_type == "select"


def wishes(desk: Browser, entry: str, name: str, **marks: str) -> str:
    return html.unescape(
        desk.send(f"desk/players/{entry}/", name=name, kind="player", **marks)
    ).translate({0x2068: None, 0x2069: None})


def test_wishes_that_contradict_each_other_are_told_by_name_when_they_are_entered(
    event: Event, desk: Browser
):
    for n, name in enumerate(NAMES[:8]):
        event.do(c.AddEntry(f"p{n}", Person(name)))
    assert "code-wishes_contradict" not in wishes(desk, "p0", NAMES[0], never="Li", once="Bo")
    page = wishes(desk, "p1", NAMES[1], never="Li", once="Bo")
    assert "code-wishes_contradict" in page
    told = "张伟, 王芳: “never at one table (mark Li)” and “meet exactly once (mark Bo)”"
    assert told in page
    # Saved all the same: the other one may be the one to change.
    assert event.state.entries["p1"].person.apart == ("!Li", "&Bo")
    # Whose wishes have no part in it hear nothing of it.
    assert "code-wishes_contradict" not in wishes(desk, "p2", NAMES[2], never="Xu")


def test_the_desk_says_so_before_the_round_is_paired_and_pairing_is_refused(
    event: Event, desk: Browser
):
    for n, name in enumerate(NAMES[:8]):
        marks = ("!Li", "&Bo") if n < 2 else ()
        event.do(c.AddEntry(f"p{n}", Person(name, apart=marks)))
    event.do(c.StartTournament())
    reader = Browser(event, event.account, "zh-hans")
    told = "“绝不同桌（标记 Li）”与“恰好同桌一次（标记 Bo）”"
    assert told in html.unescape(reader.read())
    page = html.unescape(reader.send("desk/step/", step="plan_round:main:1:"))
    assert "code-wishes_contradict" in page
    assert page.count(told) == 2
    assert not event.state.rounds
