"""A queue in files whose messages appear whole: nobody finds one that is still being written.

Kombu's own makes the file first and writes it then; a worker that looks in between reads nothing,
takes that for an error that cannot be mended, and ends.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Writes a message under a name that no reader asks for, and gives it its own at the end."""

    def _put(self, *given: Any, **_more: Any) -> None:
        queue, message = given
        folder = Path(self.data_folder_out)
        name = f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        part = folder / f".{name}"
        try:
            part.write_bytes(dumps(message).encode())
            part.replace(folder / name)
        except OSError as problem:
            raise ChannelError(f"Cannot add file {name!r} to directory") from problem


class Transport(filesystem.Transport):
    """The transport of `filesystem://` on this site."""

    Channel = Channel
