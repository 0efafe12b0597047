"""Addresses of the live sockets."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path

from tables.live.connection import live_socket

# Channels routes ASGI applications with Django's patterns, whose types know views only.
websocket_urlpatterns = [path("ws/table/<uuid:table>/", cast(Any, live_socket))]
