"""A whole event run by one organiser with a phone, while a hall looks at the big screen."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from uuid import UUID

import pytest
from django.utils import translation
from django.utils.translation import gettext, pgettext
from playwright.sync_api import Locator, Page

from accounts.models import User
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.tournaments.conftest import club_make
from tournaments.domain.books import standings_of
from tournaments.domain.state import TournamentState, seats_now
from tournaments.models import Tournament
from tournaments.selectors import state_of

pytestmark = pytest.mark.e2e

PHONE = (390, 844)
PASSWORD = "西施浣纱 8 8 8"
NINE = (
    "陈志远",
    "林小梅",
    "渡辺 直美",
    "Ólafur",
    "赵丽华",
    "孙国强",
    "周雅琴",
    "吴海涛",
    "🀄 阿毛",
)
MOST_TAPS = 3


def chinese(text: str, context: str = "") -> str:
    """What the page calls something."""
    with translation.override("zh-hans"):
        return pgettext(context, text) if context else gettext(text)


@dataclass
class Thumb:
    """The organiser's: counts how often the glass is touched."""

    person: Person
    event: UUID | None = None
    taps: int = 0

    @property
    def page(self) -> Page:
        return self.person.page

    @property
    def state(self) -> TournamentState:
        return state_of(Tournament.objects.get(pk=self.event))

    def touch(self, target: Locator) -> None:
        """Something that stays on the page."""
        target.click()
        self.taps += 1

    def tap(self, target: Locator) -> None:
        """Something that leads to a page, which has to fit the phone."""
        with self.page.expect_navigation():
            target.click()
        self.taps += 1
        assert self.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

    def press(self, label: str, within: str = "body", context: str = "") -> None:
        """Tap the first thing of this name, whatever comes before it: a sentence is asked first."""
        name = chinese(label, context)
        asked = self.page.locator(f"{within} summary.button", has_text=name)
        if asked.count():
            self.touch(asked.first)
        self.tap(self.page.locator(f"{within} button:visible", has_text=name).first)

    def link(self, name: str, within: str = "body") -> None:
        self.tap(self.page.locator(f"{within} a:visible", has_text=name).first)

    def write(self, selector: str, text: str) -> None:
        """Touch a field and type."""
        self.touch(self.page.locator(selector))
        self.page.locator(selector).fill(text)

    def at_desk(self) -> None:
        self.person.go(f"/events/{self.event}/desk/")
        self.taps = 0

    def in_few_taps(self) -> None:
        """What was begun at the desk took no longer than this."""
        assert 0 < self.taps <= MOST_TAPS, self.taps

    def says(self, text: str) -> None:
        assert chinese(text) in self.page.locator(".messages").inner_text(), self.person.seen()


def log_in(thumb: Thumb, account: User) -> None:
    account.set_password(PASSWORD)
    account.save()
    page = thumb.person.go("/events/new/")
    page.locator("#id_login").fill(account.username)
    page.locator("#id_password").fill(PASSWORD)
    thumb.tap(page.locator("main form button.primary"))


def make_event(thumb: Thumb) -> None:
    page = thumb.page
    assert page.locator("html").get_attribute("lang") == "zh-hans"
    page.locator("[name=name]").fill("枫桥夜赛")
    page.locator("[name=play]").select_option("points")
    thumb.touch(page.locator(".preset", has_text=chinese("An evening: Swiss, 4 rounds")))
    thumb.press("Make the draft")
    thumb.event = UUID(page.url.rstrip("/").split("/")[-2])


def paste_names(thumb: Thumb) -> None:
    thumb.link(chinese("Players"), ".tabs")
    thumb.link(chinese("Paste or upload names"))
    thumb.page.locator("#text").fill("\n".join(NINE))
    thumb.press("Look at it first")
    assert thumb.page.locator("table.preview tbody tr").count() == len(NINE)
    assert not thumb.state.entries
    thumb.tap(thumb.page.locator("[name=enter]"))
    assert thumb.page.locator("ul.entries li").count() == len(NINE)


def begin_round(thumb: Thumb, number: int) -> None:
    thumb.at_desk()
    for label in ("Pair the next round", "Publish the pairings", "Start the round"):
        thumb.press(label, "#desk")
    assert thumb.state.rounds[number].status == "started"


def somebody_playing(thumb: Thumb, table: int = 1, place: int = 2) -> str:
    seats = seats_now(thumb.state)
    found = next(e for e, (_, t, p) in seats.items() if (t, p) == (table, place))
    return thumb.state.entries[found].person.name


def drop_out(thumb: Thumb) -> None:
    """Somebody leaves in the middle of a round, and a helper goes on in the seat."""
    thumb.at_desk()
    name = somebody_playing(thumb)
    thumb.link(name, "#desk")
    thumb.write("#new-name", "替补阿德")
    thumb.press("Withdraw", context="player")
    thumb.says("They have left the event.")
    thumb.in_few_taps()
    state = thumb.state
    assert next(e for e in state.entries.values() if e.person.name == name).status == "withdrawn"
    seated = {state.entries[entry].person.name for entry in seats_now(state)}
    assert "替补阿德" in seated
    assert name not in seated


def substitute(thumb: Thumb) -> None:
    """Somebody sits in for a player, whose score goes on."""
    thumb.at_desk()
    name = somebody_playing(thumb, table=2, place=1)
    thumb.link(name, "#desk")
    thumb.write("[id^=new-name-]", "替补小周")
    thumb.press("Sit down")
    thumb.says("The seat has changed hands.")
    thumb.in_few_taps()
    (facts,) = [f for t in thumb.state.rounds[1].tables.values() for f in t.ledger
                if t.number == 2 and len(f) > 1]  # fmt: skip
    credited = thumb.state.entries[facts[1].credited_to or ""].person.name
    assert (credited, facts[1].role) == (name, "substitute")


def late_arrival(thumb: Thumb) -> None:
    thumb.at_desk()
    thumb.link(chinese("Players"), ".tabs")
    thumb.write("#quick-name", "迟到的老何")
    thumb.press("Enter", ".quick-entry")
    thumb.says("Entered.")
    thumb.in_few_taps()
    assert "迟到的老何" in [e.person.name for e in thumb.state.entries.values() if e.is_playing]


def no_show(thumb: Thumb, name: str) -> None:
    """Somebody has not come; nobody has sat down yet."""
    thumb.at_desk()
    thumb.link(chinese("Players"), ".tabs")
    thumb.link(name, "#players")
    thumb.press("Withdraw", context="player")
    thumb.says("They have left the event.")
    thumb.in_few_taps()


def enter_points(thumb: Thumb, number: int) -> None:
    for table in sorted(thumb.state.rounds[number].tables):
        thumb.at_desk()
        thumb.tap(thumb.page.locator(f"#table-{table} header a"))
        for place, points in enumerate((24 + table, 3, -7, -20 - table)):
            thumb.page.locator(f"[name=points_{place}]").fill(str(points))
        thumb.press("Save", ".points-form")
        thumb.says("The result is in.")


def finish_round(thumb: Thumb, number: int) -> None:
    thumb.at_desk()
    thumb.press("Confirm the round", "#desk")
    thumb.press("Publish the standings", "#desk")
    assert thumb.state.rounds[number].status == "confirmed"


def watch(screen: Person, *texts: str) -> None:
    """The screen shows these by itself: nothing reloads it."""
    shown = screen.page.locator("#screen-now")
    screen.until(lambda: all(text in shown.inner_text() for text in texts))
    assert screen.page.evaluate("window.neverReloaded") is True


def hang_screen(visit: Visit, event: UUID) -> Person:
    screen = visit(language="zh-CN", size=(1280, 720))
    page = screen.go(f"/events/{event}/screen/")
    screen.until(lambda: page.evaluate("document.body.dataset.live") == "live")
    page.evaluate("window.neverReloaded = true")
    return screen


def file_link(thumb: Thumb, ending: str) -> Locator:
    return thumb.page.locator(f".files a[href$='{ending}']").first


def downloaded(thumb: Thumb, ending: str) -> bytes:
    with thumb.page.expect_download() as waiting:
        file_link(thumb, ending).click()
    return waiting.value.path().read_bytes()


def opened(thumb: Thumb, ending: str) -> bytes:
    """A paper is shown by the browser itself, outside the page."""
    address = file_link(thumb, ending).get_attribute("href") or ""
    answer = thumb.page.context.request.get(f"{thumb.person.address}{address}")
    assert answer.ok
    return answer.body()


def exported(thumb: Thumb) -> None:
    """The final standings as a table and on paper."""
    table = downloaded(thumb, "standings.csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    lines = standings_of(thumb.state, thumb.state.terms.stages[0].id).lines
    names = [thumb.state.entries[line.player].person.name for line in lines]
    assert sorted(row["name"] for row in rows) == sorted(names)
    assert rows[0]["name"] == names[0]
    assert opened(thumb, "standings/1.pdf").startswith(b"%PDF")


def test_an_event_is_run_from_a_phone_and_watched_on_the_big_screen(
    house: House, visit: Visit
) -> None:
    organiser = club_make()[1]["organiser"]
    thumb = Thumb(visit(language="zh-CN", size=PHONE, has_touch=True))
    log_in(thumb, organiser)
    make_event(thumb)
    thumb.press("Open registration", "#desk")
    paste_names(thumb)
    screen = hang_screen(visit, thumb.event)
    watch(screen, "Ólafur", "渡辺 直美", "🀄 阿毛")
    no_show(thumb, "🀄 阿毛")
    screen.until(lambda: "阿毛" not in screen.page.locator("#screen-now").inner_text())
    thumb.at_desk()
    thumb.press("Start the event", "#desk")
    begin_round(thumb, 1)
    watch(screen, "Ólafur", "陈志远")
    drop_out(thumb)
    watch(screen, "替补阿德")
    substitute(thumb)
    watch(screen, "替补小周")
    late_arrival(thumb)
    enter_points(thumb, 1)
    watch(screen, "+25", "+26")
    finish_round(thumb, 1)
    begin_round(thumb, 2)
    watch(screen, "迟到的老何")
    enter_points(thumb, 2)
    finish_round(thumb, 2)
    thumb.press("Finish the event", "#desk")
    assert thumb.state.phase == "finished"
    exported(thumb)
