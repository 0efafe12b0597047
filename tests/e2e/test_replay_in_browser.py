"""A finished match in the browser: every step has an address, and the record proves itself."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from engine.view import view
from tables import demo, selectors
from tables.models import Table
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person

pytestmark = pytest.mark.e2e


def finished(house: House) -> Table:
    """A match of two hands by built-in players, played to its end without waiting."""
    table = house.site.table([], hands=2, level="random")
    demo.play_out(table)
    table.refresh_from_db()
    return table


def step_of(person: Person) -> int:
    return int(person.page.evaluate("window.laozhuangReplay?.step ?? -1"))


def open_at(person: Person, table: Table, step: int, query: str = "") -> None:
    person.go(reverse("replay-step", args=[table.pk, step]) + query)
    person.until(lambda: step_of(person) == step)


def test_steps_by_event_and_hand_forward_and_back_each_with_an_address(
    house: House, visit: Visit
) -> None:
    table = finished(house)
    person = visit()
    page = person.page
    open_at(person, table, 20)
    for key, moved in (("ArrowRight", 21), ("ArrowRight", 22), ("ArrowLeft", 21)):
        page.keyboard.press(key)
        assert step_of(person) == moved
        assert page.url.endswith(f"/replay/{moved}/")
    deals = [e["seq"] for e in selectors.events_since(table, selectors.REPLAY)
             if e["type"] == "HandDealt"]  # fmt: skip
    page.keyboard.press("ArrowDown")
    assert step_of(person) == deals[1]
    page.keyboard.press("ArrowUp")
    assert step_of(person) == deals[0]
    page.locator("#slider").focus()
    page.keyboard.press("End")
    assert step_of(person) == table.version
    assert page.locator("#result .standing tr").count() == 4


def test_every_step_shows_what_the_server_would_show(house: House, visit: Visit) -> None:
    table = finished(house)
    person = visit()
    open_at(person, table, table.version)
    log = selectors.lines(table)
    for step in (*range(table.version, 0, -17), 0):
        mine = person.page.evaluate(
            "(n) => JSON.stringify(window.laozhuangReplay.steps.at(n))", step
        )
        server = view(selectors.state_at(log, step), selectors.REPLAY)
        assert json.loads(mine) == json.loads(json.dumps(server)), step


def test_seen_from_one_seat_the_other_hands_are_covered(house: House, visit: Visit) -> None:
    table = finished(house)
    person = visit()
    page = person.page
    deal = next(e["seq"] for e in selectors.events_since(table, selectors.REPLAY)
                if e["type"] == "HandDealt")  # fmt: skip
    open_at(person, table, deal)
    assert page.locator(".concealed .tile.back").count() == 0
    page.locator("#settings summary").click()
    page.locator("#as").select_option("2")
    assert page.url.endswith("?as=2")
    assert page.locator(".concealed .tile.back").count() in (39, 40)
    assert page.locator(".self .concealed .tile:not(.back)").count() in (13, 14)


def test_verify_button_tells_that_the_record_holds(house: House, visit: Visit) -> None:
    table = finished(house)
    person = visit()
    page = person.page
    open_at(person, table, 0)
    page.locator("#settings summary").click()
    page.locator("#verify").click()
    person.until(lambda: person.has(".report"))
    report = page.locator(".report").inner_text()
    assert f"ok: {table.version} events, 2 hands" in report
    page.locator("[data-close-report]").click()
    with page.expect_download() as download:
        page.locator("#settings summary").click()
        page.locator("a[download]").click()
    assert download.value.suggested_filename == f"{table.pk}.zjr.jsonl"


@pytest.mark.parametrize(("digest", "verdict"), [(None, "1/1"), ("0" * 64, "0/1")])
def test_head_kept_by_the_browser_is_looked_for_in_the_record(
    house: House, visit: Visit, digest: str | None, verdict: str
) -> None:
    table = finished(house)
    end = next(
        line for line in selectors.lines(table) if type(line.event).__name__ == "SecretOpened"
    )
    person = visit()
    page = person.page
    open_at(person, table, 0)
    page.evaluate(
        "([key, heads]) => localStorage.setItem(key, JSON.stringify(heads))",
        [f"laozhuang.heads.{table.pk}", [{"version": end.seq, "hash": digest or end.hash}]],
    )
    page.locator("#settings summary").click()
    page.locator("#verify").click()
    person.until_seen(".report [data-heads]")
    person.until(lambda: page.locator("[data-heads]").inner_text() == verdict)
    assert person.has(".report.bad") == (digest is not None)
