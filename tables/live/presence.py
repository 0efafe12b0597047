"""Who is at one table: by a connection to this process, or to another.

Owns who is there and what is said and noted of it; the connections themselves are the audience's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tables.clocks import from_ms
from tables.live.audience import Audience
from tables.live.comings import Comings
from tables.live.host import Host
from tables.live.members import Member
from tables.live.reading import Reading
from tables.review import connections


class Presence:
    """The places of one table, and which of them somebody is at."""

    def __init__(self, reading: Reading, audience: Audience, host: Host) -> None:
        self._reading = reading
        self._audience = audience
        self._host = host
        self._elsewhere: set[int] = set()
        self._gone: set[int] = set()
        """Places that a connection has left since `take_seen` was asked."""
        self._comings = Comings(self._note)
        self._is_noting = True

    def here(self) -> set[int]:
        """Places with a connection to this process."""
        places = [member.viewer.place for member in self._audience.members]
        return {place for place in places if place is not None}

    def now(self) -> list[bool]:
        """Whether somebody is there, by place; built-in players always are."""
        there = self.here() | self._elsewhere
        players = self._reading.fold.state.players
        kinds = [player.kind for player in players] or ["human"] * 4
        return [kind == "bot" or place in there for place, kind in enumerate(kinds)]

    @contextmanager
    def changing(self, besides: Member | None = None) -> Iterator[None]:
        """Tell everybody, or all `besides` one, who is there if that is another afterwards."""
        was = self.now()
        yield
        now = self.now()
        if now != was:
            self._audience.tell({"type": "presence", "places": now}, besides)

    def take_seen(self) -> set[int]:
        """Places that were connected at some time since this was asked last."""
        gone, self._gone = self._gone, set()
        return self.here() | gone

    def set_elsewhere(self, places: set[int]) -> None:
        """Which places are connected to other processes."""
        with self.changing():
            self._elsewhere = places
            self._comings.look(places)

    def came(self, place: int) -> None:
        """A connection of this place has joined."""
        self._comings.came(place)

    def went(self, place: int, *, by_itself: bool) -> None:
        """A connection of this place is gone: `by_itself`, or as it was sent away."""
        self._gone.add(place)
        if by_itself and place not in self.here():
            self._comings.went(place, self._elsewhere)

    def forget(self, place: int) -> None:
        """The seat is somebody else's from now on."""
        self._elsewhere.discard(place)
        self._comings.forget(place)

    def stop(self) -> None:
        """What goes from now on goes because this process stops: nobody was lost."""
        self._is_noting = False

    def _note(self, place: int, connected: bool) -> None:
        """Write down beside the log that a player came or went."""
        reading, host = self._reading, self._host
        if not self._is_noting or reading.fold.state.phase == "ended":
            return
        at = from_ms(host.now_ms())
        row = connections.noting(reading.id, place, connected, at, host.process)
        host.spawn(host.run(row))
