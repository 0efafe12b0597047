"""The heads of all logs as they may be signed now, read from the logs themselves.

A hash over a hidden tile can be tried out in 34 guesses, and those who hold a proof hold digests
of their neighbours in the tree: of a hand that is being played nothing is signed before its secret
is opened, just as no player's browser gets a head before then. Nor is that somebody has looked at
it: the head of a table's access log is its last look before those at the hand that is running.
"""

from __future__ import annotations

from typing import Final

from django.db import connection

from engine.merkle import Leaf
from tables.events.newest import NEWEST

_HEADS: Final = f"""
WITH RECURSIVE {NEWEST}, settled AS (
    SELECT newest.stream, dealt.hand, coalesce(dealt.version - 1, newest.version) AS version
    FROM newest
    LEFT JOIN tables_table t ON t.id = newest.stream AND t.play = 'live' AND t.ended_at IS NULL
    LEFT JOIN LATERAL (
        SELECT e.version, e.hand FROM tables_event e
        WHERE e.stream = t.id AND e.type = 'HandDealt' ORDER BY e.version DESC LIMIT 1
    ) AS dealt ON NOT EXISTS (
        SELECT FROM tables_event o
        WHERE o.stream = t.id AND o.version > dealt.version AND o.type = 'SecretOpened'
    )
)
SELECT e.stream::text, e.version, e.hash FROM settled
    JOIN tables_event e ON e.stream = settled.stream AND e.version = settled.version
UNION ALL
SELECT 'looks:' || l.table_id, l.number, l.hash FROM (
    SELECT looked.table_id, max(looked.number) AS number FROM tables_privilegedview looked
    LEFT JOIN settled ON settled.stream = looked.table_id
    WHERE settled.hand IS NULL OR looked.number < ALL (
        SELECT k.number FROM tables_privilegedview k
        WHERE k.table_id = looked.table_id AND k.hand >= settled.hand
    )
    GROUP BY looked.table_id
) AS last
    JOIN tables_privilegedview l ON l.table_id = last.table_id AND l.number = last.number
"""

_LEAVES: Final = "unnest(%s::text[], %s::integer[], %s::text[]) AS leaf(stream, version, hash)"

_STILL_THERE: Final = f"""
SELECT leaf.stream, leaf.version, leaf.hash FROM {_LEAVES}
    JOIN tables_event e ON e.stream = leaf.stream::uuid AND e.version = leaf.version
        AND e.hash = leaf.hash
"""

_LOOKS_STILL_THERE: Final = f"""
SELECT leaf.stream, leaf.version, leaf.hash FROM {_LEAVES}
    JOIN tables_privilegedview l ON l.table_id = split_part(leaf.stream, ':', 2)::uuid
        AND l.number = leaf.version AND l.hash = leaf.hash
"""


def heads_now() -> list[Leaf]:
    """What may be signed of each stream at this moment: one query, one snapshot."""
    with connection.cursor() as cursor:
        cursor.execute(_HEADS)
        return [Leaf(*row) for row in cursor.fetchall()]


def still_there(leaves: list[Leaf]) -> set[Leaf]:
    """Those heads that the logs still have."""
    looks = [leaf for leaf in leaves if ":" in leaf.stream]
    events = [leaf for leaf in leaves if ":" not in leaf.stream]
    return _found(_STILL_THERE, events) | _found(_LOOKS_STILL_THERE, looks)


def _found(statement: str, leaves: list[Leaf]) -> set[Leaf]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [[leaf[n] for leaf in leaves] for n in range(3)])
        return {Leaf(*row) for row in cursor.fetchall()}
