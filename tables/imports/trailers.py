"""The proof with which a log came from another site."""

from __future__ import annotations

from uuid import UUID

from engine.trailer import Trailer, parse_trailer
from tables.imports.models import ImportedStream


def trailer_brought(stream: UUID, events: int) -> Trailer | None:
    """In which checkpoint of its site a log was signed, as long as nothing was added to it here."""
    row = ImportedStream.objects.filter(stream=stream, version=events).first()
    return parse_trailer(row.trailer.encode()) if row and row.trailer else None
