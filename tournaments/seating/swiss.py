"""Swiss 瑞士制: tables of four by standing, one round at a time from the current facts.

Owns the weighing of rank distance against repeats, and what a finished round
is worth. Pairing again after a change is calling this again. Deterministic by
the seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.draws import Draws
from tournaments.seating.exchange import mended
from tournaments.seating.field import check_field, filled_up
from tournaments.seating.plan import Facts, Four, Seating
from tournaments.seating.reasons import Repeat, repeats_at
from tournaments.seating.winds import best_order
from tournaments.seating.wishes import (
    MUST,
    PREFER,
    Apart,
    GaveWay,
    Never,
    Once,
    Wish,
    check_wishes,
    fixed_tables,
    gave_way,
    narrowed,
)

SitsOut = Literal["bottom", "drawn"]
"""Who sits out among those who did so least: the lowest placed, or one drawn."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round with its measures.

    `rank_spread` sums the distances in rank of all pairs at a table, 10 for
    four neighbours; `top_spread` and `bottom_spread` are of the upper and
    lower half of the tables, to see that neither pays for the other.
    """

    seating: Seating
    repeats: tuple[Repeat, ...]
    gave_way: tuple[GaveWay, ...]
    rank_spread: int
    top_spread: int
    bottom_spread: int
    repeat_weight: int


def swiss_round(
    standing: Sequence[str],
    seed: bytes,
    *,
    played: Sequence[Seating] = (),
    wishes: Sequence[Wish] = (),
    stand_ins: Sequence[str] = (),
    repeat_weight: int | None = None,
    sits_out: SitsOut = "bottom",
) -> Pairing:
    """The next round for players in order of standing, best first.

    `repeat_weight` is the organiser's slider: how many ranks a repeated pair
    is worth. 0 goes by standing alone; left out, it is twice the number of
    players, which avoids every repeat that can be avoided. Stand-ins, if
    named, fill up the last table from below. Raises SeatingError as `rotation` does.
    """
    present = filled_up(standing, stand_ins)
    check_field(present, len(played) + 1)
    facts = Facts.of(played)
    kept = narrowed(wishes, present, facts.tables_of)
    check_wishes(kept, present, len(present) // 4)
    draws = Draws(seed, "swiss", str(len(played) + 1))
    out = _sitting_out(present, facts, draws, sits_out)
    ranked = [player for player in present if player not in out]
    weight = 2 * len(ranked) if repeat_weight is None else repeat_weight
    tables = mended(_prices(ranked, facts, kept, weight), draws)
    fours = [_seated([ranked[at] for at in sorted(table)], facts, draws) for table in tables]
    seating = Seating(tuple(_numbered(fours, fixed_tables(kept, len(fours)))), out)
    return judged(seating, standing, played, kept, weight)


def judged(
    seating: Seating,
    standing: Sequence[str],
    played: Sequence[Seating],
    wishes: Sequence[Wish],
    weight: int,
) -> Pairing:
    """A round with its measures, however it came about."""
    before, after = Facts.of(played), Facts.of([*played, seating])
    rank = {player: at for at, player in enumerate(standing)}
    for four in seating.tables:
        for player in four:
            rank.setdefault(player, len(rank))
    fours = sorted(seating.tables, key=lambda four: sum(rank[player] for player in four))
    spreads = [_spread(four, rank) for four in fours]
    broken = gave_way(
        [wish for wish in wishes if not isinstance(wish, Once)],
        after.met_in,
        after.tables_of,
        after=len(played),
    )
    half = len(fours) // 2
    return Pairing(
        seating=seating,
        repeats=tuple(repeat for four in seating.tables for repeat in repeats_at(four, before)),
        gave_way=broken,
        rank_spread=sum(spreads),
        top_spread=sum(spreads[:half]),
        bottom_spread=sum(spreads[len(fours) - half :]),
        repeat_weight=weight,
    )


def _spread(four: Four, rank: Mapping[str, int]) -> int:
    first, second, third, last = sorted(rank[player] for player in four)
    return 3 * (last - first) + third - second


def _sitting_out(
    present: Sequence[str], facts: Facts, draws: Draws, how: SitsOut
) -> tuple[str, ...]:
    """Those who sat out least; of them the lowest placed or drawn ones."""
    order = draws.shuffled(present) if how == "drawn" else list(reversed(present))
    order.sort(key=lambda player: len(facts.sat_out.get(player, ())))
    return tuple(order[: len(present) % 4])


def _prices(
    ranked: Sequence[str], facts: Facts, wishes: Sequence[Wish], weight: int
) -> list[list[int]]:
    """What each two cost at one table, by rank: their distance and what they have behind them."""
    number = {player: at for at, player in enumerate(ranked)}
    price = [[abs(a - b) for b in range(len(ranked))] for a in range(len(ranked))]
    surcharges = [
        (one, other, weight * len(rounds)) for (one, other), rounds in facts.met_in.items()
    ]
    for one, other, more in [*surcharges, *_wished(wishes, facts, weight + len(ranked))]:
        if one in number and other in number:
            a, b = number[one], number[other]
            price[a][b] = price[b][a] = price[a][b] + more
    return price


def _wished(wishes: Sequence[Wish], facts: Facts, unit: int) -> list[tuple[str, str, int]]:
    """Surcharges of pairs for wishes; players of one fixed table draw each other instead."""
    found: list[tuple[str, str, int]] = []
    for wish in wishes:
        match wish:
            case Apart(players) | Never(players):
                price = unit * (PREFER if isinstance(wish, Apart) else MUST)
                found += [(a, b, price) for a in players for b in players if a < b]
            case Once(one, other) if facts.meetings(one, other):
                found.append((one, other, unit * MUST))
            case _:
                pass
    pinned = fixed_tables(wishes, MUST)
    for one, table in pinned.items():
        for other, another in pinned.items():
            if one < other:
                found.append((one, other, unit * (-MUST if table == another else MUST)))
    return found


def _seated(four: Sequence[str], facts: Facts, draws: Draws) -> Four:
    """The four at the winds they had least; what that leaves open is drawn."""
    drawn = draws.shuffled(four)
    east, south, west, north = best_order(range(4), facts.winds_of(drawn))
    return drawn[east], drawn[south], drawn[west], drawn[north]


def _numbered(fours: Sequence[Four], pinned: Mapping[str, int]) -> list[Four]:
    """Tables from the top of the standing down; one with a fixed number changes places for it."""
    order = list(fours)
    for player, number in sorted(pinned.items()):
        for at, four in enumerate(order):
            if player in four:
                order[at], order[number - 1] = order[number - 1], order[at]
                break
    return order
