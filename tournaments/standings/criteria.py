"""The measures players are ranked by; the higher value is ahead in every one of them.

Owns what each criterion measures. Must not know how ties are split. A measure
is asked about a group that is equal so far; only head-to-head looks at the group.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

from tournaments.draws import Draws
from tournaments.people import Player
from tournaments.standings.book import Criterion, Rules
from tournaments.standings.totals import Totals

Value = int | Fraction
"""Twelfths for points, counts for the rest."""

Meeting = dict[Player, int]
"""The ranks at one table of those who are ranked in the stage."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the measures look at."""

    stage: str
    rules: Rules
    totals: dict[Player, Totals]
    meetings: tuple[Meeting, ...]
    reached: Mapping[Player, int] = field(default_factory=dict)


Measure = Callable[[Facts, Sequence[Player]], dict[Player, Value]]


def _of_totals(value: Callable[[Totals], int]) -> Measure:
    return lambda facts, group: {player: value(facts.totals[player]) for player in group}


def head_to_head(facts: Facts, group: Sequence[Player]) -> dict[Player, Value]:
    """胜负关系: times finished ahead of others of the group at a table, less the times behind."""
    values: dict[Player, Value] = dict.fromkeys(group, 0)
    for meeting in facts.meetings:
        there = [player for player in group if player in meeting]
        for own, other in permutations(there, 2):
            values[own] += (meeting[own] < meeting[other]) - (meeting[own] > meeting[other])
    return values


def opponents(facts: Facts, group: Sequence[Player]) -> dict[Player, Value]:
    """对手分: the mean main score of everybody met, once for each table; 0 if nobody was met."""
    met: dict[Player, list[Player]] = {player: [] for player in group}
    for meeting in facts.meetings:
        for player in meeting:
            if player in met:
                met[player] += [other for other in meeting if other != player]
    return {player: _mean_score(facts, others) for player, others in met.items()}


def _mean_score(facts: Facts, met: Sequence[Player]) -> Fraction:
    return Fraction(sum(main_score(facts, other) for other in met), len(met) or 1)


def main_score(facts: Facts, player: Player) -> int:
    """The one of table points and game points that the stage asks for first."""
    totals = facts.totals[player]
    for name in facts.rules.criteria:
        if name == "table_points":
            return totals.table_points
        if name == "game_points":
            return totals.game_points
    return totals.game_points


def reached(facts: Facts, group: Sequence[Player]) -> dict[Player, Value]:
    """How far somebody got in a bracket; whoever never was in it comes last."""
    least = min(facts.reached.values(), default=0) - 1
    return {player: facts.reached.get(player, least) for player in group}


def lots(facts: Facts, group: Sequence[Player]) -> dict[Player, Value]:
    """抽签: a number from seed, stage and player alone, whoever else takes part."""
    return {player: lot(facts.rules.seed, facts.stage, player) for player in group}


def lot(seed: bytes, stage: str, player: Player) -> int:
    """The first word of the stream of (seed, "lot", stage, player)."""
    return Draws(seed, "lot", stage, player).word()


MEASURES: dict[Criterion, Measure] = {
    "table_points": _of_totals(lambda totals: totals.table_points),
    "game_points": _of_totals(lambda totals: totals.game_points),
    "wins": _of_totals(lambda totals: totals.wins),
    "firsts": _of_totals(lambda totals: totals.firsts),
    "best_hand": _of_totals(lambda totals: totals.best),
    "head_to_head": head_to_head,
    "opponents": opponents,
    "lot": lots,
    "reached": reached,
}
