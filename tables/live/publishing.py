"""Who follows a table, what they have been told, and the frames that tell them more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.play.command_codec import command_to_json
from engine.play.defaults import waiting_on
from engine.play.state import MatchState
from engine.redact import Viewer
from engine.seats import SEATS
from engine.view import view
from tables.events.log import engine_of
from tables.live import heads
from tables.live.clockface import STOPPED, clock_face
from tables.live.frames import Shown, raw, text
from tables.live.members import Member
from tables.live.messages import PROTOCOL, Hello
from tables.live.trail import KEPT, Horizon
from tables.pace import Pace

if TYPE_CHECKING:
    from tables.live.table import LiveTable


@dataclass(slots=True)
class Told:
    """What all sockets of one kind of viewer know."""

    version: int
    legal: str
    paused: bool


class Publisher:
    """The viewers of one table. Never waits: frames are handed to the sockets' queues."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._members: dict[Viewer, set[Member]] = {}
        self._told: dict[Viewer, Told] = {}
        self._shown = Shown()
        self._legal: dict[Viewer, tuple[object, str]] = {}
        self._face: str | None = None

    def tell(self, message: dict[str, Any], besides: Member | None = None) -> None:
        """Send the same to every viewer, or to all `besides` one."""
        frame = text(message)
        for member in self.members:
            if member is not besides:
                member.outbox.put(frame)

    @property
    def members(self) -> list[Member]:
        """Every socket that follows."""
        return [member for group in self._members.values() for member in group]

    def publish(self) -> None:
        """Tell every viewer what they may know by now."""
        self._face = None
        for viewer, group in self._members.items():
            for frame in self._news(viewer):
                for member in group:
                    member.outbox.put(frame)
        self._shown.forget(self._table.trail.base)

    def _clock_text(self, viewer: Viewer) -> str:
        """The clocks as JSON; those of the present are made once for all viewers."""
        if self._is_late(viewer):
            return text(STOPPED)
        if self._face is None:
            self._face = text(self.clock(viewer))
        return self._face

    def _news(self, viewer: Viewer) -> list[str]:
        trail, told = self._table.trail, self._told[viewer]
        horizon = trail.horizon(viewer)
        now = Told(horizon.version, self.legal(viewer), self._is_paused(viewer))
        if now == told:
            return []
        self._told[viewer] = now
        events = self._shown.events(trail.between(told.version, now.version), viewer)
        frame = (
            f'{{"type":"events","version":{now.version},"events":{events},'
            f'"legal":{now.legal},"clock":{self._clock_text(viewer)}}}'
        )
        head = trail.head_within(told.version, now.version)
        return [frame] if head is None else [frame, text(heads.frame(self._table.match, head))]

    def _is_late(self, viewer: Viewer) -> bool:
        """Whether this viewer is shown the past, and so nothing of the present."""
        return viewer.role == "spectator" and self._table.trail.delay > 0

    def _is_paused(self, viewer: Viewer) -> bool:
        return self._table.trail.state.paused and not self._is_late(viewer)

    def legal(self, viewer: Viewer) -> str:
        """What the viewer may do now, as a JSON array."""
        state = self._table.trail.state
        if viewer.role != "seat" or viewer.place is None or state.paused:
            return "[]"
        if viewer.place not in waiting_on(state):
            return "[]"
        key = self._table.clock.version
        known = self._legal.get(viewer)
        if known is None or known[0] != key:
            known = self._legal[viewer] = (key, text(actions(state, viewer.place)))
        return known[1]

    def clock(self, viewer: Viewer) -> dict[str, Any]:
        """The clocks as the viewer may see them."""
        if self._is_late(viewer):
            return STOPPED
        table = self._table
        return clock_face(table.clock, table.trail.state, table.hub.now_ms(), table.hub.pace)

    # Joining

    def add(self, member: Member, hello: Hello) -> None:
        """Subscribe a socket; its welcome is the first frame in its queue."""
        viewer = member.viewer
        group = self._members.setdefault(viewer, set())
        if not group:
            horizon = self._table.trail.horizon(viewer)
            self._told[viewer] = Told(horizon.version, self.legal(viewer), self._is_paused(viewer))
        group.add(member)
        member.outbox.put(text(self._welcome(viewer, hello)))

    def remove(self, member: Member) -> None:
        """Forget a socket; of a kind of viewer without any nothing is kept."""
        group = self._members.get(member.viewer, set())
        group.discard(member)
        if not group:
            self._members.pop(member.viewer, None)
            self._told.pop(member.viewer, None)
            self._legal.pop(member.viewer, None)

    def _welcome(self, viewer: Viewer, hello: Hello) -> dict[str, Any]:
        table = self._table
        horizon = table.trail.horizon(viewer)
        answer = self._answer(hello, horizon)
        head = table.trail.head_within(-1, horizon.version)
        welcome = {
            "type": "welcome",
            "protocol": PROTOCOL,
            "answer": answer,
            "version": horizon.version,
            "match": table.match,
            "you": _you(viewer, horizon.state),
            "legal": raw(self.legal(viewer)),
            "clock": self.clock(viewer),
            "presence": table.presence.now(),
            "settings": _settings(table.fold.state, table.hub.pace),
            "head": None if head is None else heads.signed(table.match, head),
        }
        if answer in ("start_over", "ahead"):
            welcome["view"] = self._picture(viewer, horizon.state)
        if answer == "events":
            assert hello.since is not None
            lines = table.trail.between(hello.since, horizon.version)
            welcome["events"] = raw(self._shown.events(lines, viewer))
        return welcome

    def _answer(self, hello: Hello, horizon: Horizon) -> str:
        since = hello.since
        if since is None or hello.match not in (None, self._table.match):
            return "start_over"
        if since == horizon.version:
            return "up_to_date"
        if since > horizon.version:
            return "ahead"
        near = horizon.version - since <= KEPT and self._table.trail.reaches(since)
        return "events" if near else "start_over"

    def _picture(self, viewer: Viewer, state: MatchState) -> dict[str, Any]:
        """The view; a pause shows at once, though its event may wait for hidden answers."""
        paused = state.paused or self._is_paused(viewer)
        return {**view(state, viewer), "paused": paused}

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The answer to a client that asks for the whole picture."""
        horizon = self._table.trail.horizon(viewer)
        return {
            "type": "view",
            "version": horizon.version,
            "view": self._picture(viewer, horizon.state),
            "legal": raw(self.legal(viewer)),
            "clock": self.clock(viewer),
        }


def actions(state: MatchState, place: int) -> list[dict[str, Any]]:
    """Everything the player at `place` may do, as they would send it."""
    if state.phase == "commit":
        return [{"type": "commit_entropy", "digest": ""}]
    if state.phase == "open":
        return [{"type": "open_entropy", "entropy": ""}]
    if state.hand is None:
        return []
    seat = state.hand.seat_of(place)
    return [command_to_json(c) for c in engine_of(state).legal(state, seat)]


def _settings(state: MatchState, pace: Pace) -> dict[str, Any]:
    """What clients need to know of the table's terms."""
    setup = state.setup
    if setup is None:
        return {}
    clocks = setup.clocks
    return {
        "decision_ms": clocks.decision_ms,
        "claim_ms": clocks.claim_ms,
        "reserve_ms": clocks.reserve_ms,
        "entropy_ms": clocks.entropy_ms,
        "away_ms": clocks.away_ms,
        "between_ms": pace.between_ms,
        "waits": setup.aids.waits,
        "spectator_delay": setup.spectator_delay,
    }


def _you(viewer: Viewer, state: MatchState) -> dict[str, Any]:
    place, hand = viewer.place, state.hand
    seat = None if place is None or hand is None else SEATS[hand.seat_of(place)]
    return {"role": viewer.role, "place": place, "seat": seat}
