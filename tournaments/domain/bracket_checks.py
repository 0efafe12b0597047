"""Whether a plan is what the bracket says now.

Owns the comparison. Must not know how a round is planned.
"""

from __future__ import annotations

from tournaments.brackets.results import Sitting
from tournaments.domain.bracket_results import expected_at
from tournaments.domain.events import RoundPlanned
from tournaments.domain.knockouts import Picture, bracket_of, has_bracket
from tournaments.domain.parts import Seating
from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState

State = TournamentState


def is_playable(picture: Picture, sitting: Sitting) -> bool:
    """All four are known, and they are not playing it already."""
    four = frozenset(one for one in sitting.players if one is not None)
    spots = picture.spots.get(sitting.table.key, ())
    playing = any(spot.is_pending and spot.players == four for spot in spots)
    return len(four) == 4 and sitting.status != "finished" and not playing


def check_bracket(state: State, plan: RoundPlanned) -> None:
    """Refuses plans of a bracket stage that are not what the bracket says now.

    `no_bracket`, `not_in_bracket` for a table that names no place in it, `bracket_changed`.
    """
    keys = [seating.key for seating in plan.tables] + [one.key for one in plan.walkovers]
    if not has_bracket(state, plan.stage):
        if any(key is not None for key in keys):
            refuse("no_bracket", "it is not settled yet who plays this bracket", "stage")
        return
    picture = bracket_of(state, plan.stage)
    if None in keys or len(set(keys)) < len(keys):
        refuse("not_in_bracket", "each table is one of the bracket, and none twice", "tables")
    for seating in plan.tables:
        _check_seating(state, picture, seating)
    for one in plan.walkovers:
        if one.key not in picture.passed:
            refuse("bracket_changed", f"{one.key} is to be played after all", "walkovers")


def _check_seating(state: State, picture: Picture, seating: Seating) -> None:
    sitting = picture.filled.get(seating.key or "")
    if sitting is None or not is_playable(picture, sitting):
        refuse("bracket_changed", f"{seating.key} is not to be played now", "tables")
    four = {one for one in sitting.players if one is not None}
    expected = expected_at(state, seating)
    if set(expected) != four or set(seating.absent) != four & picture.absent:
        names = ", ".join(sorted(four))
        refuse("bracket_changed", f"at {seating.key} the bracket has {names}", "tables")
