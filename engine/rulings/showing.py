"""What a viewer may know of a dispute.

Players at the table, referees and readers of a record follow it; what binds a referee to somebody
and how a judge voted is not for players. Spectators get what changed, without who or why: how much
of a ruling is public is the host's to say. Texts are digests for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.hashing import Json
from engine.rulings import events as r
from engine.rulings.court import Case, Court, Ruling

if TYPE_CHECKING:
    from engine.viewer import Viewer

Data = dict[str, Json]
_NOT_FOR_SEATS: Final = (r.InterestDeclared, r.InterestDecided, r.VoteCast)
_PUBLIC: Final[Mapping[type[r.RulingEvent], tuple[str, ...]]] = {
    r.RulingMade: ("ruling", "hand", "kind", "supersedes", "points"),
    r.AppealDecided: ("outcome", "ruling"),
    r.ClockTakenBack: ("place", "ms", "reason"),
}
"""What spectators get of an event; nothing of the others."""


def hidden(event: r.RulingEvent, data: Data, viewer: Viewer) -> Data | None:
    """What is left of an event's data for a viewer who may not know all of it; None: they may."""
    if viewer.sees_all:
        return None
    if viewer.role == "seat":
        return {} if isinstance(event, _NOT_FOR_SEATS) else None
    return {name: data[name] for name in _PUBLIC.get(type(event), ())}


def court_view(court: Court, viewer: Viewer) -> Data:
    """Open cases, for those who may know, and all rulings in their order."""
    cases = () if viewer.role == "spectator" else court.cases
    return {
        "cases": [_case(case) for case in cases if case.is_open],
        "rulings": [_ruling(ruling) for ruling in court.rulings],
    }


def _case(case: Case) -> Data:
    return {
        "case": case.id,
        "place": case.place,
        "hand": case.hand,
        "reason": case.reason,
        "referee": case.referee,
    }


def _ruling(ruling: Ruling) -> Data:
    return {
        "ruling": ruling.id,
        "hand": ruling.hand,
        "kind": ruling.kind,
        "supersedes": ruling.supersedes,
        "points": list(ruling.points),
    }
