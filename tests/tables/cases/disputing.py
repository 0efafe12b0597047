"""What tests of disputes do again and again."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from engine.errors import EngineError
from tables.cases import services
from tables.cases.services import Draft
from tables.errors import TableError
from tables.models import Event, Ruling, Table

SET = {"E": 9, "S": -3, "W": -3, "N": -3}


def call(table: Table, account: User, **more: Any) -> str:
    return services.referee_call(table=table, account=account, reason="wrong_score", **more).case


def rule(table: Table, account: User, case: str = "", **more: Any) -> str:
    """A ruling that sets the first hand by hand; its id."""
    draft = Draft(
        **(
            {"kind": "score_set", "hand": 1, "decision": {"payments": SET}, "text": "Looked at"}
            | more
        ),
        cites=("L7",),
        case=case,
    )
    services.ruling_make(table=table, account=account, draft=draft, command_id="rule")
    return Ruling.objects.filter(table=table).latest("version").ruling


def points(table: Table) -> list[int]:
    return Table.objects.values_list("points", flat=True).get(pk=table.pk)


def code_of(deed: Any) -> str:
    """The code of a refusal, after which nothing may have been stored."""
    before = Event.objects.count()
    with pytest.raises((EngineError, TableError)) as refused:
        deed()
    assert Event.objects.count() == before
    return refused.value.code
