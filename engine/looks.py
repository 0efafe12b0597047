"""The access log of a table: who was shown the hidden tiles of which hand, and when.

Owns its form as a file and what is proved of one: a chain of looks, and what its trailer says.
Whether all looks were noted, no file can say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.checkpoints import Checkpoint
from engine.errors import EngineError
from engine.hashing import Json, parse
from engine.loading import Loaded, Problem, load, problem_at
from engine.play.fields import exactly
from engine.record import Row, record_bytes
from engine.report import Report, signed_text
from engine.trailer import TrailerFails, parse_trailer, parted, proved

FORMAT: Final = "zjl"
SCHEMA: Final = 1
SUFFIX: Final = ".zjl.jsonl"
TYPE: Final = "HiddenTilesShown"
WHERE: Final = ("live", "review", "what_if")

_HEADER: Final = re.compile(rb'\{"events":[0-9]+,"format":"zjl",')
_ACTOR: Final = re.compile(r"account:([0-9]{1,18})")
_SALT: Final = re.compile(r"[0-9a-f]{32}")


def header(table: str) -> dict[str, Json]:
    """What the chain of a table's looks begins with."""
    return {"format": FORMAT, "schema": SCHEMA, "table": table}


def stream_of(table: str) -> str:
    """What the access log of a table is called in a checkpoint."""
    return f"looks:{table}"


def looks_bytes(table: str, rows: Iterable[Row]) -> bytes:
    """The whole log as a file, without a trailer: the header, then a line a look."""
    return record_bytes(header(table), rows)


def load_looks(body: bytes) -> Loaded:
    """A log from its file without a trailer; never raises."""
    return load(body, FORMAT)


def is_looks(start: bytes) -> bool:
    """Whether a file that begins so is to be read as an access log."""
    return _HEADER.match(start) is not None


def look_problems(loaded: Loaded, hands: int | None = None) -> Iterator[Problem]:
    """What is wrong with the access log of a match, of so many hands if that is known."""
    if loaded.problem is not None:
        yield loaded.problem
        return
    for line, row in enumerate(loaded.rows, start=2):
        problem = _problem(row, loaded.header.get("table"), hands)
        if problem is not None:
            yield problem_at(row, line, "bad_data", problem)


def _problem(row: Row, table: Json, hands: int | None) -> str | None:
    columns = row.columns
    if (columns.type, columns.v, columns.cmd) != (TYPE, SCHEMA, None):
        return "this is no look at hidden tiles"
    if _ACTOR.fullmatch(columns.actor) is None:
        return "nobody is named who looked"
    if columns.hand < 1 or (hands is not None and columns.hand > hands):
        return f"the match has no hand {columns.hand}"
    try:
        data = exactly(parse(columns.data), "salt", "table", "what")
    except EngineError as error:
        return error.message
    if data["table"] != table or data["what"] not in WHERE:
        return "it is not told at which table, or from where"
    salt = data["salt"]
    return None if isinstance(salt, str) and _SALT.fullmatch(salt) else "the salt is not 16 bytes"


def accounts_in(rows: Iterable[Row]) -> set[str]:
    """The ids of the accounts that looked."""
    found = (_ACTOR.fullmatch(row.columns.actor) for row in rows)
    return {acted[1] for acted in found if acted is not None}


@dataclass(frozen=True, slots=True)
class LooksReport(Report):
    """What came of proving an access log: its `events` are looks."""

    def __str__(self) -> str:
        # A class with slots is made anew, so that a bare super() would look in the wrong one.
        if self.problems:
            return Report.__str__(self)
        text = f"ok: {self.events} looks at hidden tiles"
        return f"{text}; {signed_text(self.signed, self.events)}" if self.signed else text


def verify_looks(
    data: bytes, *, checkpoint: Checkpoint | None = None, key: str | None = None
) -> LooksReport:
    """The report on the bytes of an access log; never raises. Checkpoint and key as of `verify`."""
    body, trailer = parted(data)
    loaded = load_looks(body)
    problems = tuple(look_problems(loaded))
    report = LooksReport(len(loaded.rows), 0, True, None, problems)
    if trailer is None and checkpoint is None and key is None:
        return report
    try:
        if trailer is None:
            raise TrailerFails("no_trailer", "the log does not say in which checkpoint it was")
        stream = stream_of(str(loaded.header.get("table")))
        hashes = [row.hash for row in loaded.rows]
        signed = proved(parse_trailer(trailer), stream, hashes, checkpoint=checkpoint, key=key)
    except EngineError as error:
        code = error.code if isinstance(error, TrailerFails) else "bad_trailer"
        problem = Problem(len(loaded.rows) + 2, None, None, code, error.message)
        return replace(report, problems=(*problems, problem))
    return report if problems else replace(report, signed=signed)
