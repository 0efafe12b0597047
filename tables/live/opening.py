"""Reading a table into this process: who may sit there, and its log so far."""

from __future__ import annotations

from uuid import UUID

import msgspec
from asgiref.sync import sync_to_async

from engine.play.state import EMPTY
from engine.viewer import Role, Viewer
from tables.errors import NoSuchTable
from tables.events import snapshots
from tables.events.drivers import Query, Steps
from tables.folds import Fold, Secrets, catch_up, clock_of
from tables.live.messages import Refused
from tables.live.reading import Reading
from tables.live.trail import Head, Trail
from tables.models import Table
from tables.permissions import Visitor, place_of

# A spectator who is some hands behind needs the log from that many deals ago.
LOAD = """
SELECT t.head, t.clock::text, t.spectator_delay, s.seed, s.entropy::text, n.version, n.state
FROM tables_table t
JOIN tables_tablesecret s ON s.table_id = t.id
LEFT JOIN LATERAL (
    SELECT version, state FROM tables_snapshot
    WHERE table_id = t.id AND fold_version = %s
    ORDER BY version DESC OFFSET greatest(t.spectator_delay, 1) - 1 LIMIT 1
) n ON true
WHERE t.id = %s
"""

HEADS = """
SELECT version, hand, hash FROM tables_event
WHERE stream = %s AND type = 'SecretOpened' AND version <= %s ORDER BY version DESC LIMIT %s
"""


def read(table: UUID) -> Steps[Reading]:
    """Fold a table, keeping the events since the deal that the latest spectator is at.

    Raises NoSuchTable.
    """
    rows = yield Query(LOAD, (snapshots.FOLD_VERSION, table))
    if not rows:
        raise NoSuchTable(f"there is no table {table}")
    head, clock, delay, seed, entropy, version, snapshot = rows[0]
    state = EMPTY if snapshot is None else snapshots.decode(bytes(snapshot))
    secrets = Secrets(bytes(seed), msgspec.json.decode(entropy))
    base = Fold(table, version or 0, head, state, clock_of(clock), secrets)
    trail = Trail(base.version, state, delay)
    found = yield Query(HEADS, (table, base.version, delay + 1))
    trail.heads = [Head(*row) for row in reversed(found)]
    fold, lines = yield from catch_up(base)
    trail.extend(lines, fold.state)
    return Reading(fold, trail)


@sync_to_async
def viewer_for(table: UUID, account: Visitor, role: Role) -> Viewer:
    """The viewer that an account may be at a table. Raises Refused."""
    found = Table.objects.prefetch_related("seats", "referees").filter(pk=table).first()
    if found is None:
        raise Refused("no_table")
    if role == "spectator":
        if not account.has_perm("tables.watch", found):
            raise Refused("not_allowed")
        return Viewer("spectator")
    if not account.is_authenticated:
        raise Refused("sign_in")
    if role == "referee" and account.has_perm("tables.referee", found):
        return Viewer("referee")
    place = place_of(account, found)
    if role == "seat" and place is not None:
        return Viewer("seat", place)
    raise Refused("not_allowed")
