"""From the cells of one row to a person, or everything that is wrong with them at once.

Owns how cells are read. Must not know lines or columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from engine.players import LEVELS
from tournaments.domain.names import check_name
from tournaments.domain.parts import EntryKind, Person
from tournaments.domain.refusals import Refused
from tournaments.domain.terms import MOST_PLAYERS
from tournaments.exports.cells import split_marks
from tournaments.exports.columns import KINDS, plain_word

MOST_MARKS: Final = 20
_EMAIL: Final = re.compile(r"[^@\s]{1,64}@[^@\s]{1,190}\.[^@\s.]{2,60}")
_NO_MARKS: Final[tuple[str, ...]] = ()
_Read = TypeVar("_Read")


class CellFault(Exception):
    """What is wrong in a row: codes with the fields they are about."""

    def __init__(self, found: tuple[tuple[str, str], ...]) -> None:
        super().__init__(found)
        self.found = found


class _Reader:
    """Reads cells by field and collects what is wrong."""

    def __init__(self, cells: Mapping[str, str]) -> None:
        self.cells = cells
        self.found: list[tuple[str, str]] = []

    def read(self, field: str, reader: Callable[[str], _Read], default: _Read) -> _Read:
        try:
            return reader(self.cells.get(field, ""))
        except Refused as refusal:
            self.found.append((refusal.code, field))
            return default


def person_of(cells: Mapping[str, str]) -> Person:
    """The person in a row, by field. Raises CellFault with everything that is wrong."""
    reader = _Reader(cells)
    name = reader.read("name", _name, "")
    player: EntryKind = "player"
    kind = reader.read("kind", _kind, player)
    club = reader.read("club", _club, None)
    apart = reader.read("apart", _apart, _NO_MARKS)
    table = reader.read("fixed_table", _table, None)
    level = reader.read("level", lambda text: _level(text, is_bot=kind == "bot"), None)
    reader.read("email", _email, None)
    if reader.found:
        raise CellFault(tuple(reader.found))
    return Person(name, kind, None, club, apart, table, level)


def _name(text: str) -> str:
    try:
        check_name(text, "name")
    except Refused as refusal:
        code = "empty_name" if refusal.code == "empty" else refusal.code
        raise Refused(code, refusal.message, "name") from None
    return text


def _kind(text: str) -> EntryKind:
    word = plain_word(text)
    if word not in KINDS:
        raise Refused("unknown_kind", f"kinds are {', '.join(filter(None, KINDS))}", "kind")
    return KINDS[word]


def _club(text: str) -> str | None:
    if not text:
        return None
    check_name(text, "club")
    return text


def _apart(text: str) -> tuple[str, ...]:
    marks = split_marks(text)
    for mark in marks:
        check_name(mark, "apart")
    if len(marks) > MOST_MARKS:
        raise Refused("too_many_marks", f"at most {MOST_MARKS} marks", "apart")
    return tuple(dict.fromkeys(marks))


def _table(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not re.fullmatch(r"\d{1,6}", text) or not 1 <= int(text) <= MOST_PLAYERS:
        raise Refused("bad_number", f"a table's number is 1 to {MOST_PLAYERS}", "fixed_table")
    return int(text)


def _level(text: str, *, is_bot: bool) -> str | None:
    word = plain_word(text)
    if word and not is_bot:
        raise Refused("level_without_bot", "only built-in players have a level", "level")
    if is_bot and word not in LEVELS:
        raise Refused("unknown_level", f"levels are {', '.join(LEVELS)}", "level")
    return word or None


def _email(text: str) -> None:
    if text.strip() and not _EMAIL.fullmatch(text.strip()):
        raise Refused("bad_email", "this is no e-mail address", "email")
