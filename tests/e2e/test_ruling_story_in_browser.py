"""The whole story of a dispute: four players, a referee, an appeal, an organiser, an auditor."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import User
from engine.play.match import ClockSettings, Length
from tables.demo import play_out
from tables.models import Table
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person
from tests.tables.live.site import ROOT
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import terms
from tournaments import services
from tournaments.archive.models import ArchiveOrder
from tournaments.archive.orders import archive_work
from tournaments.domain import commands as c
from tournaments.domain.dispute_terms import Clause, Disputes
from tournaments.domain.parts import Except, Result
from tournaments.domain.parts import Person as Named
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Details, Stage
from tournaments.letters.collecting import collect
from tournaments.letters.sending import send_due
from tournaments.models import TournamentRole
from tournaments.play.keeping_up import keep_up

pytestmark = pytest.mark.e2e
PHONE = (390, 844)
CALM = ClockSettings(decision_ms=120_000, claim_ms=20_000, reserve_ms=0, entropy_ms=20_000)


@dataclass
class Cup:
    """A knock-out of eight in its first round: two tables, then a final."""

    event: Event
    cast: dict[str, User]
    players: dict[str, User]

    @property
    def match(self) -> Table:
        return Table.objects.get(pk=self.event.state.rounds[1].tables[1].match)

    def at_table(self) -> list[User]:
        seats = self.event.state.rounds[1].plan.tables[0].seats
        return [self.players[entry] for entry in seats]

    def keep_up(self) -> None:
        keep_up(self.event.tournament.pk)

    def page(self, path: str = "") -> str:
        return f"/events/{self.event.tournament.pk}/{path}"


@pytest.fixture
def cup(house: House) -> Cup:
    club, cast = club_make()
    for role in ("organiser", "scorer"):
        cast[role].display_name = {"organiser": "Olga", "scorer": "Chief"}[role]
        cast[role].save()
    tournament = services.tournament_create(
        club=club,
        account=cast["organiser"],
        details=Details("Harvest cup", club=club.slug),
        terms=terms(
            Stage("cup", "knockout", 1),
            length=Length("hands", 1),
            clocks=CALM,
            regulations=(Clause("4.2", "A miscounted hand is counted again."),),
            disputes=Disputes(publicity="all"),
        ),
    )
    TournamentRole.objects.create(tournament=tournament, account=cast["scorer"], role="chief")
    event = Event(tournament, cast["organiser"]).do(c.OpenRegistration())
    players = {}
    for number in range(8):
        account = house.site.person(f"p{number}")
        # Their own, as what a first try left behind is there when it is tried again.
        address = f"{account.username}@club.example"
        EmailAddress.objects.create(user=account, email=address, verified=True, primary=True)
        players[f"e{number}"] = account
        event.do(c.AddEntry(f"e{number}", Named(account.public_name, account=str(account.pk))))
    event.do(c.StartTournament())
    for _ in range(2):
        event.do(lambda state: next_plan(state, "cup", event.seed))
    now = int(timezone.now().timestamp() * 1000)
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, now))
    made = Cup(event, cast, players)
    made.keep_up()
    return made


@pytest.fixture(autouse=True)
def _post() -> Iterator[None]:
    backend = "django.core.mail.backends.locmem.EmailBackend"
    with override_settings(EMAIL_BACKEND=backend, SITE_URL="https://mahjong.example"):
        yield


def play(cup: Cup, people: list[Person]) -> None:
    """The four play their hand in four browsers; the other table is played by itself."""
    match = cup.match
    for person in people:
        person.sit(match.pk)
    turns = 0
    while not all(person.has("#result:not([hidden])") for person in people):
        for person in people:
            turns += person.play_quickly()
        assert turns < 900
        people[0].page.wait_for_timeout(20)
    people[0].until(lambda: Table.objects.get(pk=match.pk).ended_at is not None)
    play_out(Table.objects.get(pk=cup.event.state.rounds[1].tables[2].match))
    cup.keep_up()


def dispute(player: Person, others: list[Person], match: Table) -> str:
    """One tap on a reason, from the replay; everybody else says something. The case's address."""
    page = player.go(f"/tables/{match.pk}/replay/")
    page.locator("summary[aria-label=Settings]").click()
    player.until(lambda: page.locator("#call-hand").is_visible())
    page.locator("#call-hand").click()
    page.locator("textarea[name=text]").fill("我多付了。The flush was none")
    page.get_by_role("button", name="Wrong score").click()
    player.until(lambda: "/cases/" in page.url)
    address = re.sub(r"^https?://[^/]+", "", page.url)
    for number, other in enumerate(others):
        other.go(address)
        other.page.locator("#statement").fill(f"Statement {number}")
        other.page.get_by_role("button", name="Add it to the case").click()
        other.until(lambda who=other, n=number: f"Statement {n}" in who.seen_all())
    return address


def go_on_meanwhile(cup: Cup) -> None:
    """The round is confirmed in spite of the open case, and the final paired from its result."""
    cup.keep_up()
    missing = (Except(1, "to be ruled on before the final is over"),)
    cup.event.do(c.ConfirmRound(1, missing))
    cup.event.do(lambda state: next_plan(state, "cup", cup.event.seed))
    cup.event.do(c.PublishPairings(2, cup.event.state.rounds[2].plan.edition))


def review(referee: Person, match: Table, address: str) -> None:
    """Take the case, look at the hand, and at what else it could have been worth."""
    page = referee.go("/cases/")
    page.get_by_role("button", name="Take").click()
    referee.until(lambda: "The flush was none" in referee.seen_all())
    referee.go(f"/tables/{match.pk}/review/1/")
    referee.until(lambda: page.locator("#log li").count() > 40)
    page.locator("#to-scoring").click()
    page.locator("#what-if").click()
    referee.until(lambda: "what-if" in page.url and page.locator("main form").count() > 0)
    before = Table.objects.get(pk=match.pk).version
    page.locator("select[name=laozhuang]").select_option("1")
    page.locator("form.what-if button[type=submit]").click()
    referee.until(lambda: referee.has(".compared .differs"))
    assert Table.objects.get(pk=match.pk).version == before
    referee.go(address)


def rule(referee: Person, payments: dict[str, int]) -> str:
    """Payments set by hand, with a clause cited; returns what the preview said."""
    page = referee.page
    page.get_by_role("link", name="Rule …").click()
    referee.until_seen("#ruling")
    page.locator("input[value=score_set]").check()
    for seat, points in payments.items():
        page.locator(f"input[name=pay-{seat}]").fill(str(points))
    page.locator("select[name=cite]").first.select_option("§4.2")
    referee.until(lambda: "match after" in page.locator("#preview").inner_text())
    shown = page.locator("#preview").inner_text()
    page.locator("textarea[name=text]").fill("Counted again at the table")
    page.locator("#confirm").click()
    referee.until(lambda: "The ruling is made." in referee.seen_all())
    return shown


def appeal(loser: Person, organiser: Person, chief: Person, address: str) -> None:
    """The loser appeals, the organiser names the chief referee, who upholds the ruling."""
    loser.go(address)
    loser.page.locator("summary", has_text="Appeal against the ruling").click()
    loser.page.locator("details textarea[name=text]").fill("It was a flush after all")
    loser.page.get_by_role("button", name="Appeal", exact=True).click()
    loser.until(lambda: "It was a flush after all" in loser.seen_all())
    organiser.go(address)
    organiser.page.get_by_label("Chief", exact=True).check()
    organiser.page.get_by_role("button", name="Name them").click()
    organiser.until(lambda: "Panel" in organiser.seen_all())
    chief.go(address)
    chief.page.locator("button[name=vote][value=uphold]").click()
    chief.until(lambda: chief.page.locator("button[name=vote]").count() == 0)


def turned_round(points: tuple[int, ...]) -> tuple[int, ...]:
    """Payments that put the last two of the table in front."""
    order = sorted(range(4), key=lambda place: points[place])
    wanted = dict(zip(order, (60, 40, -40, -60), strict=True))
    return tuple(wanted[place] for place in range(4))


def test_from_the_disputed_score_to_the_archive_that_proves_itself(
    house: House, visit: Visit, cup: Cup, tmp_path: Path
) -> None:
    accounts = cup.at_table()
    people = [visit(account, size=PHONE) for account in accounts]
    play(cup, people)
    match = cup.match
    was = tuple(match.points)
    address = dispute(people[0], people[1:], match)
    assert cup.event.state.rounds[1].status == "started"
    go_on_meanwhile(cup)
    paired = cup.event.state.rounds[2].plan

    watcher = visit(size=PHONE)
    bracket = watcher.go(cup.page("bracket/1/"))
    watcher.until(lambda: bracket.evaluate("document.body.dataset.live") == "live")
    referee = visit(cup.cast["referee"], size=PHONE)
    review(referee, match, address)
    wanted = turned_round(was)
    shown = rule(referee, dict(zip("ESWN", wanted, strict=True)))
    assert "Table points" in shown
    assert "Standings" in shown
    assert "Bracket, table" in shown
    cup.keep_up()
    assert tuple(cup.match.points) == wanted
    assert cup.event.state.rounds[1].tables[1].result.points == wanted
    assert cup.event.state.rounds[2].plan == paired

    organiser, chief = visit(cup.cast["organiser"], size=PHONE), visit(cup.cast["scorer"])
    appeal(people[wanted.index(min(wanted))], organiser, chief, address)
    assert "This is how it stands now." in referee.go(address).locator("#case").inner_text()

    # The picture followed by itself; what rests on the old result waits for the organiser.
    watcher.until(lambda: f"+{max(wanted)}" in bracket.locator("svg").first.text_content())
    desk = organiser.go(cup.page("desk/corrections/"))
    assert "Round 1, table 1: the result was corrected" in organiser.seen_all()
    assert decide_everything(organiser, desk) > 0
    cup.event.do(lambda state: next_plan(state, "cup", cup.event.seed))
    finalists = set(cup.event.state.rounds[2].plan.tables[0].seats)
    seats = cup.event.state.rounds[1].plan.tables[0].seats
    assert finalists & set(seats) == {seats[place] for place in range(4) if wanted[place] > 0}
    told = letters(cup)
    assert {account.pk for account in accounts} <= told

    finish(cup)
    archive = download(organiser, cup, tmp_path)
    proved = verify(archive)
    assert proved.returncode == 0, proved.stdout + proved.stderr
    altered = tmp_path / "altered.zip"
    altered.write_bytes(archive.read_bytes().replace(b"manifest.json", b"manifest.jsoN"))
    assert verify(altered).returncode == 1


def decide_everything(organiser: Person, desk: Page) -> int:
    """Pair again what is not played yet, and leave the rest with a reason; how many decisions."""
    taken = 0
    while desk.locator("section.effect button[name=choice]").count():
        form = desk.locator("section.effect form").first
        form.locator("input[name=reason]").fill("Ruled on before the final")
        again = form.locator("button[name=choice][value=pair_again]")
        (again if again.count() else form.locator("button[value=keep]")).click()
        desk.wait_for_load_state()
        organiser.until(lambda: "Decided." in organiser.seen_all())
        taken += 1
        assert taken < 10
    return taken


def letters(cup: Cup) -> set[int]:
    """Whom e-mails about the ruling went to."""
    mail.outbox.clear()
    collect(cup.event.tournament.pk, timezone.now())
    send_due()
    addresses = {address for letter in mail.outbox for address in letter.to}
    found = EmailAddress.objects.filter(email__in=addresses)
    return set(found.values_list("user_id", flat=True))


def finish(cup: Cup) -> None:
    """The final is entered by the organiser, and the event closed."""
    now = int(timezone.now().timestamp() * 1000)
    edition = cup.event.state.rounds[2].plan.edition
    cup.event.do(c.PublishPairings(2, edition), c.StartRound(2, edition, now))
    for number in cup.event.state.rounds[2].tables:
        cup.event.do(c.TakeResult(2, number, None, Result((30, 10, -10, -30), (), "organiser")))
    cup.event.do(c.ConfirmRound(2), c.FinishTournament(cup.event.seed))


def download(organiser: Person, cup: Cup, folder: Path) -> Path:
    page = organiser.go(cup.page("desk/archive/"))
    page.get_by_role("button", name="Make the archive").click()
    organiser.until(lambda: "It waits for its turn." in organiser.seen_all())
    # Nobody works here but this test.
    assert archive_work(ArchiveOrder.objects.get(tournament=cup.event.tournament).pk)
    link = page.get_by_role("link", name="Download the archive")
    organiser.until(lambda: link.count() == 1)
    with page.expect_download() as coming:
        link.click()
    archive = folder / "cup.zip"
    coming.value.save_as(archive)
    return archive


def verify(archive: Path) -> subprocess.CompletedProcess[str]:
    """The auditor's own run, without the site."""
    command = [sys.executable, "-m", "engine", "verify", str(archive)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
