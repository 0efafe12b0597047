"""Rulings: what one would do, and making it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from engine.play.commands import UpholdHand
from engine.play.state import MatchState
from engine.rulings import commands as c
from engine.rulings.events import RulingMade
from tables import folds
from tables.acting import Order, Receipt
from tables.cases import texts
from tables.cases.calls import go_on
from tables.cases.drafts import Draft
from tables.cases.guards import Consequence, Proposal, consequences_of
from tables.cases.hindrances import require_free, require_words
from tables.cases.orders import allow, carry_out, fresh, id_of, official_of
from tables.cases.penalties import require_table
from tables.events.drivers import run
from tables.events.log import engine_of
from tables.models import Table
from tables.projections.rebuild import sheet_rebuild
from tables.services import table_command

PREVIEW = "preview"


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling would do. Points by place; `decision` is the event's, all of it.

    `hand_before` and `hand_after` are what its hand is worth, None for the match as a whole.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    hand_before: tuple[int, ...] | None
    hand_after: tuple[int, ...] | None
    decision: Mapping[str, Any]
    consequences: tuple[Consequence, ...]

    @property
    def change(self) -> tuple[int, ...]:
        """What the match's points change by."""
        return tuple(new - old for old, new in zip(self.before, self.after, strict=True))


def ruling_make(
    *,
    table: Table,
    account: User,
    draft: Draft,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Rule. It closes its case, and play goes on if the call had stopped it.

    Without a case a referee rules of their own accord. Raises NotYourSeat for who does not judge
    here, DisputeRefused, IllegalAction (`own_table`, `case_taken`, `interest_open`,
    `not_zero_sum`, `nothing_cited`, `ruled_meanwhile`, `final_ruling`, …), InvalidInput for facts
    that cannot be.
    """
    allow("rule", "tables.judge", table, account, draft.hand)
    require_table(table, account, draft)
    require_words(table, draft)
    actor, command_id = official_of(table, account), fresh(command_id)
    sealed = texts.seal(draft.text)
    command = draft.command(id_of(table, actor, command_id), account, sealed.digest)
    with transaction.atomic():
        receipt = carry_out(
            table, actor, command, command_id, at=at, sealed=[sealed], case=draft.case,
            require=lambda state: _require(state, draft, account, command.ruling),
        )  # fmt: skip
        _settle_sheet(table, receipt, draft.hand, actor, at)
        go_on(table, receipt, actor, command_id, at)
    return receipt


def _require(state: MatchState, draft: Draft, account: User, ruling: str) -> None:
    if state.court.ruling(ruling) is None:
        draft.require_known(state, ruling)
        require_free(state, draft, account)


def _settle_sheet(
    table: Table, receipt: Receipt, hand: int, actor: str, at: datetime | None
) -> None:
    """After a ruling on a hand of a score sheet nobody contests it any more."""
    sheet = receipt.fold.state.sheet
    if receipt.repeated or not 1 <= hand <= len(sheet) or not sheet[hand - 1].is_contested:
        return
    if receipt.fold.state.phase != "scoring":
        return
    order = Order(
        table.pk, actor, f"{receipt.version}-settled", lambda _state: UpholdHand(hand, "ruling")
    )
    table_command(order=order, at=at)
    sheet_rebuild(table.pk)


def ruling_id(table: Table, account: User, command_id: str) -> str:
    """The id that a ruling made under this command has."""
    return id_of(table, official_of(table, account), command_id)


def ruling_preview(*, table: Table, account: User, draft: Draft) -> Preview:
    """What a ruling would do, found by the engine itself; nothing is stored.

    Raises what `ruling_make` would, but for the want of a citation or of words: they come last.
    """
    allow("rule", "tables.judge", table, account, draft.hand)
    require_table(table, account, draft, written=False)
    draft = replace(draft, cites=draft.cites or (PREVIEW,))
    state = run(folds.load(table.pk)).state
    _require(state, draft, account, PREVIEW)
    return preview_of(table, state, draft.command(PREVIEW, account, ""))


def preview_of(table: Table, state: MatchState, command: c.MakeRuling) -> Preview:
    """What a ruling would do to a match in this state. Raises IllegalAction, InvalidInput."""
    engine = engine_of(state)
    events = engine.decide(state, command)
    after = state
    for event in events:
        after = engine.evolve(after, event)
    made = next(event for event in events if isinstance(event, RulingMade))
    proposal = Proposal(
        table, made.hand, made.kind, dict(made.decision), state.points, after.points
    )
    is_hand = bool(made.hand)
    return Preview(
        before=state.points,
        after=after.points,
        hand_before=state.court.standing_of(made.hand) if is_hand else None,
        hand_after=after.court.standing_of(made.hand) if is_hand else None,
        decision=made.decision,
        consequences=tuple(consequences_of(proposal)),
    )
