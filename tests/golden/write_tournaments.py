"""Writes golden files of tournament events: `python -m tests.golden.write_tournaments`.

Only those that are missing, never one there is. Run it after a new event type or schema version,
and commit what it adds.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.tournaments.domain.eventful import every_event
from tournaments.domain.codec import event_from_json, event_to_json, event_version

HERE = Path(__file__).parent / "tournaments"


def main() -> None:
    """One file for each type in the version it is written in today; of an older one's facts."""
    for type_, event in every_event().items():
        version = event_version(type_)
        file = HERE / f"{type_}.{version}.json"
        if file.exists():
            continue
        older = HERE / f"{type_}.{version - 1}.json"
        if older.exists():
            event = event_from_json(type_, version - 1, json.loads(older.read_text())["data"])
        sample = {"type": type_, "v": version, "data": event_to_json(event)}
        file.write_text(json.dumps(sample, ensure_ascii=False, sort_keys=True, indent=1) + "\n")


if __name__ == "__main__":
    main()
