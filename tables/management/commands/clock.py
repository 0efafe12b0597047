"""`manage.py clock`: looks after the tables' clocks without serving anybody.

Every site process does that too; one more, that nothing else can slow down, lets tables go on
while all of those are restarted.
"""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from tables.live.running import hub, hub_stop


class Command(BaseCommand):
    help = "Runs the tables' clocks, built-in players and deals until it is told to stop."

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        told = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, told.set)
        await hub()
        self.stdout.write("The clocks are running.")
        await told.wait()
        await hub_stop()
