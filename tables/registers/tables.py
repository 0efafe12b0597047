"""What the register of a table says: what it was opened with that its match's log does not, and
who judges and keeps score there."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User
from engine.hashing import Json
from tables.models import RefereeAssignment, ScorerAssignment, Table
from tables.registers.chain import Facts, Register
from tables.registers.services import Beginning, facts_keep, registers_begin

KIND = "table"
AGREED = "agreed"
OFFICES = {"referee": RefereeAssignment, "scorer": ScorerAssignment}


def register_of_table(table: Table) -> Register:
    return Register(KIND, table.pk)


def agreed(table: Table) -> Json:
    """What was agreed beside the match's own terms, and for whom it was opened."""
    return {
        "context": table.context,
        "dispute_terms": table.dispute_terms,
        "organiser": table.organiser_id,
    }


def facts_of(table: Table) -> dict[str, Json]:
    """What the rows of a table say now."""
    facts = {AGREED: agreed(table)}
    for office, model in OFFICES.items():
        held = model._default_manager.filter(table=table).values_list("account_id", flat=True)
        facts |= {_about(office, account): True for account in held}
    return facts


def tables_note(tables: Iterable[Table]) -> None:
    """Begin the registers of tables that are being opened."""
    registers_begin(
        Beginning(register_of_table(one), {AGREED: agreed(one)}, one.organiser) for one in tables
    )


def table_note(table: Table) -> None:
    """What was agreed of a table, from now on; also where it was here before."""
    facts_keep(register_of_table(table), {AGREED: agreed(table)})


def office_note(office: str, table: Table, account: User, *, holds: bool, by: User | None) -> None:
    """An account has an office at a table from now on, or no more."""
    change: Facts = {_about(office, account.pk): holds or None}
    facts_keep(register_of_table(table), change, by=by)


def _about(office: str, account: int) -> str:
    return f"{office}:{account}"
