"""Lists that come in are looked at on a phone: nothing is squeezed, nothing sticks out."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.e2e.test_lobby_in_browser import narrow
from tests.e2e.test_watching_in_browser import NAMES, event_make, start

pytestmark = pytest.mark.e2e

PHONE = (390, 844)
LONG = "长" * 120
PEOPLE = f"name,club,fixed_table\n{NAMES[0]},枫桥,\n周杰,店口,x\n,店口,\n{LONG},,\n李雷,大唐,\n"
PAIRINGS = "round,table,east,south,west,north\n" + "".join(
    f"2,{table},{','.join(NAMES[4 * table - 4 : 4 * table])}\n" for table in (1, 2, 3)
)
RESULTS = f"round,table,place,name,game_points\n1,1,east,{NAMES[0]},x\n1,1,south,无名氏,5\n"

# A text that is squeezed is higher than it is wide.
SQUEEZED = """() => [...document.querySelectorAll(".preview .why p, .preview bdi")]
  .filter((node) => node.textContent.trim().length < 40)
  .map((node) => [node.textContent.trim(), node.getBoundingClientRect()])
  .filter(([, box]) => box.height > 60 && box.height > box.width)
  .map(([text]) => text)"""


def looked_at(person: Person, path: str, text: str) -> None:
    page = person.go(path)
    page.fill("#text", text)
    page.locator("main form button.primary").click()
    person.until_seen("table.preview")


@pytest.mark.parametrize("language", ["en-GB", "zh-CN", "zh-TW"])
def test_what_is_wrong_with_a_list_is_read_on_a_phone(
    house: House, visit: Visit, language: str
) -> None:
    event = event_make()
    start(event)
    desk = f"/events/{event.tournament.pk}/desk"
    person = visit(event.account, size=PHONE, language=language)
    for path, text in (
        (f"{desk}/players/import/", PEOPLE),
        (f"{desk}/import/pairings/", PAIRINGS),
        (f"{desk}/import/results/", RESULTS),
    ):
        looked_at(person, path, text)
        assert person.page.locator(".preview .why p").count() > 0
        assert person.page.evaluate(SQUEEZED) == []
        assert narrow(person)
    looked_at(person, f"{desk}/players/import/", PEOPLE)
    for box in person.page.locator("input[name=leave_out]").all():
        assert box.bounding_box()["x"] + 24 < PHONE[0]
