"""docs/checkpoints.md and docs/check_checkpoint.py say what the engine does."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checkpoints import FIRST_PREVIOUS, is_signed, signed
from engine.merkle import Leaf, tree_of
from engine.signing import public_key
from engine.trailer import Trailer
from tests.engine.checkpoints.signing import OTHERS, leaf_of, trailer_of, with_trailer
from tests.engine.checkpoints.test_trailer import FORGED, RECORD, TRAILER
from tests.engine.record.test_record_format_page import check_record

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "checkpoints.md").read_text()
SCRIPT = DOCS / "check_checkpoint.py"
PRIVATE = re.search(r"Private key `([0-9a-f]{64})`", PAGE)[1]
LEAVES = [Leaf(f"0000000{n}-0000-4000-8000-000000000000", n, f"{n:02x}" * 32) for n in (1, 2, 3)]
TREE = tree_of(LEAVES)


def load_check():
    spec = importlib.util.spec_from_file_location("check_checkpoint", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check_checkpoint = load_check()


def vector(name: str) -> str:
    return re.search(rf"^\| {re.escape(name)} \| `([0-9a-f]{{64}})` \|$", PAGE, re.M)[1]


def test_the_vectors():
    assert f"`{public_key(PRIVATE)}`" in PAGE
    for number, leaf in enumerate(LEAVES, 1):
        assert vector(f"leaf {number}") == leaf.digest().hex()
    assert vector("node of 1 and 2") == TREE.levels[1][0].hex()
    assert vector("root") == TREE.root
    at = re.search(r"checkpoint over them, of (\S+),", PAGE)[1]
    made = signed(PRIVATE, number=1, at=at, size=3, root=TREE.root, previous=FIRST_PREVIOUS)
    assert vector("digest") == made.digest()
    assert f"has the code `{made.code()}`" in PAGE
    assert f"\n{made.text()}\n" in PAGE
    assert f"\n{Trailer(made, LEAVES[2], 2, TREE.path(2)).text()}\n" in PAGE


def test_the_small_check_uses_hashes_and_json_alone():
    imports = re.findall(r"^(?:from|import) (\w+)", SCRIPT.read_text(), re.M)
    assert set(imports) == {"base64", "hashlib", "json", "sys"}


def test_both_small_checks_take_a_record_with_its_trailer():
    record = with_trailer(RECORD)
    said = check_checkpoint.check(record, TRAILER.checkpoint.as_dict(), TRAILER.checkpoint.key)
    assert TRAILER.checkpoint.code() in said
    assert check_record.check(record) == check_record.check(RECORD)
    earlier = trailer_of(leaf_of(RECORD, 20), *OTHERS)
    grown = check_checkpoint.check(with_trailer(RECORD, earlier), None, None)
    assert "20 events were signed" in grown
    assert "events came later" in grown


@pytest.mark.parametrize("code", FORGED)
def test_the_small_check_refuses_what_the_engine_refuses(code):
    with pytest.raises(check_checkpoint.CheckError):
        check_checkpoint.check(with_trailer(RECORD, FORGED[code]), None, None)
    other = replace(TRAILER.checkpoint, number=2).as_dict()
    with pytest.raises(check_checkpoint.CheckError):
        check_checkpoint.check(with_trailer(RECORD), other, None)
    with pytest.raises(check_checkpoint.CheckError):
        check_checkpoint.check(with_trailer(RECORD), None, "0" * 64)


@settings(max_examples=20)
@given(private=st.binary(min_size=32, max_size=32), flip=st.integers(0, 511), n=st.integers(1, 9))
def test_the_small_check_and_the_library_agree_on_signatures(private, flip, n):
    made = signed(
        private.hex(), number=n, at="2026-11-30T15:00:00.000Z", size=n, root="ab" * 32,
        previous=FIRST_PREVIOUS,
    )  # fmt: skip
    key, message = bytes.fromhex(made.key), made.signed_bytes()
    signature = bytes.fromhex(made.signature)
    assert check_checkpoint.is_signed(key, message, signature)
    changed = (int.from_bytes(signature, "big") ^ 1 << flip).to_bytes(64, "big")
    assert not check_checkpoint.is_signed(key, message, changed)
    assert not is_signed(replace(made, signature=changed.hex()))
    assert not check_checkpoint.is_signed(key, message + b" ", signature)


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_script_follows_a_chain_of_checkpoints(tmp_path):
    made, files = None, []
    for number in (1, 2, 3):
        made = signed(
            PRIVATE, number=number, at="2026-11-30T15:00:00.000Z", size=3, root=TREE.root,
            previous=made.digest() if made else FIRST_PREVIOUS,
        )  # fmt: skip
        files.append(tmp_path / f"checkpoint-{number}.zjc.json")
        files[-1].write_text(made.text() + "\n")
    found = run("--chain", *files)
    assert (found.returncode, found.stdout.startswith("ok: 3 checkpoints")) == (0, True)
    assert run("--chain", files[0], files[2]).returncode == 1
    record = tmp_path / "match.zjr.jsonl"
    record.write_bytes(with_trailer(RECORD))
    assert run(record, "--key", TRAILER.checkpoint.key).returncode == 0
    assert run(record, files[0]).returncode == 1
