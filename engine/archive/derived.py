"""Files of an archive that follow from its logs: made by whoever exports, made again by whoever
verifies, and compared line by line.

Owns their form: JSON with one item a line, so that what differs has a line number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.archive.event_log import Edition, Told, edition_key
from engine.hashing import Json, canonical_data, parse
from engine.play.fields import as_list, as_object
from engine.record import Row
from engine.rulings.events import RULING_EVENTS

REGULATIONS: Final = "regulations.json"
PEOPLE: Final = "people.json"
RULINGS: Final = "rulings.json"
TABLES: Final = "tables.json"
STANDINGS: Final = "standings/"

COURT: Final = frozenset(
    {
        *(one.__name__ for one in RULING_EVENTS),
        "HandContested", "HandUpheld", "HandCorrected", "HandWithdrawn", "HandVoided",
    }
)  # fmt: skip
"""What referees and organisers were asked, and what they decided, by type of a match's event."""
DISPUTES: Final = frozenset(
    {
        "DisputeOpened", "DisputeSettled", "DisputeReopened", "PenaltyGiven", "PenaltyLifted",
        "ExpulsionKept", "ResultWithdrawn", "ResultCorrected", "RoundReopened", "DependentsNoted",
        "DependentDecided", "OwnTableNoted",
    }
)  # fmt: skip
"""The same of a tournament's event."""


def listed(kind: str, head: Mapping[str, Json], name: str, items: Iterable[Json]) -> bytes:
    """An object of a kind with a list: `head` on the first line, then an item a line."""
    start = canonical_data({"format": f"zja-{kind}", "schema": 1, **head})[:-1]
    lines = [canonical_data(item) for item in items]
    body = "\n" + ",\n".join(lines) + "\n" if lines else ""
    return f'{start},"{name}":[{body}]}}\n'.encode()


def regulations(told: Told) -> bytes:
    """Details and terms as they were last agreed, an entry a line."""
    entries: list[Json] = [["details", key, value] for key, value in sorted(told.details.items())]
    entries += [["terms", key, value] for key, value in sorted(told.terms.items())]
    return listed("regulations", {"tournament": told.tournament}, "agreed", entries)


def people(told: Told) -> bytes:
    """Everybody who was entered, first come first: names, no accounts."""
    return listed("people", {"tournament": told.tournament}, "entries", told.people.values())


def standings(told: Told, edition: Edition) -> bytes:
    """An edition of published standings with the names behind the entries."""
    data = edition.data
    head: dict[str, Json] = {
        "tournament": told.tournament,
        "event": edition.seq,
        "published_at": edition.at,
        "official": edition_key(data) in told.official,
        "correctable_until": data.get("correctable_until"),
        "stage": data["stage"],
        "after_round": data["after_round"],
        "edition": data["edition"],
    }
    lines = [as_object(one) for one in as_list(data["lines"])]
    named: list[Json] = [{**line, "name": told.named(line.get("entry"))} for line in lines]
    return listed("standings", head, "lines", named)


def standings_name(told: Told, edition: Edition) -> str:
    """The file of an edition. Raises KeyError for one that names no round."""
    stage, after, number = edition_key(edition.data)
    stages: list[Json] = list(told.stages)
    place = stages.index(stage) + 1 if stage in stages else 0
    return f"{STANDINGS}stage-{place}-after-{after}-edition-{number}.json"


def rulings(told: Told, rows: Sequence[Row], records: Mapping[str, Sequence[Row]]) -> bytes:
    """All disputes and decisions: those of the event, then match by match, each in order."""
    found = [_item("", row) for row in rows if row.columns.type in DISPUTES]
    for match in sorted(records):
        found += [_item(match, row) for row in records[match] if row.columns.type in COURT]
    return listed("rulings", {"tournament": told.tournament}, "events", found)


def _item(match: str, row: Row) -> Json:
    columns = row.columns
    return {
        "match": match or None,
        "seq": columns.seq,
        "type": columns.type,
        "hand": columns.hand,
        "actor": columns.actor,
        "at": columns.at,
        "data": parse(columns.data),
    }


_USUAL: Final[Mapping[str, Json]] = {
    "pause_on_call": True,
    "pause_limit_ms": 300_000,
    "window_ms": 1_800_000,
    "appeal_ms": 1_800_000,
    "panel_ms": 86_400_000,
}
"""What was agreed about disputes at every table before terms said so."""


def tables(told: Told, matches: Iterable[str]) -> bytes:
    """What was agreed about disputes at each match's table: what the terms say."""
    agreed = as_object(told.terms.get("disputes") or {})
    disputes: Json = {key: agreed.get(key, usual) for key, usual in _USUAL.items()}
    rows: list[Json] = [{"match": match, "disputes": disputes} for match in sorted(matches)]
    return listed("tables", {"tournament": told.tournament}, "tables", rows)


def derived_files(
    told: Told, rows: Sequence[Row], records: Mapping[str, Sequence[Row]]
) -> dict[str, bytes]:
    """All files that follow from an event's log and the records of its matches, by name."""
    files = {REGULATIONS: regulations(told), PEOPLE: people(told)}
    files[RULINGS] = rulings(told, rows, records)
    files[TABLES] = tables(told, records)
    for edition in told.editions:
        files[standings_name(told, edition)] = standings(told, edition)
    return files


def first_difference(found: bytes, expected: bytes) -> int:
    """The first line in which two files differ, from 1."""
    ours, theirs = found.split(b"\n"), expected.split(b"\n")
    pairs = enumerate(zip(ours, theirs, strict=False), start=1)
    return next((line for line, (a, b) in pairs if a != b), min(len(ours), len(theirs)) + 1)
