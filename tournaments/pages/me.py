"""The player's own page: where do I sit now, what comes next, what have I won."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.domain.parts import EntryId
from tournaments.domain.state import Dispute, Round, TournamentState, seat_now
from tournaments.models import Participation, Tournament
from tournaments.pages.common import EventRequest
from tournaments.pages.public import (
    WINDS,
    Spot,
    match_address,
    plans_shown,
    round_on,
    spots_of,
    tables_of,
)
from tournaments.pages.rulings import OwnRuling, own_rulings, page_of_case
from tournaments.pages.standings import Row, rows_of, stage_at, stage_now
from tournaments.pages.standings_kept import standings_kept
from tournaments.pages.watching import call_address, may_dispute
from tournaments.play.watch import matches_of
from tournaments.selectors import fold_of
from tournaments.store.folds import Fold

State = TournamentState
PAST_SHOWN = 8
ON_SHOWN = 6
RECENTLY = timedelta(days=7)
"""How long a ruling on an event that is over is news."""
OVER = (Tournament.Phase.FINISHED, Tournament.Phase.ARCHIVED)


@dataclass(frozen=True, slots=True)
class Here:
    """Where somebody sits right now."""

    round: Round
    table: int
    wind: str
    address: str
    is_scored: bool


@dataclass(frozen=True, slots=True)
class OwnDispute:
    """A call at a table of the reader's, and where it can be read."""

    dispute: Dispute
    address: str


@dataclass(frozen=True, slots=True)
class Own:
    """An event of the reader's: the entry, and what concerns it."""

    event: Tournament
    state: State
    version: int
    entry: EntryId
    status: str
    checked_in: bool
    here: Here | None
    round: Round | None
    next: Spot | None
    row: Row | None
    finished: list[tuple[Round, int, bool, str]] = field(default_factory=list)
    """Tables of a round not yet confirmed, each with whether it may be disputed here, or where
    the referee of its match is called."""

    disputes: list[OwnDispute] = field(default_factory=list)
    """Calls of the referee at tables at which they sat, the newest first."""

    rulings: list[OwnRuling] = field(default_factory=list)


@login_required
@require_safe
def me(request: EventRequest) -> HttpResponse:
    """All of the reader's events."""
    entries = list(_entries(request))
    on = [one for one in entries if one.tournament.phase not in OVER]
    on = sorted(on, key=lambda one: one.tournament.phase != Tournament.Phase.RUNNING)[:ON_SHOWN]
    past = [one for one in entries if one.tournament.phase in OVER][:PAST_SHOWN]
    own = [own_of(one.tournament, one.entry) for one in on]
    own.sort(key=lambda one: (one.here is None, one.event.phase != Tournament.Phase.RUNNING))
    page = {
        "own": own,
        "past": [own_of(one.tournament, one.entry) for one in past],
    }
    return render(request, "tournaments/me.html", page)


def _entries(request: EventRequest) -> Iterable[Participation]:
    """Newest first; a draft shows itself to its organisers alone."""
    found = Participation.objects.filter(account=request.user)
    found = found.exclude(tournament__phase=Tournament.Phase.DRAFT)
    return found.select_related("tournament__club").order_by(
        "-tournament__starts_at", "-tournament__created_at"
    )


def own_of(event: Tournament, entry: EntryId) -> Own:
    """What an event is for one of its entries: two queries while they sit at a table,
    and one for rulings there."""
    fold = fold_of(event)
    state = fold.state
    known = state.entries[entry]
    here = here_of(state, entry)
    round_ = round_on(state)
    spot = None
    if round_ is not None and here is None and round_.status == "planned":
        spot = spots_of(plans_shown(state)[round_.number]).get(entry)
    return Own(
        event,
        state,
        fold.version,
        entry,
        known.status,
        known.checked_in,
        here,
        round_,
        spot,
        row_of(fold, entry),
        finished_of(state, entry),
        disputes_at_tables_of(state, entry),
        own_rulings(state, entry, RECENTLY if event.phase in OVER else None),
    )


def finished_of(state: State, entry: EntryId) -> list[tuple[Round, int, bool, str]]:
    """The own tables of rounds that are on that have a result: round, table, whether it may be
    disputed, and where."""
    return [
        (
            one,
            table.number,
            may_dispute(state, one, table.number, entry),
            call_address(state, one, table.number, entry),
        )
        for one in state.rounds.values()
        if one.status == "started"
        for table in tables_of(one, entry)
        if table.result is not None
    ]


def disputes_at_tables_of(state: State, entry: EntryId) -> list[OwnDispute]:
    """Calls of the referee at tables at which somebody sits or sat."""
    found = []
    for one in reversed(list(state.disputes.values())):
        round_ = state.rounds.get(one.opened.round)
        tables = tables_of(round_, entry) if round_ else ()
        table = next((t for t in tables if t.number == one.opened.table), None)
        if one.opened.case is not None and table is not None and table.match is not None:
            found.append(OwnDispute(one, page_of_case("case", table.match, one.opened.case)))
    return found


def here_of(state: State, entry: EntryId) -> Here | None:
    """The table at which somebody sits, and where it is played."""
    seat = seat_now(state, entry)
    if seat is None:
        return None
    number, table, place = seat
    round_ = state.rounds[number]
    match = matches_of(round_).get(table)
    address = match_address(match) if match else ""
    return Here(round_, table, WINDS[place], address, bool(match and match.play == "scored"))


def row_of(fold: Fold, entry: EntryId) -> Row | None:
    """The entry's line in the stage that is on, once something has been played."""
    state = fold.state
    if not any(one.status != "planned" for one in state.rounds.values()):
        return None
    kept = standings_kept(fold, stage_at(state, stage_now(state)))
    if not any(line.parts for line in kept.standings.lines):
        return None
    return next((row for row in rows_of(state, kept) if row.entry == entry), None)
