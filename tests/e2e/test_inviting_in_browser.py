"""Coming to one event by its link, on phones."""

from __future__ import annotations

import re

import pytest

from config.messages import compile_catalogues
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.tables.live.site import Site
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import terms
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.terms import Details

pytestmark = pytest.mark.e2e
PHONE = (360, 640)


@pytest.fixture(scope="module")
def house(site: Site) -> House:
    compile_catalogues()
    server = site.serve(MFA_REQUIRED="0")
    return House(site, f"http://localhost:{server.port}")


def fits(person: Person) -> bool:
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_organiser_invites_and_somebody_from_elsewhere_enters(house: House, visit: Visit) -> None:
    club, cast = club_make()
    tournament = services.tournament_create(
        club=club,
        account=cast["organiser"],
        details=Details("西施杯"),
        terms=terms(entry_by="invitation", visibility="club"),
    )
    event = Event(tournament, cast["organiser"]).do(c.OpenRegistration())
    organiser = visit(cast["organiser"], size=PHONE)
    desk = organiser.go(f"/events/{tournament.pk}/desk/players/")
    desk.get_by_role("link", name="Invite").click()
    assert fits(organiser)
    desk.get_by_role("button", name="Make a link").click()
    desk.wait_for_url(re.compile(r"/invitations/\d+/$"))
    drawn = desk.locator("svg.qr").bounding_box()
    assert drawn
    assert drawn["width"] > 150
    assert fits(organiser)
    link = desk.locator(".link-to-share").inner_text()
    guest = visit(cast["visitor"], size=PHONE, language="zh-CN")
    page = guest.go(re.sub(r"^https?://[^/]+", "", link))
    assert "不必是俱乐部成员" in page.locator("main").inner_text()
    assert fits(guest)
    page.get_by_role("button", name="报名参加").click()
    page.wait_for_url(f"**/events/{tournament.pk}/")
    assert fits(guest)
    assert [one.person.name for one in event.state.entries.values()] == ["Visitor"]
