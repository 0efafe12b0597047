"""Coming in by an invitation, on a phone; looking after a club with a security key."""

from __future__ import annotations

import re
import time
from email import message_from_string
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from accounts.models import User
from config.messages import compile_catalogues
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.tables.live.site import Site
from tournaments.clubs import services
from tournaments.clubs.models import Club, Invitation, Membership, Role
from tournaments.clubs.services import ClubDetails, NewLink

pytestmark = pytest.mark.e2e
PHONE = (360, 640)


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where messages arrive."""
    return tmp_path_factory.mktemp("post")


@pytest.fixture(scope="module")
def house(site: Site, post: Path) -> House:
    """A site that sends messages and asks for second factors."""
    compile_catalogues()
    server = site.serve(EMAIL_URL=f"file://{post}", MFA_REQUIRED="1")
    return House(site, f"http://localhost:{server.port}")


def code_in(post: Path, address: str) -> str:
    """The code in the newest message to an address."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for path in sorted(post.iterdir(), reverse=True):
            message = message_from_string(path.read_text())
            body = message.get_payload(decode=True)
            assert isinstance(body, bytes)
            found = re.search(r"^[A-Z0-9-]{6,9}$", body.decode(), re.MULTILINE)
            if message["To"] == address and found:
                return found[0]
        time.sleep(0.1)
    raise AssertionError(f"no code for {address} came")


def club_of(house: House) -> tuple[User, Club]:
    owner = house.site.person("olga")
    return owner, services.club_create(
        account=owner, details=ClubDetails(f"枫桥 {uuid4().hex[:6]}")
    )


def fits(person: Person) -> bool:
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_new_person_joins_a_club_on_a_phone(house: House, visit: Visit, post: Path) -> None:
    owner, club = club_of(house)
    invitation = services.invitation_create(
        club=club, account=owner, own_role=Role.OWNER, wanted=NewLink(Role.PLAYER, uses=1)
    )
    person = visit(size=PHONE, language="zh-CN")
    page = person.go(f"/join/{invitation.token}/")
    assert club.name in page.locator("h1").inner_text()
    assert fits(person)
    page.get_by_role("button", name="注册并加入").click()
    address = f"{uuid4().hex[:8]}@club.example"
    page.locator("#id_display_name").fill("渡辺 שלום")
    page.locator("#id_email").fill(address)
    page.locator("#id_password1").fill("four winds blow")
    assert fits(person)
    page.locator("main button[type=submit]").click()
    page.locator("#id_code").fill(code_in(post, address))
    assert fits(person)
    page.get_by_role("button", name="确认").click()
    page.wait_for_url(f"**/clubs/{club.slug}/")
    assert f"您已加入{club.name}" in page.locator(".messages[role=status]").inner_text()
    assert "渡辺 שלום" in page.locator("header .me").inner_text()
    assert fits(person)
    member = Membership.objects.get(club=club, account__email=address)
    assert member.role == Role.PLAYER
    assert Invitation.objects.get(pk=invitation.pk).uses_left == 0


def test_owner_sets_up_a_security_key_and_makes_a_link(house: House, visit: Visit) -> None:
    owner, club = club_of(house)
    owner.set_password("four winds blow")
    owner.save()
    person = visit(size=PHONE)
    page = person.go("/log-in/")
    keys = person.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "usb", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }})  # fmt: skip
    page.locator("#id_login").fill(owner.username)
    page.locator("#id_password").fill("four winds blow")
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/")
    person.go(f"/clubs/{club.slug}/invitations/")
    assert "second-factor/needed" in page.url
    assert fits(person)
    page.get_by_role("link", name="Set it up with a security key").click()
    page.locator("#id_password").fill("four winds blow")
    page.locator("main button[type=submit]").click()
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/recovery-codes/")
    assert fits(person)
    person.go(f"/clubs/{club.slug}/invitations/")
    page.get_by_role("button", name="Make a link").click()
    page.wait_for_url(re.compile(r"/invitations/\d+/$"))
    link = page.locator(".link-to-share").inner_text()
    assert urlsplit(link).path == f"/join/{Invitation.objects.get(club=club).token}/"
    drawn = page.locator("svg.qr").bounding_box()
    assert drawn
    assert drawn["width"] > 150
    assert fits(person)


def test_menu_of_the_account_works_by_keyboard_alone(house: House, visit: Visit) -> None:
    person = visit(house.site.person("ann"), size=PHONE)
    page = person.go("/clubs/")
    assert fits(person)
    menu = page.locator(".account-menu summary")
    menu.focus()
    page.keyboard.press("Enter")
    assert page.get_by_role("button", name="Log out").is_visible()
    assert fits(person)
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.textContent.trim()") != "Log out":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Log in").wait_for()
