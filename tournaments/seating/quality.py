"""How good a schedule is, beside what cannot be beaten.

Owns the measures. Must not know how schedules are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.plan import Facts, Seating
from tournaments.seating.winds import imbalance


@dataclass(frozen=True, slots=True)
class Quality:
    """Measures of a schedule; the fields ending in `bound` are what no schedule goes below.

    `repeats` counts every meeting of a pair after its first. `excess` is
    Σ C(m, 2) over pairs meeting m times, which a pair meeting three times
    raises by 3 and not by 2: the search makes this one small, so that
    repeats are spread. `wind_imbalance` sums, over players, how much more
    than one their commonest wind is ahead of their rarest.
    """

    players: int
    rounds: int
    repeats: int
    repeats_bound: int
    excess: int
    excess_bound: int
    most_meetings: int
    wind_imbalance: int
    most_at_one_table: int
    sits_least: int
    sits_most: int


def quality_of(seatings: Sequence[Seating]) -> Quality:
    """How good a plan is, beside the best that could be."""
    facts = Facts.of(seatings)
    met = [len(rounds) for rounds in facts.met_in.values()]
    everybody = sorted({*facts.winds, *facts.sat_out})
    games = [len(facts.tables_of.get(player, ())) for player in everybody]
    sits = [len(facts.sat_out.get(player, ())) for player in everybody]
    visits = [count for been in facts.visits_of(everybody) for count in been.values()]
    return Quality(
        players=len(everybody),
        rounds=len(seatings),
        repeats=sum(m - 1 for m in met),
        repeats_bound=least_repeats(games),
        excess=sum(m * (m - 1) // 2 for m in met),
        excess_bound=least_excess(games),
        most_meetings=max(met, default=0),
        wind_imbalance=sum(imbalance(counts) for counts in facts.winds.values()),
        most_at_one_table=max(visits, default=0),
        sits_least=min(sits, default=0),
        sits_most=max(sits, default=0),
    )


def least_repeats(games: Sequence[int]) -> int:
    """Below this the repeats cannot be: who plays k rounds has 3k meetings with the others."""
    return -(-sum(max(0, 3 * played - len(games) + 1) for played in games) // 2)


def least_excess(games: Sequence[int]) -> int:
    """Below this Σ C(m, 2) cannot be, with `games[p]` the rounds that player p plays."""
    return -(-sum(_least_share(3 * played, len(games) - 1) for played in games) // 2)


def _least_share(meetings: int, others: int) -> int:
    """The least Σ C(m, 2) of one player: meetings spread over the others as evenly as can be."""
    if not others:
        return 0
    each, rest = divmod(meetings, others)
    return others * (each * (each - 1) // 2) + rest * each
