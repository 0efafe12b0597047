"""Records of an archive: read one at a time, and let go again."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from engine.archive.checking import proved_archive, record_name, verify_archive
from engine.archive.container import ArchiveRefused, Packer
from engine.archive.extracts import extract_from, extract_of
from engine.archive.records import prove_record
from engine.cli.archives import _prover
from engine.loading import load
from engine.trailer import parted
from tests.engine.archive.making import RULED, archive, files, match_of, quiet, ruled


def test_no_record_is_kept_once_it_is_proved():
    proof = proved_archive(archive())
    assert not [name for name in proof.files if name.startswith("records/")]
    kept = [row for one in proof.matches.values() for row in one.extract.court]
    assert 0 < len(kept) < 10


def test_no_more_are_read_than_are_proved_next():
    read = 0

    def records() -> Iterator[bytes]:
        nonlocal read
        for _ in range(20):
            read += 1
            yield quiet()

    proved = _prover(2)(prove_record, records())
    assert next(proved).report.ok
    assert read <= 3
    assert sum(one.report.ok for one in proved) == 19


@pytest.mark.parametrize("record", [ruled(), quiet()])
def test_the_lines_that_are_needed_are_found_without_reading_all(record: bytes):
    slow = extract_of(load(record).rows)
    assert extract_from(record, holds=True) == slow
    assert extract_from(record, holds=False) == slow
    assert bool(slow.texts) == (record == ruled())


def test_a_record_can_be_read_once_more_as_long_as_it_is_the_same():
    file = io.BytesIO(archive())
    proof = proved_archive(file)
    match = match_of(quiet())
    assert proof.record(match) == load(parted(files()[record_name(match)])[0])
    other = io.BytesIO()
    packer = Packer(other)
    for name, data in files().items():
        packer.add(name, data.replace(b"bot:0", b"bot:1") if name == record_name(match) else data)
    packer.close()
    file.seek(0)
    file.truncate()
    file.write(other.getvalue())
    with pytest.raises(ArchiveRefused) as caught:
        proof.record(match)
    assert caught.value.code in ("wrong_checksum", "damaged")


def test_a_file_on_a_disk_is_proved_as_its_bytes_are():
    report = verify_archive(io.BytesIO(archive()))
    assert report.ok
    assert report.as_dict() == verify_archive(archive()).as_dict()
    assert RULED in {name[8:44] for name in files() if name.startswith("records/")}
