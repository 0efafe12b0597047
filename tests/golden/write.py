"""Writes golden files that are missing: `python -m tests.golden.write`. Never touches one there is.

Run it after a new event type or a new schema version; commit what it adds.
"""

from __future__ import annotations

import json
from pathlib import Path

from engine.loading import load
from engine.play.codec import EVENT_TYPES
from engine.play.commands import EnterFinalPoints
from engine.play.upcasts import current_version
from engine.verify import Walk
from tests.engine.records import Scripted, eventful, handed_over, passing, played, reseated, split
from tests.engine.rulings.quarrels import quarrelsome_sheet
from tests.engine.rulings.table import disputed
from tests.engine.scored.keeper import Keeper
from tests.engine.scored.test_whole_matches import played as scored

HERE = Path(__file__).parent
RECORDS = {
    "1-bao": lambda: played("bao", "golden", 2),
    "1-free": lambda: played("free", "golden", 2),
    "1-bao-incidents": eventful,
    "1-free-incidents": lambda: eventful("free"),
    "2-bao-scored": lambda: scored(1, "bao", 6).record(),
    "2-free-scored": lambda: scored(52, "free", 6).record(),
    "2-bao-seats": reseated,
    "2-bao-handed-over": handed_over,
    "3-bao-disputes": disputed,
    "3-bao-scored-disputes": lambda: quarrelsome_sheet(5).record(),
    "4-bao-disputes": disputed,
    "4-bao-scored-disputes": lambda: quarrelsome_sheet(5).record(),
}


def main() -> None:
    """Records first, then one event of every type from records like them."""
    for name, make in RECORDS.items():
        file = HERE / "records" / f"{name}.zjr.jsonl"
        if not file.exists():
            write_record(file, make())
    samples = sample_events()
    for type_ in EVENT_TYPES:
        version = current_version(type_)
        file = HERE / "events" / f"{type_}.{version}.json"
        if not file.exists():
            sample = {"type": type_, "v": version, "data": samples[type_]}
            file.write_text(json.dumps(sample, ensure_ascii=False, sort_keys=True, indent=1) + "\n")


def write_record(file: Path, record: bytes) -> None:
    """A record, and beside it what it leads to."""
    walk = Walk(load(record))
    walk.to_end()
    file.write_bytes(record)
    outcome = {
        "points": list(walk.state.points),
        "dealer": walk.state.dealer,
        "repeat": walk.state.repeat,
        "hands": walk.state.hand_number,
        "reason": walk.state.end_reason,
    }
    file.with_suffix("").with_suffix(".outcome.json").write_text(json.dumps(outcome) + "\n")


def sample_events() -> dict[str, dict]:
    """The data of one event of every type; the last one found, being the fullest."""
    redealt = Scripted("bao", {"all_pass": "redeal"})
    redealt.start()
    redealt.deal()
    redealt.turns(4, passing)
    points = Keeper()
    points.say(EnterFinalPoints(2, (30, -12, 0, -18)))
    found: dict[str, dict] = {}
    for record in (
        points.record(), scored(1, "bao", 6).record(), redealt.record(), reseated(),
        handed_over(), disputed(), eventful("free"), eventful(), played("bao", "golden", 2),
    ):  # fmt: skip
        for row in split(record)[1]:
            found[row.columns.type] = json.loads(row.columns.data)
    return found


if __name__ == "__main__":
    main()
