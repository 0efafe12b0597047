"""Where cases, rulings and hands are shown."""

from __future__ import annotations

from uuid import UUID

from django.urls import NoReverseMatch, reverse

from tables.models import Ruling, Table


def ruling_address(table: UUID, ruling: str) -> str:
    """Where a ruling is shown: with its case, if it has one."""
    row = Ruling.objects.filter(table_id=table, ruling=ruling).first()
    return shown_at(table, ruling, row.case if row else "")


def shown_at(table: UUID, ruling: str, case: str) -> str:
    """Where a ruling is shown whose case is known; "" for one without."""
    if case:
        return case_address(table, case)
    return reverse("ruling", kwargs={"table_id": table, "ruling": ruling})


def case_address(table: UUID, case: str) -> str:
    """Where a case is shown."""
    return reverse("case", kwargs={"table_id": table, "case": case})


def hand_address(table: Table, hand: int) -> str:
    """Where a hand can be looked at: its review, or the score sheet; "" for the match."""
    if not hand:
        return ""
    if table.play == Table.Play.SCORED:
        return f"{reverse('score', kwargs={'table_id': table.pk})}#hand-{hand}"
    try:
        return reverse("review", kwargs={"table_id": table.pk, "hand": hand})
    except NoReverseMatch:
        return ""
