"""Addresses of the live sockets."""

from __future__ import annotations

from django.urls import path

from tables.live.connection import live_socket

websocket_urlpatterns = [path("ws/table/<uuid:table>/", live_socket)]
