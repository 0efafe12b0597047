"""Appeals: one step, to the chief referee or a panel of three, with a deadline."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.errors import EngineError
from engine.play.state import MatchState
from engine.rulings import commands as c
from engine.rulings.court import Appeal as Standing
from engine.rulings.events import Vote
from tables.acting import Receipt
from tables.cases import texts
from tables.cases.calls import speaker_of, terms_of
from tables.cases.drafts import Draft
from tables.cases.errors import DisputeRefused
from tables.cases.guards import panel_refusal_of
from tables.cases.hindrances import require_unbound, require_words
from tables.cases.orders import CLOCK, allow, carry_out, fresh, id_of, official_of
from tables.cases.penalties import require_table
from tables.errors import NotYourSeat, TableError
from tables.models import Appeal, Ruling, Table

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lodged:
    """An appeal's id, and the receipt."""

    appeal: str
    receipt: Receipt


def appeal_ends(table: Table, ruling: Ruling) -> datetime:
    """Until when a ruling can be appealed against."""
    return ruling.made_at + timedelta(milliseconds=terms_of(table).appeal_ms)


def appeal_lodge(
    *,
    table: Table,
    account: User,
    ruling: str,
    text: str = "",
    place: int | None = None,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Lodged:
    """Appeal against a ruling, from any of the four seats, once.

    Raises NotYourSeat, DisputeRefused (`appeal_too_late`), IllegalAction (`appealed_already`,
    `ruling_on_appeal`, …).
    """
    at = at or timezone.now()
    actor, place = speaker_of(table, account, place)
    row = Ruling.objects.filter(table=table, ruling=ruling).first()
    allow("appeal", "tables.dispute", table, account, row.hand if row else 0)
    command_id = fresh(command_id)
    appeal = id_of(table, actor, command_id)
    is_repeat = Appeal.objects.filter(table=table, appeal=appeal).exists()
    if row is not None and at > appeal_ends(table, row) and not is_repeat:
        raise DisputeRefused("appeal_too_late", "the time to appeal against this ruling is over")
    sealed = texts.seal(text)
    command = c.LodgeAppeal(appeal, ruling, place, sealed.digest)
    receipt = carry_out(
        table, actor, command, command_id, at=at, sealed=[sealed], case=row.case if row else ""
    )
    return Lodged(appeal, receipt)


def panel_name(
    *,
    table: Table,
    account: User,
    appeal: str,
    judges: Sequence[User],
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Name who decides an appeal: the chief referee, or three. Who presides does so.

    Raises DisputeRefused `not_a_judge` for somebody who may not judge here or who made the
    ruling, or what a guard says of the panel; IllegalAction (`own_table`, …).
    """
    allow("name_panel", "tables.preside", table, account)
    row = _row(table, appeal)
    ruled_by = _ruled_by(table, row)
    for judge in judges:
        _require_judge(table, judge, ruled_by)
    if refusal := panel_refusal_of(table, judges, ruled_by):
        raise DisputeRefused(refusal.code, refusal.said, refusal.said)
    command = c.NamePanel(appeal, tuple(str(judge.pk) for judge in judges))
    actor, case = f"organiser:{account.pk}", _case_of(table, row)

    def unbound(state: MatchState) -> None:
        for judge in judges:
            require_unbound(state.court, judge, case)

    return carry_out(table, actor, command, fresh(command_id), at=at, case=case, require=unbound)


def _ruled_by(table: Table, appeal: Appeal | None) -> int | None:
    """Whose ruling an appeal is against."""
    ruling = appeal and Ruling.objects.filter(table=table, ruling=appeal.ruling).first()
    return ruling.referee_id if ruling else None


def _require_judge(table: Table, judge: User, ruled_by: int | None) -> None:
    if not judge.has_perm("tables.judge", table):
        raise DisputeRefused("not_a_judge", f"{judge.public_name} does not judge here")
    if ruled_by == judge.pk:
        raise DisputeRefused("own_ruling", f"{judge.public_name} made the ruling")


def vote_cast(
    *,
    table: Table,
    account: User,
    appeal: str,
    vote: Vote,
    text: str = "",
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """A judge of the panel votes. Once a majority upholds the ruling, the appeal is decided so."""
    allow("vote", "tables.judge", table, account)
    actor, command_id = official_of(table, account), fresh(command_id)
    sealed = texts.seal(text)
    case = _case_of(table, _row(table, appeal))
    command = c.CastVote(appeal, str(account.pk), vote, sealed.digest)
    with transaction.atomic():
        receipt = carry_out(
            table, actor, command, command_id, at=at, sealed=[sealed], case=case,
            require=lambda state: require_unbound(state.court, account, case),
        )  # fmt: skip
        found = receipt.fold.state.court.appeal(appeal)
        if not receipt.repeated and found and _is_upheld(found):
            decide = c.DecideAppeal(appeal, "upheld")
            receipt = carry_out(table, actor, decide, f"{command_id}-end", at=at, case=case)
    return receipt


def _is_upheld(appeal: Standing) -> bool:
    return appeal.is_open and appeal.has_majority("uphold")


def appeal_decide(
    *,
    table: Table,
    account: User,
    appeal: str,
    draft: Draft,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Overturn a ruling as the votes say: `draft` is what is ruled in its place.

    A judge of the panel writes it. Where the panel upholds, the last vote has decided already.
    Raises NotYourSeat for anybody else, IllegalAction (`no_majority`, …).
    """
    row = _row(table, appeal)
    allow("decide_appeal", "tables.judge", table, account, draft.hand)
    if row is None or str(account.pk) not in row.judges:
        raise NotYourSeat(f"{account.public_name} is no judge of this appeal")
    actor, command_id = official_of(table, account), fresh(command_id)
    sealed = texts.seal(draft.text)
    replaced = replace(draft, supersedes=row.ruling)
    require_table(table, account, replaced)
    require_words(table, replaced)
    ruling = replaced.command(id_of(table, actor, command_id), account, sealed.digest)
    command = c.DecideAppeal(appeal, "overturned", ruling)
    return carry_out(
        table, actor, command, command_id, at=at, sealed=[sealed], case=_case_of(table, row),
        require=lambda state: require_unbound(state.court, account, _case_of(table, row)),
    )  # fmt: skip


def appeals_expire(at: datetime | None = None) -> int:
    """End the appeals whose panel has let the time pass: the ruling stands. Returns how many.

    Done by the clock; twice does no harm.
    """
    at = at or timezone.now()
    rows = Appeal.objects.filter(decided_at=None, due_at__lte=at).select_related("table")
    due = [row for row in rows if appeal_due(row) <= at]
    return sum(_expire(row, at) for row in due[:50])


def appeal_due(row: Appeal) -> datetime:
    """When an appeal ends by itself: its time once more where what is ruled is to be written."""
    if not _has_majority(row, "overturn"):
        return row.due_at
    return row.due_at + timedelta(milliseconds=terms_of(row.table).panel_ms)


def _has_majority(row: Appeal, wanted: Vote) -> bool:
    votes = [vote for _judge, vote in row.votes]
    return 2 * votes.count(wanted) > len(row.judges) > 0


def _expire(row: Appeal, at: datetime) -> bool:
    command = c.DecideAppeal(row.appeal, "upheld" if _has_majority(row, "uphold") else "expired")
    case = _case_of(row.table, row)
    try:
        carry_out(row.table, CLOCK, command, f"appeal:{row.appeal}", at=at, case=case)
    except (EngineError, TableError):
        logger.warning("appeal %s at %s did not expire", row.appeal, row.table_id, exc_info=True)
        return False
    return True


def _row(table: Table, appeal: str) -> Appeal | None:
    return Appeal.objects.filter(table=table, appeal=appeal).first()


def _case_of(table: Table, appeal: Appeal | None) -> str:
    """The case behind an appeal, for those who follow it."""
    if appeal is None:
        return ""
    cases = Ruling.objects.filter(table=table, ruling=appeal.ruling).values_list("case", flat=True)
    return cases.first() or ""
