"""Forgers who make the manifest anew: without the key of the site, or as if there were none."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from engine.archive import manifest
from engine.archive.checking import LOG, record_name, verify_archive
from engine.archive.container import pack
from engine.archive.derived import TABLES
from engine.archive.event_log import log_bytes
from engine.archive.looks import looks_name
from engine.archive.report import ArchiveReport
from engine.archive.summary import summary
from engine.archive.vouched import ABOUT, REGULATION_TEXTS
from engine.signing import public_key
from tests.engine.archive.making import (
    EVENT,
    PRIVATE,
    RULED,
    archive,
    events,
    files,
    listing,
    match_of,
    quiet,
    relisted,
    sealed,
    told,
)

FORGER = "ab" * 32
KEY, THEIRS = public_key(PRIVATE), public_key(FORGER)
ENGLISH = REGULATION_TEXTS[0]
Files = dict[str, bytes]


def codes(report: ArchiveReport) -> set[tuple[str, str]]:
    return {(fault.file, fault.code) for fault in report.faults}


def changed(name: str, old: str, new: str) -> Files:
    assert old.encode() in files()[name]
    return {**files(), name: files()[name].replace(old.encode(), new.encode(), 1)}


VOUCHED = {
    "the club": (ABOUT, "Spring club", "Another club"),
    "an official's name": (ABOUT, "Ann", "Bob"),
    "a rule in words": (ENGLISH, "- Game: bao", "- Game: free"),
    "disputes at a table": (TABLES, '"pause_on_call":false', '"pause_on_call":true'),
}


def with_old_signature(found: Files) -> bytes:
    """The manifest lists what is there, and has the key and signature that it had."""
    new = manifest.read_manifest(listing(found, FORGER))
    old = manifest.read_manifest(files()[manifest.NAME])
    kept = new._replace(key=old.key, signature=old.signature)
    return pack({**found, manifest.NAME: kept.as_bytes()})


@pytest.mark.parametrize("what", VOUCHED)
def test_a_manifest_that_lists_the_change_does_not_carry_the_old_signature(what: str):
    report = verify_archive(with_old_signature(changed(*VOUCHED[what])))
    assert (manifest.NAME, "wrong_signature") in codes(report)


@pytest.mark.parametrize("what", VOUCHED)
def test_a_manifest_signed_anew_is_not_of_the_key_that_signed_the_logs(what: str):
    checkpoint = next(name for name in files() if name.startswith("checkpoints/"))
    report = verify_archive(relisted(changed(*VOUCHED[what]), FORGER))
    assert (checkpoint, "other_signer") in codes(report)


@pytest.mark.parametrize("what", VOUCHED)
def test_everything_signed_anew_is_found_by_whoever_names_the_key(what: str):
    forged = signed_anew(changed(*VOUCHED[what]))
    report = verify_archive(forged, key=KEY)
    found = {(name, "wrong_key") for name in (manifest.NAME, LOG, *records())}
    assert found <= codes(report)
    assert report.signer == THEIRS


def signed_anew(found: Files) -> bytes:
    """All logs in a checkpoint of the forger's own, and the manifest signed by the same key."""
    bare = {name: without_trailer(found[name]) for name in (LOG, *records())}
    rest = {name: data for name, data in found.items() if not name.startswith("checkpoints/")}
    return relisted({**rest, **sealed(bare, FORGER)}, FORGER)


def records() -> list[str]:
    """All logs but the event's."""
    return [record_name(RULED), record_name(match_of(quiet())), looks_name(RULED)]


def without_trailer(data: bytes) -> bytes:
    return data.rsplit(b"\n", 2)[0] + b"\n"


def test_without_a_key_to_ask_for_the_page_says_whose_it_is_and_to_compare_it():
    report = verify_archive(signed_anew(changed(*VOUCHED["the club"])))
    assert report.ok
    page = summary(report, "en")
    assert f"Signed by the key: {THEIRS}\n" in page
    assert "compare it with the key that the site publishes" in page
    assert "核对" in summary(report, "zh-Hans")
    assert "核對" in summary(report, "zh-Hant")
    asked = summary(verify_archive(archive(), key=KEY), "en")
    assert "the one you asked for" in asked
    assert "compare it with the key" not in asked


def test_logs_without_trailers_are_refused_where_the_manifest_is_signed():
    bare = {name: without_trailer(files()[name]) for name in (LOG, *records())}
    rest = {name: data for name, data in files().items() if not name.startswith("checkpoints/")}
    report = verify_archive(relisted({**rest, **bare}, FORGER))
    assert codes(report) == {(name, "no_trailer") for name in bare}


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found.pop("signature"),
        lambda found: found.pop("key"),
        lambda found: found.update(signature=""),
        lambda found: found.update(signature="0" * 127),
        lambda found: found.update(key=THEIRS[:-1]),
        lambda found: (found.pop("key"), found.pop("signature")),
    ],
)
def test_a_manifest_of_this_form_without_a_signature_is_refused(change: Callable[[dict], object]):
    found = json.loads(files()[manifest.NAME])
    change(found)
    data = json.dumps(found, sort_keys=True, separators=(",", ":")).encode()
    report = verify_archive(pack({**files(), manifest.NAME: data}))
    assert codes(report) == {(manifest.NAME, "no_signature")}


def test_every_byte_of_a_signature_counts():
    real = manifest.read_manifest(files()[manifest.NAME])
    for at in range(0, 128, 9):
        digit = "0" if real.signature[at] != "0" else "1"
        bad = real._replace(signature=real.signature[:at] + digit + real.signature[at + 1 :])
        report = verify_archive(pack({**files(), manifest.NAME: bad.as_bytes()}))
        assert codes(report) == {(manifest.NAME, "wrong_signature")}


def test_an_archive_of_the_form_before_is_proved_with_a_note():
    report = verify_archive(relisted(files(), None))
    assert report.ok
    assert report.signer == ""
    assert "The manifest is not signed" in summary(report, "en")
    assert "清单没有签名" in summary(report, "zh-Hans")
    assert "清單沒有簽名" in summary(report, "zh-Hant")
    assert "not signed" not in summary(verify_archive(archive()), "en")


def test_nobody_gets_round_the_key_that_is_asked_for_by_going_back_to_that_form():
    forged = relisted(changed(*VOUCHED["the club"]), None)
    assert verify_archive(forged).ok
    assert codes(verify_archive(forged, key=KEY)) == {(manifest.NAME, "no_signature")}


# What the logs say of these files even to whoever has the key


PROVED = {
    "disputes at a table": (VOUCHED["disputes at a table"], TABLES, "differs_from_log", 2),
    "an official whom no log names": (
        (ABOUT, '["7","Ann"]', '["7","Ann"],\n["77","Bob"]'), ABOUT, "differs_from_log", 3,
    ),
    "an official left out": ((ABOUT, '["7","Ann"],\n', ""), ABOUT, "differs_from_log", None),
    "who looked left out": ((ABOUT, ',\n["8","Rae"]', ""), ABOUT, "differs_from_log", None),
    "a club with more": (
        (ABOUT, '"place":', '"key":"x","place":'), ABOUT, "bad_data", None,
    ),
    "another tournament": ((ABOUT, EVENT[:8], "99999999"), ABOUT, "wrong_header", 1),
    "another name": ((ENGLISH, "Spring cup", "Winter cup"), ENGLISH, "differs_from_log", 1),
    "another place": ((ENGLISH, "诸暨", "杭州"), ENGLISH, "differs_from_log", 2),
    "a clause": ((ENGLISH, "loses 3", "loses 1"), ENGLISH, "differs_from_log", 8),
    "a clause more": (
        (ENGLISH, "- 1.1: Whoever", "- 1.0: Free tea.\n- 1.1: Whoever"), ENGLISH,
        "differs_from_log", 9,
    ),
    "a clause left out": (
        (ENGLISH, "- 2: Telephones are off.\n", ""), ENGLISH, "differs_from_log", 7,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", PROVED)
def test_what_the_logs_say_of_it_is_found_whoever_signs(what: str):
    change, file, code, line = PROVED[what]
    faults = verify_archive(relisted(changed(*change))).faults
    assert (file, code, line) in {(one.file, one.code, one.line) for one in faults}


def test_tables_without_terms_of_disputes_have_the_usual_ones():
    def older(found: list) -> list:
        terms = {"disputes": None, "regulations": None}
        return [
            (type_, {**data, "terms": {**data["terms"], **terms}} if "terms" in data else data)
            for type_, data in found
        ]

    log = log_bytes(EVENT, told(older(events())))
    faults = verify_archive(relisted({**files(), LOG: log})).faults
    assert (TABLES, 2) in {(one.file, one.line) for one in faults}
    usual = files()[TABLES].replace(b'"pause_on_call":false', b'"pause_on_call":true')
    usual = usual.replace(b'"appeal_ms":60000', b'"appeal_ms":1800000')
    report = verify_archive(relisted({**files(), LOG: log, TABLES: usual}))
    assert TABLES not in {one.file for one in report.faults}
