"""A sheet: named columns and rows, and the two files it can be written as.

Owns the formats of CSV and JSON files. Must not know tournaments.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tournaments.exports.cells import Cell, written

Delimiter: TypeAlias = Literal[",", ";", "\t"]
SCHEMA: Final = 1
_BOM: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows as long as `columns`; `kind` names the sheet in its file."""

    kind: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def csv_lines(sheet: Sheet, delimiter: Delimiter = ",") -> Iterator[str]:
    """The file line by line: the columns' names, then the rows, each ending in CR LF."""
    line = io.StringIO()
    writer = csv.writer(line, delimiter=delimiter, lineterminator="\r\n")
    for row in (sheet.columns, *sheet.rows):
        writer.writerow([written(cell) for cell in row])
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def csv_bytes(sheet: Sheet, *, bom: bool = True, delimiter: Delimiter = ",") -> bytes:
    """UTF-8, with the mark by which spreadsheets know it unless `bom` is false."""
    return ((_BOM if bom else "") + "".join(csv_lines(sheet, delimiter))).encode()


def json_bytes(sheet: Sheet, tournament: str, name: str) -> bytes:
    """An object with `rows`, each an object by the columns' names. Text stands as it is."""
    rows = [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]
    whole = {
        "format": f"laozhuang-{sheet.kind}",
        "schema": SCHEMA,
        "tournament": tournament,
        "name": name,
        "columns": sheet.columns,
        "rows": rows,
    }
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()
