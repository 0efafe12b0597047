"""The queue: what waits for one account, and the cases it has called."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from tables import catalogue
from tables.cases import wording
from tables.cases.addresses import case_address, shown_at
from tables.cases.appealing import appeal_due
from tables.cases.history import names_of
from tables.cases.offers import judges_at, may_take
from tables.models import Appeal, Case, Ruling

RECENT = timedelta(days=7)
MOST_MINE = 20


def queue_for(account: User) -> dict[str, Any]:
    """What waits for this account: cases to rule on, interests and appeals to decide, own ones."""
    now = timezone.now()
    rows = _with_tables(Case.objects.filter(closed_at=None))
    waiting = [_row(case, account, now) for case in rows if judges_at(account, case.table)]
    return {
        "waiting": waiting,
        "appeals": _appeals(account, now),
        "mine": [_row(case, account, now) for case in _own(account, now)],
        "judges": bool(waiting),
    }


def _with_tables(cases: QuerySet[Case]) -> QuerySet[Case]:
    return cases.select_related("table", "referee").prefetch_related(
        "table__seats", "table__referees", "table__scorers"
    )


def _own(account: User, now: datetime) -> Iterable[Case]:
    mine = Case.objects.filter(table__seats__account=account)
    fresh = Q(closed_at=None) | Q(closed_at__gt=now - RECENT)
    return list(_with_tables(mine.filter(fresh).order_by("-called_at"))[:MOST_MINE])


def _row(case: Case, account: User, now: datetime) -> dict[str, Any]:
    return {
        "case": case,
        "url": case_address(case.table_id, case.case),
        "title": catalogue.title_of(case.table),
        "round": catalogue.round_of(case.table),
        "who": names_of(case.table)[case.place],
        "reason": wording.REASONS.get(case.reason, case.reason),
        "hand": case.hand,
        "age": max(0, int((now - case.called_at).total_seconds())),
        "status": case.get_status_display(),
        "referee": case.referee.public_name if case.referee else "",
        "is_yours": case.referee_id == account.pk,
        "may_take": case.status == Case.Status.OPEN and may_take(account, case.table),
        "asks_you": case.asks_organiser and account.has_perm("tables.preside", case.table),
    }


def _appeals(account: User, now: datetime) -> list[dict[str, Any]]:
    rows = Appeal.objects.filter(decided_at=None).select_related("table")
    rows = rows.prefetch_related("table__seats", "table__referees", "table__scorers")
    ruled = Ruling.objects.filter(table=OuterRef("table"), ruling=OuterRef("ruling"))
    rows = rows.annotate(case=Subquery(ruled.values("case")[:1]))
    found = []
    for row in rows:
        is_judge = str(account.pk) in row.judges
        presides = not row.judges and account.has_perm("tables.preside", row.table)
        if is_judge or presides:
            voted = any(judge == str(account.pk) for judge, _voted in row.votes)
            found.append(
                {
                    "appeal": row,
                    "url": shown_at(row.table_id, row.ruling, row.case or ""),
                    "title": catalogue.title_of(row.table),
                    "who": names_of(row.table)[row.place],
                    "due": appeal_due(row),
                    "asks": "panel" if presides else "" if voted else "vote",
                }
            )
    return found
