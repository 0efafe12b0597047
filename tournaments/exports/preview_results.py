"""A sheet of results before any is taken in: what was read, and what is wrong with it.

Owns the judgement of tables: the right people, points that add up, a place for the result.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from tournaments.domain.commands import TakeResult
from tournaments.domain.decide import refusal_of
from tournaments.domain.parts import EntryId, Result, ResultSource
from tournaments.domain.state import Table, TournamentState, timeline
from tournaments.exports.people import name_of
from tournaments.exports.rounds import WINDS
from tournaments.exports.scores import RESULT_COLUMNS, sitting_at
from tournaments.exports.sheet_in import Cells, Findings, SheetPreview, people_meant, read_sheet

_ALIASES: Final = {
    "round": ("轮次", "輪次"),
    "table": ("桌号", "桌號"),
    "place": ("seat", "wind", "座位"),
    "person_name": ("name", "姓名"),
    "game_points": ("points", "得分"),
}
WORDS: Final = {name: _ALIASES.get(name, ()) for name in RESULT_COLUMNS}
NEEDED: Final = (("round",), ("table",), ("place",), ("game_points",), ("person_name", "person"))
PLACES: Final = {
    word: place
    for place, words in enumerate(zip(WINDS, "eswn", "东南西北", "東南西北", strict=True))
    for word in words
}
_POINTS: Final = re.compile(r"[+-]?\d{1,12}", re.ASCII)

State = TournamentState


def preview_results(
    given: bytes | str,
    state: State,
    running: Collection[str],
    *,
    source: ResultSource = "organiser",
    encoding: str | None = None,
    accept: frozenset[str] = frozenset(),
) -> SheetPreview:
    """Results for tables that have none. `running` are the ids of matches that are not over.

    Lines without points, byes, and results that are here already are left out. Refuses `too_big`
    and `bad_encoding`.
    """
    sheet, found = read_sheet(given, WORDS, NEEDED, encoding), Findings()
    if not sheet.is_readable:
        return sheet.preview(found, (), accept)
    commands = []
    for where, rows in _tables(sheet.lines, found).items():
        table = _table_here(state, where, rows[0], found)
        if table is None:
            continue
        points = _points(state, table, rows, found)
        if points is not None:
            command = TakeResult(*where, table.match, Result(points, (), source))
            if _may_take(state, command, table, rows, running, found):
                commands.append(command)
    return sheet.preview(found, commands, accept)


def _tables(lines: Sequence[Cells], found: Findings) -> dict[tuple[int, int], list[Cells]]:
    """The lines of each table for which points are given."""
    tables: dict[tuple[int, int], list[Cells]] = {}
    for cells in lines:
        kind = cells.text("kind").casefold()
        if kind == "bye":
            found.note([cells], "bye")
        elif kind not in ("", "table"):
            found.add(cells.problem("unknown_row", "kind"))
        else:
            number, table = cells.whole("round"), cells.whole("table")
            if number is None:
                found.add(cells.problem("bad_round", "round"))
            if table is None:
                found.add(cells.problem("bad_number", "table"))
            if number is not None and table is not None:
                tables.setdefault((number, table), []).append(cells)
    empty = [where for where, rows in tables.items() if not any(map(_has_points, rows))]
    for where in empty:
        found.note(tables.pop(where), "no_points")
    return tables


def _has_points(cells: Cells) -> bool:
    return cells.text("game_points") != ""


def _table_here(
    state: State, where: tuple[int, int], first: Cells, found: Findings
) -> Table | None:
    round_ = state.rounds.get(where[0])
    if round_ is None:
        found.add(first.problem("no_round_here", "round"))
    elif round_.status == "planned":
        found.add(first.problem("not_started_here", "round"))
    elif where[1] not in round_.tables:
        found.add(first.problem("no_table_here", "table"))
    else:
        return round_.tables[where[1]]
    return None


def _points(
    state: State, table: Table, rows: Sequence[Cells], found: Findings
) -> tuple[int, ...] | None:
    """Points by place; None where a line is wrong, or they do not add up."""
    lines: dict[int, Cells] = {}
    points: dict[int, int] = {}
    for cells in rows:
        place = PLACES.get(cells.text("place").casefold())
        if place is None:
            found.add(cells.problem("unknown_place", "place"))
            continue
        if place in lines:
            found.add(cells.problem("place_twice", "place", str(lines[place].number)))
        lines.setdefault(place, cells)
        _check_person(state, table, place, cells, found)
        if (own := _number(cells)) is None:
            found.add(cells.problem("bad_points", "game_points"))
        else:
            points[place] = own
    if found.are_in(rows):
        return None
    if len(points) < len(WINDS):
        found.add(rows[0].problem("not_four_lines", "table"))
    elif total := sum(points.values()):
        found.add(rows[0].problem("not_zero_sum", "game_points", str(total)))
    else:
        return tuple(points[place] for place in range(len(WINDS)))
    return None


def _number(cells: Cells) -> int | None:
    text = cells.text("game_points").replace("\u2212", "-")
    return int(text) if _POINTS.fullmatch(text) else None


def _check_person(state: State, table: Table, place: int, cells: Cells, found: Findings) -> None:
    """Who is named sits there, or sat down there first."""
    sitters: list[EntryId] = [timeline(table.ledger[place])[-1].person]
    hands = len(table.result.hands) if table.result else 0
    sitters.append(sitting_at(table, place, hands).person)
    meant = people_meant(state, cells, "person", "person_name")
    name = "person_name" if cells.column("person_name") else "person"
    if not meant:
        found.add(cells.problem("nobody_here", name))
    elif not set(sitters) & set(meant):
        found.add(cells.problem("wrong_person", name, name_of(state, sitters[0]) or ""))


def _may_take(
    state: State,
    command: TakeResult,
    table: Table,
    rows: Sequence[Cells],
    running: Collection[str],
    found: Findings,
) -> bool:
    """Whether the result has a place; the same one is not taken twice."""
    first = rows[0]
    if table.result is not None and table.result.points == command.result.points:
        found.note(rows, "same_result")
    elif table.result is not None:
        found.add(first.problem("result_here", "table"))
    elif table.match in running:
        found.add(first.problem("match_running", "table"))
    elif refusal := refusal_of(state, command):
        found.add(first.problem(refusal.code, "round"))
    else:
        return True
    return False
