"""One way to every file of a tournament: which sheets there are, in which format, under what name.

Owns the catalogue of downloads. Who may have them is asked elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias

from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState
from tournaments.exports.people import penalties_sheet, players_sheet
from tournaments.exports.rounds import pairings_sheet, seats_sheet
from tournaments.exports.scores import hands_sheet, results_sheet, standings_sheet
from tournaments.exports.sheet import Delimiter, Sheet, csv_bytes, json_bytes

Format: TypeAlias = Literal["csv", "json"]
CONTENT_TYPES: Final[Mapping[str, str]] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
}
SHEETS: Final[Mapping[str, Callable[[TournamentState], Sheet]]] = {
    "players": players_sheet,
    "pairings": pairings_sheet,
    "results": results_sheet,
    "hands": hands_sheet,
    "seats": seats_sheet,
    "penalties": penalties_sheet,
    "standings": standings_sheet,
}
PUBLIC_SHEETS: Final[Mapping[str, Callable[[TournamentState], Sheet]]] = {
    "pairings": partial(pairings_sheet, published=True),
    "results": results_sheet,
    "hands": hands_sheet,
    "standings": standings_sheet,
}
"""What may be handed to whoever sees the event: no marks, no reasons, no plan in the making."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to hand out. `name` may hold letters of any script."""

    name: str
    content_type: str
    body: bytes


def sheet_file(
    state: TournamentState,
    kind: str,
    format_: str,
    *,
    public: bool = False,
    bom: bool = True,
    delimiter: Delimiter = ",",
) -> File:
    """A sheet as a file. Refuses `unknown_value` for another kind, format or delimiter."""
    sheets = PUBLIC_SHEETS if public else SHEETS
    if kind not in sheets:
        refuse("unknown_value", f"there are {', '.join(sheets)}", "kind")
    if delimiter not in (",", ";", "\t"):
        refuse("unknown_value", "cells are parted by a comma, a semicolon or a tab", "delimiter")
    sheet = sheets[kind](state)
    if format_ == "csv":
        body = csv_bytes(sheet, bom=bom, delimiter=delimiter)
    elif format_ == "json":
        body = json_bytes(sheet, state.tournament, event_name(state))
    else:
        refuse("unknown_value", "there are csv and json", "format")
    return File(file_name(state, kind, format_), CONTENT_TYPES[format_], body)


def event_name(state: TournamentState) -> str:
    """The event's name as typed."""
    return state.details.name if state.details else ""


def file_name(state: TournamentState, kind: str, ending: str) -> str:
    """`spring-cup-players.csv`: letters and digits of the event's name in any script."""
    words = re.findall(r"\w+", event_name(state).lower())
    return "-".join([*words, kind])[-80:] + f".{ending}"
