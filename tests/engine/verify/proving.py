"""The quick proof of a record beside the thorough one."""

from __future__ import annotations

import json

from engine.play.codec import event_from_json
from engine.play.evolve import fold
from engine.play.state import MatchState
from engine.rewriting import rewritten
from engine.verify import examined, verify
from engine.versions import ENGINES
from tests.engine.records import split


def assert_quick(record: bytes) -> None:
    proved = rewritten(record, ENGINES)
    assert proved is not None
    report = examined(record)
    assert report.ok
    assert (proved.events, proved.state.hand_number) == (report.events, report.hands)
    assert proved.state == state_of(record)
    assert verify(record) == report


def state_of(record: bytes) -> MatchState:
    """What the events of a record come to, one by one."""
    columns = [row.columns for row in split(record)[1]]
    return fold(event_from_json(each.type, each.v, json.loads(each.data)) for each in columns)


def assert_left_alone(record: bytes) -> None:
    assert rewritten(record, ENGINES) is None
    assert verify(record) == examined(record)


def windows(record: bytes) -> list[int]:
    """The indices of discards that nobody claimed."""
    types = [row.columns.type for row in split(record)[1]]
    quiet = ["TileDiscarded", *["ClaimPassed"] * 3, "TileDrawn"]
    return [at for at in range(len(types)) if types[at : at + 5] == quiet]
