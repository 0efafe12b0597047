"""The socket of the queue and of the pages of cases."""

from __future__ import annotations

from typing import Any

from tables.cases.live.room import Room, room
from tables.live import access
from tables.live.following import Follower
from tables.live.messages import Refused
from tables.live.outbox import Send
from tables.live.running import hub
from tables.permissions import Visitor


class CaseFollower(Follower):
    """One client. It is told that something has happened somewhere and nothing more, so that
    everybody who is logged in may follow."""

    def __init__(self, scope: access.Scope, receive: Any, send: Send, followed: Room) -> None:
        super().__init__(scope, receive, send)
        self._room = followed

    async def admit(self, user: Visitor) -> None:
        """Whoever is logged in."""
        if not user.is_authenticated:
            raise Refused("sign_in")

    async def join(self, since: int | None) -> dict[str, Any]:
        return await self._room.join(since, self.outbox, access.session_key(self.scope))

    def leave(self) -> None:
        self._room.leave(self.outbox)


async def case_socket(scope: access.Scope, receive: Any, send: Send) -> None:
    """The ASGI application behind /ws/cases/."""
    await CaseFollower(scope, receive, send, room((await hub()).pool)).run()
