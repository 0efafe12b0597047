"""Whatever is changed in an archive is found, and named with its file and line."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.archive import manifest
from engine.archive.checking import LOG, TEXTS, record_name, verify_archive
from engine.archive.container import pack
from engine.archive.derived import PEOPLE, REGULATIONS, RULINGS
from engine.archive.event_log import log_bytes
from engine.archive.looks import looks_name
from engine.archive.report import ArchiveReport
from engine.checkpoints import FIRST_PREVIOUS, parse_checkpoint, signed
from tests.engine.archive.making import (
    EVENT,
    RULED,
    archive,
    events,
    files,
    match_of,
    quiet,
    relisted,
    sealed,
    told,
)

RECORD = record_name(RULED)
OTHER = record_name(match_of(quiet()))
FIRST = "standings/stage-1-after-1-edition-1.json"
CHECKPOINT = next(name for name in files() if name.startswith("checkpoints/"))
Files = dict[str, bytes]


def codes(report: ArchiveReport) -> set[tuple[str, str]]:
    return {(fault.file, fault.code) for fault in report.faults}


def test_the_archive_holds():
    report = verify_archive(archive())
    assert report.faults == []
    assert dict(report.counts) == {
        "files": 16, "bytes": sum(map(len, files().values())) - len(files()[manifest.NAME]),
        "log_events": 16, "matches": 2, "hands": 3, "events": report.counts["events"],
        "results": 2, "editions": 2, "rulings": 4, "texts": 1, "looks": 2,
        "checkpoints": 1, "sealed": 4,
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(files()))
def test_a_byte_changed_in_any_file_is_found_there(name: str):
    data = bytearray(files()[name])
    data[len(data) // 2] ^= 1
    report = verify_archive(pack({**files(), name: bytes(data)}))
    assert name in {fault.file for fault in report.faults}
    if name != manifest.NAME:
        assert (name, "wrong_checksum") in codes(report)


@pytest.mark.parametrize("name", sorted(files()))
def test_a_file_that_is_dropped_is_missed(name: str):
    report = verify_archive(pack({one: data for one, data in files().items() if one != name}))
    wanted = "no_manifest" if name == manifest.NAME else "missing_file"
    assert (name, wanted) in codes(report)


@pytest.mark.parametrize("name", ["more.json", "records/x.zjr.jsonl", "standings/more.json"])
def test_a_file_that_is_added_is_found(name: str):
    report = verify_archive(pack({**files(), name: b"{}\n"}))
    assert (name, "unlisted_file") in codes(report)


def without(*names: str) -> Files:
    return {name: data for name, data in files().items() if name not in names}


def changed(name: str, old: bytes, new: bytes) -> Callable[[], Files]:
    def change() -> Files:
        assert old in files()[name]
        return {**files(), name: files()[name].replace(old, new, 1)}

    return change


def renamed() -> Files:
    return {**without(RECORD), "records/33333333-3333-4333-8333-333333333333.zjr.jsonl":
            files()[RECORD]}  # fmt: skip


def swapped() -> Files:
    return {**files(), RECORD: files()[OTHER], OTHER: files()[RECORD]}


def other_log(change: Callable[[list], list]) -> Callable[[], Files]:
    """The event's log made anew, and nothing else."""
    return lambda: {**files(), LOG: log_bytes(EVENT, told(change(events())))}


def with_result(points: list[int], hands: list) -> Callable[[list], list]:
    def change(found: list) -> list:
        at = next(n for n, (type_, _) in enumerate(found) if type_ == "ResultTaken")
        type_, data = found[at]
        result = {**data["result"], "points": points, "hands": hands}
        return [*found[:at], (type_, {**data, "result": result}), *found[at + 1 :]]

    return change


def other_checkpoint() -> Files:
    """One that somebody else signed, in the place of the one that the trailers name."""
    real = parse_checkpoint(files()[CHECKPOINT])
    fake = signed(
        "ab" * 32, number=1, at=real.at, size=real.size, root=real.root, previous=FIRST_PREVIOUS
    )
    return {**files(), CHECKPOINT: f"{fake.text()}\n".encode()}


def broken_trailer() -> Files:
    data = files()[RECORD]
    start = data.rindex(b'"index":')
    return {**files(), RECORD: data[:start] + b'"index":9' + data[start + len(b'"index":0') :]}


MEANT: dict[str, tuple[Callable[[], Files], str, str]] = {
    "a place in the standings": (
        changed(FIRST, b'"rank":1', b'"rank":2'),
        FIRST,
        "differs_from_log",
    ),
    "points in the standings": (
        changed(FIRST, b'"game":30', b'"game":31'),
        FIRST,
        "differs_from_log",
    ),
    "an official edition": (
        changed(FIRST, b'"official":false', b'"official":true'),
        FIRST,
        "differs_from_log",
    ),
    "an edition left out": (lambda: without(FIRST), FIRST, "missing_file"),
    "an edition made up": (
        lambda: {**files(), "standings/stage-1-after-1-edition-3.json": files()[FIRST]},
        "standings/stage-1-after-1-edition-3.json",
        "not_in_log",
    ),
    "a ruling": (
        changed(RULINGS, b'"kind":"score_set"', b'"kind":"score_std"'),
        RULINGS,
        "differs_from_log",
    ),
    "a penalty": (changed(RULINGS, b'"game":3', b'"game":0'), RULINGS, "differs_from_log"),
    "a name": (changed(PEOPLE, b"Name 1", b"Name 9"), PEOPLE, "differs_from_log"),
    "a rule": (changed(REGULATIONS, b'"main"', b'"mein"'), REGULATIONS, "differs_from_log"),
    "a text": (changed(TEXTS, b"tile", b"wind"), TEXTS, "wrong_text"),
    "a text left out": (lambda: {**files(), TEXTS: b""}, RECORD, "missing_text"),
    "a text made up": (
        lambda: {**files(), TEXTS: b'{"digest":"x"}\n' + files()[TEXTS]},
        TEXTS,
        "invalid_input",
    ),
    "a record left out": (lambda: without(RECORD), LOG, "missing_record"),
    "a record renamed": (
        renamed,
        "records/33333333-3333-4333-8333-333333333333.zjr.jsonl",
        "wrong_name",
    ),
    "two records swapped": (swapped, RECORD, "wrong_name"),
    "a time in a record": (changed(RECORD, b'"at":"20', b'"at":"21'), RECORD, "wrong_hash"),
    "an actor in a record": (
        changed(RECORD, b'"actor":"place:1"', b'"actor":"place:2"'),
        RECORD,
        "wrong_hash",
    ),
    "a tile in a record": (
        changed(OTHER, b'"type":"TileDiscarded"', b'"type":"TileDrawn"'),
        OTHER,
        "wrong_hash",
    ),
    "an event of the log": (changed(LOG, b'"Name 2"', b'"Name 7"'), LOG, "wrong_hash"),
    "the end of the log": (
        lambda: {**files(), LOG: files()[LOG].rsplit(b"\n", 3)[0] + b"\n"},
        LOG,
        "wrong_count",
    ),
    "a result": (other_log(with_result([9, -3, -3, -3], [])), LOG, "wrong_result"),
    "a result that does not add up": (
        other_log(with_result([9, 0, 0, 0], [])),
        LOG,
        "not_zero_sum",
    ),
    "hands that are not the result": (
        other_log(with_result([9, -3, -3, -3], [{"number": 1, "points": [3, -1, -1, -1]}])),
        LOG,
        "wrong_sum",
    ),
    "another seed": (
        other_log(
            lambda found: [
                (type_, {"seed": "cd" * 32} if type_ == "SeedOpened" else data)
                for type_, data in found
            ]
        ),
        LOG,
        "wrong_secret",
    ),
    "other rules": (
        other_log(
            lambda found: [
                (
                    type_,
                    {"terms": {**data["terms"], "ruleset_version": 2}}
                    if type_ == "TournamentStarted"
                    else data,
                )
                for type_, data in found
            ]
        ),
        RECORD,
        "other_rules",
    ),
    "an event that is not over": (
        other_log(lambda found: [one for one in found if one[0] != "TournamentFinished"]),
        LOG,
        "not_over",
    ),
    "a checkpoint left out": (lambda: without(CHECKPOINT), CHECKPOINT, "missing_checkpoint"),
    "a checkpoint changed": (
        changed(CHECKPOINT, b'"size":4', b'"size":5'),
        CHECKPOINT,
        "wrong_signature",
    ),
    "a checkpoint of another key": (other_checkpoint, CHECKPOINT, "wrong_name"),
    "a trailer": (broken_trailer, RECORD, "wrong_path"),
    "who the archive is about": (
        lambda: {**files(), "secrets.json": b"{}"},
        "secrets.json",
        "unknown_file",
    ),
}


@pytest.mark.parametrize("what", MEANT)
def test_who_lists_a_change_in_the_manifest_is_found_all_the_same(what: str):
    change, file, code = MEANT[what]
    report = verify_archive(relisted(change()))
    assert (file, code) in codes(report), report.faults


@pytest.mark.parametrize(
    "what", ["a place in the standings", "a name", "a ruling", "a time in a record"]
)
def test_the_line_is_named(what: str):
    change, file, code = MEANT[what]
    tampered = change()[file].split(b"\n")
    pairs = zip(tampered, files()[file].split(b"\n"), strict=True)
    line = next(number for number, (a, b) in enumerate(pairs, 1) if a != b)
    faults = verify_archive(relisted(change())).faults
    assert (file, line, code) in {(one.file, one.line, one.code) for one in faults}


def test_a_whole_history_made_anew_is_found_by_whoever_kept_a_checkpoint():
    kept = parse_checkpoint(files()[CHECKPOINT])
    rows = told(with_result([9, -3, -3, -3], [])(events()))
    forged = {**files(), LOG: log_bytes(EVENT, rows)}
    assert (LOG, "wrong_result") in codes(verify_archive(relisted(forged)))
    again = sealed({LOG: files()[LOG].rsplit(b"\n", 2)[0] + b"\n"})
    assert verify_archive(archive(), checkpoint=kept).ok
    other = parse_checkpoint(next(data for name, data in again.items() if name.startswith("check")))
    report = verify_archive(archive(), checkpoint=other)
    assert codes(report) == {("", "other_checkpoint")}


def test_a_key_has_to_have_signed_all_of_it():
    key = parse_checkpoint(files()[CHECKPOINT]).key
    assert verify_archive(archive(), key=key).ok
    report = verify_archive(archive(), key="ab" * 32)
    files_signed = (manifest.NAME, LOG, RECORD, OTHER, looks_name(RULED))
    assert codes(report) == {(name, "wrong_key") for name in files_signed}
    bare = {**files(), LOG: files()[LOG].rsplit(b"\n", 2)[0] + b"\n"}
    assert (LOG, "no_trailer") in codes(verify_archive(relisted(bare), key=key))
    report = verify_archive(relisted(bare))
    assert codes(report) == {(LOG, "no_trailer")}
    assert report.counts["sealed"] == 3


def test_wherever_a_byte_of_the_zip_is_changed_nothing_else_is_taken_for_the_archive():
    random, data = Random(5), archive()
    for _ in range(150):
        bad = bytearray(data)
        bad[random.randrange(len(bad))] ^= 1 << random.randrange(8)
        report = verify_archive(bytes(bad))
        assert not report.ok or report.fingerprint == verify_archive(data).fingerprint


def test_a_cut_archive_is_none():
    for length in (0, 4, 100, len(archive()) // 2, len(archive()) - 1):
        report = verify_archive(archive()[:length])
        assert codes(report) == {("", "not_an_archive")}


def test_files_may_come_packed_otherwise():
    assert verify_archive(pack(dict(reversed(files().items())))).ok
    assert pack(dict(reversed(files().items()))) == archive()
