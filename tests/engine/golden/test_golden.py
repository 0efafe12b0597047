"""Old records and old events, for ever: read, proved and replayed to the byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.loading import load
from engine.play.codec import EVENT_TYPES, event_from_json, event_to_json
from engine.play.upcasts import current_version
from engine.record import record_bytes
from engine.verify import Walk, verify
from tests.engine.records import split

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDS = sorted((GOLDEN / "records").glob("*.zjr.jsonl"))
EVENTS = sorted((GOLDEN / "events").glob("*.json"))


def sample(type_: str, version: int) -> dict:
    return json.loads((GOLDEN / "events" / f"{type_}.{version}.json").read_text())


@pytest.mark.parametrize("type_", EVENT_TYPES)
def test_every_version_of_every_event_has_a_golden_file(type_):
    for version in range(1, current_version(type_) + 1):
        golden = sample(type_, version)
        assert (golden["type"], golden["v"]) == (type_, version)


@pytest.mark.parametrize("file", EVENTS, ids=lambda file: file.stem)
def test_an_event_of_any_version_is_read_as_it_is_written_today(file):
    golden = json.loads(file.read_text())
    type_ = golden["type"]
    today = sample(type_, current_version(type_))["data"]
    event = event_from_json(type_, golden["v"], golden["data"])
    assert event_to_json(event) == today


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
def test_an_old_record_is_proved(file):
    report = verify(file.read_bytes())
    assert (report.problems, report.complete) == ((), True)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
def test_an_old_record_replays_to_the_same_end(file):
    walk = Walk(load(file.read_bytes()))
    walk.to_end()
    outcome = json.loads(file.with_suffix("").with_suffix(".outcome.json").read_text())
    state = walk.state
    assert outcome == {
        "points": list(state.points),
        "dealer": state.dealer,
        "repeat": state.repeat,
        "hands": state.hand_number,
        "reason": state.end_reason,
    }


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
def test_an_old_record_is_written_again_byte_for_byte(file):
    header, rows = split(file.read_bytes())
    assert record_bytes(header, rows) == file.read_bytes()


def test_both_games_have_old_records():
    games = {json.loads(file.open().readline())["ruleset"] for file in RECORDS}
    assert games == {"bao", "free"}
