"""The last event of every stream, in SQL."""

from __future__ import annotations

from typing import Final

NEWEST: Final = """
newest AS (
    (SELECT stream, version FROM tables_event ORDER BY stream DESC, version DESC LIMIT 1)
    UNION ALL
    SELECT below.stream, below.version FROM newest CROSS JOIN LATERAL (
        SELECT stream, version FROM tables_event
        WHERE stream < newest.stream ORDER BY stream DESC, version DESC LIMIT 1
    ) AS below
)"""
"""A term of WITH RECURSIVE: `newest`, with `stream` and `version`.

Looks each stream's last event up in turn, without reading the streams.
"""
