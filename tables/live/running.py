"""The hub of the running event loop: made, started and stopped.

One hub an event loop.
"""

from __future__ import annotations

import asyncio

from tables.live import rounds
from tables.live.hub import Hub

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_starting: dict[asyncio.AbstractEventLoop, asyncio.Task[Hub]] = {}


async def hub() -> Hub:
    """The hub of the running event loop, started at the first call."""
    loop = asyncio.get_running_loop()
    if loop in _hubs:
        return _hubs[loop]
    if loop not in _starting:
        _starting[loop] = loop.create_task(_start())
    return await asyncio.shield(_starting[loop])


async def _start() -> Hub:
    """Connect, make good for the time the site was down, and begin the rounds."""
    made = Hub()
    await made.start()
    await rounds.excuse_downtime(made)
    for go_round in rounds.ROUNDS:
        made.spawn(go_round(made))
    _hubs[asyncio.get_running_loop()] = made
    return made


async def hub_stop() -> None:
    """Stop the hub of the running event loop, if there is one."""
    loop = asyncio.get_running_loop()
    _starting.pop(loop, None)
    made = _hubs.pop(loop, None)
    if made is not None:
        await made.stop()
