"""Lines of JSON in, lines out: one answer a line, in order, faults as objects that name a field."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import NoReturn

from engine.errors import EngineError, InvalidInput, InvalidNotation


def answer_lines(answer: Callable[[object], str]) -> int:
    """Answers each line of standard input; returns 1 if any line was bad, else 0."""
    faults = 0
    for line in sys.stdin.buffer:
        try:
            shown = answer(read_json(line))
        except EngineError as error:
            faults += 1
            shown = json.dumps({"error": error.as_dict()})
        sys.stdout.write(shown + "\n")
        sys.stdout.flush()
    return 1 if faults else 0


def read_json(line: bytes) -> object:
    """One JSON object; raises InvalidNotation for anything else, NaN and endless nesting too."""
    try:
        # Some editors begin a file with a byte order mark.
        text = line.decode("utf-8-sig").strip()
        value: object = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_each_once
        )
    except UnicodeDecodeError:
        raise InvalidNotation("the line is not UTF-8") from None
    except RecursionError:
        raise InvalidNotation("the line is nested too deeply") from None
    except ValueError as error:
        raise InvalidNotation(f"the line is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise InvalidInput("a line is one JSON object")
    return value


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)[:60]
        raise InvalidInput(f"{twice!a} is given twice", twice)
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
