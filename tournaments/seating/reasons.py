"""Why this table 为何这样坐: what speaks for and against each four, as data for pages to tell.

Owns the facts shown for one table of one round. Must not know how seatings are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.plan import Facts, Four, Pair, Seating
from tournaments.seating.wishes import FixedTable, GaveWay, Wish


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two players of a table who met before, in these rounds."""

    players: Pair
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatReason:
    """One player's part: the winds had before this round, East first, and visits to this table."""

    player: str
    wind: int
    winds_before: tuple[int, ...]
    visits_before: int
    keeps_table: bool


@dataclass(frozen=True, slots=True)
class TableReasons:
    """All that was weighed at a table: `repeats` and `gave_way` are what went against it."""

    round: int
    table: int
    seats: tuple[SeatReason, ...]
    repeats: tuple[Repeat, ...]
    gave_way: tuple[GaveWay, ...]


def why_table(
    seatings: Sequence[Seating],
    round_: int,
    table: int,
    wishes: Sequence[Wish] = (),
    broken: Sequence[GaveWay] = (),
) -> TableReasons:
    """The reasons of table `table` in round `round_`, both from 1, after the rounds before it."""
    before = Facts.of(seatings[: round_ - 1])
    four = seatings[round_ - 1].tables[table - 1]
    keepers = {wish.player for wish in wishes if isinstance(wish, FixedTable)}
    return TableReasons(
        round=round_,
        table=table,
        seats=tuple(
            SeatReason(
                player=player,
                wind=wind,
                winds_before=tuple(before.winds.get(player, (0, 0, 0, 0))),
                visits_before=list(before.tables_of.get(player, {}).values()).count(table),
                keeps_table=player in keepers,
            )
            for wind, player in enumerate(four)
        ),
        repeats=repeats_at(four, before),
        gave_way=tuple(
            wish for wish in broken if round_ in wish.rounds and set(wish.players) <= set(four)
        ),
    )


def repeats_at(four: Four, before: Facts) -> tuple[Repeat, ...]:
    """The pairs of a table who met in earlier rounds."""
    met = ((pair, before.met_in.get(pair, ())) for pair in combinations(sorted(four), 2))
    return tuple(Repeat(pair, tuple(rounds)) for pair, rounds in met if rounds)
