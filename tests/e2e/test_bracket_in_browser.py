"""A bracket on a phone: it fits the window, scrolls, and follows the event by itself."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Visit
from tests.e2e.person import House
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import terms
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.parts import Result
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Details, Stage

pytestmark = pytest.mark.e2e
PHONE = (360, 740)


def cup(players: int) -> Event:
    """A knock-out with its first round being played."""
    club, cast = club_make()
    tournament = services.tournament_create(
        club=club,
        account=cast["organiser"],
        details=Details("Cup", club=club.slug),
        terms=terms(Stage("cup", "knockout", 1)),
    )
    event = Event(tournament, cast["organiser"])
    event.do(c.OpenRegistration()).enter(*(f"p{n:02}" for n in range(players)))
    event.do(c.StartTournament())
    for _ in range(2):
        event.do(lambda state: next_plan(state, "cup", event.seed))
    return event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))


def test_the_picture_follows_results_by_itself(house: House, visit: Visit) -> None:
    event = cup(22)
    watcher = visit(size=PHONE)
    page = watcher.go(f"/events/{event.tournament.pk}/bracket/1/")
    watcher.until(lambda: page.evaluate("document.body.dataset.live") == "live")
    picture = page.locator("svg.bracket-picture").first
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert picture.bounding_box()["width"] > PHONE[0]
    assert page.locator("g.node.finished").count() == 0
    seats = event.state.rounds[1].plan.tables[0].seats
    event.do(c.TakeResult(1, 1, None, Result((30, 10, -10, -30), (), "organiser")))
    watcher.until(lambda: page.locator("g.node.finished").count() == 1)
    assert page.locator(".seat.through .name").all_inner_texts() != []
    page.locator(".bracket-list summary").click()
    assert f"Name {seats[0]} +30 · place 1 · goes on" in page.locator(".bracket-list").inner_text()


def test_the_picture_is_scrolled_with_the_keyboard(house: House, visit: Visit) -> None:
    event = cup(64)
    watcher = visit(size=PHONE)
    page = watcher.go(f"/events/{event.tournament.pk}/bracket/1/")
    page.locator(".bracket-scroll").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    watcher.until(
        lambda: page.evaluate("document.querySelector('.bracket-scroll').scrollTop") > 300
    )


LETTERS = """() => {
  const svg = document.querySelector(".bracket-window svg");
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const size = (one) => parseFloat(getComputedStyle(svg.querySelector(one)).fontSize) * scale;
  const frame = svg.getBoundingClientRect();
  const isIn = (node) => {
    const box = node.querySelector(".frame").getBoundingClientRect();
    return box.left >= frame.left - 1 && box.right <= frame.right + 1
      && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  };
  const shown = [...svg.querySelectorAll(".node")].filter(isIn)
    .map((node) => node.querySelector(".key").textContent);
  return {name: size(".name"), key: size(".key"), shown,
          page: document.querySelector(".bracket-window").dataset.page};
}"""


@pytest.mark.parametrize("players", [8, 16, 22, 64])
def test_a_hall_reads_every_open_table_of_the_bracket_on_the_big_screen(
    house: House, visit: Visit, players: int
) -> None:
    event = cup(players)
    hall = visit(size=(1920, 1080))
    hall.page.clock.install()
    page = hall.go(f"/events/{event.tournament.pk}/screen/")
    page.locator(".bracket-window > svg").wait_for()
    keys = set(page.locator(".bracket-window .node .key").all_text_contents())
    seen: set[str] = set()
    first = page.evaluate(LETTERS)
    # The clock goes on between two looks as well, so a page may be turned unseen.
    for _page in range(6 * int(first["page"].split("/")[1])):
        if seen == keys:
            break
        found = page.evaluate(LETTERS)
        assert found["name"] >= 20.9
        assert found["key"] >= 18
        seen.update(found["shown"])
        page.clock.run_for(12_000)
    assert seen == keys
    assert page.evaluate("document.documentElement.scrollHeight") == 1080


def test_the_big_screen_follows_the_bracket_by_itself(house: House, visit: Visit) -> None:
    event = cup(16)
    hall = visit(size=(1920, 1080))
    page = hall.go(f"/events/{event.tournament.pk}/screen/")
    hall.until(lambda: page.evaluate("document.body.dataset.live") == "live")
    assert page.locator("g.node.finished").count() == 0
    event.do(c.TakeResult(1, 1, None, Result((30, 10, -10, -30), (), "organiser")))
    hall.until(lambda: page.locator(".bracket-window g.node.finished").count() == 1)
    assert page.locator(".pane-tables .screen-table").count() == 4
