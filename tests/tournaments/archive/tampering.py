"""Archives with something changed: one file, or a whole log hashed anew so that it fits itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from uuid import UUID

from django.conf import settings

from engine.archive import manifest
from engine.archive.checking import LOG, RECORDS
from engine.archive.container import Container, pack
from engine.archive.derived import derived_files
from engine.archive.event_log import FORMAT, header, log_bytes, told_by
from engine.archive.looks import FOLDER
from engine.archive.seals import CHECKPOINTS
from engine.archive.vouched import ABOUT
from engine.hashing import Columns, canonical, event_hash, genesis
from engine.loading import load
from engine.record import Row
from engine.trailer import parted
from tests.engine.archive.making import sealed

Change = Callable[[bytes], bytes]


def files_of(body: bytes) -> dict[str, bytes]:
    """What an archive holds."""
    return dict(Container(body).read_all())


def refiled(body: bytes, name: str, change: Change, *, listed: bool = False) -> bytes:
    """One file changed; with `listed` the manifest says so, as somebody who means it would."""
    files = files_of(body)
    files[name] = change(files[name])
    return relisted(files) if listed else pack(files)


def relisted(files: dict[str, bytes], tournament: str = "", private: str = "") -> bytes:
    """An archive whose manifest fits its files, signed with the site's own key or another."""
    old = manifest.read_manifest(files.pop(manifest.NAME))
    listed = {name: manifest.listed_as(data) for name, data in files.items()}
    found = old._replace(tournament=tournament or old.tournament, files=listed)
    listing = found.signed_by(private or settings.CHECKPOINT_KEY).as_bytes()
    return pack({manifest.NAME: listing, **files})


def rechained(rows: list[Row], start: str) -> list[Row]:
    """Rows hashed anew from the first on."""
    found = []
    for number, row in enumerate(rows, 1):
        columns = row.columns._replace(seq=number)
        found.append(Row(columns, start, event_hash(start, columns)))
        start = found[-1].hash
    return found


def relogged(body: bytes, change: Callable[[list[Row]], list[Row]], tournament: str = "") -> bytes:
    """The event's log changed and hashed anew, and all that follows from it made again."""
    files = files_of(body)
    loaded = load(files[LOG], FORMAT)
    before = str(loaded.header["tournament"])
    tournament = tournament or before
    files[ABOUT] = files[ABOUT].replace(before.encode(), tournament.encode())
    rows = rechained(change(list(loaded.rows)), genesis(header(tournament)))
    told = told_by(rows)
    records = {
        str(one.header["match"]): one.rows
        for one in (load(files[name]) for name in files if name.startswith(RECORDS))
    }
    files[LOG] = log_bytes(tournament, rows)
    files |= derived_files(told, rows, records)
    return relisted(resealed(files), tournament)


def resealed(files: dict[str, bytes]) -> dict[str, bytes]:
    """All logs in a checkpoint of their own, signed with the site's key."""
    logs = {
        name: parted(data)[0]
        for name, data in files.items()
        if name == LOG or name.startswith((RECORDS, FOLDER))
    }
    rest = {name: data for name, data in files.items() if not name.startswith(CHECKPOINTS)}
    return {**rest, **sealed(logs, settings.CHECKPOINT_KEY)}


def redone(body: bytes, tournament: UUID, **types: Callable[[dict], dict]) -> bytes:
    """The same event under another id; by type of its events, what is done to their data."""

    def change(rows: list[Row]) -> list[Row]:
        return [row._replace(columns=_changed(row, str(tournament), types)) for row in rows]

    return relogged(body, change, str(tournament))


def _changed(row: Row, tournament: str, types: dict[str, Callable[[dict], dict]]) -> Columns:
    data = json.loads(row.columns.data)
    if row.columns.type == "TournamentCreated":
        data["tournament"] = tournament
    if row.columns.type in types:
        data = types[row.columns.type](data)
    return row.columns._replace(data=canonical(data))


def rehashed(body: bytes, tournament: UUID) -> bytes:
    """The same event, said to have been made by somebody else."""

    def change(rows: list[Row]) -> list[Row]:
        return [rows[0]._replace(columns=rows[0].columns._replace(actor="system")), *rows[1:]]

    return relogged(body, change)
