"""Writes golden tournament events that are missing: `python -m tests.golden.tournaments.write`.

Never touches one there is. Run it after a new event type or schema version; commit what it adds.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.tournaments.domain.eventful import every_event
from tournaments.domain.codec import event_to_json, event_version
from tournaments.domain.events import EVENT_TYPES

HERE = Path(__file__).parent


def main() -> None:
    """One event of every type, in the version written now."""
    samples = every_event()
    for type_ in EVENT_TYPES:
        version = event_version(type_)
        file = HERE / f"{type_}.{version}.json"
        if not file.exists():
            sample = {"type": type_, "v": version, "data": event_to_json(samples[type_])}
            file.write_text(json.dumps(sample, ensure_ascii=False, sort_keys=True, indent=1) + "\n")


if __name__ == "__main__":
    main()
