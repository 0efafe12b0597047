"""What those who follow a table have been told, and the frames that tell them more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.play.command_codec import command_to_json
from engine.play.defaults import waiting_on
from engine.play.state import MatchState
from engine.redact import Viewer
from engine.seats import SEATS
from engine.view import view
from tables.events.log import engine_of
from tables.live import heads
from tables.live.audience import Audience
from tables.live.clockface import STOPPED, clock_face
from tables.live.frames import Shown, raw, text
from tables.live.host import Host
from tables.live.members import Member
from tables.live.messages import PROTOCOL, Hello
from tables.live.presence import Presence
from tables.live.reading import Reading
from tables.live.trail import KEPT, Horizon
from tables.pace import Pace


@dataclass(slots=True)
class Told:
    """What all sockets of one kind of viewer know."""

    version: int
    legal: str
    paused: bool


class Publisher:
    """Tells the viewers of one table. Never waits: frames are handed to the sockets' queues."""

    def __init__(
        self, reading: Reading, audience: Audience, presence: Presence, host: Host
    ) -> None:
        self._reading = reading
        self._audience = audience
        self._presence = presence
        self._host = host
        self._told: dict[Viewer, Told] = {}
        self._shown = Shown()
        self._legal: dict[Viewer, tuple[object, str]] = {}
        self._face: str | None = None

    def publish(self) -> None:
        """Tell every viewer what they may know by now."""
        self._face = None
        for viewer, group in self._audience.groups():
            for frame in self._news(viewer):
                for member in group:
                    member.outbox.put(frame)
        self._shown.forget(self._reading.trail.base)

    def _clock_text(self, viewer: Viewer) -> str:
        """The clocks as JSON; those of the present are made once for all viewers."""
        if self._is_late(viewer):
            return text(STOPPED)
        if self._face is None:
            self._face = text(self.clock(viewer))
        return self._face

    def _news(self, viewer: Viewer) -> list[str]:
        trail, told = self._reading.trail, self._told[viewer]
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
        return [frame] if head is None else [frame, text(heads.frame(self._reading.match, head))]

    def _is_late(self, viewer: Viewer) -> bool:
        """Whether this viewer is shown the past, and so nothing of the present."""
        return viewer.role == "spectator" and self._reading.trail.delay > 0

    def _is_paused(self, viewer: Viewer) -> bool:
        return self._reading.trail.state.paused and not self._is_late(viewer)

    def legal(self, viewer: Viewer) -> str:
        """What the viewer may do now, as a JSON array."""
        state = self._reading.trail.state
        if viewer.role != "seat" or viewer.place is None or state.paused:
            return "[]"
        if viewer.place not in waiting_on(state):
            return "[]"
        key = self._reading.clock.version
        known = self._legal.get(viewer)
        if known is None or known[0] != key:
            known = self._legal[viewer] = (key, text(actions(state, viewer.place)))
        return known[1]

    def clock(self, viewer: Viewer) -> dict[str, Any]:
        """The clocks as the viewer may see them."""
        if self._is_late(viewer):
            return STOPPED
        reading, host = self._reading, self._host
        return clock_face(reading.clock, reading.trail.state, host.now_ms(), host.pace)

    # Joining

    def add(self, member: Member, hello: Hello) -> None:
        """Subscribe a socket; its welcome is the first frame in its queue."""
        viewer = member.viewer
        if not self._audience.has(viewer):
            horizon = self._reading.trail.horizon(viewer)
            self._told[viewer] = Told(horizon.version, self.legal(viewer), self._is_paused(viewer))
        self._audience.add(member)
        member.outbox.put(text(self._welcome(viewer, hello)))

    def remove(self, member: Member) -> None:
        """Forget a socket; of a kind of viewer without any nothing is kept."""
        self._audience.remove(member)
        if not self._audience.has(member.viewer):
            self._told.pop(member.viewer, None)
            self._legal.pop(member.viewer, None)

    def _welcome(self, viewer: Viewer, hello: Hello) -> dict[str, Any]:
        reading = self._reading
        horizon = reading.trail.horizon(viewer)
        answer = self._answer(hello, horizon)
        head = reading.trail.head_within(-1, horizon.version)
        welcome = {
            "type": "welcome",
            "protocol": PROTOCOL,
            "answer": answer,
            "version": horizon.version,
            "match": reading.match,
            "you": _you(viewer, horizon.state),
            "legal": raw(self.legal(viewer)),
            "clock": self.clock(viewer),
            "presence": self._presence.now(),
            "settings": _settings(reading.fold.state, self._host.pace),
            "head": None if head is None else heads.signed(reading.match, head),
        }
        if answer in ("start_over", "ahead"):
            welcome["view"] = self._picture(viewer, horizon.state)
        if answer == "events":
            assert hello.since is not None
            lines = reading.trail.between(hello.since, horizon.version)
            welcome["events"] = raw(self._shown.events(lines, viewer))
        return welcome

    def _answer(self, hello: Hello, horizon: Horizon) -> str:
        since = hello.since
        if since is None or hello.match not in (None, self._reading.match):
            return "start_over"
        if since == horizon.version:
            return "up_to_date"
        if since > horizon.version:
            return "ahead"
        near = horizon.version - since <= KEPT and self._reading.trail.reaches(since)
        return "events" if near else "start_over"

    def _picture(self, viewer: Viewer, state: MatchState) -> dict[str, Any]:
        """The view; a pause shows at once, though its event may wait for hidden answers."""
        paused = state.paused or self._is_paused(viewer)
        return {**view(state, viewer), "paused": paused}

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The answer to a client that asks for the whole picture."""
        horizon = self._reading.trail.horizon(viewer)
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
