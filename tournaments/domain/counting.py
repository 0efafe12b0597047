"""How the terms of a tournament count: points, tie-breaks, which rounds.

Owns the translation of terms for points and standings. Must not know any result.
"""

from __future__ import annotations

from tournaments.domain.lifecycle import terms_of
from tournaments.domain.state import TournamentState, stage_of
from tournaments.points.scheme import ByeScore, PointsScheme, bonuses, by_place
from tournaments.standings.book import Rules

State = TournamentState


def rules_of(state: State, stage: str | None = None) -> Rules:
    """How the terms count. Until the seed is open no lot can be drawn, and places stay shared.

    In a bracket it comes first how far somebody got; there and in a final every round counts.
    """
    terms = terms_of(state)
    known = tuple(name for name in terms.tie_breaks if name != "lot" or state.seed)
    seed = bytes.fromhex(state.seed or "")
    found = None if stage is None else stage_of(state, stage)
    if found is not None and found.is_bracket:
        return Rules(scheme_of(state), ("reached", *known), seed=seed)
    if found is not None and found.kind == "final":
        return Rules(scheme_of(state), known, seed=seed)
    return Rules(scheme_of(state), known, terms.drop_worst, terms.best_of, seed)


def scheme_of(state: State) -> PointsScheme:
    """What places at a table and byes are worth."""
    terms = terms_of(state)
    return PointsScheme(
        by_place(terms.table_points),
        bonuses(terms.place_bonus),
        ByeScore(terms.uneven.bye_game, terms.uneven.bye_table),
    )
