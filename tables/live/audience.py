"""The sockets that follow one table, by the kind of viewer that they are."""

from __future__ import annotations

from collections.abc import ItemsView
from typing import Any

from engine.redact import Viewer
from tables.live.frames import text
from tables.live.members import Member
from tables.live.messages import Refused

CONNECTIONS_PER_ACCOUNT = 12
CONNECTIONS = 2_000
"""With so many at a table nobody without an account is let in any more."""


class Audience:
    """Who follows. Never waits: frames are handed to the sockets' queues."""

    def __init__(self) -> None:
        self._groups: dict[Viewer, set[Member]] = {}

    @property
    def members(self) -> list[Member]:
        """Every socket that follows."""
        return [member for group in self._groups.values() for member in group]

    def groups(self) -> ItemsView[Viewer, set[Member]]:
        """The sockets of each kind of viewer that there is any of."""
        return self._groups.items()

    def has(self, viewer: Viewer) -> bool:
        """Whether anybody follows as this kind of viewer."""
        return viewer in self._groups

    def add(self, member: Member) -> None:
        """One socket more."""
        self._groups.setdefault(member.viewer, set()).add(member)

    def remove(self, member: Member) -> None:
        """Forget a socket."""
        group = self._groups.get(member.viewer, set())
        group.discard(member)
        if not group:
            self._groups.pop(member.viewer, None)

    def tell(self, message: dict[str, Any], besides: Member | None = None) -> None:
        """Send the same to every socket, or to all `besides` one."""
        frame = text(message)
        for member in self.members:
            if member is not besides:
                member.outbox.put(frame)

    def keep_room(self, member: Member) -> None:
        """Refuse what is one too many: of an account, or of those who only look on."""
        members = self.members
        if member.account is None:
            full = len(members) >= CONNECTIONS
        else:
            same = [other for other in members if other.account == member.account]
            full = len(same) >= CONNECTIONS_PER_ACCOUNT
        if full:
            raise Refused("crowded")
