"""A table with real tiles on two phones: one enters, the other sees it at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from engine.play.match import Length
from tables import services
from tables.models import Table
from tables.scored import services as scored
from tables.services import Sitter, Terms
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.engine.scored.keeper import exhausted, won

pytestmark = pytest.mark.e2e
PHONE = (360, 640)


def open_table(house: House, **terms: object) -> tuple[Table, list]:
    people = [house.site.person(name) for name in ("ann", "bo", "cai", "dan")]
    table = services.table_open(
        terms=Terms(ruleset="bao", length=Length("hands", 2), play="scored", **terms),
        sitters=[Sitter(person.public_name, account=person) for person in people],
    )
    return table, people


def is_narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def pick(page: Page, name: str, value: str) -> None:
    page.locator(f"input[name={name}][value='{value}']").check()


def enter_a_win(page: Page) -> None:
    """Bo wins off Cai against Ann's contract."""
    for name, value in (("by", "0"), ("winner", "1"), ("source", "discard"), ("discarder", "2")):
        pick(page, name, value)


def seen_preview(person: Person, text: str) -> None:
    person.until(lambda: text in person.page.locator("#preview").inner_text())


def test_a_hand_entered_on_one_phone_is_confirmed_on_another(house: House, visit: Visit) -> None:
    table, people = open_table(house)
    bo, cai = visit(people[1], size=PHONE), visit(people[2], size=PHONE)
    there = cai.go(f"/tables/{table.pk}/score/")
    page = bo.go(f"/tables/{table.pk}/")
    assert page.url.endswith("/score/")
    assert is_narrow(page)
    page.locator("#enter-hand").click()
    enter_a_win(page)
    assert is_narrow(page)
    seen_preview(bo, "tai are less than the minimum")
    page.locator("[data-element=all_chows] input").check()
    seen_preview(bo, "1 tai")
    bo.until(lambda: "not together with All chows (E3)" in page.locator("#entry").inner_text())
    out = page.locator("[data-element=all_pungs] input")
    out.focus()
    page.keyboard.press("Space")
    assert not out.is_checked()
    page.locator("#save").click()
    assert "Hand 1 is on the sheet." in page.locator(".messages").inner_text()

    cai.until_seen(".asks")
    assert re.search(r"Bo\d* wins on a discard", there.locator(".asks").inner_text())
    assert "+9" in there.locator("[data-key=totals]").inner_text()
    assert is_narrow(there)
    there.get_by_role("button", name="Yes, confirm").click()
    bo.until(lambda: re.search(r"✓ Bo\d*, Cai", page.locator("#hand-1").inner_text()) is not None)


def test_what_is_contested_and_put_right_is_seen_by_everybody(house: House, visit: Visit) -> None:
    table, people = open_table(house)
    bo, cai = visit(people[1], size=PHONE), visit(people[2], size=PHONE)
    page = bo.go(f"/tables/{table.pk}/score/hands/1/")
    enter_a_win(page)
    page.locator("[data-element=all_chows] input").check()
    page.locator("#save").click()
    there = cai.go(f"/tables/{table.pk}/score/")
    # What is open on a page, and typed, stays when news come.
    page.locator("#hand-1 details[data-open=contest-1] summary").click()
    page.locator("#hand-1 details[data-open=contest-1] input[name=text]").fill("half typed")
    there.locator("#hand-1 details[data-open=contest-1] summary").click()
    there.locator("#hand-1 details[data-open=contest-1] input[name=text]").fill("it was a flush")
    there.get_by_role("button", name="Contest", exact=True).click()
    bo.until(lambda: "it was a flush" in page.locator("#hand-1").inner_text())
    field = page.locator("#hand-1 details[data-open=contest-1] input[name=text]")
    assert field.input_value() == "half typed"
    page.get_by_role("link", name="Put right …").click()
    page.locator("[data-element=all_chows] input").uncheck()
    page.locator("[data-element=full_flush] input").check()
    seen_preview(bo, "3 tai")
    page.locator("input[name=reason]").fill("I had not seen it")
    page.locator("#save").click()
    cai.until(lambda: "3 tai" in there.locator("#hand-1").inner_text())


def test_the_same_hand_on_two_phones_is_noticed_while_it_is_entered(
    house: House, visit: Visit
) -> None:
    table, people = open_table(house)
    bo, cai = visit(people[1], size=PHONE), visit(people[2], size=PHONE)
    pages = [one.go(f"/tables/{table.pk}/score/hands/1/") for one in (bo, cai)]
    for page in pages:
        enter_a_win(page)
        page.locator("[data-element=all_chows] input").check()
    pages[0].locator("#save").click()
    cai.until_seen("#elsewhere:not([hidden])")
    pages[1].locator("#save").click()
    assert "that confirms it" in pages[1].locator(".messages").inner_text()
    assert pages[1].locator(".hand-entry").count() == 1


def test_a_hand_is_tapped_in_on_the_tile_pad(house: House, visit: Visit) -> None:
    table, people = open_table(house)
    bo = visit(people[1], size=PHONE)
    page = bo.go(f"/tables/{table.pk}/score/hands/1/")
    enter_a_win(page)
    pick(page, "way", "tiles")

    def tap(target: str, *kinds: str) -> None:
        page.locator(f"[data-pad='{target}']").click()
        for kind in kinds:
            page.locator(f"[data-pad='key-{kind}']").click()

    tap("wild_kinds", "8s", "9s")
    tap("meld-pung", "7z")
    tap("concealed", "2m", "3m", "4m", "4m", "5m", "6m", "7m", "8m", "9m", "2m")
    tap("winning_tile", "2m")
    seen_preview(bo, "3 tai")
    assert page.locator("[name=melds]").input_value() == "pung 777z"
    assert is_narrow(page)
    page.locator("[data-pad='concealed-0']").click()
    seen_preview(bo, "concealed tiles")
    tap("concealed", "2m")
    seen_preview(bo, "3 tai")
    page.locator("#save").click()
    assert "Dragon pung" in page.locator("#hand-1").text_content()


def test_the_form_is_filled_in_by_keyboard_alone(house: House, visit: Visit) -> None:
    table, people = open_table(house)
    bo = visit(people[1], size=PHONE)
    page = bo.go(f"/tables/{table.pk}/score/hands/1/")
    page.locator("input[name=by]").first.focus()
    page.keyboard.press("Space")
    pick(page, "outcome", "exhausted")
    page.locator("input[name=outcome][value=exhausted]").focus()
    seen_preview(bo, "−15")
    page.locator("#save").focus()
    page.keyboard.press("Enter")
    bo.until_seen("#hand-1")


def test_a_chinese_reader_meets_no_english_and_no_wide_page(house: House, visit: Visit) -> None:
    table, people = open_table(house)
    bo = visit(people[1], size=PHONE, language="zh-CN")
    page = bo.go(f"/tables/{table.pk}/score/hands/1/")
    enter_a_win(page)
    page.locator("[data-element=all_chows] input").check()
    seen_preview(bo, "1台")
    assert is_narrow(page)
    page.locator("#save").click()
    text = page.locator("main").inner_text()
    assert not re.search(r"[A-Za-z]{4,}", re.sub(r"\b(Ann|Bo|Cai|Dan)\w*", "", text))


def test_final_points_show_their_sum(house: House, visit: Visit) -> None:
    table, people = open_table(house)
    bo = visit(people[1], size=PHONE)
    page = bo.go(f"/tables/{table.pk}/score/points/")
    for place, value in enumerate(("30", "-12", "-8", "-9")):
        page.locator(f"#points-{place}").fill(value)
    assert page.locator("#points-sum").inner_text() == "1"
    page.locator("#points-3").fill("-10")
    page.locator("main button[type=submit]").click()
    assert "+30" in page.locator("[data-key=totals]").inner_text()


def test_the_last_confirmation_ends_the_match_on_every_phone(house: House, visit: Visit) -> None:
    table, people = open_table(house)
    entry = exhausted(2, 2)
    for hand in (1, 2):
        scored.hand_enter(table=table, account=people[0], hand=hand, entry=entry)
    scored.hand_confirm(table=table, account=people[2], hand=1)
    ann, cai = visit(people[0], size=PHONE), visit(people[2], size=PHONE)
    page = ann.go(f"/tables/{table.pk}/score/")
    cai.go(f"/tables/{table.pk}/score/").get_by_role("button", name="Yes, confirm").click()
    ann.until_seen("#verify")
    page.locator("#verify").click()
    ann.until(lambda: "The record proves itself" in page.locator("#report").inner_text())
    assert "there is no wall to prove" in page.locator("#report").inner_text()


def test_what_if_is_asked_on_a_phone_one_thing_after_the_other(house: House, visit: Visit) -> None:
    table, people = open_table(house)
    entry = won(1, "all_pungs", "dragon_pung", off=2)
    scored.hand_enter(table=table, account=people[1], hand=1, entry=entry)
    bo = visit(people[1], size=PHONE)
    page = bo.go(f"/tables/{table.pk}/review/1/")
    page.locator("#what-if").click()
    assert is_narrow(page)
    page.get_by_label("Half flush").check()
    page.get_by_role("button", name="Score it").click()
    bo.until(lambda: page.locator("tr.differs").count() > 2)
    assert "Half flush" in page.locator("ul.changes").inner_text()
    assert is_narrow(page)
    page.get_by_label("Whose tile").select_option("E")
    page.get_by_role("button", name="Score it").click()
    bo.until(lambda: "Whose tile" in page.locator("ul.changes").inner_text())
    assert "Half flush" in page.locator("ul.changes").inner_text()
