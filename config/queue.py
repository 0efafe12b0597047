"""Where the queue of tasks is kept, as settings of Celery.

With Redis there; without it in files below VAR_DIR, so that a worker on the same machine needs
no further service.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kombu.transport import TRANSPORT_ALIASES

FILES = "filesystem://localhost/"


def broker(url: str, folder: Path) -> tuple[str, dict[str, Any]]:
    """The broker's URL and its options; the folders that it needs are made."""
    if url != FILES:
        # A task is given to another worker if none has finished it after so many seconds.
        return url, {"visibility_timeout": 600}
    TRANSPORT_ALIASES["filesystem"] = "config.queue_files:Transport"
    messages, control = folder / "messages", folder / "control"
    for path in (messages, control):
        path.mkdir(parents=True, exist_ok=True)
    return url, {
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
        "polling_interval": 0.5,
    }
