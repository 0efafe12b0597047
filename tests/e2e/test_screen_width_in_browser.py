"""The big screen never sticks out sideways, whatever news it takes in and whatever its size."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.e2e.conftest import Visit
from tests.e2e.person import House
from tests.e2e.person import Person as Window
from tests.e2e.test_watching_in_browser import event_make, finish, now, start
from tests.tournaments.conftest import Event
from tests.tournaments.domain.desk import MINUTE
from tournaments.correcting import with_editions
from tournaments.domain import commands as c
from tournaments.domain.parts import Result

pytestmark = pytest.mark.e2e

SIZES = ((1280, 720), (1920, 1080), (390, 844))

# Looks at every frame: what sticks out for a moment, while news come in, counts as well.
RECORD = """() => {
  const root = document.documentElement;
  window.sticksOut = [];
  const look = () => {
    const wide = Math.max(root.scrollWidth, document.body.scrollWidth) - window.innerWidth;
    if (wide > 0 && window.sticksOut.length < 5) {
      const worst = [...document.querySelectorAll("body *")]
        .map((node) => [node.getBoundingClientRect().right, node])
        .sort(([one], [other]) => other - one).slice(0, 3)
        .map(([right, node]) => `${node.tagName}.${node.className} ${Math.round(right)}`);
      window.sticksOut.push(`${wide} ${worst.join(" | ")}`);
    }
    requestAnimationFrame(look);
  };
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
  look();
}"""


def watch(visit: Visit, event: Event, size: tuple[int, int]) -> Window:
    one = visit(size=size)
    one.go(f"/events/{event.tournament.pk}/screen/")
    one.until(lambda: one.page.evaluate("document.body.dataset.live") == "live")
    one.page.evaluate(RECORD)
    return one


def correct(event: Event, key: str, points: tuple[int, ...]) -> None:
    taken = Result(points, (), "organiser")
    command = c.CorrectResult(key, 1, 1, None, taken, reason="read upside down", seed=event.seed)
    event.do(lambda state: with_editions(state, (command,), timezone.now()))


def test_the_screen_stays_as_wide_as_it_is_while_a_correction_comes_in(
    house: House, visit: Visit
) -> None:
    event = event_make()
    for _number in (1, 2, 3):
        finish(event, start(event))
    number = start(event)
    screens = [watch(visit, event, size) for size in SIZES]
    correct(event, "one", (-90, 30, 30, 30))
    event.do(c.GivePenalty("y1", "p3", 1, "late", "", seed=event.seed))
    for one in screens:
        one.until(lambda one=one: "−" in one.page.locator(".pane-standings").inner_text())
        one.page.wait_for_timeout(1500)
    correct(event, "two", (999_999_990, -333_333_330, -333_333_330, -333_333_330))
    event.do(c.ExtendClock(number, None, 600 * MINUTE, now()))
    for one in screens:
        one.page.wait_for_timeout(2500)
    for one in screens:
        assert one.page.evaluate("window.sticksOut") == []
