"""docs/record-format.md and docs/check_record.py say what the engine does."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import wall
from engine.hashing import Columns, canonical, event_hash, genesis
from engine.notation import format_tiles, format_wall
from engine.play.codec import EVENT_TYPES
from engine.play.naming import partners
from engine.rulesets import get_ruleset
from engine.selfplay import play_one
from tests.engine.records import (
    Scripted,
    changed,
    eventful,
    handed_over,
    index_of,
    played,
    reseated,
)
from tests.engine.rulings.table import disputed

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "record-format.md").read_text()
FREE = get_ruleset("free")
digests = st.binary(min_size=32, max_size=32)


def load_check():
    spec = importlib.util.spec_from_file_location("check_record", DOCS / "check_record.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check_record = load_check()


def vector(name: str) -> str:
    """The hexadecimal value that the page's table gives for a name."""
    return re.search(rf"^\| {re.escape(name)} \| `([0-9a-f]{{64}})` \|$", PAGE, re.M)[1]


def test_the_vectors_of_the_chain_and_the_contributions():
    chain = wall.make_chain(bytes(range(32)), 4)
    assert [vector(f"s_{i}") for i in range(5)] == list(chain)
    published = wall.commitment(chain[0])
    assert vector("commitment") == published
    entropies = [f"{place + 1:02x}" * 32 for place in range(4)]
    digests = [wall.entropy_digest(entropy) for entropy in entropies]
    assert [vector(f"digest of place {place}") for place in range(4)] == digests
    assert vector("transcript") == wall.transcript("demo", published, digests, entropies)
    missed = [*digests[:3], None]
    in_gap = "stand-in of place 2, if place 3 did not commit and 2 did not open"
    assert vector(in_gap) == wall.stand_in(published, missed, 2)
    assert vector("stand-in of place 3, likewise") == wall.stand_in(published, missed, 3)
    assert vector("transcript, likewise") == wall.transcript(
        "demo", published, missed, [*entropies[:2], None, None]
    )


def test_the_vectors_of_the_walls():
    chain = [vector(f"s_{i}") for i in range(5)]
    transcript = vector("transcript")
    assert f"\n{format_wall(wall.deal_order(chain[1], 'demo', 1, transcript))}\n" in PAGE
    second = wall.deal_order(chain[2], "demo", 2, transcript)
    assert f"Wall of hand 2 begins `{format_wall(second[:14])}`" in PAGE
    dealer = wall.first_dealer(chain[0], "demo", transcript)
    drawn = [
        format_tiles(
            wall.random_wilds(
                chain[hand], "demo", hand, transcript, 2, lambda kind: partners(FREE, kind)
            )
        )
        for hand in (1, 2)
    ]
    sentence = (
        f"First dealer: place {dealer}. Random wilds, two, adjacent: hand 1 `{drawn[0]}`, "
        f"hand 2 `{drawn[1]}`."
    )
    assert sentence in " ".join(PAGE.split())


def test_the_vectors_of_the_chain_of_events():
    header = {"format": "zjr", "schema": 1, "table": None, "match": "demo"}
    assert f"`{canonical(header)}`" in PAGE
    assert f"`{genesis(header)}`" in PAGE
    data = '{"seat":"E","tile":"5m"}'
    at = "2026-01-02T03:04:05.678Z"
    columns = Columns(7, "TileDiscarded", 1, 2, "place:3", "c-1", at, data)
    assert f"`{event_hash('ab' * 32, columns)}`" in PAGE


def test_every_event_type_has_its_row():
    rows = {
        name.strip()
        for line in PAGE.splitlines()
        if line.startswith("| ") and line.count("|") == 3
        for name in line.split("|")[1].split(",")
    }
    assert set(EVENT_TYPES) <= rows


def test_the_small_check_uses_hashes_and_json_alone():
    text = (DOCS / "check_record.py").read_text()
    imports = re.findall(r"^(?:from|import) (\w+)", text, re.M)
    assert set(imports) == {"hashlib", "hmac", "json", "sys"}


@settings(max_examples=25)
@given(secret=digests, transcript=digests, hand=st.integers(1, 1024))
def test_the_small_check_makes_the_same_walls(secret, transcript, hand):
    order = wall.deal_order(secret.hex(), "m", hand, transcript.hex())
    assert check_record.wall(secret, "m", hand, transcript) == format_wall(order)


@pytest.mark.parametrize(("pair", "kinds"), [("adjacent", 2), ("any", 2), ("any", 1)])
@settings(max_examples=25)
@given(secret=digests)
def test_the_small_check_draws_the_same_wilds(pair, kinds, secret):
    rules = get_ruleset("free", {"wild_pair": pair, "free_wild_kinds": kinds})
    named = wall.random_wilds(
        secret.hex(), "m", 1, "00" * 32, kinds, lambda kind: partners(rules, kind)
    )
    options = rules.options.as_dict()
    assert check_record.random_wilds(secret, "m", 1, bytes(32), options) == list(named)


def opened_by(place):
    match = Scripted(first_dealer=place)
    match.start()
    match.deal()
    match.finish_hand()
    return match.record()


@pytest.mark.parametrize(
    "record",
    [
        lambda: played("bao"),
        lambda: played("free"),
        eventful,
        lambda: play_one("free", options={"free_wild": "random"}, hands=2).record(),
        lambda: opened_by(1),
        reseated,
        disputed,
        handed_over,
    ],
    ids=[
        "bao",
        "free",
        "eventful",
        "random wilds",
        "first dealer given",
        "seats changed",
        "disputes",
        "handed over",
    ],
)
def test_the_small_check_accepts_what_the_engine_wrote(record):
    assert "walls proved" in check_record.check(record())


@pytest.mark.parametrize(
    ("type_", "change"),
    [
        ("HandDealt", {"wall": "1m2m3m"}),
        ("SecretOpened", {"secret": "ab" * 32}),
        ("EntropyOpened", {"entropy": "ab" * 32}),
        ("MatchStarted", {"transcript": "ab" * 32}),
        ("EntropyCommitted", {"place": 7}),
    ],
)
def test_the_small_check_refuses_what_does_not_follow(type_, change):
    record = played("bao")
    wrong = changed(record, index_of(record, type_), lambda data: data.update(change))
    with pytest.raises(check_record.CheckError, match="line "):
        check_record.check(wrong)


def test_the_small_check_refuses_any_changed_byte():
    record = played("bao")
    for place in range(0, len(record), len(record) // 60):
        wrong = bytearray(record)
        wrong[place] ^= 4
        with pytest.raises(check_record.CheckError):
            check_record.check(bytes(wrong))


def test_the_small_check_runs_by_itself(tmp_path):
    file = tmp_path / "m.zjr.jsonl"
    file.write_bytes(played("bao"))
    command = [sys.executable, "-I", str(DOCS / "check_record.py"), str(file)]
    good = subprocess.run(command, capture_output=True, text=True, check=True)
    assert good.stdout.startswith("ok: ")
    file.write_bytes(played("bao")[:-1])
    bad = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout[:7]) == (1, "failed:")
