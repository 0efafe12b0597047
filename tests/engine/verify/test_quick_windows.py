"""Answers to a discard, claims and draws as the quick proof takes them."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from engine.hashing import canonical_data
from engine.rewriting import rewritten
from engine.selfplay import play_one
from engine.verify import examined, verify
from engine.versions import ENGINES
from tests.engine.records import changed, indices, played, rechained, split
from tests.engine.verify.proving import assert_left_alone, assert_quick, windows


@pytest.mark.parametrize(("twice", "instead_of"), [(1, 2), (1, 3), (2, 3), (3, 1)])
def test_nobody_answers_twice_for_another(twice, instead_of):
    record = played("bao", "t", 3)
    header, rows = split(record)
    columns = [row.columns for row in rows]
    at = windows(record)[7]
    first, other = columns[at + twice], columns[at + instead_of]
    columns[at + instead_of] = other._replace(actor=first.actor, data=first.data)
    edited = rechained(header, columns)
    assert_left_alone(edited)
    assert [problem.code for problem in verify(edited).problems] == ["illegal_action"]


def test_the_discarder_does_not_answer():
    record = played("bao", "t", 3)
    header, rows = split(record)
    columns = [row.columns for row in rows]
    at = windows(record)[7]
    seat = json.loads(columns[at].data)["seat"]
    data = canonical_data({"seat": seat})
    columns[at + 1] = columns[at + 1]._replace(actor=columns[at].actor, data=data)
    assert_left_alone(rechained(header, columns))


def test_answers_may_come_in_any_order():
    record = played("bao", "t", 3)
    header, rows = split(record)
    columns = [row.columns for row in rows]
    for at in windows(record):
        columns[at + 1 : at + 4] = reversed(columns[at + 1 : at + 4])
    assert_quick(rechained(header, columns))


def claimed(record: bytes, types: list[str]) -> list[int]:
    """The indices of discards that are answered like this, and then claimed for a meld."""
    found = [row.columns.type for row in split(record)[1]]
    turn = ["TileDiscarded", *types, "MeldClaimed"]
    return [at for at in range(len(found)) if found[at : at + 5] == turn]


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_claims_and_passes_may_come_in_any_order(ruleset):
    record = played(ruleset, "t", 6)
    header, rows = split(record)
    columns = [row.columns for row in rows]
    answers = ["ClaimMade", "ClaimPassed", "ClaimPassed"]
    turns = [at for order in set(permutations(answers)) for at in claimed(record, list(order))]
    assert len(turns) > 10
    for at in turns:
        columns[at + 1 : at + 4] = reversed(columns[at + 1 : at + 4])
    assert_quick(rechained(header, columns))


@pytest.mark.parametrize(
    "edit",
    [
        {"actor": "clock"},
        {"actor": "system"},
        {"actor": "place:0"},
        {"data": '{"kind":"pung","seat":"N","stands_as":"777z","tiles":"77z"}'},
        {"data": '{"kind":"chow","seat":"E","stands_as":"123m","tiles":"12m"}'},
        {"data": '{"kind":"win","seat":"S","stands_as":"","tiles":""}'},
        {"data": "{}"},
        {"type": "ClaimPassed"},
        {"v": 2},
    ],
)
def test_a_claim_that_its_hand_or_its_player_cannot_make_is_left_alone(edit):
    header, rows = split(record := played("bao", "t", 6))
    for at in claimed(record, ["ClaimMade", "ClaimPassed", "ClaimPassed"])[:6]:
        columns = [row.columns for row in rows]
        columns[at + 1] = columns[at + 1]._replace(**edit)
        assert_left_alone(rechained(header, columns))


@pytest.mark.parametrize("options", [{}, {"wild_discard": "forbidden"}])
def test_the_last_discard_of_a_hand_is_one_that_may_be(options):
    record = play_one("free", options=options, hands=3, seed="last").record()
    tiles = [f"{rank}{suit}" for suit in "mpsz" for rank in range(1, 8 if suit == "z" else 10)]
    for ended in indices(record, "HandExhausted"):
        quick = 0
        for tile in tiles:
            edited = changed(record, ended - 4, lambda data, tile=tile: data.update(tile=tile))
            proved = rewritten(edited, ENGINES) is not None
            assert proved == examined(edited).ok
            quick += proved
        assert 0 < quick < 14


def test_a_claim_that_another_one_goes_before_makes_no_meld():
    header, rows = split(record := played("bao", "t", 6))
    for at in claimed(record, ["ClaimMade", "ClaimPassed", "ClaimPassed"])[:6]:
        columns = [row.columns for row in rows]
        meld = json.loads(columns[at + 4].data)
        other = "ESWN"[("ESWN".index(meld["seat"]) + 1) % 4]
        columns[at + 4] = columns[at + 4]._replace(data=canonical_data({**meld, "seat": other}))
        assert_left_alone(rechained(header, columns))


@pytest.mark.parametrize("further", range(4))
def test_a_draw_is_nobodys_or_of_whoever_answered_last(further):
    record = played("bao", "t", 3)
    header, rows = split(record)
    columns = [row.columns for row in rows]
    at = windows(record)[7]
    columns[at + 4] = columns[at + 4]._replace(actor=columns[at + further].actor)
    edited = rechained(header, columns)
    (assert_quick if further == 3 else assert_left_alone)(edited)
