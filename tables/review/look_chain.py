"""The access log of a table as a chain: what is hashed of each look, and where the chain begins.

Pure. The database makes the same hashes when it writes (`ddl.py`); this is the other hand, that
proves them. Must not know who may look.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from engine.hashing import Columns, canonical, genesis
from engine.looks import SCHEMA, TYPE, header
from engine.record import Row
from tables.events.log import stamp


class Look(NamedTuple):
    """One look as it is stored. `salt`, 32 hexadecimal digits, keeps its hash from being found out
    by trying accounts and times."""

    number: int
    hand: int
    account: int
    at: datetime
    what: str
    salt: str
    prev: str
    hash: str


def first_prev(table: UUID) -> str:
    """The `prev` of a table's first look."""
    return genesis(header(str(table)))


def row_of(table: UUID, look: Look) -> Row:
    """A look in the columns of an event, which are what is hashed."""
    data = canonical({"salt": look.salt, "table": str(table), "what": look.what})
    columns = Columns(
        look.number, TYPE, SCHEMA, look.hand, f"account:{look.account}", None, stamp(look.at), data
    )
    return Row(columns, look.prev, look.hash)
