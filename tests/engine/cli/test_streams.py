"""Standard streams that are odd: another encoding, closed, or full."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

EXHAUSTED = '{"ruleset": "bao", "source": "exhausted"}'


def engine(shell: str, data: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """What a command of the engine prints; `shell` is put behind it, for redirections too."""
    return subprocess.run(
        ["bash", "-c", f"{sys.executable} -m engine {shell}"],
        input=data,
        capture_output=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", **environment},
    )


def test_answers_are_utf8_wherever_they_are_printed() -> None:
    done = engine("explain --language zh-Hans", EXHAUSTED.encode(), PYTHONIOENCODING="ascii:strict")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "流局".encode() in done.stdout


@pytest.mark.parametrize("command", ["verify", "replay", "simulate --hands 1 --out"])
def test_a_name_that_is_not_utf8_is_answered_in_json(command: str) -> None:
    done = engine(f"{command} $'/dev/null/\\xff'", PYTHONIOENCODING="utf-8:strict")
    assert (done.returncode, done.stderr) == (1, b"")
    assert "\udcff" in json.loads(done.stdout)["error"]["message"]


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-", "<&-"])
def test_a_stream_that_is_full_or_closed_is_told_in_a_line(redirection: str) -> None:
    done = engine(f"score {redirection}", EXHAUSTED.encode())
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1


def test_help_for_a_reader_who_has_left_is_no_traceback() -> None:
    done = engine("--help | true; exit ${PIPESTATUS[0]}")
    assert b"Traceback" not in done.stderr
