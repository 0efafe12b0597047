"""The rows of disputes, from the events of a match that belong to them. Pure.

Times come from the lines, deadlines from the terms that the table was opened with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, TypeAlias, cast

from engine.play.codec import event_to_json
from engine.rulings import events as e
from tables.cases.terms import DisputeTerms
from tables.projections.results import Row

Rows: TypeAlias = dict[str, Row]


class Told(NamedTuple):
    """An event of a dispute, its number and its time."""

    seq: int
    at: datetime
    event: Any


class CourtRows(NamedTuple):
    """Rows without their table, by the id of what they are about, in the order of the log."""

    cases: Rows
    rulings: Rows
    appeals: Rows
    undecided: dict[str, set[str]]
    """By case, the referees whose interest nobody has decided on yet."""


def court_rows(told: Iterable[Told], terms: DisputeTerms) -> CourtRows:
    """All rows of a match's disputes."""
    rows = CourtRows({}, {}, {}, {})
    for one in told:
        step = _STEPS.get(type(one.event))
        if step is not None:
            step(rows, one, terms)
    return rows


def _called(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    event: e.RefereeCalled = told.event
    rows.cases[event.case] = {
        "case": event.case,
        "hand": event.hand,
        "place": event.place,
        "reason": event.reason,
        "text": event.text,
        "status": "open",
        "referee_id": None,
        "asks_organiser": False,
        "ruling": "",
        "version": told.seq,
        "called_at": told.at,
        "taken_at": None,
        "closed_at": None,
    }


def _taken(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    event: e.CaseTaken = told.event
    rows.cases[event.case] |= {
        "status": "taken", "referee_id": int(event.referee), "taken_at": told.at,
    }  # fmt: skip


def _released(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    rows.cases[told.event.case] |= {"status": "open", "referee_id": None, "taken_at": None}


def _withdrawn(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    rows.cases[told.event.case] |= {
        "status": "withdrawn", "closed_at": told.at, "asks_organiser": False,
    }  # fmt: skip


def _declared(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    event: e.InterestDeclared = told.event
    rows.undecided.setdefault(event.case, set()).add(event.referee)
    rows.cases[event.case]["asks_organiser"] = True


def _interest_decided(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    event: e.InterestDecided = told.event
    rows.undecided[event.case].discard(event.referee)
    rows.cases[event.case]["asks_organiser"] = bool(rows.undecided[event.case])


def _ruled(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    event: e.RulingMade = told.event
    data = event_to_json(event)
    rows.rulings[event.ruling] = {
        "ruling": event.ruling,
        "case": event.case or "",
        "hand": event.hand,
        "kind": event.kind,
        "decision": data["decision"],
        "cites": list(event.cites),
        "text": event.text,
        "referee_id": int(event.referee),
        "points": list(event.points),
        "supersedes": event.supersedes or "",
        "superseded_by": "",
        "version": told.seq,
        "made_at": told.at,
    }
    if event.supersedes:
        rows.rulings[event.supersedes]["superseded_by"] = event.ruling
    if event.case:
        case = rows.cases[event.case]
        case |= {
            "status": "ruled", "ruling": event.ruling, "asks_organiser": False,
            "closed_at": case["closed_at"] or told.at,
        }  # fmt: skip


def _lodged(rows: CourtRows, told: Told, terms: DisputeTerms) -> None:
    event: e.AppealLodged = told.event
    rows.appeals[event.appeal] = {
        "appeal": event.appeal,
        "ruling": event.ruling,
        "place": event.place,
        "text": event.text,
        "status": "lodged",
        "judges": [],
        "votes": [],
        "new_ruling": "",
        "version": told.seq,
        "lodged_at": told.at,
        "due_at": told.at + timedelta(milliseconds=terms.panel_ms),
        "decided_at": None,
    }


def _named(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    event: e.PanelNamed = told.event
    rows.appeals[event.appeal] |= {"status": "named", "judges": list(event.judges)}


def _voted(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    event: e.VoteCast = told.event
    votes = rows.appeals[event.appeal]["votes"]
    votes.append([event.judge, event.vote])


def _appeal_decided(rows: CourtRows, told: Told, _terms: DisputeTerms) -> None:
    event: e.AppealDecided = told.event
    rows.appeals[event.appeal] |= {
        "status": event.outcome, "new_ruling": event.ruling or "", "decided_at": told.at,
    }  # fmt: skip


_Step: TypeAlias = Callable[[CourtRows, Told, DisputeTerms], None]
_STEPS: Final = cast(
    "dict[type, _Step]",
    {
        e.RefereeCalled: _called,
        e.CaseTaken: _taken,
        e.CaseReleased: _released,
        e.CaseWithdrawn: _withdrawn,
        e.InterestDeclared: _declared,
        e.InterestDecided: _interest_decided,
        e.RulingMade: _ruled,
        e.AppealLodged: _lodged,
        e.PanelNamed: _named,
        e.VoteCast: _voted,
        e.AppealDecided: _appeal_decided,
    },
)
TYPES: Final = tuple(one.__name__ for one in _STEPS)
"""The types of the events that these rows are made of."""
