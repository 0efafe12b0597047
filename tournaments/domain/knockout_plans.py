"""The next round of a bracket.

Owns which tables come next and who helps out at them. Must not know how a bracket is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.brackets.drawing import columns_of
from tournaments.brackets.results import Sitting
from tournaments.domain.bracket_checks import is_playable
from tournaments.domain.commands import PlanRounds, RoundPlan
from tournaments.domain.knockouts import Picture, bracket_of
from tournaments.domain.pairing import any_helpers, as_seating, next_number, started_rounds
from tournaments.domain.parts import Draw, EntryId, Seating, Walkover
from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState
from tournaments.draws import Draws
from tournaments.seating.plan import Facts
from tournaments.seating.winds import best_order

State = TournamentState


def knockout_plan(state: State, stage: str, seed: str, *, early: bool = False) -> PlanRounds:
    """The next round of a knock-out or of double elimination, or its last plan made again.

    All tables of the bracket's next round are played together; `early` takes those of which the
    four are known while others still play. Refuses `bracket_over`, `tables_unfinished`,
    `stand_ins_needed`.
    """
    picture = bracket_of(state, stage)
    number = next_number(state, stage)
    due = tables_due(picture, early=early)
    draws = Draws(bytes.fromhex(seed), "knockout", str(number))
    tables = tuple(_seatings(state, picture, due, draws))
    seated = {entry for seating in tables for entry in seating.seats}
    plan = RoundPlan(
        number,
        stage,
        tables,
        byes=tuple(one for one in _waiting(picture) if one not in seated),
        walkovers=tuple(_walkovers(picture)),
    )
    return PlanRounds((plan,), Draw(("knockout", str(number)), "knockout-1"), seed)


def tables_due(picture: Picture, *, early: bool = False) -> tuple[Sitting, ...]:
    """The tables to be played next; refuses as `knockout_plan` does where there are none."""
    unfinished = [one for one in picture.tables if one.status != "finished"]
    if not unfinished:
        refuse("bracket_over", "every table of the bracket has been played", "stage")
    columns = columns_of(picture.bracket)
    first = min(columns[one.table.key] for one in unfinished)
    here = [one for one in unfinished if early or columns[one.table.key] == first]
    ready = tuple(one for one in here if is_playable(picture, one))
    if len(ready) < len(here) and not (early and ready):
        names = ", ".join(one.table.key for one in here if one not in ready)
        refuse("tables_unfinished", f"still to be finished: {names}", "tables")
    return ready


def _waiting(picture: Picture) -> Iterator[EntryId]:
    """Those who are in and do not sit at a table that is being played."""
    pending = [one for spots in picture.spots.values() for one in spots if one.is_pending]
    busy = {player for spot in pending for player in spot.players}
    return (player for player in picture.still_in if player not in busy)


def _walkovers(picture: Picture) -> Iterator[Walkover]:
    for key in picture.filled:
        if key in picture.passed:
            order = tuple(rank.player for rank in picture.filled[key].ranking)
            yield Walkover(key, order, tuple(one for one in order if one in picture.absent))


def _seatings(
    state: State, picture: Picture, due: Sequence[Sitting], draws: Draws
) -> Iterator[Seating]:
    """Seats are drawn, and winds evened out after what each had before."""
    facts = Facts.of(as_seating(one) for one in started_rounds(state, picture.stage.id))
    pool = list(any_helpers(state))
    missing = sum(one in picture.absent for sitting in due for one in sitting.players)
    if missing > len(pool):
        message = f"{missing} have left; enter {missing - len(pool)} more who help out"
        refuse("stand_ins_needed", message, "tables")
    numbers = _numbers(state, due)
    for number, sitting in zip(numbers, due, strict=True):
        four = [str(one) for one in sitting.players if one not in picture.absent]
        absent = tuple(str(one) for one in sitting.players if one in picture.absent)
        four = draws.shuffled([*four, *(pool.pop(0) for _ in absent)])
        seats = tuple(four[at] for at in best_order(range(4), facts.winds_of(four)))
        yield Seating(number, seats, sitting.table.key, absent)


def _numbers(state: State, due: Sequence[Sitting]) -> list[int]:
    """Tables in the bracket's order; whoever needs a certain table has it."""
    fixed: dict[int, int] = {}
    for at, sitting in enumerate(due):
        for player in sitting.players:
            wanted = None if player is None else state.entries[player].person.fixed_table
            if wanted is not None and wanted not in fixed.values():
                fixed.setdefault(at, wanted)
    free = (number for number in range(1, 2 * len(due) + 1) if number not in fixed.values())
    return [fixed[at] if at in fixed else next(free) for at in range(len(due))]
