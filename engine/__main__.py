"""`python -m engine COMMAND`: the engine from the command line, without a site or a database."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

# Each command is a module of engine.cli with `run(arguments) -> exit code` and a docstring whose
# first line describes it; imported only when asked for.
COMMANDS: Final = ("score", "explain", "replay", "verify", "simulate")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit code, 2 for a wrong call."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdin is None or sys.stdout is None:
        print("standard input or output is closed", file=sys.stderr)
        return 1
    _print_utf8()
    try:
        exit_code = _run(given)
        sys.stdout.flush()
    except OSError as error:
        # Leave nothing for the interpreter to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"cannot read or write: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return exit_code


def _run(given: Sequence[str]) -> int:
    if not given or given[0] in ("-h", "--help"):
        print(_usage())
        return 0 if given else 2
    if given[0] not in COMMANDS:
        print(f"{given[0]!a} is no command\n{_usage()}", file=sys.stderr)
        return 2
    exit_code: int = import_module(f"engine.cli.{given[0]}").run(given[1:])
    return exit_code


def _print_utf8() -> None:
    """Answers are UTF-8 everywhere; what has no such form, in a file's name say, is escaped."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def _usage() -> str:
    lines = ["usage: python -m engine COMMAND [...]", ""]
    for name in COMMANDS:
        summary = (import_module(f"engine.cli.{name}").__doc__ or "").split("\n")[0]
        lines.append(f"  {name:<9} {summary}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
