"""1,000 altered records, each refused with the place named.

Raw: the file is edited as it is. Rechained: after the edit every number, hash,
count and head is made to fit again, so that only the rules can tell.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from engine.hashing import canonical_data
from engine.record import Row, record_bytes
from engine.report import Report
from engine.verify import verify
from tests.engine.records import eventful, played, rechained, split

_ANSWERS = ("ClaimMade", "ClaimPassed")
_ANY_ORDER = ("EntropyCommitted", "EntropyOpened")


@cache
def originals() -> list[bytes]:
    return [played("bao", "m1", 2), played("free", "m2", 1), played("bao", "m6", 2, "random")]


@cache
def taken_apart() -> list[tuple[dict, list[Row]]]:
    return [split(record) for record in originals()]


Edit = Callable[[random.Random, list[Row]], int]
"""Changes rows in place; the index of the first that is not what it was."""


def dropped(rng: random.Random, rows: list[Row]) -> int:
    index = rng.randrange(len(rows))
    del rows[index]
    return index


def swapped(rng: random.Random, rows: list[Row]) -> int:
    """Two neighbours change places; answers to one tile may come in any order, so not those."""
    index = rng.randrange(len(rows) - 1)
    while _may_swap(rows[index].columns.type, rows[index + 1].columns.type):
        index = rng.randrange(len(rows) - 1)
    rows[index], rows[index + 1] = rows[index + 1], rows[index]
    return index


def _may_swap(first: str, second: str) -> bool:
    """Whether the two are as legal the other way round."""
    both_answers = first in _ANSWERS and second in _ANSWERS
    return both_answers or (first == second and first in _ANY_ORDER)


def inserted(rng: random.Random, rows: list[Row]) -> int:
    """A copy of one event comes in somewhere else."""
    index = rng.randrange(1, len(rows))
    rows.insert(index, rows[rng.randrange(len(rows))])
    return index


def score_raised(rng: random.Random, rows: list[Row]) -> int:
    wins = [i for i, row in enumerate(rows) if row.columns.type == "HandWon"]
    index = rng.choice(wins)
    data = json.loads(rows[index].columns.data)
    breakdown = data["breakdown"]
    what = rng.randrange(3)
    if what == 0:
        breakdown["tai"] += 1
    elif what == 1:
        breakdown["multiplier"] *= 2
    else:
        payer, winner = rng.sample("ESWN", 2)
        breakdown["payments"][payer] -= 8
        breakdown["payments"][winner] += 8
    return _with_data(rows, index, data)


def tile_moved(rng: random.Random, rows: list[Row]) -> int:
    deals = [i for i, row in enumerate(rows) if row.columns.type == "HandDealt"]
    index = rng.choice(deals)
    data = json.loads(rows[index].columns.data)
    tiles = [data["wall"][n : n + 2] for n in range(0, 272, 2)]
    while True:
        a, b = rng.sample(range(136), 2)
        if tiles[a] != tiles[b]:
            break
    tiles[a], tiles[b] = tiles[b], tiles[a]
    return _with_data(rows, index, {**data, "wall": "".join(tiles)})


def _with_data(rows: list[Row], index: int, data: dict) -> int:
    columns = rows[index].columns._replace(data=canonical_data(data))
    rows[index] = rows[index]._replace(columns=columns)
    return index


def mutations(edit: Edit, count: int, *, chained: bool) -> Iterator[tuple[bytes, int]]:
    """Altered records, each with the line where it is altered."""
    rng = random.Random(f"{edit.__name__} {chained}")
    for number in range(count):
        header, original = taken_apart()[number % 3]
        if edit is score_raised and not any(r.columns.type == "HandWon" for r in original):
            header, original = taken_apart()[0]
        rows = list(original)
        line = edit(rng, rows) + 2
        if chained:
            yield rechained(header, [row.columns for row in rows]), line
        else:
            first = record_bytes(header, original).split(b"\n", 1)[0]
            yield first + b"\n" + record_bytes(header, rows).split(b"\n", 1)[1], line


def assert_refused(report: Report, line: int) -> None:
    assert not report.ok
    assert all(
        problem.line >= 1 and problem.code and problem.message for problem in report.problems
    )
    places = [problem.line for problem in report.problems]
    # A loss is seen where the next event does not fit, or at what should have been followed.
    assert any(place == 1 or line - 1 <= place <= line + 40 for place in places), (line, report)


def test_the_records_hold_before_they_are_altered():
    assert all(verify(record).ok for record in originals())


def test_a_changed_byte_is_refused_in_its_line():
    rng = random.Random(1)
    for number in range(200):
        record = bytearray(originals()[number % 3])
        place = rng.randrange(len(record))
        record[place] ^= 1 << rng.randrange(8)
        line = bytes(record[:place]).count(b"\n") + 1
        report = verify(bytes(record))
        assert not report.ok
        assert any(problem.line in (1, 2, line, line + 1) for problem in report.problems)


@pytest.mark.parametrize("chained", [False, True], ids=["raw", "rechained"])
@pytest.mark.parametrize("edit", [dropped, swapped, inserted, score_raised, tile_moved])
def test_an_altered_event_is_refused_where_it_stands(edit, chained):
    for record, line in mutations(edit, 80, chained=chained):
        assert_refused(verify(record), line)


def test_what_the_chain_cannot_tell_the_rules_name():
    codes = set()
    for edit in (dropped, swapped, inserted, score_raised, tile_moved):
        for record, _ in mutations(edit, 12, chained=True):
            codes |= {problem.code for problem in verify(record).problems}
    assert {"wrong_score", "wrong_wall", "illegal_action", "unexpected_event"} <= codes
    assert not codes & {"broken_chain", "wrong_hash", "wrong_head", "wrong_count"}


def test_a_cut_tail_is_refused():
    lines = eventful().split(b"\n")
    for kept in (len(lines) - 2, len(lines) - 5, 12, 1):
        report = verify(b"\n".join(lines[:kept]) + b"\n")
        assert report.problems[0].code == "wrong_count"
