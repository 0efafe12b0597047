"""From the lobby to a table, in browsers that know nothing of each other."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person

pytestmark = pytest.mark.e2e


def test_host_opens_a_table_and_both_are_taken_there_when_the_guest_sits_down(
    house: House, visit: Visit
) -> None:
    host, guest = visit(house.site.person("host")), visit(house.site.person("guest"))
    page = host.go("/new/")
    page.locator("#id_name").fill("Maple Bridge")
    page.locator("#id_chair_2").select_option("")
    page.get_by_role("button", name="Open the table").click()
    assert "/gatherings/" in page.url
    lobby = guest.go("/")
    row = lobby.locator(".row", has_text="Maple Bridge")
    row.get_by_role("button", name="Sit down").click()
    for person in (host, guest):
        person.until(lambda p=person: "/tables/" in p.page.url)
        person.until_phase()
    assert host.page.url == guest.page.url
    places = [p.page.evaluate("window.laozhuang.state.you.place") for p in (host, guest)]
    assert places == [0, 2]


def test_choosing_the_other_game_shows_its_options(house: House, visit: Visit) -> None:
    person = visit(house.site.person("host"))
    page = person.go("/new/")
    assert page.locator("#id_option_all_pass").count() == 1
    page.locator("input[value=free]").check()
    person.until_seen("#id_option_free_minimum")
    assert page.locator("#id_option_all_pass").count() == 0
    assert page.locator("input[value=free]").is_checked()


def test_log_in_and_language_by_hand(house: House, visit: Visit) -> None:
    account = house.site.person("ann")
    account.set_password("correct horse")
    account.save()
    person = visit(language="zh-TW", size=(360, 640))
    page = person.go("/log-in/?next=/new/")
    assert page.locator("html").get_attribute("lang") == "zh-hant"
    page.locator("#id_login").fill(account.username)
    page.locator("#id_password").fill("correct horse")
    page.locator("main button[type=submit]").click()
    assert page.url.endswith("/new/")
    page.get_by_role("button", name="EN", exact=True).click()
    assert page.locator("h1").inner_text() == "New table"
    assert narrow(person)


@pytest.mark.parametrize("path", ["/", "/new/", "/rules/", "/log-in/", "/nowhere/"])
def test_no_page_sticks_out_of_a_small_phone(house: House, visit: Visit, path: str) -> None:
    person = visit(house.site.person("ann"), size=(360, 640), language="zh-CN")
    # The missing page answers 404, which a console calls an error.
    person.offline = path == "/nowhere/"
    page = person.go(path)
    for fold in page.locator("main summary").all():
        fold.click()
    assert narrow(person)


def narrow(person: Person) -> bool:
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
