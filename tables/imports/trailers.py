"""The proof with which a log came from another site."""

from __future__ import annotations

from uuid import UUID

from engine.trailer import Trailer, parse_trailer
from tables.imports.models import ImportedStream


def trailer_brought(stream: UUID, events: int) -> Trailer | None:
    """In which checkpoint of its site a log was signed, as long as nothing was added to it here."""
    row = ImportedStream.objects.filter(stream=stream, version=events).first()
    return parse_trailer(row.trailer.encode()) if row and row.trailer else None


def looks_trailer_brought(table: UUID, looks: int) -> Trailer | None:
    """The same of the access log of a table: nobody looks at a match that is over."""
    row = ImportedStream.objects.filter(stream=table).first()
    found = parse_trailer(row.looks_trailer.encode()) if row and row.looks_trailer else None
    return found if found and found.leaf.version <= looks else None
