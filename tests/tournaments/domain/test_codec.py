"""Events as JSON and back; old ones for ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import InvalidInput
from engine.hashing import canonical, parse
from tests.tournaments.domain.eventful import eventful, every_event
from tournaments.domain.codec import event_from_json, event_to_json, event_version
from tournaments.domain.events import EVENT_TYPES
from tournaments.domain.evolve import fold
from tournaments.domain.upcasts import UPCASTS

GOLDEN = Path(__file__).parents[2] / "golden" / "tournaments"
EVENTS = sorted(GOLDEN.glob("*.json"))
DOCS = Path(__file__).parents[3] / "docs" / "tournament-events.md"


def sample(type_: str, version: int) -> dict:
    return json.loads((GOLDEN / f"{type_}.{version}.json").read_text())


@pytest.mark.parametrize("type_", EVENT_TYPES)
def test_every_version_of_every_event_has_a_golden_file(type_):
    for version in range(1, event_version(type_) + 1):
        golden = sample(type_, version)
        assert (golden["type"], golden["v"]) == (type_, version)


@pytest.mark.parametrize("file", EVENTS, ids=lambda file: file.stem)
def test_an_event_of_any_version_is_read_as_it_is_written_today(file):
    golden = json.loads(file.read_text())
    today = sample(golden["type"], event_version(golden["type"]))["data"]
    event = event_from_json(golden["type"], golden["v"], golden["data"])
    assert event_to_json(event) == today


def test_every_event_type_happens_in_the_eventful_tournament():
    assert every_event().keys() == EVENT_TYPES.keys()


def test_a_log_read_back_from_its_text_gives_the_same_state():
    desk = eventful()
    texts = [(type(event).__name__, canonical(event_to_json(event))) for event in desk.events]
    read = [event_from_json(type_, event_version(type_), parse(text)) for type_, text in texts]
    assert read == desk.events
    assert fold(read) == desk.state


@pytest.mark.parametrize(
    ("type_", "data", "field"),
    [
        ("Nonsense", {}, "type"),
        ("CheckedIn", [], "data"),
        ("CheckedIn", {}, "CheckedIn"),
        ("CheckedIn", {"entry": "a", "more": 1}, "CheckedIn"),
        ("CheckedIn", {"entry": 1}, "CheckedIn.entry"),
        ("CapacityChanged", {"capacity": True}, "CapacityChanged.capacity"),
        ("CapacityChanged", {"capacity": 2**60}, "CapacityChanged.capacity"),
        (
            "RoundConfirmed",
            {"round": 1, "exceptions": [{"table": 1}]},
            "RoundConfirmed.exceptions.0",
        ),
        ("RoundConfirmed", {"round": 1, "exceptions": "no"}, "RoundConfirmed.exceptions"),
        ("EntryRestored", {"entry": "a", "status": "gone"}, "EntryRestored.status"),
    ],
)
def test_data_that_does_not_fit_is_refused_with_its_path(type_, data, field):
    with pytest.raises(InvalidInput) as caught:
        event_from_json(type_, 1, data)
    assert caught.value.field == field


def test_a_version_that_nobody_wrote_is_refused():
    with pytest.raises(InvalidInput, match="schema version 2"):
        event_from_json("CheckedIn", 2, {"entry": "a"})


def test_every_upcast_belongs_to_an_event():
    assert {type_ for type_, _ in UPCASTS} <= EVENT_TYPES.keys()


@pytest.mark.parametrize("type_", EVENT_TYPES)
def test_the_schema_page_names_every_event_with_its_fields(type_):
    row = next(
        (line for line in DOCS.read_text().splitlines() if line.startswith(f"| `{type_}`")), ""
    )
    for name in event_to_json(every_event()[type_]):
        assert f"`{name}`" in row, (type_, name)
