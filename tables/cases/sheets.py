"""Score sheets and disputes: what is contested on a sheet is a case, and a ruling settles both.

A contest says what was otherwise, and is shown on the sheet; the case is where a referee hears
everybody and rules. Neither is left open when the other is closed.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from tables.acting import Receipt
from tables.cases import calls, judging
from tables.cases.drafts import Draft
from tables.cases.errors import DisputeRefused
from tables.cases.offers import has_judge
from tables.models import Case, Table
from tables.scored import services as sheets


def hand_contest(
    *, table: Table, account: User, hand: int, text: str, place: int | None = None
) -> Receipt:
    """Contest a hand of the sheet; where there is somebody to rule, that calls the referee.

    Raises what `tables.scored.services.hand_contest` does.
    """
    with transaction.atomic():
        receipt = sheets.hand_contest(
            table=table, account=account, hand=hand, text=text, place=place
        )
        _actor, spoken_for = calls.speaker_of(table, account, place)
        if has_judge(table) and not _open(table, hand).filter(place=spoken_for).exists():
            _call(table, account, hand, text, place)
    return receipt


def _call(table: Table, account: User, hand: int, text: str, place: int | None) -> None:
    try:
        calls.referee_call(
            table=table, account=account, reason="wrong_score", hand=hand, text=text, place=place
        )
    except DisputeRefused:
        # Too late for a case, or one too many: the sheet is contested all the same.
        return


def hand_confirm(*, table: Table, account: User, hand: int, place: int | None = None) -> Receipt:
    """Confirm a hand; what the same player disputed about its score is withdrawn by that."""
    with transaction.atomic():
        receipt = sheets.hand_confirm(table=table, account=account, hand=hand, place=place)
        _actor, spoken_for = calls.speaker_of(table, account, place)
        for case in _open(table, hand).filter(place=spoken_for, reason="wrong_score"):
            calls.case_withdraw(table=table, account=account, case=case.case, place=spoken_for)
    return receipt


def hand_uphold(*, table: Table, account: User, hand: int, reason: str) -> Receipt:
    """Say that a contested hand stands: of each open case about it that is the ruling, which
    rests on the reason that is given."""
    cases = list(_open(table, hand))
    if not cases:
        return sheets.hand_uphold(table=table, account=account, hand=hand, reason=reason)
    with transaction.atomic():
        for case in cases:
            draft = Draft("score_stands", hand, (reason,), text=reason, case=case.case)
            receipt = judging.ruling_make(table=table, account=account, draft=draft)
    return receipt


def _open(table: Table, hand: int) -> QuerySet[Case]:
    return Case.objects.filter(table=table, hand=hand, closed_at=None)
