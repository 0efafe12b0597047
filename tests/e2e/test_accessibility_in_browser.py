"""Every main page on a phone, looked over by axe-core, and the desk run without a mouse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH

from accounts.models import User
from engine.play.match import Length
from tables import demo
from tables import services as tables
from tables.cases import services as cases
from tables.models import Table
from tables.scored import services as scored
from tables.services import Sitter, Terms
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.e2e.test_bracket_in_browser import cup
from tests.e2e.test_watching_in_browser import event_make, finish, result, start
from tests.engine.scored.keeper import exhausted
from tests.tournaments.conftest import Event
from tournaments.domain import commands as c
from tournaments.domain.parts import Result

pytestmark = pytest.mark.e2e
PHONE = (390, 844)
AXE = AXE_FILE_PATH.read_text(encoding="utf-8")
# axe-core leaves contrast on a gradient open; its colour nearest to the text's is the worst of it.
FLATTEN = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [...document.querySelectorAll("*")].map((node) => [node, getComputedStyle(node)])
    .filter(([, style]) => style.backgroundImage.includes("gradient"))
    .map(([node, style]) => [node, style.backgroundImage.match(/rgba?\\([^)]*\\)/g), style.color]);
  for (const [node, stops, ink] of found) {
    const away = (stop) => Math.abs(light(stop) - light(ink));
    node.style.transition = "none";
    node.style.backgroundImage = "none";
    node.style.backgroundColor = stops.reduce((a, b) => (away(a) <= away(b) ? a : b));
  }
}"""
# Lesser impacts are advice.
LOOK = """() => axe.run(document, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"],
}).then((found) => found.violations
  .filter((one) => ["serious", "critical"].includes(one.impact))
  .map((one) => [one.id, one.nodes.length, one.nodes.slice(0, 3).map((node) =>
    node.html.slice(0, 160) + " — " + node.failureSummary.slice(0, 300))]))"""


@dataclass
class Matches:
    """A finished match with a case ruled on and an open one, a running match, a score sheet."""

    referee: User
    player: User
    over: Table
    runs: Table
    sheet: Table
    ruled: str
    open: str


def sitters(people: list[User]) -> list[Sitter]:
    return [Sitter(one.public_name, account=one) for one in people]


def matches_make(house: House) -> Matches:
    people = [house.site.person(name) for name in ("ann", "bo", "cai", "dan")]
    referee = house.site.person("ref")
    over = house.site.table(people)
    runs = house.site.table(people[:1])
    sheet = tables.table_open(
        terms=Terms("bao", length=Length("hands", 2), play="scored"), sitters=sitters(people)
    )
    scored.hand_enter(table=sheet, account=people[0], hand=1, entry=exhausted(0, 2))
    demo.play_out(over)
    over = Table.objects.get(pk=over.pk)
    tables.referee_assign(table=over, account=referee)
    called = [
        cases.referee_call(
            table=over, account=one, reason="wrong_score", hand=1, text="我多付了"
        ).case
        for one in people[:2]
    ]
    for case in called:
        cases.case_take(table=over, account=referee, case=case)
    draft = cases.Draft(case=called[0], hand=1, kind="score_stands", cites=("L7",), text="照旧")
    cases.ruling_make(table=over, account=referee, draft=draft)
    return Matches(referee, people[0], over, runs, sheet, *called)


def event_in_play(player: User) -> Event:
    """Round 1 is over and corrected, round 2 is played; somebody was late."""
    event = event_make(player=player)
    finish(event, start(event))
    wrong = Result((60, 11, -11, -60), (), "organiser")
    event.do(
        c.CorrectResult("k1", 1, 2, None, wrong, reason="看错了"),
        c.GivePenalty("n1", "p3", 1, "late", "迟到"),
    )
    result(event, start(event), 1)
    return event


EVENT_PAGES = (
    "", "rounds/", "rounds/1/", "rounds/2/tables/1/", "tables/", "results/", "results/all/",
    "standings/", "rulings/", "players/p3/", "screen/",
)  # fmt: skip
DESK_PAGES = (
    "", "rounds/2/", "rounds/2/tables/1/", "rounds/2/tables/2/", "players/", "players/p3/",
    "players/import/", "settings/", "penalties/", "officials/", "corrections/", "archive/",
    "looks/", "figures/", "claims/",
)  # fmt: skip
FOR_ALL = (
    "/", "/clubs/", "/events/", "/rules/", "/checkpoints/", "/ratings/", "/log-in/", "/sign-up/",
)  # fmt: skip


def faults_of(person: Person, path: str) -> list[Any]:
    """What axe-core finds on a page with all its folds open."""
    page = person.page
    answer = page.goto(f"{person.address}{path}")
    assert answer is not None
    assert answer.status == 200, path
    assert "/log-in/" not in page.url or path == "/log-in/"
    page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
    page.evaluate(FLATTEN)
    page.evaluate(AXE)
    found: list[Any] = page.evaluate(LOOK)
    return [(path, *one) for one in found]


def phone(visit: Visit, account: User | None = None) -> Person:
    # The page's own policy lets no script in that is not the site's.
    return visit(account, size=PHONE, language="zh-CN", bypass_csp=True, reduced_motion="reduce")


def test_axe_finds_nothing_serious_on_any_main_page(house: House, visit: Visit) -> None:
    made = matches_make(house)
    event, knockout = event_in_play(made.player), cup(8)
    address = f"/events/{event.tournament.pk}"
    over = f"/tables/{made.over.pk}"
    watcher, player = phone(visit), phone(visit, made.player)
    organiser, referee = phone(visit, event.account), phone(visit, made.referee)
    looks = [
        *((watcher, path) for path in FOR_ALL),
        *((watcher, f"{address}/{path}") for path in EVENT_PAGES),
        (watcher, f"/events/{knockout.tournament.pk}/bracket/1/"),
        *((organiser, f"{address}/desk/{path}") for path in DESK_PAGES),
        (organiser, f"/clubs/{event.tournament.club.slug}/"),
        (organiser, f"/clubs/{event.tournament.club.slug}/members/"),
        (organiser, "/events/new/"),
        *((player, path) for path in ("/me/", "/account/", "/claim/", f"{address}/", "/new/")),
        *((player, path) for path in (f"{over}/replay/", f"{over}/cases/{made.open}/")),
        (player, f"/tables/{made.runs.pk}/"),
        (player, f"/tables/{made.sheet.pk}/score/"),
        (player, f"/tables/{made.sheet.pk}/score/hands/2/"),
        (referee, "/cases/"),
        *((referee, f"{over}/cases/{case}/") for case in (made.open, made.ruled)),
        *((referee, f"{over}/{path}") for path in ("rulings/", "review/1/", "hands/1/rule/")),
    ]
    found = [fault for person, path in looks for fault in faults_of(person, path)]
    assert found == [], "\n".join(str(one) for one in found)


def tab_to(person: Person, wanted: str) -> None:
    """Press Tab until this has the focus, which has to be seen."""
    for _ in range(80):
        person.page.keyboard.press("Tab")
        if person.page.evaluate(f"document.activeElement.matches({wanted!r})"):
            ring = "getComputedStyle(document.activeElement).outlineStyle"
            assert person.page.evaluate(ring) != "none"
            return
    raise AssertionError(f"no Tab leads to {wanted}")


def press_enter(person: Person) -> None:
    with person.page.expect_navigation():
        person.page.keyboard.press("Enter")


def next_step(person: Person) -> None:
    """Press what the desk names first, and once more where it asks."""
    first = ".now li:first-child"
    if person.has(f"{first} .asks > summary"):
        tab_to(person, f"{first} .asks > summary")
        person.page.keyboard.press("Enter")
    tab_to(person, f"{first} button.primary")
    press_enter(person)


def enter_points(person: Person, points: tuple[int, ...]) -> None:
    for place, gained in enumerate(points):
        tab_to(person, f"[name=points_{place}]")
        person.page.keyboard.press("Control+A")
        person.page.keyboard.type(str(gained))
    tab_to(person, ".points-form button")
    press_enter(person)


def test_the_desk_is_run_without_a_mouse(house: House, visit: Visit) -> None:
    event = event_make()
    organiser = visit(event.account, size=PHONE, language="zh-CN")
    desk = f"/events/{event.tournament.pk}/desk/"
    organiser.go(desk)
    for _step in ("pair", "publish", "start"):
        next_step(organiser)
    assert event.state.rounds[1].status == "started"
    for table in (2, 3, 4):
        result(event, 1, table)
    organiser.go(desk)
    tab_to(organiser, "#table-1 header a")
    press_enter(organiser)
    enter_points(organiser, (40, 5, -15, -30))
    assert event.state.rounds[1].tables[1].result.points == (40, 5, -15, -30)
    organiser.go(desk)
    next_step(organiser)
    assert event.state.rounds[1].status == "confirmed"
