"""docs/command-line.md: its examples are answered as printed, its lists are complete."""

import doctest
import json
import re
from pathlib import Path
from typing import get_args

from engine.scoring import score
from engine.scoring.case_json import case_from_json
from engine.scoring.score import Reason

PAGE = Path(__file__).resolve().parents[2] / "docs" / "command-line.md"
TEXT = PAGE.read_text(encoding="utf-8")


def fenced(name: str) -> str:
    found = re.search(rf"```{name}\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return found.group(1)


def test_the_example_is_answered_as_printed() -> None:
    answer = score(*case_from_json(json.loads(fenced("score")))).as_dict()
    assert json.loads(fenced("answer")) == answer


def test_every_reason_is_explained() -> None:
    assert [reason for reason in get_args(Reason) if f"`{reason}`" not in TEXT] == []


def test_the_python_example_runs() -> None:
    example = doctest.DocTestParser().get_doctest(fenced("python"), {}, "page", str(PAGE), 0)
    assert doctest.DocTestRunner().run(example).failed == 0
