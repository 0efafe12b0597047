"""explain the score of one hand a line to a person: elements with rules, payments as sums"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from engine.cli.explanation import explain
from engine.cli.lines import answer_lines
from engine.scoring.case_json import case_from_json

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant")


def run(arguments: Sequence[str]) -> int:
    """Explains standard input line by line; exit code 1 if any line was bad."""
    parser = argparse.ArgumentParser(prog="python -m engine explain", description=__doc__)
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    language: str = parser.parse_args(arguments).language
    return answer_lines(lambda data: "\n".join(explain(*case_from_json(data), language)) + "\n")
