"""The ASGI application: pages by Django, the live socket by Channels' routing."""

import os
import warnings
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

# WhiteNoise hands its files over as synchronous iterators; they are small enough for that.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

# Django's apps have to be ready before anything below is imported.
from channels.routing import ProtocolTypeRouter, URLRouter

from tables.cases.live.room import room_stop
from tables.live.lifespan import lifespan as hub_lifespan
from tables.live.routing import websocket_urlpatterns as of_tables
from tournaments.live.rooms import rooms_stop
from tournaments.live.routing import websocket_urlpatterns as of_events


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The hub's start and stop; whoever follows an event is let go first."""

    async def heard() -> Any:
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            room_stop()
            await rooms_stop()
        return message

    await hub_lifespan(scope, heard, send)


# The live socket looks at the session and the origin itself.
application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": URLRouter([*of_events, *of_tables]),
        "lifespan": lifespan,
    }
)
