"""What each sort of event tells each sort of viewer."""

from __future__ import annotations

import pytest

from engine.notation import format_tile, format_tiles, parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.evolve import evolve
from engine.play.match import Length
from engine.play.state import MatchState
from engine.redact import Redacted, is_public, redact, visible
from engine.seats import E
from engine.view import view
from engine.viewer import Viewer
from tests.engine.play.builder import claim, discard, laid, passes, position, run
from tests.strategies import Table, at_random

EAST, SOUTH, WEST, NORTH = (Viewer("seat", place) for place in range(4))
WATCHER, REFEREE, READER = Viewer("spectator"), Viewer("referee"), Viewer("replay")
SCATTERED = "19m19p19s1234567z"


def dealt() -> Table:
    table = Table(8)
    table.start("bao")
    table.deal()
    return table


def of_deal(viewer: Viewer) -> dict[str, object]:
    table = dealt()
    before = table.state._replace(hand=None)
    return dict(redact(table.events[-1], before, viewer).data)


def test_the_deal_shows_a_seat_its_own_tiles_alone() -> None:
    hand = dealt().state.hand
    assert hand is not None
    for place in range(4):
        tiles = of_deal(Viewer("seat", place))["hand_tiles"]
        assert isinstance(tiles, dict)
        own = "ESWN"[hand.seat_of(place)]
        assert [seat for seat in "ESWN" if tiles[seat] is not None] == [own]


def test_the_deal_shows_a_spectator_no_tiles_and_a_referee_every_hand() -> None:
    assert of_deal(WATCHER)["hand_tiles"] == dict.fromkeys("ESWN")
    assert None not in of_deal(REFEREE)["hand_tiles"].values()


def test_the_wall_to_come_is_for_the_reader_of_a_record_alone() -> None:
    for viewer in (EAST, WATCHER, REFEREE):
        assert "wall" not in of_deal(viewer)
    assert len(str(of_deal(READER)["wall"])) == 272


def told(event: e.Event, state: MatchState, *viewers: Viewer) -> list[Redacted]:
    return [redact(event, state, viewer) for viewer in viewers]


def test_a_draw_is_seen_by_who_draws() -> None:
    state = position(hands={"E": SCATTERED + "4p"}, draws="9m")
    state, events = run(discard(state, "4p"), *passes("SWN"))
    seen = told(events[-1], state, SOUTH, EAST, WATCHER, REFEREE)
    assert [one.data["tile"] for one in seen] == ["9m", None, None, "9m"]


def test_a_concealed_kong_is_face_down_to_the_others() -> None:
    before = position(hands={"E": "5555m123p456s1123z"}, drawn="5m", replacement="9s")
    state, events = run(before, c.DeclareKong(E, "concealed_kong", parse_tiles("5555m")))
    seen = told(events[0], before, EAST, SOUTH, WATCHER, REFEREE)
    assert [one.data["tiles"] for one in seen] == ["5555m", None, None, "5555m"]
    assert [one.data["stands_as"] for one in seen] == ["5555m", None, None, "5555m"]
    shown = [view(state, viewer)["seats"]["E"]["melds"] for viewer in (EAST, WEST)]
    assert [melds[0]["tiles"] for melds in shown] == ["5555m", None]


def test_an_added_kong_is_seen_by_all() -> None:
    before = position(
        hands={"E": "5m123p456s1123z"}, drawn="5m", melds={"E": [laid("pung", "555m", "W")]}
    )
    _, events = run(before, c.DeclareKong(E, "added_kong", parse_tiles("5m")))
    assert {one.data["tiles"] for one in told(events[0], before, SOUTH, WATCHER)} == {"5555m"}


def test_answers_look_alike_and_tell_no_time_and_no_name() -> None:
    state = discard(position(hands={"E": SCATTERED + "4p", "S": "44p147m258s12345z"}), "4p")
    _, (made,) = run(state, claim("S", "pung", "44p"))
    _, (passed,) = run(state, c.PassClaim(2))
    for viewer in (EAST, SOUTH, WEST, NORTH, WATCHER):
        for answer in (made, passed):
            assert redact(answer, state, viewer) == Redacted("ClaimAnswered", {}, True)
    assert redact(made, state, REFEREE).data["tiles"] == "44p"


def test_a_winners_hand_is_laid_open() -> None:
    state = discard(position(hands={"E": SCATTERED + "6p", "S": "123m45p789s55577z"}), "6p")
    state, events = run(state, claim("S", "win"), *passes("WN"))
    data = redact(events[-1], state, NORTH).data
    assert data["shown"] == {"S": {"concealed": "123m45p789s55577z", "count": 13, "melds": []}}


def test_when_the_secret_is_open_so_is_everything() -> None:
    table = dealt()
    table.do(c.VoidHand("x"))
    before = table.state
    table.open_secret()
    assert before.hand is not None
    for viewer in (EAST, WATCHER):
        data = redact(table.events[-1], before, viewer).data
        shown = data["shown"]
        assert isinstance(shown, dict)
        assert list(shown) == list("ESWN")
        assert data["wall"] == "".join(map(format_tile, before.hand.wall))
        seats = view(table.state, viewer)["seats"]
        assert seats["E"]["concealed"] == format_tiles(before.hand.wall[:14])


def test_public_events_are_the_same_text_for_everybody() -> None:
    table = dealt()
    list(table.play(at_random(3), 300))
    state = MatchState.empty()
    for event in table.events:
        if is_public(event):
            seen = told(event, state, EAST, SOUTH, WATCHER, REFEREE, READER)
            assert len({repr(one) for one in seen}) == 1
        state = evolve(state, event)


def answered(count: int) -> list[e.Event]:
    table = dealt()
    for seat in range(4):
        table.do(c.PassBid(seat))
    hand = table.state.hand
    assert hand is not None
    table.do(c.Discard(E, hand.wall[0]))
    for seat in (1, 2, 3)[:count]:
        table.do(c.PassClaim(seat))
    return table.events


@pytest.mark.parametrize("viewer", [EAST, SOUTH, Viewer("seat", 3)])
def test_answers_are_held_back_until_all_three_are_in(viewer: Viewer) -> None:
    at_discard = visible(answered(0), viewer)
    for count in (1, 2):
        assert visible(answered(count), viewer) == at_discard
    resolved = [one.type for _, one in visible(answered(3), viewer)[len(at_discard) :]]
    assert resolved == ["ClaimAnswered"] * 3 + ["TileDrawn"]


def test_a_referee_sees_answers_as_they_come() -> None:
    assert visible(answered(2), REFEREE)[-1][1].type == "ClaimPassed"


def played(delay: int, until: int) -> Table:
    """Two hands or more with a running third one."""
    table = Table(6)
    table.start("bao", length=Length("open"), spectator_delay=delay)
    for state in table.play(at_random(1)):
        if state.hand_number == until and state.phase == "hand":
            break
    return table


def hands_seen(table: Table) -> int:
    return sum(one.type == "HandDealt" for _, one in visible(table.events, WATCHER))


@pytest.mark.parametrize(("delay", "seen"), [(0, 3), (1, 2), (2, 1), (3, 0), (9, 0)])
def test_spectators_are_hands_behind(delay: int, seen: int) -> None:
    assert hands_seen(played(delay, 3)) == seen


def test_a_hand_that_is_over_counts_as_one() -> None:
    table = played(1, 2)
    list(table.play(at_random(1), 1000))
    for state in table.play(at_random(1)):
        if state.phase == "between":
            break
    assert visible(table.events, WATCHER)[-1][1].type == "SecretOpened"
    assert len(visible(table.events, WATCHER)) == len(table.events)


def test_at_the_end_of_the_match_spectators_see_it_all() -> None:
    table = played(3, 3)
    table.do(c.CallTime())
    list(table.play(at_random(1)))
    assert len(visible(table.events, WATCHER)) == len(table.events)
