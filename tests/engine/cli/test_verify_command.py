"""`verify`: a line for each record, in the order of the files, whatever the number of jobs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.archive.looks import looks_name
from engine.cli.verify import run
from engine.looks import looks_bytes
from engine.signing import public_key
from tests.engine.archive import making
from tests.engine.records import changed, index_of, played


@pytest.fixture
def files(tmp_path):
    """Two records that hold, one that does not, and one that is not there."""
    good, wrong = played("bao"), played("bao")
    wrong = changed(wrong, index_of(wrong, "TileDrawn"), lambda data: data.update(source="tail"))
    names = []
    for name, record in (("a", good), ("b", wrong), ("c", played("free"))):
        path = tmp_path / f"{name}.zjr.jsonl"
        path.write_bytes(record)
        names.append(str(path))
    return [*names[:2], str(tmp_path / "missing"), names[2]]


@pytest.mark.parametrize("jobs", [[], ["--jobs", "1"], ["--jobs", "3"]])
def test_every_file_is_reported_in_its_place(files, jobs, capsys):
    assert run([*jobs, *files]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ", 2)[1] for line in (lines[0], lines[1], lines[3])] == [
        "ok",
        "failed",
        "ok",
    ]
    assert "wrong_draw" in lines[1]
    assert json.loads(lines[2])["error"]["code"] == "unreadable_file"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_reports_as_json_are_the_same_with_more_jobs(files, jobs, capsys):
    assert run(["--json", "--jobs", jobs, files[0], files[3]]) == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [report["file"] for report in reports] == [files[0], files[3]]
    assert all(report["ok"] and report["complete"] for report in reports)


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "", "1000", "２"])
def test_a_number_of_jobs_that_is_none_is_refused(files, jobs, capsys):
    with pytest.raises(SystemExit):
        run(["--jobs", jobs, files[0]])
    assert "a number from 1 to 999" in capsys.readouterr().err


def test_an_access_log_is_proved_and_what_is_wrong_with_it_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "looks.zjl.jsonl"
    path.write_bytes(making.files()[looks_name(making.RULED)])
    key = public_key(making.PRIVATE)
    assert run([str(path), "--key", key]) == 0
    said = capsys.readouterr().out
    assert said.startswith("ok: 2 looks at hidden tiles; signed in checkpoint 1 (")
    assert key in said
    assert run([str(path), "--key", "ab" * 32]) == 1
    assert "line 4: wrong_key" in capsys.readouterr().out
    path.write_bytes(path.read_bytes().replace(b"account:8", b"account:9"))
    assert run([str(path)]) == 1
    assert "failed: line 2, event 1 HiddenTilesShown: wrong_hash" in capsys.readouterr().out
    bare = looks_bytes(making.RULED, making.looked(making.LOOKS))
    path.write_bytes(bare)
    assert run([str(path)]) == 0
    assert capsys.readouterr().out == "ok: 2 looks at hidden tiles\n"
    assert run([str(path), "--key", key]) == 1
    assert "no_trailer" in capsys.readouterr().out
