"""Rotation 轮转: a complete schedule made beforehand, and the rest of one made again.

Owns the steps from names to seatings: who plays, who sits together, at which
wind, at which table. Deterministic by its seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draws import Draws
from tournaments.seating.errors import SeatingError
from tournaments.seating.field import check_field, fair_turns, filled_up
from tournaments.seating.numbers import spread_tables
from tournaments.seating.plan import Facts, Seating, as_seating
from tournaments.seating.quality import Quality, quality_of
from tournaments.seating.search import TRIES, Task, arrange
from tournaments.seating.winds import seat_winds
from tournaments.seating.wishes import (
    GaveWay,
    Wish,
    check_wishes,
    fixed_tables,
    gave_way,
    narrowed,
    prices,
)


@dataclass(frozen=True, slots=True)
class Schedule:
    """All rounds of a rotation; the first `played` of them are history and were not touched."""

    seatings: tuple[Seating, ...]
    played: int
    wishes: tuple[Wish, ...]
    gave_way: tuple[GaveWay, ...]
    quality: Quality


def rotation(
    players: Sequence[str],
    rounds: int,
    seed: bytes,
    *,
    wishes: Sequence[Wish] = (),
    stand_ins: Sequence[str] = (),
    played: Sequence[Seating] = (),
    tries: int = TRIES,
) -> Schedule:
    """A schedule of `rounds` rounds for these players.

    With `played`, those rounds stay and the rest is made for the players
    there are now, who need not be the same. Where four does not divide the
    players, stand-ins fill up the last table if any are named; else three or
    fewer sit out in fair turns. Raises SeatingError if the field or a wish
    cannot be seated; a wish that only cannot be kept gives way and is named.
    """
    present = filled_up(players, stand_ins)
    check_field(present, rounds)
    if len(played) >= rounds:
        raise SeatingError("all_played", f"{len(played)} rounds are played, {rounds} wanted")
    kept = narrowed(wishes, present, {p for seating in played for p in seating.players()})
    check_wishes(kept, present, len(present) // 4)
    draws = Draws(seed, "rotation", str(len(played)))
    coming = _coming(present, rounds, played, kept, draws, tries)
    seatings = (*played, *coming)
    facts = Facts.of(seatings)
    broken = gave_way(kept, facts.met_in, facts.tables_of, after=len(played))
    return Schedule(seatings, len(played), kept, broken, quality_of(seatings))


def _coming(
    present: Sequence[str],
    rounds: int,
    played: Sequence[Seating],
    wishes: Sequence[Wish],
    draws: Draws,
    tries: int,
) -> list[Seating]:
    facts = Facts.of(played)
    left = sorted({p for seating in played for p in seating.players()} - set(present))
    names = [*present, *left]
    number = {name: at for at, name in enumerate(names)}
    sitting = fair_turns(present, rounds - len(played), facts.sat_out, draws)
    task = Task(
        players=len(names),
        seated=tuple(tuple(number[p] for p in present if p not in out) for out in sitting),
        played=tuple(tuple(number[p] for p in seating.players()) for seating in played),
        prices=prices(wishes, number, len(present) // 4, rounds),
    )
    flats = seat_winds(arrange(task, draws, tries), len(names), facts.winds_of(names))
    pinned = fixed_tables(wishes, len(present) // 4)
    at_tables = {number[player]: table - 1 for player, table in pinned.items()}
    flats = spread_tables(flats, at_tables, facts.visits_of(names))
    return [as_seating(flat, names, out) for flat, out in zip(flats, sitting, strict=True)]
