"""What tables of an event were opened with, as far as no match's log says it, against the event's.

The terms of disputes, and which table of which event a match is: by these rows disputes are closed
and referees let in. Changes nothing.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from tables.cases.terms import DisputeTerms
from tables.models import Table as Match
from tournaments.domain.state import TournamentState
from tournaments.play.opening import disputes_at

_PLACE: Final = ("tournament", "round", "table")


def opened_otherwise(tournament: UUID, state: TournamentState) -> dict[tuple[int, int], str]:
    """The tables, by round and number, whose rows say something else, or are gone, with what."""
    if state.terms is None:
        return {}
    wanted = disputes_at(state.terms)
    played = {
        UUID(table.match): (round_.number, table.number)
        for round_ in state.rounds.values()
        for table in round_.tables.values()
        if table.match is not None
    }
    there = Match.objects.in_bulk(list(played))
    found = {
        where: _said(there.get(pk), (str(tournament), *where), wanted)
        for pk, where in sorted(played.items(), key=lambda one: one[1])
    }
    return {where: said for where, said in found.items() if said}


def _said(match: Match | None, where: tuple[str, int, int], wanted: DisputeTerms) -> str:
    """What differs."""
    if match is None:
        return "its match is gone"
    differing = []
    if tuple(match.context.get(name) for name in _PLACE) != where:
        differing.append("context")
    if DisputeTerms.from_json(match.dispute_terms) != wanted:
        differing.append("dispute_terms")
    return ", ".join(differing)
