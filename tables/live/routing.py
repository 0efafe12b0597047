"""Addresses of the live sockets."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path, re_path

from tables.cases.live.connection import case_socket
from tables.live.connection import live_socket


async def no_socket(_scope: Any, _receive: Any, send: Any) -> None:
    """Refuses the handshake: there is no socket at this address."""
    await send({"type": "websocket.close"})


# Channels routes ASGI applications with Django's patterns, whose types know views only.
websocket_urlpatterns = [
    path("ws/table/<uuid:table>/", cast(Any, live_socket)),
    path("ws/cases/", cast(Any, case_socket)),
    re_path("", cast(Any, no_socket)),
]
