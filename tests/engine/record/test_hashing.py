"""Canonical JSON and the chain: the documented vectors, and that every column counts."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.hashing import Columns, canonical, event_hash, genesis, parse

COLUMNS = Columns(
    7,
    "TileDiscarded",
    1,
    2,
    "place:3",
    "c-1",
    "2026-01-02T03:04:05.678Z",
    '{"seat":"E","tile":"5m"}',
)
PREV = "ab" * 32

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=4)
    ),
)


def test_keys_are_sorted_and_nothing_is_escaped_without_need():
    value = {"b": [1, None, True], "a": '庄\n"\\\u007f', "A": {}}
    assert canonical(value) == '{"A":{},"a":"庄\\n\\"\\\\\u007f","b":[1,null,true]}'


@given(value=json_values)
def test_canonical_text_parses_to_its_value_and_stays_the_same(value):
    text = canonical(value)
    assert parse(text) == value
    assert canonical(parse(text)) == text


@pytest.mark.parametrize("value", [1.5, {"a": [2.0]}, {"a": float("nan")}, "\ud800", {1: 2}])
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(EngineError):
        canonical(value)


@pytest.mark.parametrize("text", ["1.0", "1e3", "NaN", "-Infinity", "{", "[" * 100_000, "9" * 5000])
def test_what_is_no_whole_number_json_is_refused(text):
    with pytest.raises(EngineError):
        parse(text)


def test_the_hash_is_over_each_field_after_its_length():
    fields = [PREV, 7, "TileDiscarded", 1, 2, "place:3", "c-1", "2026-01-02T03:04:05.678Z"]
    texts = [json.dumps(field).encode() for field in fields] + [COLUMNS.data.encode()]
    framed = b"".join(len(text).to_bytes(4, "big") + text for text in texts)
    assert event_hash(PREV, COLUMNS) == hashlib.sha256(framed).hexdigest()


def test_the_documented_hash_vector():
    assert event_hash(PREV, COLUMNS) == (
        "d7d4e3ee2863b74dcc12f04e9f599b05789c5a37fb6a8fc079a01e7443292908"
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seq", 8),
        ("type", "TileDrawn"),
        ("v", 2),
        ("hand", 3),
        ("actor", "bot:3"),
        ("cmd", None),
        ("at", "2026-01-02T03:04:05.679Z"),
        ("data", '{"seat":"E","tile":"6m"}'),
    ],
)
def test_every_column_changes_the_hash(field, value):
    assert event_hash(PREV, COLUMNS._replace(**{field: value})) != event_hash(PREV, COLUMNS)


def test_the_header_is_bound_but_for_its_count_and_head():
    header = {"format": "zjr", "table": "1", "events": 3, "head": "x"}
    assert genesis(header) == genesis({"format": "zjr", "table": "1"})
    assert genesis(header) != genesis({**header, "table": "2"})
