"""Results at the tables of a bracket: who finished where, and who sits at the next table.

Owns filling a plan with players. Must not know hands or points schemes: a
score is a row of numbers, compared from the left, the more the better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.errors import InvalidInput
from tournaments.brackets.placement import Met, meetings, placement
from tournaments.brackets.plan import Bracket, From, Part, Seed, Slot, Table, feeders
from tournaments.brackets.ways import ways_of
from tournaments.people import Player

Score = tuple[int, ...]
"""Such as (table points, game points): added up number by number."""

Status = Literal["waiting", "ready", "running", "finished", "overtaken"]
"""overtaken: it was played, but by others than the tables before it now send."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One match of a table. Who withdrew comes last, whatever the score.

    `kept` is the match as it was thought to be when it was settled who goes on, where they do
    by somebody's decision although this is how it ended.
    """

    scores: tuple[tuple[Player, Score], ...]
    withdrawn: frozenset[Player] = frozenset()
    kept: Outcome | None = None

    def players(self) -> frozenset[Player]:
        """Who played at the table."""
        return frozenset(player for player, _ in self.scores)


Results = Mapping[str, Sequence[Outcome]]
"""By key of the table, its matches so far."""


@dataclass(frozen=True, slots=True)
class Rank:
    """One player's rank at a table. `by_seed` if the score was the same as a neighbour's."""

    player: Player
    rank: int
    score: Score
    carried: Score
    by_seed: bool


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table with the players that are known for it, in the order of `slots`.

    These are the plan's, except that a table's winner and runner-up may have
    changed their ways to avoid a rematch.
    """

    table: Table
    slots: tuple[Slot, ...]
    players: tuple[Player | None, ...]
    status: Status
    ranking: tuple[Rank, ...]
    """Best first; provisional while the table is running."""

    again: frozenset[frozenset[Player]] = frozenset()
    """Pairs who have sat together before."""

    ways: tuple[Player, ...] = ()
    """Once finished, who leaves by the winner's way, by the second's …: the order of the
    ranking, unless others go on by a decision."""

    @property
    def is_kept(self) -> bool:
        """Whether others go on than the ranking says."""
        order = tuple(rank.player for rank in self.ranking)
        return self.status == "finished" and self.ways != order


Filled = dict[str, Sitting]
"""By key, in the bracket's order."""


def fill(bracket: Bracket, entrants: Sequence[Player], results: Results) -> Filled:
    """Every table as it stands. Raises InvalidInput for results that cannot belong to it."""
    _check(bracket, entrants, results)
    seeds = {player: number for number, player in enumerate(entrants, start=1)}
    filled: Filled = {}
    finished: dict[From, Player] = {}
    met: dict[tuple[Part, int], Met] = {}
    for table in bracket.tables:
        here = met.setdefault((table.part, table.round), set())
        # Only rounds before: what a table decides must not depend on its neighbours.
        before = set().union(*(pairs for pairs in met.values() if pairs is not here))
        slots = placement(bracket, table, finished, before)
        players = tuple(_player(slot, entrants, finished) for slot in slots or ())
        again = meetings(player for player in players if player is not None) & before
        seated = Seated(table, slots or table.slots, players or (None,) * 4, frozenset(again))
        sitting = filled[table.key] = _sitting(bracket, seated, results, seeds, filled)
        if sitting.status == "finished":
            finished |= {From(table.key, at): one for at, one in enumerate(sitting.ways, start=1)}
            here |= meetings(sitting.ways)
    return filled


@dataclass(frozen=True, slots=True)
class Seated:
    """A table and who is known to sit there."""

    table: Table
    slots: tuple[Slot, ...]
    players: tuple[Player | None, ...]
    again: frozenset[frozenset[Player]]


def _check(bracket: Bracket, entrants: Sequence[Player], results: Results) -> None:
    if len(entrants) != bracket.field or len(set(entrants)) != len(entrants):
        raise InvalidInput(f"{bracket.field} different players are needed", "entrants")
    for key, outcomes in results.items():
        if len(outcomes) > bracket.table(key).matches:
            raise InvalidInput(f"{key} has more results than matches", "results")
        for outcome in outcomes:
            _check_outcome(key, outcome, outcomes[0])


def _check_outcome(key: str, outcome: Outcome, first: Outcome) -> None:
    if len(outcome.scores) != 4 or len(outcome.players()) != 4:
        raise InvalidInput(f"the result of {key} needs four different players", "results")
    if outcome.players() != first.players():
        raise InvalidInput(f"the matches of {key} have different players", "results")
    if len({len(score) for _, score in outcome.scores}) != 1:
        raise InvalidInput(f"the scores of {key} have different lengths", "results")
    if not outcome.withdrawn <= outcome.players():
        raise InvalidInput(f"somebody withdrew who is not at {key}", "results")


def _player(
    slot: Slot, entrants: Sequence[Player], finished: Mapping[From, Player]
) -> Player | None:
    return entrants[slot.number - 1] if isinstance(slot, Seed) else finished.get(slot)


def _sitting(
    bracket: Bracket,
    seated: Seated,
    results: Results,
    seeds: Mapping[Player, int],
    filled: Filled,
) -> Sitting:
    table, players = seated.table, seated.players
    outcomes = results.get(table.key, ())
    status: Status = "waiting" if None in players else "ready"
    ranking: tuple[Rank, ...] = ()
    ways: tuple[Player, ...] = ()
    if outcomes and outcomes[0].players() != frozenset(players):
        status = "overtaken"
    elif outcomes:
        status = "finished" if len(outcomes) == table.matches else "running"
        ranking = ranked(outcomes, _carried(bracket, table, outcomes[0], filled), seeds)
        if status == "finished":
            ways = _ways(bracket, table, outcomes[-1], ranking, seeds)
    return Sitting(table, seated.slots, players, status, ranking, seated.again, ways)


def _ways(
    bracket: Bracket,
    table: Table,
    outcome: Outcome,
    ranking: tuple[Rank, ...],
    seeds: Mapping[Player, int],
) -> tuple[Player, ...]:
    """Nobody goes on from a final, and every other table has one match."""
    order = tuple(rank.player for rank in ranking)
    if outcome.kept is None:
        return order
    return ways_of(bracket, table.key, order, order_of(outcome.kept, seeds))


def order_of(outcome: Outcome, seeds: Mapping[Player, int]) -> tuple[Player, ...]:
    """The players of one match, best first."""
    nothing: dict[Player, Score] = dict.fromkeys(outcome.players(), ())
    return tuple(rank.player for rank in ranked((outcome,), nothing, seeds))


def ranked(
    outcomes: Sequence[Outcome], carried: Mapping[Player, Score], seeds: Mapping[Player, int]
) -> tuple[Rank, ...]:
    """By the scores of all matches with what was carried; equal scores go by the better seed."""
    gone = frozenset().union(*(outcome.withdrawn for outcome in outcomes))
    score = {
        player: added([carried[player], *(dict(outcome.scores)[player] for outcome in outcomes)])
        for player in outcomes[0].players()
    }
    worth = {player: (player not in gone, own) for player, own in score.items()}
    order = sorted(score, key=lambda player: seeds[player])
    order.sort(key=lambda player: worth[player], reverse=True)
    return tuple(
        Rank(
            player,
            rank,
            score[player],
            carried[player],
            sum(other == worth[player] for other in worth.values()) > 1,
        )
        for rank, player in enumerate(order, start=1)
    )


def added(scores: Sequence[Score]) -> Score:
    """Number by number; a shorter score counts as if it ended in noughts."""
    longest = max(len(score) for score in scores)
    return tuple(sum(score[at] for score in scores if at < len(score)) for at in range(longest))


def _carried(
    bracket: Bracket, table: Table, outcome: Outcome, filled: Filled
) -> dict[Player, Score]:
    """What each brings into the final; nothing anywhere else."""
    before = {slot.table for slot in feeders(table)}
    brought: dict[Player, Score] = dict.fromkeys(outcome.players(), ())
    if table.part != "final" or bracket.carry == "none":
        return brought
    for key, sitting in filled.items():
        if sitting.table.part == "play_in" or (bracket.carry == "last" and key not in before):
            continue
        for rank in sitting.ranking:
            if rank.player in brought:
                brought[rank.player] = added([brought[rank.player], rank.score])
    return brought
