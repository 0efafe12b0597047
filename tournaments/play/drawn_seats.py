"""Seats that were drawn anew within matches, as the matches' own logs have them. Reads only."""

from __future__ import annotations

from uuid import UUID

from tables.models import Event
from tournaments.domain.state import TournamentState, stage_of

SeatPlan = list[list[int]]


def drawn_seats(state: TournamentState) -> dict[str, SeatPlan]:
    """By match, who sits at each place in each dealer round: one query at most."""
    matches = [match for match, (number, _) in state.matches.items() if _is_drawn(state, number)]
    if not matches:
        return {}
    opened = Event.objects.filter(stream__in=map(UUID, matches), type="MatchOpened")
    plans = {
        str(stream): data.get("seat_plan") or []
        for stream, data in opened.values_list("stream", "data")
    }
    return {match: plans[match] for match in matches if plans.get(match)}


def _is_drawn(state: TournamentState, number: int) -> bool:
    round_ = state.rounds.get(number)
    stage = stage_of(state, round_.plan.stage) if round_ else None
    return stage is not None and stage.seat_rotation == "drawn"
