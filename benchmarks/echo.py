"""The barest site that Channels makes: a socket that says back what it hears."""

from __future__ import annotations

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import re_path

settings.configure(DEBUG=False, SECRET_KEY="echo", INSTALLED_APPS=["channels"])


class Echo(AsyncWebsocketConsumer):
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=text_data)


application = ProtocolTypeRouter({"websocket": URLRouter([re_path("", Echo.as_asgi())])})
