"""People play in real browsers."""

from __future__ import annotations

import json

import pytest

from engine.play.match import Aids, ClockSettings
from tables import selectors
from tests.e2e.conftest import Visit
from tests.e2e.person import House, Person

pytestmark = pytest.mark.e2e

CALM = ClockSettings(decision_ms=60_000, claim_ms=20_000, reserve_ms=120_000, entropy_ms=20_000)


def points_add_up(person: Person) -> bool:
    return sum(person.state()["view"]["points"]) == 0


@pytest.mark.parametrize(
    ("language", "size", "word"),
    [("zh-CN", (390, 844), "叫牌"), ("en-GB", (1280, 800), "Auction")],
    ids=["chinese on a phone", "english on a desk"],
)
def test_person_plays_a_whole_bao_hand_against_built_in_players(
    house: House, visit: Visit, language: str, size: tuple[int, int], word: str
) -> None:
    ann = house.site.person("ann")
    person = visit(ann, language=language, size=size)
    page = person.go("/")
    page.click('form[action="/play/bao/"] button')
    person.until_phase("auction")
    assert page.locator("#panel-title").inner_text() == word
    person.play_hand()
    view = person.state()["view"]
    assert view["result"]["type"] in ("HandWon", "HandExhausted")
    assert page.locator("#result .payments tr").count() == 4
    assert points_add_up(person)
    if view["result"]["type"] == "HandWon":
        cited = page.locator("#result .elements tbody a").all_inner_texts()
        assert cited == [e["rule"] for e in view["result"]["breakdown"]["elements"]]


def test_four_people_play_a_hand_while_one_loses_the_connection_twice(
    house: House, visit: Visit
) -> None:
    accounts = [house.site.person(name) for name in ("ann", "bo", "cai", "dan")]
    table = house.site.table(accounts, hands=1, clocks=CALM)
    people = [visit(account, size=(390, 844)) for account in accounts]
    for person in people:
        person.sit(table.pk)
    unlucky, losses, turns = people[1], 0, 0
    while not all(p.has("#result:not([hidden])") for p in people):
        for person in people:
            turns += person.play_quickly()
        if losses < 2 and unlucky.state()["version"] > 40 * (losses + 1):
            lose_and_find(unlucky, people)
            losses += 1
        assert turns < 900
        people[0].page.wait_for_timeout(20)
    assert losses == 2
    table.refresh_from_db()
    for place, person in enumerate(people):
        server = selectors.view_for(table, selectors.viewer_for(accounts[place], table))
        person.until(lambda p=person, s=server: p.state()["version"] == s["version"])
        assert as_json(person.state()["view"]) == as_json(server["view"])


def as_json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def lose_and_find(unlucky: Person, people: list[Person]) -> None:
    """The network goes; the others play on for a moment; it comes back."""
    unlucky.offline = True
    unlucky.context.set_offline(True)
    unlucky.until(lambda: unlucky.state()["status"] != "live")
    assert unlucky.page.locator("#offline").is_visible()
    for _ in range(4):
        for person in people:
            if person is not unlucky:
                person.play_quickly()
    unlucky.context.set_offline(False)
    unlucky.until(lambda: unlucky.state()["status"] == "live")
    unlucky.offline = False


def test_keys_alone_play_a_hand(house: House, visit: Visit) -> None:
    ann = house.site.person("ann")
    table = house.site.table([ann], level="random", clocks=CALM)
    person = visit(ann)
    page = person.sit(table.pk)
    for _ in range(1500):
        if person.has("#result:not([hidden])"):
            break
        if person.has(".rung") and not person.has(".spoken .made"):
            for key in ("b", "ArrowRight", "ArrowDown", "ArrowUp", "Enter"):
                page.keyboard.press(key)
        elif person.has(".act-pass"):
            page.keyboard.press("w")
            page.keyboard.press(" ")
        elif person.has(".picker"):
            name_by_keys(person)
        elif person.has("#hand.turn"):
            page.keyboard.press("w")
            page.keyboard.press("ArrowLeft")
            assert page.evaluate("document.activeElement.matches('#hand .tile.selected, body')")
            page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    assert person.has("#result:not([hidden])")
    page.keyboard.press("Escape")
    assert not person.has("#result:not([hidden])")


def name_by_keys(person: Person) -> None:
    """B goes to the first kind; the next ones that fit, and the button, by arrow and Tab."""
    page = person.page
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    for _ in range(40):
        if person.has(".confirm:not([disabled])"):
            break
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.matches('.picker button:not(.faded)')"):
            page.keyboard.press("Enter")
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('.confirm')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1280, 800)])
def test_nothing_sticks_out_and_every_tile_has_a_name(
    house: House, visit: Visit, size: tuple[int, int]
) -> None:
    ann = house.site.person("ann")
    table = house.site.table([ann], level="sensible", clocks=CALM)
    person = visit(ann, size=size)
    page = person.sit(table.pk)
    result = "#result:not([hidden])"
    for _look in range(12):
        person.until(lambda: bool(person.state()["legal"]) or person.has(result))
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert nameless(person) == []
        assert too_small(person) == []
        if person.has(result):
            break
        version = person.state()["version"]
        person.until(lambda: person.play_once() or person.has(result))
        person.until(lambda v=version: person.state()["version"] > v or person.has(result))


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)])
@pytest.mark.parametrize("discards", [4, 12, 17])
def test_board_of_a_late_hand_is_seen_whole(
    house: House, visit: Visit, size: tuple[int, int], discards: int
) -> None:
    ann = house.site.person("ann")
    table = house.site.table([ann], ruleset="free", level="random", clocks=CALM)
    person = visit(ann, size=size)
    page = person.sit(table.pk)
    person.until(lambda: person.speak_once() or person.has("#hand.turn"))
    # What was asked before the first turn takes room until it is answered.
    person.until(lambda: page.locator("#panel").is_hidden())
    shown, room, smallest = page.evaluate(
        """async (discards) => {
          const { board, state } = window.laozhuang;
          const row = "1m4m9m2p5p8p1s3s7s1z2z3z4z5z6z7z6m".match(/../g).slice(0, discards);
          const meld = { kind: "pung", tiles: "222s", stands_as: "222s", from: "E" };
          const seats = Object.fromEntries(Object.entries(state.view.seats).map(
            ([seat, held]) => [seat, { ...held, discards: row, melds: [meld, meld] }]));
          board.render({ ...state.view, phase: "turn", seats });
          for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame);
          const tiles = [...board.root.querySelectorAll(".pond .tile")];
          return [board.root.scrollHeight, board.root.clientHeight,
            Math.min(...tiles.map((tile) => tile.offsetWidth))];
        }""",
        discards,
    )
    assert shown <= room + 1
    assert smallest >= (15 if discards == 17 else 19)


def nameless(person: Person) -> list[str]:
    """Images, tiles, buttons and links that a screen reader could not name."""
    found: list[str] = person.page.evaluate(
        """() => [...document.querySelectorAll("img, [role=img], button, a, input, summary")]
          .filter((node) => node.checkVisibility() && !node.closest("[aria-hidden=true]"))
          .filter((node) => !node.getAttribute("aria-label") && !node.textContent.trim()
            && !node.labels?.length && node.getAttribute("alt") === null)
          .map((node) => node.outerHTML.slice(0, 120))"""
    )
    return found


def too_small(person: Person) -> list[str]:
    """Buttons at the own place that a thumb could miss."""
    found: list[str] = person.page.evaluate(
        """() => [...document.querySelectorAll(".own button, .panel .act, .rung")]
          .filter((node) => node.checkVisibility())
          .map((node) => [node, node.getBoundingClientRect()])
          .filter(([, box]) => box.width < 36 || box.height < 36)
          .map(([node]) => node.outerHTML.slice(0, 80))"""
    )
    return found


def test_waits_are_asked_for_with_a_button_unless_the_aid_is_off(
    house: House, visit: Visit
) -> None:
    ann = house.site.person("ann")
    person = visit(ann)
    shown = []
    for aid in (True, False):
        page = person.sit(house.site.table([ann], clocks=CALM, aids=Aids(aid)).pk)
        person.until(lambda: bool(person.state()["view"]["hand"]))
        shown.append(page.locator("#waits-button").is_visible())
        if aid:
            page.locator("#waits-button").click()
            person.until_seen("#waits :is(p, li)")
    assert shown == [True, False]


def test_dragging_a_tile_up_discards_it_and_a_short_drag_does_not(
    house: House, visit: Visit
) -> None:
    ann = house.site.person("ann")
    table = house.site.table([ann], level="random", clocks=CALM)
    person = visit(ann)
    page = person.sit(table.pk)
    while not person.has("#hand.turn"):
        person.speak_once()
        page.wait_for_timeout(30)
    tile = page.locator("#hand .tile:not(.barred)").first
    before = person.state()["view"]
    box = tile.bounding_box()
    assert box is not None
    for distance, gone in ((20, False), (140, True)):
        page.mouse.move(box["x"] + 10, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 14, box["y"] + 10 - distance, steps=4)
        page.mouse.up()
        if not gone:
            page.wait_for_timeout(300)
            assert person.state()["view"] == before
    person.until(lambda: person.state()["view"] != before)


def test_spectator_with_a_delay_sees_each_hand_as_it_was_played(house: House, visit: Visit) -> None:
    table = house.site.table([], level="random", hands=2, spectator_delay=1)
    watcher = visit()
    watcher.sit(table.pk)
    walls: list[int] = []

    def has_seen_many_draws() -> bool:
        view = watcher.state()["view"]
        if view["hand"] == 1 and view["wall_count"] not in walls:
            walls.append(view["wall_count"])
        return len(walls) > 10

    watcher.until(has_seen_many_draws)
    assert walls == sorted(walls, reverse=True)


def test_seat_played_by_a_built_in_player_is_said_and_given_back(
    house: House, visit: Visit
) -> None:
    ann, bo = house.site.person("ann"), house.site.person("bo")
    clocks = ClockSettings(60_000, 20_000, 120_000, 3_000, away_ms=1_000)
    table = house.site.table([ann, bo], level="random", clocks=clocks)
    first = visit(ann)
    first.sit(table.pk)
    first.until(lambda: first.has(".right .badge.bot"), 30)
    second = visit(bo)
    second.sit(table.pk)
    first.until(lambda: not first.has(".right .badge.bot"), 30)


def test_match_that_ended_without_its_player_promises_no_seat_back(
    house: House, visit: Visit
) -> None:
    ann = house.site.person("ann")
    clocks = ClockSettings(60_000, 20_000, 120_000, 3_000, away_ms=1_000)
    table = house.site.table([ann], hands=1, level="random", clocks=clocks)
    person = visit(ann)

    def is_over() -> bool:
        table.refresh_from_db()
        return table.ended_at is not None

    person.until(is_over)
    page = person.sit(table.pk)
    assert person.state()["view"]["players"][0]["bot"]
    assert page.locator("#played-for-you").is_hidden()


@pytest.mark.parametrize("width", [360, 1280])
def test_chows_with_the_same_tiles_show_which_run_each_makes(
    house: House, visit: Visit, width: int
) -> None:
    ann = house.site.person("ann")
    table = house.site.table([ann], level="random", clocks=CALM)
    person = visit(ann, size=(width, 740))
    page = person.sit(table.pk)
    labels, tiny, inside = page.evaluate(
        """() => {
          const { actions, state } = window.laozhuang;
          const chow = (tiles, stands_as) => ({ type: "claim", kind: "chow", tiles, stands_as });
          actions.render(
            { ...state.view, phase: "claims", wild_kinds: "8m9m",
              last: { type: "TileDiscarded", seat: "E", tile: "4p" } },
            [chow("8m5p", "345p"), chow("8m5p", "456p"), chow("56p", "456p"), { type: "pass" }]);
          const made = [...document.querySelectorAll("#actions .act-chow")];
          return [made.map((button) => button.getAttribute("aria-label")),
            made.map((button) => [...button.querySelectorAll(".stands-as .tile")]
              .map((tile) => tile.querySelector("use").getAttribute("href").split("-").at(-1))),
            made.every((button) => button.getBoundingClientRect().right <= innerWidth)];
        }"""
    )
    assert tiny == [["3p"], ["6p"], []]
    assert len(set(labels)) == 3
    assert inside


def test_thumb_discards_with_two_taps_or_with_one_where_so_set(house: House, visit: Visit) -> None:
    ann = house.site.person("ann")
    table = house.site.table([ann], level="random", clocks=CALM)
    person = visit(ann, size=(390, 844), has_touch=True, is_mobile=True)
    page = person.sit(table.pk)
    tile = "#hand.turn .tile:not(.barred):not(.is-wild)"
    for setting, taps in ((False, 2), (True, 1)):
        if setting:
            page.locator("#settings summary").tap()
            page.locator("#pref-one-tap").check()
            page.locator("#settings summary").tap()
        while not person.has(tile):
            assert not person.has("#result:not([hidden])")
            person.speak_once()
            page.wait_for_timeout(30)
        before = held(person)
        for tap in range(taps):
            assert held(person) == before
            page.locator(tile if tap == 0 else "#hand .tile.selected").last.tap()
        person.until(lambda b=before: held(person) < b)


def held(person: Person) -> int:
    """How many tiles of the own hand are still concealed."""
    view = person.state()["view"]
    return int(view["seats"]["ESWN"[(view["you"]["place"] - view["dealer"]) % 4]]["count"])


def test_pause_by_the_organiser_is_shown_and_stops_the_hand(house: House, visit: Visit) -> None:
    person = visit(house.site.person("ann"))
    page = person.go("/")
    page.click('form[action="/play/bao/"] button')
    person.until_phase("auction")
    page.locator("#settings summary").click()
    page.get_by_role("button", name="Pause").click()
    person.until_phase()
    person.until(lambda: page.locator("#paused").is_visible())
    assert person.state()["legal"] == []
    page.locator("#settings summary").click()
    page.get_by_role("button", name="Resume").click()
    person.until_phase()
    person.until(lambda: not page.locator("#paused").is_visible())


def test_spectator_of_a_running_hand_sees_no_hand_and_may_do_nothing(
    house: House, visit: Visit
) -> None:
    ann = house.site.person("ann")
    table = house.site.table([ann], level="random", clocks=CALM, spectator_delay=0)
    player, watcher = visit(ann), visit(house.site.person("eve"))
    player.sit(table.pk)
    watcher.sit(table.pk)
    while not player.has("#hand.turn"):
        player.speak_once()
        player.page.wait_for_timeout(30)
    watcher.until(lambda: watcher.state()["version"] == player.state()["version"])
    assert watcher.page.locator("#watching").is_visible()
    assert watcher.page.locator(".concealed .tile:not(.back)").count() == 0
    assert not watcher.page.locator(".own").is_visible()
    seats = watcher.state()["view"]["seats"].values()
    assert [seat["concealed"] for seat in seats] == [None] * 4
