"""Cases before their ruling: calls, who takes them, interests, statements."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.play.commands import ResumeMatch
from engine.play.state import MatchState
from engine.rulings import commands as c
from engine.rulings.events import Bond, Reason
from tables import acting, folds
from tables.acting import Order, Receipt
from tables.cases import texts
from tables.cases.errors import DisputeRefused
from tables.cases.orders import (
    allow,
    carry_out,
    fresh,
    id_of,
    official_of,
)
from tables.cases.terms import DisputeTerms
from tables.errors import NotYourSeat
from tables.events.drivers import run
from tables.folds import Fold
from tables.models import Case, Table
from tables.permissions import place_of
from tables.scored.services import keeper_of
from tables.services import table_command

MOST_OPEN: Final = 3
"""Cases that one place may have waiting at once."""


@dataclass(frozen=True, slots=True)
class Called:
    """A call: the id of its case, and the receipt."""

    case: str
    receipt: Receipt


def terms_of(table: Table) -> DisputeTerms:
    """What was agreed about disputes at this table."""
    return DisputeTerms.from_json(table.dispute_terms)


def speaker_of(table: Table, account: User, place: int | None = None) -> tuple[str, int]:
    """On whose behalf an account speaks in a dispute: the actor, and the place.

    A player speaks for the own place; with real tiles a scorer, or whoever keeps the score for an
    event, may speak for a `place`. Raises NotYourSeat.
    """
    own = place_of(account, table)
    if own is not None:
        if place not in (None, own):
            raise NotYourSeat("a player speaks for the own place alone")
        return f"place:{own}", own
    keeper = keeper_of(table, account)
    if place is None or not 0 <= place <= 3:
        raise NotYourSeat("say for which place")
    return keeper.actor, place


def referee_call(
    *,
    table: Table,
    account: User,
    reason: Reason,
    hand: int | None = None,
    text: str = "",
    place: int | None = None,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Called:
    """Call the referee about a hand: the running one unless `hand` says otherwise.

    By the table's terms a call about the running hand stops the clocks at once, for a limited
    time; one place stops them once in a hand. Raises NotYourSeat, DisputeRefused (`too_late`,
    `too_many_calls`, or what a guard says), IllegalAction.
    """
    at = at or timezone.now()
    actor, place = speaker_of(table, account, place)
    fold = run(folds.load(table.pk))
    about = fold.state.hand_number if hand is None else hand
    allow("call", "tables.dispute", table, account, about)
    command_id = fresh(command_id)
    case = id_of(table, actor, command_id)
    _require_window(table, case, at)
    _require_few(table, place, case)
    terms, sealed = terms_of(table), texts.seal(text)
    pause = _may_stop(table, terms, fold.state, place, about)
    receipt = carry_out(
        table,
        actor,
        c.CallReferee(case, place, about, reason, sealed.digest, pause),
        command_id,
        at=at,
        sealed=[sealed],
        pause_ms=terms.pause_limit_ms if pause else None,
        case=case,
    )
    return Called(case, receipt)


def window_ends(table: Table) -> datetime | None:
    """When hands of a match that is over can be disputed no longer; None while there is no end."""
    window = terms_of(table).window_ms
    if table.ended_at is None or window is None:
        return None
    return table.ended_at + timedelta(milliseconds=window)


def _require_window(table: Table, case: str, at: datetime) -> None:
    table.refresh_from_db(fields=["ended_at", "dispute_terms"])
    end = window_ends(table)
    # A call that was made in time and is sent again gets its first answer.
    if end is not None and at > end and not Case.objects.filter(table=table, case=case).exists():
        raise DisputeRefused("too_late", "the time for disputes at this table is over")


def _require_few(table: Table, place: int, case: str) -> None:
    waiting = Case.objects.filter(table=table, place=place, closed_at=None).exclude(case=case)
    if waiting.count() >= MOST_OPEN:
        raise DisputeRefused("too_many_calls", f"{MOST_OPEN} calls of this place are waiting")


def _may_stop(table: Table, terms: DisputeTerms, state: MatchState, place: int, about: int) -> bool:
    """Whether this call stops the clocks: about what is being played now, and once in a hand."""
    plays = table.play == Table.Play.LIVE and state.setup is not None and state.phase != "ended"
    if not (terms.pause_on_call and plays) or state.paused or about != state.hand_number:
        return False
    return not Case.objects.filter(table=table, place=place, hand=about).exists()


def case_take(
    *,
    table: Table,
    account: User,
    case: str,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Take a case. Of two who take it at once one gets it, the other IllegalAction `case_taken`.

    Raises NotYourSeat for who does not judge here, DisputeRefused, IllegalAction (`own_table`).
    """
    allow("take", "tables.judge", table, account)
    command = c.TakeCase(case, str(account.pk))
    actor = official_of(table, account)
    return carry_out(table, actor, command, fresh(command_id), at=at, case=case)


def case_release(
    *,
    table: Table,
    account: User,
    case: str,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Give a case back: the referee who took it, or who presides, when the referee is gone."""
    row = Case.objects.filter(table=table, case=case).first()
    holder = row.referee_id if row else None
    if holder not in (None, account.pk) and not account.has_perm("tables.preside", table):
        raise NotYourSeat("another referee took this case")
    right = "tables.judge" if holder in (None, account.pk) else "tables.preside"
    allow("take", right, table, account)
    command = c.ReleaseCase(case, str(holder or account.pk))
    is_own = right == "tables.judge"
    actor = official_of(table, account) if is_own else f"organiser:{account.pk}"
    return carry_out(table, actor, command, fresh(command_id), at=at, case=case)


def case_withdraw(
    *,
    table: Table,
    account: User,
    case: str,
    place: int | None = None,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Take a call back: who called, or speaks for that place. Play goes on if it had stopped."""
    row = Case.objects.filter(table=table, case=case).first()
    called_by = row.place if row else None
    actor, place = speaker_of(table, account, called_by if place is None else place)
    if row is not None and place != called_by:
        raise NotYourSeat("another player called the referee")
    allow("withdraw", "tables.dispute", table, account, row.hand if row else 0)
    command_id = fresh(command_id)
    with transaction.atomic():
        receipt = carry_out(table, actor, c.WithdrawCase(case), command_id, at=at, case=case)
        go_on(table, receipt, actor, command_id, at)
    return receipt


def go_on(table: Table, receipt: Receipt, actor: str, command_id: str, at: datetime | None) -> None:
    """End the pause that a call began, once nobody waits for the referee any more. A player has no
    power over clocks: it is the site that lets play go on after them."""
    fold: Fold = receipt.fold
    if receipt.repeated or not fold.state.paused or fold.clock.resumes_at is None:
        return
    hand = fold.state.hand_number
    if Case.objects.filter(table=table, closed_at=None, hand=hand).exists():
        return
    sender = acting.SYSTEM if actor.startswith("place:") else actor
    order = Order(table.pk, sender, f"{command_id}-on", lambda _: ResumeMatch(), deals=False)
    table_command(order=order, at=at)


def interest_declare(
    *,
    table: Table,
    account: User,
    case: str,
    interest: Bond,
    text: str = "",
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """A referee says what binds them to somebody at the table; the organiser decides.

    Until it is allowed they do not rule on this case.
    """
    allow("declare", "tables.judge", table, account)
    sealed = texts.seal(text)
    command = c.DeclareInterest(case, str(account.pk), interest, sealed.digest)
    actor = official_of(table, account)
    return carry_out(table, actor, command, fresh(command_id), at=at, sealed=[sealed], case=case)


def interest_decide(
    *,
    table: Table,
    account: User,
    case: str,
    referee: str,
    allowed: bool,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Who presides says whether a referee may rule in spite of a declared interest.

    Raises DisputeRefused `own_interest` for one's own.
    """
    allow("decide_interest", "tables.preside", table, account)
    if referee == str(account.pk):
        raise DisputeRefused("own_interest", "nobody decides on their own interest")
    command = c.DecideInterest(case, referee, allowed)
    actor = f"organiser:{account.pk}"
    return carry_out(table, actor, command, fresh(command_id), at=at, case=case)


def statement_make(
    *,
    table: Table,
    account: User,
    case: str,
    text: str,
    place: int | None = None,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Say something on an open case, from any of the four seats.

    Raises DisputeRefused `nothing_said` for an empty text.
    """
    actor, place = speaker_of(table, account, place)
    allow("state", "tables.dispute", table, account)
    sealed = texts.seal(text)
    if not sealed.digest:
        raise DisputeRefused("nothing_said", "a statement needs words")
    command = c.MakeStatement(case, place, sealed.digest)
    return carry_out(table, actor, command, fresh(command_id), at=at, sealed=[sealed], case=case)
