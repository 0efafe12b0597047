"""What a changed result does to a bracket: told before it is changed.

Owns the question. Must not change anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.brackets.consequences import Consequences, Replacement, compared
from tournaments.domain.bracket_results import Spot
from tournaments.domain.events import ResultTaken, ResultWithdrawn
from tournaments.domain.evolve import evolve
from tournaments.domain.knockouts import Picture, bracket_of, has_bracket
from tournaments.domain.parts import Result
from tournaments.domain.rounds import round_of, table_of
from tournaments.domain.state import Round, TournamentState

State = TournamentState


@dataclass(frozen=True, slots=True)
class Affected:
    """A table of the bracket that others would sit at. `spot`: where it is planned or played.

    While that has not started, planning the round again is all there is to do; once it has,
    the table has to be played again.
    """

    replacement: Replacement
    spot: Spot | None


@dataclass(frozen=True, slots=True)
class Change:
    """`key` is the table whose result changes."""

    key: str
    consequences: Consequences
    affected: tuple[Affected, ...]


def what_changes(state: State, number: int, table: int, result: Result | None) -> Change | None:
    """As if the table had this result instead, or none; None where no bracket rests on it."""
    round_ = round_of(state, number)
    stage, key = round_.plan.stage, _key(round_, table)
    if key is None or not has_bracket(state, stage):
        return None
    match = table_of(round_, table).match
    before = bracket_of(state, stage)
    if result is None:
        changed = evolve(state, ResultWithdrawn(number, table, ""))
    else:
        changed = evolve(state, ResultTaken(number, table, match, result))
    after = bracket_of(changed, stage)
    played = {one for one, spots in before.spots.items() if any(spot.has_result for spot in spots)}
    told = compared(before.bracket, before.filled, after.filled, key, played)
    return Change(key, told, tuple(_affected(before, one) for one in told.replacements))


def _key(round_: Round, table: int) -> str | None:
    return next((one.key for one in round_.plan.tables if one.table == table), None)


def _affected(picture: Picture, replacement: Replacement) -> Affected:
    spots = picture.spots.get(replacement.table, ())
    return Affected(replacement, spots[-1] if spots else None)
