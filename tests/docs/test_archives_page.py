"""docs/archives.md names every file and every fault of archives."""

from __future__ import annotations

import re
from pathlib import Path

from engine.archive import checking, manifest
from engine.archive.summary import FAULTS
from tests.engine.archive.making import files

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "archives.md").read_text(encoding="utf-8")


def codes_in(folder: str) -> set[str]:
    """The codes that modules of a package refuse with."""
    source = "".join(path.read_text() for path in sorted((ROOT / folder).glob("*.py")))
    raised = re.findall(r'(?:ArchiveRefused|EngineError|refuse)\(\s*"([a-z_]+)"', source)
    faults = re.findall(r'(?:Fault\([^"]*?|_fault\([^"]*?(?:"",)?\s*)"([a-z_]+)"', source)
    return {*raised, *faults}


def test_every_fault_stands_on_the_page() -> None:
    elsewhere = {"no_trailer", "wrong_signature", "bad_trailer", "not_canonical", "cut_line"}
    for folder in ("engine/archive", "tournaments/archive"):
        missing = {code for code in codes_in(folder) - elsewhere if f"`{code}`" not in TEXT}
        assert missing == set(), folder
    assert len(codes_in("engine/archive")) > 20


def test_every_kind_of_file_stands_on_the_page() -> None:
    for name in (*checking.ALWAYS, manifest.NAME):
        assert f"`{name}`" in TEXT, name
    folders = {name.split("/")[0] for name in files() if "/" in name}
    assert {folder for folder in folders if f"`{folder}/" not in TEXT} == set()


def test_words_for_faults_are_of_faults_there_are() -> None:
    pages = [ROOT / "docs" / name for name in ("archives.md", "checkpoints.md", "record-format.md")]
    known = "".join(page.read_text(encoding="utf-8") for page in pages)
    source = "".join(path.read_text() for path in (ROOT / "engine").glob("*.py"))
    unknown = {code for code in FAULTS if f"`{code}`" not in known and f'"{code}"' not in source}
    assert unknown == set()
