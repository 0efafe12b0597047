"""What officials' pages do by themselves: an office that is lost, an archive that is being made."""

from __future__ import annotations

import pytest

from engine.archive.checking import verify_archive
from engine.play.match import Length
from tables import services
from tables.cases import services as cases
from tables.models import RefereeAssignment
from tables.services import Sitter, Terms
from tests.e2e.conftest import Visit
from tests.e2e.person import House
from tests.tournaments.archive.conftest import played_through
from tests.tournaments.jobs.test_worker import event_of
from tournaments.archive.models import ArchiveOrder
from tournaments.archive.orders import archive_work

pytestmark = pytest.mark.e2e
PHONE = (360, 640)


def test_the_queue_of_a_referee_who_is_taken_off_is_empty_at_once(
    house: House, visit: Visit
) -> None:
    ann, ref = house.site.person("ann"), house.site.person("ref")
    table = services.table_open(
        terms=Terms("bao", length=Length("open"), play="scored"),
        sitters=[Sitter("Ann", account=ann), *(Sitter(name) for name in ("Bo", "Cai", "Dan"))],
        name="Table 9",
    )
    services.referee_assign(table=table, account=ref)
    cases.referee_call(table=table, account=ann, reason="other", hand=0)
    referee = visit(ref, size=PHONE)
    page = referee.go("/cases/")
    assert "Table 9" in page.locator("#queue").inner_text()
    referee.until(lambda: page.locator("body").get_attribute("data-live") == "live")
    RefereeAssignment.objects.filter(table=table).delete()
    referee.until(lambda: "Nobody waits for you." in page.locator("#queue").inner_text(), 20)
    assert "Table 9" not in referee.seen_all()
    page.wait_for_timeout(5_000)
    assert page.locator("body").get_attribute("data-live") == "live"


def test_an_archive_is_asked_for_and_its_page_says_how_far_it_is_and_hands_it_out(
    house: House, visit: Visit
) -> None:
    event = played_through(event_of(house.site))
    organiser = visit(event.account, size=PHONE)
    page = organiser.go(f"/events/{event.tournament.pk}/desk/archive/")
    page.get_by_role("button", name="Make the archive").click()
    organiser.until(lambda: "It waits for its turn." in page.locator("#archive-state").inner_text())
    order = ArchiveOrder.objects.get(tournament=event.tournament)
    rows = ArchiveOrder.objects.filter(pk=order.pk)
    rows.update(status="making", steps_done=3, steps=10)
    organiser.until(lambda: page.locator("progress[value='30']").count() == 1)
    assert "30 %" in page.locator("#archive-state").inner_text()
    rows.update(status="queued")
    archive_work(order.pk)
    link = page.get_by_role("link", name="Download the archive")
    organiser.until(lambda: link.count() == 1)
    width = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert width
    with page.expect_download() as coming:
        link.click()
    path = coming.value.path()
    assert coming.value.suggested_filename.endswith(".zja.zip")
    assert verify_archive(path.read_bytes()).ok
