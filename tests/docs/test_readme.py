"""What the README shows works."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_example_of_the_engine_runs_as_printed(name: str) -> None:
    result = doctest.testfile(str(ROOT / name), module_relative=False)
    assert result.attempted >= 10
    assert result.failed == 0


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_commands_of_the_engine_run_as_printed(name: str, tmp_path: Path) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    commands = [line for line in re.findall(r"^\$ (.+)$", page, re.M) if "-m engine" in line]
    assert len(commands) == 3
    paths = f"PATH={Path(sys.executable).parent}:$PATH PYTHONPATH={ROOT}"
    script = "\n".join(["set -e", f"export {paths}", *commands])
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
