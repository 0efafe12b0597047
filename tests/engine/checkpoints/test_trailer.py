"""A record says where it was signed, and that is proved or refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.__main__ import main
from engine.signing import public_key
from engine.trailer import parse_trailer, parted
from engine.verify import verify
from tests.engine.checkpoints.signing import (
    OTHERS,
    PRIVATE,
    checkpoint_over,
    leaf_of,
    trailer_of,
    with_trailer,
)
from tests.engine.records import eventful, played

RECORD = played("bao", "signed", 2)
TRAILER = trailer_of(leaf_of(RECORD), *OTHERS)
EVENTS = RECORD.count(b"\n") - 1


def codes(record: bytes, **claims: object) -> list[str]:
    return [problem.code for problem in verify(record, **claims).problems]


def test_a_record_with_a_trailer_is_the_same_match():
    report = verify(with_trailer(RECORD))
    assert (report.ok, report.events, report.hands) == (True, EVENTS, 2)
    assert report.signed.events == EVENTS
    assert "signed in checkpoint 1 (" in str(report)
    assert parted(with_trailer(RECORD)) == (RECORD, TRAILER.text().encode())


def test_a_record_without_one_says_nothing_of_checkpoints():
    assert verify(RECORD).signed is None
    assert verify(RECORD).as_dict()["signed"] is None
    assert parted(RECORD) == (RECORD, None)


def test_a_record_that_has_grown_is_proved_up_to_where_it_was_signed():
    earlier = trailer_of(leaf_of(RECORD, 20), *OTHERS)
    report = verify(with_trailer(RECORD, earlier))
    assert report.ok
    assert report.signed.events == 20
    assert "its first 20 events were signed in checkpoint 1" in str(report)
    assert "the rest came later" in str(report)


def test_a_match_that_still_runs_may_be_signed_as_well():
    lines = eventful("bao").decode().splitlines()[:60]
    header = json.loads(lines[0]) | {"events": 59, "head": json.loads(lines[59])["hash"]}
    lines[0] = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    record = "".join(f"{line}\n" for line in lines).encode()
    report = verify(with_trailer(record))
    assert (report.ok, report.complete, report.signed.events) == (True, False, 59)


def test_the_checkpoint_and_the_key_may_be_asked_for():
    record, key = with_trailer(RECORD), public_key(PRIVATE)
    assert verify(record, checkpoint=TRAILER.checkpoint, key=key).ok
    assert codes(record, key=public_key("22" * 32)) == ["wrong_key"]
    other = checkpoint_over(leaf_of(RECORD), *OTHERS, number=2)
    assert codes(record, checkpoint=other) == ["other_checkpoint"]
    assert codes(RECORD, checkpoint=TRAILER.checkpoint) == ["no_trailer"]
    assert codes(RECORD, key=key) == ["no_trailer"]


FORGED = {
    "wrong_signature": replace(TRAILER, checkpoint=replace(TRAILER.checkpoint, number=9)),
    "other_stream": trailer_of(OTHERS[0], leaf_of(RECORD)),
    "cut_short": trailer_of(leaf_of(RECORD)._replace(version=EVENTS + 1)),
    "not_as_signed": trailer_of(leaf_of(RECORD)._replace(hash="0" * 64)),
    "wrong_path": replace(TRAILER, path=("0" * 64, *TRAILER.path[1:])),
}


@pytest.mark.parametrize("code", FORGED)
def test_a_trailer_that_proves_nothing_is_refused(code):
    assert codes(with_trailer(RECORD, FORGED[code])) == [code]


def test_another_index_is_refused():
    assert codes(with_trailer(RECORD, replace(TRAILER, index=TRAILER.index - 1))) == ["wrong_path"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(b'"index":', b'"index": '),
        lambda text: text.replace(b'"path":[', b'"paths":['),
        lambda text: text.replace(b'"path":["', b'"path":[1,"'),
        lambda text: text.replace(b'"path":["', b'"path":["x'),
        lambda text: text.replace(b'"version":', b'"versions":'),
        lambda text: text[:40] + b"}",
        lambda text: text[:40] + b"\xff}",
    ],
)
def test_a_trailer_in_another_form_is_refused(change):
    record = RECORD + change(TRAILER.text().encode()) + b"\n"
    assert codes(record) == ["bad_trailer"]


def test_only_the_last_line_is_a_trailer():
    twice = with_trailer(with_trailer(RECORD), TRAILER)
    assert codes(twice) != []
    assert verify(twice).problems[0].line == EVENTS + 2


def test_a_history_made_anew_is_not_the_one_that_was_signed():
    """The whole point: a chain that fits itself from end to end, but is another."""
    again = played("bao", "signed again", 2)
    name = json.loads(RECORD.split(b"\n")[0])["match"]
    assert verify(again).ok
    trailer = trailer_of(leaf_of(RECORD)._replace(stream=leaf_of(again).stream), *OTHERS)
    assert name != leaf_of(again).stream
    assert codes(with_trailer(again, trailer))[0] in ("not_as_signed", "cut_short")


def test_a_trailer_reads_as_it_was_written():
    assert parse_trailer(TRAILER.text().encode()) == TRAILER


@pytest.fixture
def files(tmp_path):
    record, checkpoint = tmp_path / "r.zjr.jsonl", tmp_path / "c.zjc.json"
    record.write_bytes(with_trailer(RECORD))
    checkpoint.write_text(TRAILER.checkpoint.text() + "\n")
    return str(record), str(checkpoint)


def test_the_command_proves_a_record_against_a_checkpoint(files, capsys):
    record, checkpoint = files
    key = public_key(PRIVATE)
    assert main(["verify", record, "--checkpoint", checkpoint, "--key", key.upper()]) == 0
    assert f"signed in checkpoint 1 ({TRAILER.checkpoint.code()})" in capsys.readouterr().out
    assert main(["verify", record, "--key", public_key("22" * 32)]) == 1
    assert "wrong_key" in capsys.readouterr().out
    assert main(["verify", record, "--checkpoint", record]) == 1
    assert '"error"' in capsys.readouterr().out
    assert main(["replay", record]) == 0


def test_the_command_refuses_what_is_no_key(files):
    with pytest.raises(SystemExit):
        main(["verify", files[0], "--key", "nothing"])
