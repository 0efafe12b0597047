"""The ASGI application: pages by Django, the live socket by Channels' routing."""

import os
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

# WhiteNoise hands its files over as synchronous iterators; they are small enough for that.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

# Django's apps have to be ready before anything below is imported.
from channels.routing import ProtocolTypeRouter, URLRouter

from tables.live.lifespan import lifespan
from tables.live.routing import websocket_urlpatterns

# The live socket looks at the session and the origin itself.
application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": URLRouter(websocket_urlpatterns),
        "lifespan": lifespan,
    }
)
