"""Which parts count, and their sums.

Owns dropping the worst rounds and adding up the rest. Must not know other
players. Penalties and what was carried over are never dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.points.twelfths import WHOLE
from tournaments.standings.book import Rules
from tournaments.standings.parts import Part


@dataclass(frozen=True, slots=True)
class Totals:
    """`game` whole; `table` and `bonus` twelfths; the penalties apart, as positive numbers.

    The sums before penalties; `table_points` and `game_points` are after them.
    """

    game: int
    table: int
    bonus: int
    game_penalty: int
    table_penalty: int
    matches: int
    wins: int
    firsts: int
    best: int

    @property
    def table_points(self) -> int:
        """Twelfths."""
        return self.table - self.table_penalty

    @property
    def game_points(self) -> int:
        """Twelfths: game points with the place bonuses."""
        return (self.game - self.game_penalty) * WHOLE + self.bonus


def counted(parts: Sequence[Part], rules: Rules, rounds: int) -> tuple[Part, ...]:
    """The same parts, those of dropped rounds marked. `rounds` were held so far."""
    played = sorted({part.round for part in parts if _is_played(part)})
    keep = _rounds_that_count(rules, rounds)
    if keep is None or len(played) <= keep:
        return tuple(parts)
    worth = {number: _worth(parts, rules, number) for number in played}
    best = set(sorted(played, key=lambda number: worth[number], reverse=True)[:keep])
    return tuple(
        replace(part, counted=False) if _is_played(part) and part.round not in best else part
        for part in parts
    )


def _is_played(part: Part) -> bool:
    return part.kind in ("match", "bye")


def _rounds_that_count(rules: Rules, rounds: int) -> int | None:
    if rules.best_of is not None:
        return rules.best_of
    return max(rounds - rules.drop_worst, 1) if rules.drop_worst else None


def _worth(parts: Sequence[Part], rules: Rules, number: int) -> list[int]:
    """A round's worth by the criteria's own order of table points and game points."""
    own = [part for part in parts if _is_played(part) and part.round == number]
    table = sum(part.table for part in own)
    game = sum(part.game * WHOLE + part.bonus for part in own)
    by_name = {"table_points": table, "game_points": game}
    return [by_name[name] for name in rules.criteria if name in by_name] or [table, game]


def totals_of(parts: Sequence[Part]) -> Totals:
    """The sums of the parts that count."""
    kept = [part for part in parts if part.counted]
    earned = [part for part in kept if part.kind != "penalty"]
    penalties = [part for part in kept if part.kind == "penalty"]
    return Totals(
        game=sum(part.game for part in earned),
        table=sum(part.table for part in earned),
        bonus=sum(part.bonus for part in earned),
        game_penalty=-sum(part.game for part in penalties),
        table_penalty=-sum(part.table for part in penalties),
        matches=sum(part.kind == "match" for part in kept),
        wins=sum(len(part.won) for part in kept),
        firsts=sum(part.rank == 1 for part in kept),
        best=max((part.best[0] for part in kept if part.best), default=0),
    )
