"""The access logs of an archive: whole, of its tables, and signed as the other logs are."""

from __future__ import annotations

import pytest

from engine.archive.checking import verify_archive
from engine.archive.looks import looks_name
from engine.archive.report import ArchiveReport
from engine.archive.summary import summary
from engine.looks import looks_bytes
from engine.trailer import parted
from tests.engine.archive.making import (
    LOOKS,
    RULED,
    archive,
    files,
    looked,
    match_of,
    quiet,
    relisted,
    sealed,
)

NAME = looks_name(RULED)


def codes(report: ArchiveReport) -> set[tuple[str, str, int | None]]:
    return {(fault.file, fault.code, fault.line) for fault in report.faults}


def with_looks(looks: list[dict], *, name: str = NAME, table: str = RULED) -> ArchiveReport:
    """The report where the access log is another one, and everything is sealed by the real key."""
    logs = {
        one: parted(data)[0]
        for one, data in files().items()
        if one != NAME and one.endswith(".jsonl") and one != "texts.jsonl"
    }
    rest = {one: data for one, data in files().items() if not one.startswith("checkpoints/")}
    logs[name] = looks_bytes(table, looked(looks, table))
    return verify_archive(relisted({**without(rest), **sealed(logs)}))


def without(found: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in found.items() if name != NAME}


def test_looks_are_counted_and_told():
    assert with_looks(LOOKS).faults == []
    report = verify_archive(archive())
    assert (report.counts["looks"], report.counts["sealed"]) == (2, 4)
    assert "2 looks at hidden tiles" in summary(report, "en")
    assert "查看暗牌的记录：2 条" in summary(report, "zh-Hans")
    assert "查看暗牌的記錄：2 條" in summary(report, "zh-Hant")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b'"account:8"', b'"account:7"', 2),
        (b'"hand":1', b'"hand":2', 2),
        (b'"at":"2026-01-01T03:04:02', b'"at":"2026-01-01T03:04:09', 3),
        (b'"what":"review"', b'"what":"what_if"', 3),
        (b"2e2e", b"2e2f", 3),
    ],
)
def test_a_look_that_was_changed_is_found(old: bytes, new: bytes, line: int):
    assert old in files()[NAME]
    report = verify_archive(relisted({**files(), NAME: files()[NAME].replace(old, new, 1)}))
    assert (NAME, "wrong_hash", line) in codes(report)


def test_a_look_that_was_taken_out_is_found_though_the_rest_is_chained_anew():
    bare = looks_bytes(RULED, looked(LOOKS[1:]))
    trailer = parted(files()[NAME])[1]
    assert trailer is not None
    report = verify_archive(relisted({**files(), NAME: bare + trailer + b"\n"}))
    assert (NAME, "cut_short", 3) in codes(report)


def test_one_look_in_the_place_of_another_is_not_what_was_signed():
    other = [LOOKS[0], {**LOOKS[1], "actor": "account:8"}]
    trailer = parted(files()[NAME])[1]
    assert trailer is not None
    data = looks_bytes(RULED, looked(other)) + trailer + b"\n"
    assert (NAME, "not_as_signed", 4) in codes(verify_archive(relisted({**files(), NAME: data})))


def test_looks_without_a_trailer_are_refused():
    bare = parted(files()[NAME])[0]
    assert (NAME, "no_trailer", 4) in codes(verify_archive(relisted({**files(), NAME: bare})))


@pytest.mark.parametrize(
    "change",
    [
        {"hand": 0}, {"hand": 99}, {"actor": "referee:8"}, {"what": "elsewhere"},
        {"salt": "1f"}, {"more": 1}, {"table": match_of(quiet())},
    ],
)  # fmt: skip
def test_what_is_no_look_at_this_match_is_refused(change: dict):
    report = with_looks([{**LOOKS[0], **change}, LOOKS[1]])
    assert (NAME, "bad_data", 2) in codes(report)


def test_a_log_under_the_name_of_another_table_is_refused():
    other = match_of(quiet())
    report = with_looks(LOOKS, name=looks_name(other))
    assert (looks_name(other), "wrong_name", 1) in codes(report)


def test_looks_at_a_table_that_the_event_did_not_have_are_refused():
    stranger = "99999999-9999-4999-8999-999999999999"
    report = with_looks(LOOKS, name=looks_name(stranger), table=stranger)
    assert (looks_name(stranger), "unknown_record", None) in codes(report)


def test_an_archive_without_looks_is_one_of_an_event_at_which_nobody_looked():
    logs = {
        one: parted(data)[0]
        for one, data in files().items()
        if one != NAME and one.endswith(".jsonl") and one != "texts.jsonl"
    }
    rest = without(files())
    rest["about.json"] = rest["about.json"].replace(b',\n["8","Rae"]', b"")
    report = verify_archive(relisted({**rest, **sealed(logs)}))
    assert report.faults == []
    assert report.counts["looks"] == 0
