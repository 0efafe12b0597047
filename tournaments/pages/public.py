"""What everybody may read of an event: published plans, the round that is on, its tables.

Owns the line between what was published and what is in the making. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse

from tables.models import Table as Match
from tournaments.domain.events import RoundPlanned
from tournaments.domain.parts import EntryId
from tournaments.domain.state import Clock, Round, Table, TournamentState
from tournaments.exports.rounds import plans_of
from tournaments.models import Tournament
from tournaments.pages.round_rows import Row, places_of
from tournaments.play.watch import matches_of
from tournaments.store.folds import Fold

State = TournamentState
WINDS = "ESWN"


def page_of(tournament: Tournament, fold: Fold, tab: str, **more: Any) -> dict[str, Any]:
    """What every page of an event is made with."""
    common = {"event": tournament, "state": fold.state, "version": fold.version, "tab": tab}
    return {**common, **more}


def plans_shown(state: State) -> dict[int, RoundPlanned]:
    """By round, the plan that holds for everybody: the published one."""
    return {plan.round: plan for plan in plans_of(state, published=True)}


def editions_of(state: State, number: int) -> list[RoundPlanned]:
    """All published editions of a round, the oldest first, those taken back included."""
    return sorted(
        (plan for plan in state.published if plan.round == number), key=lambda plan: plan.edition
    )


def rounds_shown(state: State) -> list[int]:
    """The rounds of which something was published."""
    return sorted({plan.round for plan in state.published})


def round_on(state: State) -> Round | None:
    """The round being played, or else the next one published, or the last one played."""
    shown = [state.rounds[number] for number in sorted(plans_shown(state))]
    for status in ("started", "planned"):
        found = next((one for one in shown if one.status == status), None)
        if found is not None:
            return found
    return shown[-1] if shown else None


def started_or_404(state: State, number: int) -> Round:
    """A round whose pairings everybody may see."""
    if number not in plans_shown(state):
        raise Http404
    return state.rounds[number]


def rows_shown(state: State, round_: Round) -> list[Row]:
    """The round's tables as published or as they are played, without what is wrong there.

    Two queries. Points of a running match are left out where spectators see hands late.
    """
    plan = plans_shown(state)[round_.number]
    matches = matches_of(round_)
    is_late = state.terms is not None and state.terms.spectator_delay > 1
    rows = []
    for seating in sorted(plan.tables, key=lambda one: one.table):
        table, match = round_.tables.get(seating.table), matches.get(seating.table)
        hidden = is_late and match is not None and _is_played_here(match)
        places = tuple(places_of(seating.seats, table, None if hidden else match))
        rows.append(Row(seating.table, places, table, match, None))
    return rows


def _is_played_here(match: Match) -> bool:
    """Still running, and with tiles that spectators might learn something about."""
    return match.ended_at is None and match.play == Match.Play.LIVE


def clock_of(round_: Round | None) -> Clock | None:
    """The clock that most of the tables still being played go by."""
    if round_ is None or round_.status != "started":
        return None
    clocks = [table.clock for table in round_.tables.values() if table.result is None]
    timed = [one for one in clocks if one.ends_at is not None or one.left_ms is not None]
    return max(timed, key=timed.count) if timed else None


def match_address(match: Match) -> str:
    """Where a match is watched, read again, or kept score of."""
    if match.play == Match.Play.SCORED:
        return reverse("score", args=[match.pk])
    return reverse("replay" if match.ended_at else "table", args=[match.pk])


@dataclass(frozen=True, slots=True)
class Spot:
    """Where somebody is in a plan: at a table, with a bye, or sitting out."""

    kind: str
    table: int = 0
    wind: str = ""


def spots_of(plan: RoundPlanned) -> dict[EntryId, Spot]:
    """Everybody of a plan, and where."""
    found = {entry: Spot("bye") for entry in plan.byes}
    found.update((entry, Spot("sitting_out")) for entry in plan.sitting_out)
    for seating in plan.tables:
        for wind, entry in zip(WINDS, seating.seats, strict=True):
            found[entry] = Spot("table", seating.table, wind)
    return found


def tables_of(round_: Round, entry: EntryId) -> Iterator[Table]:
    """The tables of a round at which somebody sat, or to which they are credited."""
    for table in round_.tables.values():
        facts = [fact for place in table.ledger for fact in place]
        if any(entry in (fact.person, fact.credited_to) for fact in facts):
            yield table
