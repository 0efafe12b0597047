"""Whatever a record says that does not follow is named: derived facts, envelopes, the header."""

from __future__ import annotations

import json

import pytest

from engine.hashing import canonical_data
from engine.verify import verify
from tests.engine.records import Scripted, changed, index_of, passing, played, rechained, split
from tests.engine.verify.problems import codes


@pytest.mark.parametrize(
    ("type_", "change", "code"),
    [
        ("MatchStarted", {"first_dealer": 9}, "bad_data"),
        ("MatchStarted", {"transcript": "ab" * 32}, "wrong_start"),
        ("TileDrawn", {"source": "tail"}, "wrong_draw"),
        ("MeldClaimed", {"from": "N", "seat": "N"}, "wrong_event"),
        ("MatchEnded", {"points": [3, -1, -1, -1]}, "wrong_points"),
        ("MatchEnded", {"reason": "organiser"}, "wrong_points"),
        ("HandDealt", {"repeat": 5}, "wrong_wall"),
        ("AuctionEnded", {"outcome": "no_contract", "contract": None}, "wrong_event"),
        ("TileDiscarded", {"seat": "S", "tile": "1m", "by": 1}, "bad_data"),
    ],
)
def test_derived_facts_are_compared(type_, change, code):
    record = played("bao", "t", 3)
    index = index_of(record, type_)
    report = verify(changed(record, index, lambda data: data.update(change)))
    assert [(p.code, p.line, p.type) for p in report.problems] == [(code, index + 2, type_)]


@pytest.mark.parametrize("part", ["tai", "elements", "as", "multiplier", "payments", "parts"])
def test_every_part_of_a_breakdown_counts(part):
    record = played("bao", "t", 3)
    index = index_of(record, "HandWon")

    def falsify(data: dict) -> None:
        value = data["breakdown"][part]
        if isinstance(value, int):
            data["breakdown"][part] = value + 1
        elif isinstance(value, list):
            data["breakdown"][part] = value[:-1]
        else:
            data["breakdown"][part] = {**value, "E": value["E"] + 1, "S": value["S"] - 1}

    report = verify(changed(record, index, falsify))
    assert [(p.code, p.line) for p in report.problems] == [("wrong_score", index + 2)]
    assert "breakdown" in report.problems[0].message


def test_true_is_not_one():
    record = played("bao", "t", 3)
    index = index_of(record, "HandWon")
    wrong = changed(record, index, lambda data: data["breakdown"].update(multiplier=True))
    assert codes(wrong) == ["wrong_score"]
    wrong = changed(record, 0, lambda data: data["options"].update(laozhuang_cap=True))
    assert verify(wrong).problems


@pytest.mark.parametrize(
    ("type_", "columns", "code"),
    [
        ("TileDiscarded", {"actor": "place:0"}, "wrong_actor"),
        ("TileDiscarded", {"actor": "referee:1"}, "wrong_actor"),
        ("TileDiscarded", {"actor": "system"}, "wrong_actor"),
        ("EntropyCommitted", {"actor": "bot:3"}, "wrong_actor"),
        ("TileDrawn", {"actor": "place:1"}, "wrong_actor"),
        ("HandDealt", {"actor": "bot:1"}, "wrong_actor"),
        ("TileDiscarded", {"hand": 7}, "wrong_hand"),
        ("TileDiscarded", {"v": 2}, "bad_data"),
        ("TileDiscarded", {"type": "TileThrown"}, "bad_data"),
        ("TileDiscarded", {"at": "yesterday"}, "bad_column"),
    ],
)
def test_the_envelope_is_checked_too(type_, columns, code):
    record = played("bao")
    index = index_of(record, type_)
    report = verify(changed(record, index, lambda data: None, **columns))
    assert [(p.code, p.line) for p in report.problems] == [(code, index + 2)]


def test_the_clock_gives_only_the_default_action():
    match = Scripted()
    match.start()
    match.deal()
    match.turns(4, passing)
    while match.state.hand.phase != "turn":
        match.turns(1, passing)
    match.turns(1, lambda choices: choices[0])
    record = match.record()
    index = index_of(record, "TileDiscarded")
    found = codes(changed(record, index, lambda data: None, actor="clock"))
    assert found == ["wrong_event"]


def test_a_command_acts_once():
    record = played("bao")
    index = index_of(record, "TileDiscarded", 3)
    report = verify(changed(record, index, lambda data: None, cmd="c1"))
    assert [(p.code, p.line) for p in report.problems] == [("repeated_command", index + 2)]
    assert verify(changed(record, index, lambda data: None, cmd=None)).ok


def test_the_header_says_what_the_first_event_says():
    header, rows = split(played("bao"))
    true_as_one = {**header["options"], "fifth_copy": 1}
    for key, value in (
        ("ruleset", "free"),
        ("options", {}),
        ("options", true_as_one),
        ("ruleset_version", True),
        ("players", []),
        ("match", "x"),
    ):
        record = rechained({**header, key: value}, [row.columns for row in rows])
        report = verify(record)
        assert [(p.code, p.line) for p in report.problems] == [("wrong_header", 1)]
        assert key in report.problems[0].message


def test_an_event_put_before_the_opening_is_refused():
    header, rows = split(played("bao"))
    assert codes(rechained(header, [row.columns for row in rows[1:]])) == ["not_opened"]


def test_an_engine_nobody_knows_is_refused():
    record = played("bao")
    header, rows = split(record)
    data = {**json.loads(rows[0].columns.data), "engine_version": "99"}
    first = rows[0].columns._replace(data=canonical_data(data))
    record = rechained(
        {**header, "engine_version": "99"}, [first, *[row.columns for row in rows[1:]]]
    )
    assert codes(record) == ["unknown_version"]
