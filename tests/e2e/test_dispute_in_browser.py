"""A disputed hand on two phones: call, queue, ruling, and the points at the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from config.messages import compile_catalogues
from engine.play.match import ClockSettings, Length
from tables import services
from tables.models import HandResult, Table
from tables.services import Sitter, Terms
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.tables.live.site import Site

pytestmark = pytest.mark.e2e
PHONE = (360, 640)
CALM = ClockSettings(decision_ms=120_000, claim_ms=20_000, reserve_ms=0, entropy_ms=20_000)


@pytest.fixture(scope="module")
def house(site: Site) -> House:
    """A site that leaves a result on the table for a while."""
    compile_catalogues()
    server = site.serve(BOT_MS="5", BETWEEN_MS="60000")
    return House(site, f"http://127.0.0.1:{server.port}")


def is_narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def is_free(page: Page, banner: str) -> bool:
    """Whether a notice that comes up leaves this banner to be read."""
    return bool(
        page.evaluate(
            """banner => {
                window.laozhuang.news("Somebody came");
                const bottom = document.querySelector(banner).getBoundingClientRect().bottom;
                return document.querySelector("#toasts p").getBoundingClientRect().top >= bottom;
            }""",
            banner,
        )
    )


def points_at(person: Person) -> list[int]:
    found: list[int] = person.state()["view"]["points"]
    return found


def call_by_keyboard(player: Person) -> None:
    """Open the dialog, close it, open it again, and tap a reason."""
    page = player.page
    page.locator("#call-referee").focus()
    page.keyboard.press("Enter")
    player.until_seen("#call-dialog[open]")
    page.keyboard.press("Escape")
    player.until(lambda: not player.has("#call-dialog[open]"))
    page.keyboard.press("Enter")
    player.until_seen("#call-dialog[open]")
    assert is_narrow(page)
    assert page.locator("#call-dialog select[name=hand] option").all_inner_texts() == ["Hand 1"]
    refused_with_its_code(player)
    page.locator("#call-dialog textarea").fill("That was no flush")
    page.locator("#call-dialog button[value=wrong_score]").focus()
    page.keyboard.press("Enter")


def refused_with_its_code(player: Person) -> None:
    """A hand that was never dealt: the sentence, and the code as its class as on every form."""
    page = player.page
    option = page.locator("#call-dialog select[name=hand] option").first
    option.evaluate("option => { option.value = '77'; }")
    # The refusal answers 422, which a console calls an error.
    player.offline = True
    page.locator("#call-dialog button[value=other]").click()
    player.until_seen("#call-dialog .message.error.code-no_such_hand:not([hidden])")
    player.offline = False
    option.evaluate("option => { option.value = '1'; }")


def test_hand_is_disputed_ruled_on_and_the_points_change_at_the_table(
    house: House, visit: Visit
) -> None:
    ann, ref = house.site.person("ann"), house.site.person("ref")
    bots = [Sitter(f"Bot {number}", level="random") for number in range(3)]
    table = services.table_open(
        terms=Terms("bao", length=Length("hands", 3), clocks=CALM),
        sitters=[Sitter(ann.public_name, account=ann), *bots],
        name="Table 7",
    )
    services.referee_assign(table=table, account=ref)
    player, referee = visit(ann, size=PHONE), visit(ref, size=PHONE)
    queue = referee.go("/cases/")
    assert "Nobody waits for you." in queue.locator("#queue").inner_text()
    player.sit(table.pk)
    player.play_hand()
    assert is_narrow(player.page)

    call_by_keyboard(player)
    player.until_seen("#paused:not([hidden])")
    player.until(lambda: "goes on by itself in" in player.page.locator("#paused").inner_text())
    player.until_seen("#called:not([hidden]) a")
    assert is_free(player.page, "#paused")

    referee.until(lambda: "Table 7" in queue.locator("#queue").inner_text())
    assert "Wrong score" in queue.locator("#queue").inner_text()
    assert is_narrow(queue)
    queue.get_by_role("button", name="Take").click()
    referee.until(lambda: "That was no flush" in queue.locator("#case").inner_text())
    assert is_narrow(queue)
    writer = visit(ann, size=PHONE)
    writing = writer.go(queue.url.removeprefix(writer.address))
    writing.locator("#statement").fill("I was still\nwriting")
    queue.get_by_role("link", name="Rule …").click()
    rule_by_hand(referee, queue)
    writer.until_seen("[data-left-over]:not([hidden])")
    assert "I was still\nwriting" in writing.locator("[data-left-over]").inner_text()
    assert not writing.locator("#statement").count()

    referee.until(lambda: "This is how it stands now." in referee.seen_all())
    seats = Table.objects.get(pk=table.pk)
    worth = HandResult.objects.get(table=table, hand=1).points
    assert sorted(worth) == [-3, -3, -3, 9]
    player.until(lambda: points_at(player) == seats.points)
    assert seats.points == worth
    player.until_seen("#paused[hidden]")
    player.until_seen("#called[hidden]")
    assert "The referee has ruled on hand 1." in player.page.locator("#announce").inner_text()


def rule_by_hand(referee: Person, page: Page) -> None:
    """Set the payments, see what would change, and make it so."""
    referee.until_seen("#ruling")
    # The page's script hides what belongs to no kind that was chosen, once it has run.
    referee.until(lambda: page.locator("[data-for~=score_set]").is_hidden())
    page.locator("input[value=score_set]").check()
    for seat, points in (("E", "9"), ("S", "-3"), ("W", "-3"), ("N", "-4")):
        page.locator(f"input[name=pay-{seat}]").fill(points)
    referee.until(lambda: "add up to" in page.locator("#preview").inner_text())
    page.locator("input[name=pay-N]").fill("-3")
    page.locator("select[name=cite]").first.select_option("L7")
    referee.until(lambda: "match after" in page.locator("#preview").inner_text())
    assert "+9" in page.locator("#preview").inner_text()
    assert is_narrow(page)
    page.locator("textarea[name=text]").fill("Counted again together")
    page.locator("#confirm").click()
