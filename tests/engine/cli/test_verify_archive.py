"""`verify ARCHIVE`: one page in three languages, an exit code, a bar for whoever watches."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.archive.container import MOST_BYTES, pack
from engine.archive.report import ArchiveReport
from engine.archive.summary import FAULTS, summary
from engine.cli.verify import run
from engine.verify import _WRONG
from tests.engine.archive.making import archive, files, quiet
from tests.engine.archive.test_tampering import MEANT, relisted

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "cup.zja.zip"
    path.write_bytes(archive())
    return str(path)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.zja.zip"
    path.write_bytes(relisted(MEANT["a place in the standings"][0]()))
    return str(path)


@pytest.mark.parametrize(
    ("language", "proved", "failed"),
    [
        ("en", "Proved: all of this holds.", "Not proved. Faults found: 1."),
        ("zh-Hans", "证明成立", "证明不成立：发现 1 处问题"),
        ("zh-Hant", "證明成立", "證明不成立：發現 1 處問題"),
    ],
)
def test_the_page_in_three_languages(good, bad, language, proved, failed, capsys):
    assert run(["--language", language, good]) == 0
    page = capsys.readouterr()
    assert proved in page.out
    assert "Spring cup 春季杯" in page.out
    assert page.err == ""
    assert len(page.out.splitlines()) < 25
    assert run(["--language", language, bad]) == 1
    out = capsys.readouterr().out
    assert failed in out
    assert "standings/stage-1-after-1-edition-1.json" in out
    assert "[differs_from_log]" in out


def test_a_report_as_json(good, bad, capsys):
    assert run(["--json", good, bad]) == 1
    first, second = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (first["ok"], first["file"], first["matches"], first["faults"]) == (True, good, 2, [])
    (fault,) = second["faults"]
    assert (fault["file"], fault["line"], fault["code"]) == (
        "standings/stage-1-after-1-edition-1.json", 2, "differs_from_log",
    )  # fmt: skip


def test_records_and_archives_are_proved_side_by_side(good, bad, tmp_path, capsys):
    record = tmp_path / "a.zjr.jsonl"
    record.write_bytes(quiet())
    assert run([str(record), good]) == 0
    assert f"{record}: ok" in capsys.readouterr().out
    assert run([bad, str(record)]) == 1


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_with_more_jobs_the_page_is_the_same(good, jobs, capsys):
    assert run(["--jobs", jobs, good]) == 0
    page = capsys.readouterr().out
    assert run([good]) == 0
    assert capsys.readouterr().out == page


def test_a_checkpoint_kept_from_then(good, tmp_path, capsys):
    kept = tmp_path / "kept.zjc.json"
    kept.write_bytes(next(data for name, data in files().items() if name.startswith("checkp")))
    assert run(["--checkpoint", str(kept), good]) == 0
    assert run(["--key", "ab" * 32, good]) == 1
    assert "wrong_key" in capsys.readouterr().out


def test_a_file_larger_than_any_archive_is_not_read_to_its_end(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("engine.archive.container.MOST_BYTES", 1000)
    path = tmp_path / "big.zip"
    path.write_bytes(archive())
    assert MOST_BYTES > 1000
    assert run([str(path)]) == 1
    assert "[too_big]" in capsys.readouterr().out


def test_a_bar_is_drawn_on_a_terminal_alone(good):
    command = [sys.executable, "-m", "engine", "verify", good]
    plain = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    assert plain.stderr == b""
    ours, theirs = pty.openpty()
    shown = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    bar = os.read(ours, 1 << 16)
    os.close(ours)
    assert b"100%" in bar
    assert b"records/" in bar
    assert shown.stdout == plain.stdout


SAYS = re.compile(r"(?:InvalidRecord|problem_at|_fail|Problem|TrailerFails)\(([^()]*)\)")


def test_every_fault_of_archives_has_words_in_three_languages():
    for code, text in FAULTS.items():
        assert len({text.en, text.zh_hans}) == 2, code
    known = {code for _change, _file, code in MEANT.values()} - {"invalid_input"}
    known |= {*_WRONG.values(), "wrong_event"}
    for source in (ROOT / "engine").glob("*.py"):
        for call in SAYS.findall(source.read_text()):
            known |= set(re.findall(r'"([a-z]+(?:_[a-z0-9]+)+)"', call))
    assert {"wrong_seq", "not_canonical", "unexpected_event", "cut_short"} <= known
    assert known <= FAULTS.keys(), known - FAULTS.keys()


def test_a_name_that_a_terminal_would_obey_is_made_harmless():
    report = ArchiveReport(name="Cup \x1b[31m\u202e 春季杯　A")
    page = summary(report, "en")
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "春季杯　A" in page


def test_many_faults_are_cut_on_the_page_and_all_in_the_json(tmp_path, capsys):
    path = tmp_path / "many.zja.zip"
    path.write_bytes(pack({**files(), **{f"x{n}.json": b"" for n in range(60)}}))
    assert run([str(path)]) == 1
    assert "… and 20 more" in capsys.readouterr().out
    assert run(["--json", str(path)]) == 1
    assert len(json.loads(capsys.readouterr().out)["faults"]) == 60
