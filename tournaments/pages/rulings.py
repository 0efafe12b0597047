"""Rulings at an event, as its terms let everybody read them; calls that wait, for the desk.

Owns who reads what: officials and the players concerned read everything of a ruling, everybody
else as the terms say: with names, without, or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from tables.cases.penalties import words
from tables.cases.texts import texts_of
from tables.cases.wording import KINDS, REASONS
from tables.imports.names import referees_brought
from tables.models import Appeal, Case, Ruling
from tables.permissions import Visitor
from tournaments.domain.dispute_terms import Publicity
from tournaments.domain.parts import EntryId
from tournaments.domain.state import TournamentState, timeline
from tournaments.models import Tournament
from tournaments.own_tables import entry_at
from tournaments.pages.common import EventRequest, event_page
from tournaments.pages.corrections import correction_rows
from tournaments.pages.public import page_of
from tournaments.pages.publicity import publicity_for
from tournaments.penalty_words import rule_texts
from tournaments.people_names import named
from tournaments.play.guarding import MARK
from tournaments.play.rulings import OPEN, Seat, charged, seats_of
from tournaments.selectors import fold_of

State = TournamentState
WINDS: Final = "ESWN"
OWN_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class Gain:
    """What a ruling changed at a place; `entry` is None where names are not shown."""

    wind: str
    entry: EntryId | None
    points: int


@dataclass(frozen=True, slots=True)
class Cited:
    """A rule or a clause, and where it can be read."""

    name: str
    link: str
    text: str


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling as this reader may read it; `given`, `who` and `text` are empty where they may
    not."""

    ruling: Ruling
    round: int
    table: int
    what: str
    given: str
    gains: tuple[Gain, ...]
    cites: tuple[Cited, ...]
    who: str
    text: str
    appeal: Appeal | None
    address: str


@dataclass(frozen=True, slots=True)
class OwnRuling:
    """A ruling that stands at a table of somebody's, and what it changed for them."""

    round: int
    table: int
    hand: int
    what: str
    given: str
    points: int
    address: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call that nobody has ruled on yet."""

    case: Case
    round: int
    table: int
    reason: str
    address: str


@require_safe
@event_page()
def rulings(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Rulings and corrections, the newest first."""
    fold = fold_of(tournament)
    state = fold.state
    policy: Publicity = state.terms.disputes.publicity if state.terms else "none"
    page = page_of(
        tournament,
        fold,
        "rulings",
        policy=policy,
        publicity=publicity_for(tournament, state, request.user),
        rows=ruling_rows(tournament, state, request.user, policy),
        corrections=correction_rows(tournament, state),
    )
    return render(request, "tournaments/rulings.html", page)


def ruling_rows(
    tournament: Tournament, state: State, reader: Visitor, policy: Publicity
) -> list[RulingRow]:
    """What somebody may read of the rulings: at most four queries."""
    seats = seats_of(state)
    found = list(
        Ruling.objects.filter(table__in=seats).select_related("referee").order_by("-made_at")
    )
    official = reader.has_perm("tournaments.referee", tournament)
    full = {
        one.pk: official or policy == "all" or _is_concerned(state, reader, seats[one.table_id])
        for one in found
    }
    shown = [one for one in found if full[one.pk] or policy == "anonymous"]
    texts = texts_of(one.text for one in shown if full[one.pk])
    appeals = {(a.table_id, a.ruling): a for a in Appeal.objects.filter(table__in=seats)}
    # Of an event that was taken in, the log names accounts of another site.
    unknown = {one.table_id for one in shown if one.referee is None}
    brought = referees_brought(unknown) if unknown else {}
    return [
        _row(tournament, state, seats[one.table_id], one, full[one.pk],
             one.referee.public_name if one.referee
             else brought.get((one.table_id, one.ruling), ""),
             texts, appeals.get((one.table_id, one.ruling)))
        for one in shown
    ]  # fmt: skip


def own_rulings(state: State, entry: EntryId, age: timedelta | None = None) -> list[OwnRuling]:
    """What stands of the rulings at tables where somebody sits or sat, none of them older than
    `age`, the newest first: one query, none for who has no match."""
    found = {match: (seat, _place(seat, entry)) for match, seat in seats_of(state).items()}
    places = {match: (seat, place) for match, (seat, place) in found.items() if place is not None}
    if not places:
        return []
    rows = Ruling.objects.filter(table__in=places, superseded_by="").order_by("-made_at")
    if age is not None:
        rows = rows.filter(made_at__gt=timezone.now() - age)
    return [_own(state, *places[one.table_id], one) for one in rows[:OWN_SHOWN]]


def _own(state: State, seat: Seat, place: int, ruling: Ruling) -> OwnRuling:
    return OwnRuling(
        seat.round,
        seat.table.number,
        ruling.hand,
        str(KINDS.get(ruling.kind, ruling.kind)),
        _given(state, seat, ruling),
        ruling.points[place],
        page_of_case("ruling", ruling.table_id, ruling.ruling),
    )


def _place(seat: Seat, entry: EntryId) -> int | None:
    """Where somebody sits or sat, or is credited."""
    for place, facts in enumerate(seat.table.ledger):
        if any(entry in (one.person, one.credited_to) for one in facts):
            return place
    return None


def _is_concerned(state: State, reader: Visitor, seat: Seat) -> bool:
    return isinstance(reader, User) and (
        entry_at(state, reader, (seat.round, seat.table.number)) is not None
    )


def _row(
    tournament: Tournament,
    state: State,
    seat: Seat,
    ruling: Ruling,
    is_full: bool,
    who: str,
    texts: Mapping[str, str],
    appeal: Appeal | None,
) -> RulingRow:
    return RulingRow(
        ruling,
        seat.round,
        seat.table.number,
        str(KINDS.get(ruling.kind, ruling.kind)),
        _given(state, seat, ruling) if is_full else "",
        tuple(_gains(seat, ruling.points, is_full)),
        tuple(_cited(tournament, state, name) for name in ruling.cites),
        who if is_full else "",
        (texts.get(ruling.text) or "") if is_full else "",
        appeal,
        page_of_case("ruling", ruling.table_id, ruling.ruling) if is_full else "",
    )


def _given(state: State, seat: Seat, ruling: Ruling) -> str:
    """A penalty, or time given back, in words, and to whom."""
    decision = ruling.decision
    match ruling.kind:
        case "penalty":
            said = words(decision["penalty"], decision["game"], decision["table"])
            rule = rule_texts(state.terms).get(decision["rule"] or "", "")
        case "clock_given":
            said, rule = _("{n} seconds").format(n=decision["ms"] // 1000), ""
        case _:
            return ""
    who = named(state, charged(state, seat.table, decision["place"]))
    return " · ".join(filter(None, [who, said, rule]))


def _gains(seat: Seat, points: Sequence[int], is_full: bool) -> list[Gain]:
    """Nothing where no points change."""
    if not any(points):
        return []
    people = [timeline(facts)[-1].person for facts in seat.table.ledger]
    return [
        Gain(WINDS[place], people[place] if is_full else None, value)
        for place, value in enumerate(points)
    ]


def _cited(tournament: Tournament, state: State, name: str) -> Cited:
    clauses = {one.number: one.text for one in state.terms.regulations} if state.terms else {}
    number = name.removeprefix(MARK)
    if name.startswith(MARK) and number in clauses:
        link = f"{reverse('event', args=[tournament.pk])}#clause-{number}"
        return Cited(name, link, clauses[number])
    return Cited(name, f"{reverse('rules')}#{name}", "")


def page_of_case(name: str, *values: object) -> str:
    """The address of a case or ruling at its match."""
    try:
        return reverse(name, args=values)
    except NoReverseMatch:
        return ""


def open_calls(state: State) -> list[Call]:
    """Calls at the event's tables that wait, the oldest first: one query, none where the event's
    log knows of no call."""
    if not any(one.opened.case and one.decision is None for one in state.disputes.values()):
        return []
    seats = seats_of(state)
    waiting = Case.objects.filter(table__in=seats, status__in=OPEN).select_related("referee")
    return [
        Call(
            one,
            seats[one.table_id].round,
            seats[one.table_id].table.number,
            str(REASONS.get(one.reason, one.reason)),
            page_of_case("case", one.table_id, one.case),
        )
        for one in waiting.order_by("called_at")
    ]


def appeals_open(state: State) -> int:
    """How many appeals are not decided; nothing is asked where nothing was ever called or ruled."""
    ruled = any(one.given.ruling for one in state.penalties.values())
    if not (state.disputes or state.corrections or ruled):
        return 0
    return Appeal.objects.filter(table__in=seats_of(state), decided_at=None).count()
