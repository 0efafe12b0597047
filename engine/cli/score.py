"""score one hand a line: JSON on standard input, one JSON result a line on standard output"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from engine.cli.lines import answer_lines
from engine.scoring.case_json import case_from_json
from engine.scoring.score import score


def run(arguments: Sequence[str]) -> int:
    """Scores standard input line by line; exit code 1 if any line was bad."""
    argparse.ArgumentParser(prog="python -m engine score", description=__doc__).parse_args(
        arguments
    )
    return answer_lines(_score_line)


def _score_line(data: object) -> str:
    return json.dumps(score(*case_from_json(data)).as_dict())
