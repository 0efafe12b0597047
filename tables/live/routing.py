"""Addresses of the live sockets."""

from __future__ import annotations

from django.urls.resolvers import URLPattern

websocket_urlpatterns: list[URLPattern] = []
