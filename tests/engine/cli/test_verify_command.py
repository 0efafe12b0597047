"""`verify`: a line for each record, in the order of the files, whatever the number of jobs."""

from __future__ import annotations

import json

import pytest

from engine.cli.verify import run
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
