"""How far each viewer may see, and what is kept for those who come back."""

from __future__ import annotations

import pytest

from engine.play.events import Event
from engine.play.evolve import evolve
from engine.play.state import MatchState
from engine.redact import visible
from engine.viewer import Viewer
from tables.events.log import Line
from tables.live import trail as trails
from tables.live.trail import Trail
from tests.strategies import Table, mixed

VIEWERS = (Viewer("seat", 1), Viewer("spectator"), Viewer("referee"))


def lines_of(events: list[Event]) -> list[tuple[Line, MatchState]]:
    """Every event as a line of a log, with the state after it."""
    state, made = MatchState.empty(), []
    for seq, event in enumerate(events, 1):
        line = Line(seq, event, 1, state.hand_number, "system", f"c{seq}", "", "", "", "", state)
        state = evolve(state, event)
        made.append((line, state))
    return made


def played(delay: int, seed: int = 3) -> list[Event]:
    table = Table(seed)
    table.start("bao", spectator_delay=delay)
    for _state in table.play_meddled(mixed(seed), seed):
        pass
    return table.events


@pytest.mark.parametrize("delay", [0, 1, 2, 3])
def test_the_horizon_is_the_engines_after_every_event(delay: int) -> None:
    events = played(delay)
    trail = Trail(0, MatchState.empty(), delay)
    for n, (line, state) in enumerate(lines_of(events), 1):
        trail.extend([line], state)
        if n % 7 and n < len(events) - 5:
            continue
        for viewer in VIEWERS:
            known = visible(events[:n], viewer)
            assert trail.horizon(viewer).version == len(known), (n, viewer)


def test_the_state_of_the_horizon_is_the_one_after_its_last_event() -> None:
    events = played(1)
    lines = lines_of(events)
    trail = Trail(0, MatchState.empty(), 1)
    for line, state in lines:
        trail.extend([line], state)
        for viewer in VIEWERS:
            version, seen = trail.horizon(viewer)
            assert seen == (lines[version - 1][1] if version else MatchState.empty())


def test_a_long_trail_is_cut_but_not_where_a_spectator_still_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trails, "KEPT", 20)
    trail = Trail(0, MatchState.empty(), 2)
    for line, state in lines_of(played(2)):
        trail.extend([line], state)
        for viewer in VIEWERS:
            assert trail.base <= trail.horizon(viewer).version
        assert [kept.seq for kept in trail.lines] == list(range(trail.base + 1, trail.version + 1))
        assert trail.reaches(max(0, trail.version - 20))
    assert trail.base > 0


def test_the_heads_are_those_of_hands_that_the_viewer_has_seen_to_their_end() -> None:
    trail = Trail(0, MatchState.empty(), 1)
    for line, state in lines_of(played(1)):
        trail.extend([line], state)
        head = trail.head_within(-1, trail.horizon(Viewer("spectator")).version)
        latest = trail.heads[-1] if trail.heads else None
        assert head is None or head == latest
