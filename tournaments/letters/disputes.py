"""What of disputes is told to players: a call that was taken, a ruling, how an appeal ended.

Owns the choice, from the rows of the matches of an event. Told are those who sit at the table, each
once; of a call that was taken, whoever called.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from tables.cases.texts import texts_of
from tables.models import Appeal, Case, Ruling
from tournaments.domain.state import Table, TournamentState, timeline
from tournaments.letters.occasions import FRESH, Facts, Occasion, account_of
from tournaments.play.rulings import Seat, seats_of

State = TournamentState


def dispute_occasions(state: State, at: datetime) -> Iterator[Occasion]:
    """What is new enough to be told: three queries, where anything was ever called at the event."""
    seats = seats_of(state)
    if not seats:
        return
    since = at - FRESH
    for case in Case.objects.filter(table__in=seats, taken_at__gt=since).order_by("taken_at"):
        yield from _taken(state, seats[case.table_id], case)
    rulings = list(Ruling.objects.filter(table__in=seats, made_at__gt=since).order_by("made_at"))
    texts = texts_of(one.text for one in rulings)
    for ruling in rulings:
        yield from _ruled(state, seats[ruling.table_id], ruling, texts.get(ruling.text) or "")
    decided = Appeal.objects.filter(table__in=seats, decided_at__gt=since)
    for appeal in decided.order_by("decided_at"):
        yield from _appealed(state, seats[appeal.table_id], appeal)


def _where(seat: Seat, match: object) -> Facts:
    return {"round": seat.round, "table": seat.table.number, "match": str(match)}


def _sitting(state: State, table: Table, place: int) -> int | None:
    """The account of who sits at a place."""
    return account_of(state, timeline(table.ledger[place])[-1].person)


def _taken(state: State, seat: Seat, case: Case) -> Iterator[Occasion]:
    account = _sitting(state, seat.table, case.place)
    if account is not None:
        data = {**_where(seat, case.table_id), "hand": case.hand, "case": case.case}
        yield Occasion("call_taken", f"{case.case}/{case.referee_id}", account, data)


def _ruled(state: State, seat: Seat, ruling: Ruling, text: str) -> Iterator[Occasion]:
    """To each of the four, with what it changes for them."""
    for place in range(4):
        account = _sitting(state, seat.table, place)
        if account is not None:
            data: Facts = {
                **_where(seat, ruling.table_id), "hand": ruling.hand, "ruling": ruling.ruling,
                "ruled": ruling.kind, "points": ruling.points[place], "text": text[:1000],
            }  # fmt: skip
            yield Occasion("ruling", ruling.ruling, account, data)


def _appealed(state: State, seat: Seat, appeal: Appeal) -> Iterator[Occasion]:
    for place in range(4):
        account = _sitting(state, seat.table, place)
        if account is not None:
            ruling = appeal.new_ruling or appeal.ruling
            data: Facts = {
                **_where(seat, appeal.table_id), "ruling": ruling, "outcome": appeal.status,
            }  # fmt: skip
            yield Occasion("appeal", appeal.appeal, account, data)
