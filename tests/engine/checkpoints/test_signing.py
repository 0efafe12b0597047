"""A checkpoint is signed, has one text, and cannot be changed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.checkpoints import (
    FIRST_PREVIOUS,
    Checkpoint,
    is_signed,
    parse_checkpoint,
    signed,
)
from engine.errors import InvalidInput, InvalidNotation
from engine.signing import public_key

PRIVATE = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
MADE = signed(
    PRIVATE, number=1, at="2026-11-30T15:00:00.000Z", size=2, root="ab" * 32,
    previous=FIRST_PREVIOUS,
)  # fmt: skip


def test_the_public_key_is_that_of_the_standard():
    assert public_key(PRIVATE) == PUBLIC == MADE.key


def test_what_was_signed_is_signed():
    assert is_signed(MADE)
    assert parse_checkpoint(MADE.text().encode()) == MADE
    assert parse_checkpoint(MADE.text().encode() + b"\n") == MADE


@pytest.mark.parametrize(
    "change",
    [
        {"number": 2}, {"at": "2026-11-30T15:00:00.001Z"}, {"size": 3}, {"root": "ac" * 32},
        {"previous": "1" * 64}, {"key": public_key("1" * 64)}, {"signature": "0" * 128},
        {"key": "f" * 64},
    ],
    ids=str,
)  # fmt: skip
def test_nothing_of_it_can_be_changed(change):
    changed = replace(MADE, **change)
    assert not is_signed(changed)
    assert changed.digest() != MADE.digest()


def test_the_code_begins_the_digest():
    assert len(MADE.code()) == 11
    assert replace(MADE, size=3).code() != MADE.code()


def broken(**changes: object) -> bytes:
    value = {**json.loads(MADE.text()), **changes}
    value = {name: item for name, item in value.items() if item is not None}
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"", b"[]", b"nothing", b"\xff", MADE.text().encode() + b" ", broken(schema=2),
        broken(schema=True), broken(number=0), broken(number="1"), broken(size=-1),
        broken(at="2026-11-30"), broken(root="AB" * 32), broken(key="00"), broken(signature="00"),
        broken(previous=None), broken(more=1), json.dumps(json.loads(MADE.text())).encode(),
    ],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(data):
    with pytest.raises((InvalidNotation, InvalidInput)):
        parse_checkpoint(data)


@pytest.mark.parametrize("key", ["", "00", "Z" * 64, "AB" * 32])
def test_what_is_no_key_signs_nothing(key):
    with pytest.raises(InvalidInput, match="32 bytes"):
        signed(key, number=1, at="", size=1, root="", previous="")


def test_a_key_of_the_wrong_kind_signs_nothing():
    assert not is_signed(Checkpoint(1, "", 1, "", "", "zz", "00"))
