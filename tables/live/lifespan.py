"""Starting and stopping the live hub with the server."""

from __future__ import annotations

import logging
from typing import Any

from tables.live.outbox import Send
from tables.live.running import hub, hub_stop

logger = logging.getLogger(__name__)


async def lifespan(scope: dict[str, Any], receive: Any, send: Send) -> None:
    """The ASGI lifespan protocol: tables go on by themselves from start-up on."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                await hub()
            except Exception as error:
                logger.exception("the live hub did not start")
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await hub_stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
