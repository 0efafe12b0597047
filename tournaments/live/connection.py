"""The socket of an event's page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async

from tables.live import access
from tables.live.following import Follower
from tables.live.messages import Refused
from tables.live.outbox import Send
from tables.live.running import hub
from tables.permissions import Visitor
from tournaments.live.rooms import Rooms, rooms
from tournaments.models import Tournament
from tournaments.permissions import may_follow


class EventFollower(Follower):
    """One client that follows an event."""

    def __init__(self, scope: access.Scope, receive: Any, send: Send, rooms: Rooms) -> None:
        super().__init__(scope, receive, send)
        self.rooms = rooms
        self.tournament: UUID = scope["url_route"]["kwargs"]["tournament"]

    async def admit(self, user: Visitor) -> None:
        """Whoever may see what the event's page tells them."""
        try:
            allowed = await sync_to_async(may_follow)(user, self.tournament)
        except Tournament.DoesNotExist:
            raise Refused("no_table") from None
        if not allowed:
            raise Refused("not_allowed" if user.is_authenticated else "sign_in")

    async def join(self, since: int | None) -> dict[str, Any]:
        session = access.session_key(self.scope)
        return await self.rooms.join(self.tournament, since, self.outbox, session)

    def leave(self) -> None:
        self.rooms.leave(self.tournament, self.outbox)


async def event_socket(scope: access.Scope, receive: Any, send: Send) -> None:
    """The ASGI application behind /ws/event/<id>/."""
    await EventFollower(scope, receive, send, rooms((await hub()).pool)).run()
