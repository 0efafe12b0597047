"""An event watched from a phone and on the big screen: both follow it without being reloaded."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from tests.e2e.conftest import Visit
from tests.e2e.person import House
from tests.e2e.person import Person as Window
from tests.e2e.test_lobby_in_browser import narrow
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import MINUTE, terms
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.pairing import swiss_plan
from tournaments.domain.parts import Person, Result
from tournaments.domain.terms import Details, PenaltyRule, Stage

pytestmark = pytest.mark.e2e

NAMES = (
    "陈志远", "林小梅", "王建国", "渡辺直美", "Ólafur Ragnar", "محمد علي", "<b>Bo</b>", "🀄 Red",
    "赵丽华", "Anna", "Bartholomew Featherstonehaugh", "孙国强", "周雅琴", "吴海涛", "郑晓燕",
    "Zoe",
)  # fmt: skip


def now() -> int:
    return int(timezone.now().timestamp() * 1000)


def event_make(name: str = "枫桥春季公开赛", player: User | None = None) -> Event:
    """Sixteen players, with real tiles; one of them has an account."""
    club, cast = club_make()
    tournament = services.tournament_create(
        club=club,
        account=cast["organiser"],
        details=Details(name, "枫桥文化礼堂", club=club.slug),
        terms=terms(
            Stage("main", "swiss", 4),
            play="points",
            round_ms=45 * MINUTE,
            tie_breaks=("table_points", "game_points", "wins", "opponents", "lot"),
            penalties=(PenaltyRule("late", "迟到", 5, 12),),
        ),
    )
    event = Event(tournament, cast["organiser"]).do(c.OpenRegistration())
    for number, one in enumerate(NAMES):
        account = str(player.pk) if player and number == 0 else None
        event.do(c.AddEntry(f"p{number}", Person(one, account=account)))
    return event.do(c.StartTournament())


def pair(event: Event) -> int:
    """Plan and publish the next round; its number."""
    seed = event.seed
    event.do(lambda state: swiss_plan(state, "main", seed))
    number = len(event.state.rounds)
    event.do(c.PublishPairings(number, event.state.rounds[number].plan.edition))
    return number


def start(event: Event, ago_ms: int = 0) -> int:
    number = pair(event)
    edition = event.state.rounds[number].plan.edition
    event.do(c.StartRound(number, edition, now() - ago_ms))
    return number


def result(event: Event, number: int, table: int, first: int = 40) -> None:
    points = Result((first, 11, -11, -first), (), "organiser")
    event.do(c.TakeResult(number, table, None, points))


def finish(event: Event, number: int) -> None:
    for table in event.state.rounds[number].tables:
        result(event, number, table, 40 + 3 * table)
    event.do(c.ConfirmRound(number))


def keeps_what_was_typed(mine: Window, event: Event, number: int, seat: int) -> None:
    """News of other tables arrive while somebody writes: nothing is lost, nothing closes."""
    field = "#me .finished input[name=text]"
    mine.page.locator("#me .finished summary").click()
    mine.page.locator(field).press_sequentially("tai were")
    for other in event.state.rounds[number].tables:
        if other != seat:
            result(event, number, other, 5)
    mine.page.evaluate("document.querySelector('#me').classList.add('old')")
    mine.until(lambda: not mine.has("#me.old"))
    mine.page.keyboard.type(" wrong")
    assert mine.page.locator(field).input_value() == "tai were wrong"


def test_a_phone_and_the_big_screen_follow_a_result_without_being_reloaded(
    house: House, visit: Visit
) -> None:
    player = house.site.person("zhiyuan")
    event = event_make(player=player)
    finish(event, start(event))
    address = f"/events/{event.tournament.pk}"
    phone = visit(size=(360, 640))
    mine = visit(player, size=(360, 640))
    screen = visit(size=(1280, 720))
    phone.go(f"{address}/standings/")
    mine.go("/me/")
    screen.go(f"{address}/screen/")
    for person in (phone, mine, screen):
        person.until(lambda p=person: p.page.evaluate("document.body.dataset.live") == "live")
        person.page.evaluate("window.notReloaded = true")
    before = phone.page.locator("#p-p0").inner_text()
    number = start(event)
    screen.until_seen(".headline.playing")
    screen.until(lambda: screen.page.locator(".screen-clock").inner_text().startswith("4"))
    mine.until(lambda: "Round 2" in mine.page.locator("#me .where").inner_text())
    seat = next(n for n, t in event.state.rounds[number].tables.items()
                if "p0" in [facts[0].person for facts in t.ledger])  # fmt: skip
    result(event, number, seat, 99)
    phone.until(lambda: phone.page.locator("#p-p0").inner_text() != before)
    screen.until_seen(".screen-table.done")
    mine.until_seen(".finished")
    assert "99" in screen.page.locator(".screen-table.done").inner_text()
    told = phone.page.locator("#news")
    phone.until(lambda: told.text_content() == "This page has changed.")
    keeps_what_was_typed(mine, event, number, seat)
    for person in (phone, mine, screen):
        assert person.page.evaluate("window.notReloaded") is True
    assert narrow(phone)
    assert narrow(mine)


def test_who_stands_where_is_read_on_a_phone_that_looks_at_the_big_screen(
    house: House, visit: Visit
) -> None:
    event = event_make()
    finish(event, start(event))
    phone = visit(size=(390, 844))
    phone.go(f"/events/{event.tournament.pk}/screen/")
    names = phone.page.locator(".pane-standings .who")
    assert min(names.evaluate_all("all => all.map((one) => one.clientWidth)")) > 60
    assert narrow(phone)


def test_the_big_screen_turns_its_pages_and_says_when_it_is_paused_or_time_is_up(
    house: House, visit: Visit
) -> None:
    event = event_make()
    finish(event, start(event))
    number = start(event, ago_ms=44 * MINUTE + 45_000)
    screen = visit(size=(1280, 720))
    page = screen.go(f"/events/{event.tournament.pk}/screen/")
    screen.until(lambda: page.evaluate("document.body.dataset.live") == "live")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    standings = page.locator("[data-pages=standings]")
    first = standings.get_attribute("data-page")
    assert first == "1/2"
    screen.until(lambda: standings.get_attribute("data-page") == "2/2", 20)
    screen.until(lambda: page.locator(".time-up").is_visible(), 30)
    event.do(c.ExtendClock(number, None, 10 * MINUTE, now()))
    screen.until(lambda: page.locator(".time-up").is_hidden())
    event.do(c.PauseClock(number, None, now()))
    screen.until_seen(".headline.paused")
    assert page.locator(".screen-clock .held").count() == 1


def test_the_big_screen_waits_for_a_site_that_is_gone_and_catches_up_by_itself(
    house: House, visit: Visit
) -> None:
    event = event_make()
    own = house.site.serve()
    own.wait()
    screen = visit(size=(1280, 720))
    screen.offline, screen.address = True, f"http://127.0.0.1:{own.port}"
    page = screen.go(f"/events/{event.tournament.pk}/screen/")
    screen.until(lambda: page.evaluate("document.body.dataset.live") == "live")
    page.evaluate("window.notReloaded = true")
    own.kill()
    screen.until(lambda: page.locator(".screen-lost").is_visible())
    pair(event)
    house.site.serve(port=own.port).wait()
    screen.until_seen(".headline.go")
    screen.until(lambda: page.locator(".screen-lost").is_hidden())
    assert page.evaluate("window.notReloaded") is True


@pytest.mark.parametrize("path", ["", "rounds/", "standings/", "tables/", "results/",
                                  "players/p0/", "rounds/1/tables/1/"])  # fmt: skip
def test_no_page_of_an_event_sticks_out_of_a_small_phone(
    house: House, visit: Visit, path: str
) -> None:
    event = event_make()
    finish(event, start(event))
    person = visit(size=(360, 640), language="zh-CN")
    page = person.go(f"/events/{event.tournament.pk}/{path}")
    for fold in page.locator("main summary").all():
        fold.click()
    assert narrow(person)


def test_the_players_own_page_follows_all_their_events_at_once(house: House, visit: Visit) -> None:
    """Two events that run at the same time: news of either shows at once, not at the next look."""
    player = house.site.person("zhiyuan2")
    events = [event_make(name, player) for name in ("春季赛", "秋季赛")]
    reader = visit(player)
    sockets: list[str] = []
    reader.page.on("websocket", lambda socket: sockets.append(socket.url))
    page = reader.go("/me/")
    reader.until(lambda: page.evaluate("document.body.dataset.live") == "live")
    followed = {url.rstrip("/").rpartition("/")[2] for url in sockets}
    assert followed == {str(event.tournament.pk) for event in events}
    for event in events:
        pair(event)
        name = event.state.details.name
        card = page.locator(f"#me section:has-text('{name}')")
        reader.until(lambda card=card: "Table" in card.inner_text(), seconds=9)
