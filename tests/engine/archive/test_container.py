"""Archives that nobody should open are refused with a code, before anything is unpacked."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile

import pytest

from engine.archive import container
from engine.archive.checking import verify_archive
from engine.archive.container import ArchiveRefused, Container, pack
from tests.engine.archive.making import archive, files, unpacked


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as book:
        for name, data in members:
            book.writestr(name, data)
    return out.getvalue()


def refusal(data: bytes) -> tuple[str, str]:
    """Code and file of what is said of an archive; the same by `verify`."""
    with pytest.raises(ArchiveRefused) as caught:
        list(Container(data).read_all())
    (fault,) = verify_archive(data).faults
    assert fault.code == caught.value.code or caught.value.code == "damaged"
    return caught.value.code, caught.value.file


@pytest.mark.parametrize(
    "name",
    [
        "../manifest.json", "/etc/passwd.txt", "a/../b.json", "a/b/c.json", "a\\b.json",
        "C:/x.json", ".hidden.json", "records/", "x", "x.json ", "é.json", "a" * 200 + ".json",
        "records/..zjr.jsonl",
    ],
)  # fmt: skip
def test_names_that_lead_elsewhere_are_refused(name: str):
    assert refusal(zipped((name, b"{}")))[0] == "bad_name"


def test_a_name_that_is_cut_by_a_nul_is_refused():
    data = zipped(("people.jsonX", b"{}")).replace(b"people.jsonX", b"people.json\0")
    assert refusal(data)[0] == "bad_name"


def test_the_same_file_twice_is_refused():
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped(("people.json", b"{}"), ("people.json", b"[]"))
    assert refusal(data) == ("repeated_file", "people.json")


def test_encrypted_and_strangely_packed_files_are_refused():
    locked = bytearray(zipped(("people.json", b"{}")))
    locked[6] |= 1
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    assert refusal(bytes(locked)) == ("encrypted", "people.json")
    assert refusal(zipped(("people.json", b"{}"), method=zipfile.ZIP_LZMA))[0] == "bad_method"


def test_a_file_that_unpacks_to_more_than_it_may_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(container, "MOST_OF_ONE", 1000)
    assert refusal(zipped(("people.json", bytes(1001)))) == ("too_big", "people.json")


def test_files_that_unpack_to_more_than_all_may_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(container, "MOST_UNPACKED", 1000)
    assert refusal(zipped(("a.json", bytes(600)), ("b.json", bytes(600)))) == ("too_big", "")


def test_an_archive_of_too_many_files_or_bytes_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(container, "MOST_FILES", 2)
    assert refusal(zipped(*((f"{n}.json", b"") for n in range(3))))[0] == "too_many_files"
    monkeypatch.setattr(container, "MOST_BYTES", 10)
    assert refusal(archive())[0] == "too_big"


def test_a_bomb_that_says_it_is_small_is_never_unpacked():
    """A file of a gigabyte whose entries say that it has a hundred bytes."""
    packed = bytearray(zipped(("people.json", bytes(1 << 30))))
    central = packed.index(b"PK\x01\x02")
    struct.pack_into("<I", packed, 22, 100)
    struct.pack_into("<I", packed, central + 24, 100)
    tracemalloc.start()
    assert refusal(bytes(packed))[0] == "damaged"
    assert tracemalloc.get_traced_memory()[1] < 30 << 20
    tracemalloc.stop()


def test_a_bomb_that_says_how_big_it_is_is_refused_at_once():
    assert refusal(zipped(("people.json", bytes((128 << 20) + 1))))[0] == "too_big"


def test_the_same_files_are_packed_into_the_same_bytes():
    assert pack(files()) == pack(dict(sorted(files().items(), reverse=True)))
    assert unpacked(archive()) == files()


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"PK\x05\x06" + bytes(18), b"no", b"PK" * 50])
def test_what_is_no_archive_is_told_so(data: bytes):
    report = verify_archive(data)
    assert [fault.code for fault in report.faults] in (["not_an_archive"], ["no_manifest"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"schema":2', b'"schema":3'),
        (b'"schema":2', b'"schema":1'),
        (b'"zja-manifest"', b'"zjb-manifest"'),
        (b'"bytes":', b'"bytes":-'),
        (b'"sha256":"', b'"sha256":"Z'),
        (b"{", b"["),
        (b'"texts":"all"', b'"texts":"some"'),
        (b",\n", b", \n"),
    ],
)
def test_a_manifest_that_is_none_is_refused(old: bytes, new: bytes):
    bad = {**files(), "manifest.json": files()["manifest.json"].replace(old, new, 1)}
    codes = {fault.code for fault in verify_archive(pack(bad)).faults}
    assert codes <= {"bad_manifest", "unknown_format"}
    assert codes


@pytest.mark.parametrize("name", sorted(files()))
@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"[]\n", b"\xff\xfe\n", b'{"a":' * 5000])
def test_nonsense_in_a_file_is_a_fault_and_no_crash(name: str, data: bytes):
    assert not verify_archive(pack({**files(), name: data})).ok
