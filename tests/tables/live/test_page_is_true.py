"""docs/live-protocol.md tells of every event, key, action and setting that there is."""

from __future__ import annotations

import re
from functools import cache

import pytest

from engine.play.codec import EVENT_TYPES
from engine.play.command_codec import command_to_json
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.state import MatchState
from engine.redact import redact
from engine.view import view
from engine.viewer import Viewer
from tests.strategies import Table, mixed
from tests.tables.live.site import ROOT

PAGE = (ROOT / "docs" / "live-protocol.md").read_text()
VIEWERS = (Viewer("seat", 0), Viewer("seat", 2), Viewer("spectator"), Viewer("referee"))


def section(title: str) -> str:
    """The text under a heading."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, title
    return found.group(1)


def row_of(type_: str) -> str:
    found = re.search(rf"^\| `{type_}` \|.*$", section("Event types"), re.MULTILINE)
    assert found, f"{type_} is not on the page"
    return found.group(0)


@cache
def matches() -> list[Table]:
    """Random matches of both games with all sorts of interference."""
    played = []
    for seed, ruleset in enumerate(("bao", "free") * 3):
        table = Table(seed)
        table.start(ruleset)
        for _state in table.play_meddled(mixed(seed), seed):
            pass
        played.append(table)
    return played


@pytest.mark.parametrize("type_", sorted(EVENT_TYPES))
def test_every_event_type_has_a_row(type_: str) -> None:
    assert row_of(type_)


def test_every_key_of_every_viewers_events_is_in_its_row() -> None:
    missing = set()
    for table in matches():
        state = MatchState.empty()
        for event in table.events:
            for viewer in VIEWERS:
                shown = redact(event, state, viewer)
                if shown.type != "ClaimAnswered":
                    row = row_of(shown.type)
                    missing |= {(shown.type, key) for key in shown.data if f"`{key}`" not in row}
            state = evolve(state, event)
    assert missing == set()


def test_every_key_of_the_view_is_on_the_page() -> None:
    text = section("The view")
    missing = set()
    for table in matches():
        state = MatchState.empty()
        for event in table.events[:400]:
            state = evolve(state, event)
            for viewer in VIEWERS:
                seen = view(state, viewer)
                keys = set(seen) | {k for seat in seen["seats"].values() for k in seat}
                missing |= {key for key in keys if f'"{key}"' not in text}
                missing |= {seen["phase"]} if f"`{seen['phase']}`" not in text else set()
    assert missing == set()


def test_every_legal_action_has_a_row_with_all_its_keys() -> None:
    rows = [line for line in section("Actions").splitlines() if line.startswith('| `{"type"')]
    missing = set()
    for table in matches():
        state = MatchState.empty()
        for event in table.events[:300]:
            state = evolve(state, event)
            for seat in range(4):
                for action in map(command_to_json, legal(state, seat)):
                    told = [row for row in rows if f'"type":"{action["type"]}"' in row]
                    if not any(all(key in row for key in action) for row in told):
                        missing.add(str(action))
    assert missing == set()
