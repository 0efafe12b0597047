"""Round 1 is corrected during round 4: every open browser follows, and the organiser decides."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.e2e.test_lobby_in_browser import narrow
from tests.e2e.test_watching_in_browser import event_make, finish, start

pytestmark = pytest.mark.e2e


def follow(person: Person, path: str) -> Person:
    person.go(path)
    person.until(lambda: person.page.evaluate("document.body.dataset.live") == "live")
    person.page.evaluate("window.notReloaded = true")
    return person


def test_all_browsers_follow_a_correction_of_round_1_during_round_4(
    house: House, visit: Visit
) -> None:
    player = house.site.person("zhiyuan")
    event = event_make(player=player)
    for _number in (1, 2, 3):
        finish(event, start(event))
    start(event)
    address = f"/events/{event.tournament.pk}"
    seated = event.state.rounds[1].tables[1].ledger[0][0].person
    phone = follow(visit(size=(360, 640)), f"{address}/standings/")
    table = follow(visit(size=(360, 640)), f"{address}/rounds/1/tables/1/")
    screen = follow(visit(size=(1280, 720)), f"{address}/screen/")
    desk = follow(visit(event.account, size=(390, 844)), f"{address}/desk/")
    watchers = (phone, table, screen, desk)
    line = phone.page.locator(f"#p-{seated}")
    before = line.inner_text()
    plan = event.state.rounds[4].plan

    organiser = visit(event.account, size=(360, 640))
    page = organiser.go(f"{address}/desk/rounds/1/tables/1/")
    page.get_by_text("Correct the result …").click()
    for place, points in enumerate((-90, 30, 30, 30)):
        page.fill(f"#id_points_{place}", str(points))
    page.fill("#correct-why", "The sheet was read upside down.")
    assert narrow(organiser)
    page.get_by_role("button", name="Correct the result", exact=True).click()

    phone.until(lambda: line.inner_text() != before)
    table.until_seen("#corrected-title")
    assert "upside down" in table.page.locator("#table").inner_text()
    desk.until_seen("#calls-title")
    for one in watchers:
        assert one.page.evaluate("window.notReloaded") is True
    for one in watchers:
        assert narrow(one)
    assert event.state.rounds[4].plan == plan

    desk.page.get_by_text("1 correction asks for your decision").click()
    desk.until_seen(".effect")
    assert desk.page.locator(".effect").count() == 3
    assert narrow(desk)
    desk.page.locator("article form").last.locator("input[name=reason]").fill("All were played.")
    desk.page.get_by_role("button", name="Leave all of it as it is").click()
    desk.until(lambda: "All were played." in desk.page.locator("#corrections").inner_text())
    assert not any(one.open_effects for one in event.state.corrections.values())

    phone.page.get_by_text("As of any event").click()
    chosen = phone.page.locator("#as-of option", has_text="Round 3 confirmed").get_attribute(
        "value"
    )
    phone.page.select_option("#as-of", chosen)
    phone.page.get_by_role("button", name="Show").click()
    phone.until_seen(".as-of")
    assert phone.page.locator(f"#p-{seated}").inner_text() == before
    assert narrow(phone)
    phone.go(f"{address}/rulings/")
    assert "All were played." in phone.page.locator("#rulings").inner_text()
    assert narrow(phone)


@pytest.mark.parametrize("path", ["desk/settings/", "desk/officials/", "desk/corrections/", ""])
def test_no_page_of_disputes_sticks_out_of_a_small_phone(
    house: House, visit: Visit, path: str
) -> None:
    event = event_make()
    finish(event, start(event))
    person = visit(event.account, size=(360, 640), language="zh-CN")
    page = person.go(f"/events/{event.tournament.pk}/{path}")
    for fold in page.locator("main summary").all():
        fold.click()
    assert narrow(person)
