"""What a viewer may know of a dispute.

Players at the table, referees and who replays a record follow it; what binds a referee to somebody
and how a judge voted is not for players. Everybody else gets by how much points have changed, but
not what was ruled, by whom or why: how much of that is public is the host's to say. Texts are
digests for everybody.
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
    r.RulingMade: ("ruling", "hand", "supersedes", "points"),
    r.AppealDecided: ("outcome", "ruling"),
    r.ClockTakenBack: ("place", "ms", "reason"),
}
"""What the public gets of an event; nothing of the others."""


def hidden(event: r.RulingEvent, data: Data, viewer: Viewer) -> Data | None:
    """What is left of an event's data for a viewer who may not know all of it; None: they may."""
    if viewer.sees_all and not viewer.is_public:
        return None
    if viewer.role == "seat":
        return {} if isinstance(event, _NOT_FOR_SEATS) else None
    return {name: data[name] for name in _PUBLIC.get(type(event), ())}


def court_view(court: Court, viewer: Viewer) -> Data:
    """Open cases, for those who may know, and all rulings in their order."""
    cases = () if viewer.is_public else court.cases
    return {
        "cases": [_case(case) for case in cases if case.is_open],
        "rulings": [_ruling(ruling, viewer) for ruling in court.rulings],
    }


def _case(case: Case) -> Data:
    return {
        "case": case.id,
        "place": case.place,
        "hand": case.hand,
        "reason": case.reason,
        "referee": case.referee,
    }


def _ruling(ruling: Ruling, viewer: Viewer) -> Data:
    told: Data = {
        "ruling": ruling.id,
        "hand": ruling.hand,
        "supersedes": ruling.supersedes,
        "points": list(ruling.points),
    }
    return told if viewer.is_public else told | {"kind": ruling.kind}
