"""The heads of all logs as they may be signed now, read from the log itself.

A hash over a hidden tile can be tried out in 34 guesses, and those who hold a proof hold digests
of their neighbours in the tree: of a hand that is being played nothing is signed before its secret
is opened, just as no player's browser gets a head before then.
"""

from __future__ import annotations

from typing import Final

from django.db import connection

from engine.merkle import Leaf

# Looks the last event of each stream up in turn, without reading the streams.
_HEADS: Final = """
WITH RECURSIVE newest AS (
    (SELECT stream, version FROM tables_event ORDER BY stream DESC, version DESC LIMIT 1)
    UNION ALL
    SELECT below.stream, below.version FROM newest CROSS JOIN LATERAL (
        SELECT stream, version FROM tables_event
        WHERE stream < newest.stream ORDER BY stream DESC, version DESC LIMIT 1
    ) AS below
), settled AS (
    SELECT newest.stream, coalesce(dealt.version - 1, newest.version) AS version
    FROM newest
    LEFT JOIN tables_table t ON t.id = newest.stream AND t.play = 'live' AND t.ended_at IS NULL
    LEFT JOIN LATERAL (
        SELECT e.version FROM tables_event e
        WHERE e.stream = t.id AND e.type = 'HandDealt' ORDER BY e.version DESC LIMIT 1
    ) AS dealt ON NOT EXISTS (
        SELECT FROM tables_event o
        WHERE o.stream = t.id AND o.version > dealt.version AND o.type = 'SecretOpened'
    )
)
SELECT e.stream::text, e.version, e.hash FROM settled
    JOIN tables_event e ON e.stream = settled.stream AND e.version = settled.version
"""

_STILL_THERE: Final = """
SELECT leaf.stream::text, leaf.version, leaf.hash
    FROM unnest(%s::uuid[], %s::integer[], %s::text[]) AS leaf(stream, version, hash)
    JOIN tables_event e ON e.stream = leaf.stream AND e.version = leaf.version
        AND e.hash = leaf.hash
"""


def heads_now() -> list[Leaf]:
    """What may be signed of each stream at this moment: one query, one snapshot."""
    with connection.cursor() as cursor:
        cursor.execute(_HEADS)
        return [Leaf(*row) for row in cursor.fetchall()]


def still_there(leaves: list[Leaf]) -> set[Leaf]:
    """Those heads that the log still has."""
    streams, versions, hashes = ([leaf[n] for leaf in leaves] for n in range(3))
    with connection.cursor() as cursor:
        cursor.execute(_STILL_THERE, [streams, versions, hashes])
        return {Leaf(*row) for row in cursor.fetchall()}
