"""What became of a hand: as it was played, each ruling, each appeal, what stands; who, when, and
the difference in points. How much of it a reader is told is the publicity's to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.rulings.court import Court, Step
from tables.cases.guards import publicity_of
from tables.cases.models import Appeal, Ruling
from tables.cases.texts import texts_of
from tables.models import Table
from tables.review.access import Way

Json = dict[str, Any]


def chain_of(table: Table, court: Court, hand: int, names: Sequence[str], way: Way) -> list[Json]:
    """The steps of a hand's chain; nothing where nobody has ruled on it."""
    steps = court.chain(hand)
    how = "all" if way != "reader" else publicity_of(table)
    if len(steps) < 2 or how == "none":
        return []
    rulings = {
        one.ruling: one
        for one in Ruling.objects.filter(table=table, hand=hand).select_related("referee")
    }
    appeals = {
        one.appeal: one
        for one in Appeal.objects.filter(table=table, ruling__in=list(rulings))
    }
    texts = texts_of([one.text for one in rulings.values()]) if how == "all" else {}
    told = [_step(one, court, rulings, appeals, texts, names, how == "all") for one in steps]
    return [*told, {"kind": "final", "points": _points(names, steps[-1].standing)}]


def _step(
    step: Step,
    court: Court,
    rulings: dict[str, Ruling],
    appeals: dict[str, Appeal],
    texts: dict[str, str],
    names: Sequence[str],
    named: bool,
) -> Json:
    told: Json = {"kind": step.kind, "id": step.id, "points": _points(names, step.standing),
                  "change": _points(names, step.change) if any(step.change) else []}  # fmt: skip
    if step.kind == "ruling" and step.id in rulings:
        told |= _ruling(rulings[step.id], texts, named)
    if step.kind == "appeal" and step.id in appeals:
        told |= _appeal(appeals[step.id], names, named)
    return told


def _ruling(row: Ruling, texts: dict[str, str], named: bool) -> Json:
    return {
        "what": KINDS.get(row.kind, row.kind),
        "cites": row.cites,
        "at": row.made_at,
        "who": row.referee.public_name if named and row.referee else "",
        "text": texts.get(row.text, ""),
        "superseded": bool(row.superseded_by),
        "case": row.case if named else "",
    }


def _appeal(row: Appeal, names: Sequence[str], named: bool) -> Json:
    return {
        "what": row.get_status_display(),
        "at": row.decided_at or row.lodged_at,
        "who": names[row.place] if named else "",
    }


def _points(names: Sequence[str], points: Sequence[int]) -> list[Json]:
    """By place."""
    return [{"name": name, "total": total} for name, total in zip(names, points, strict=True)]
