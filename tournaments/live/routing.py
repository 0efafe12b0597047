"""The address of an event's socket."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path

from tournaments.live.connection import event_socket

# Channels routes ASGI applications with Django's patterns, whose types know views only.
websocket_urlpatterns = [path("ws/event/<uuid:tournament>/", cast(Any, event_socket))]
