"""Results at the tables of a bracket, from the rounds of the log.

Owns the translation of a table's result, its seats and its penalties into an outcome.
Must not know the bracket.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.brackets.results import Outcome, Score, order_of
from tournaments.domain.counting import scheme_of
from tournaments.domain.kept import Kept, kept_at
from tournaments.domain.lifecycle import terms_of
from tournaments.domain.parts import EntryId, Result, Seating, Sitting
from tournaments.domain.state import (
    Round,
    RoundStatus,
    Table,
    TournamentState,
    stage_of,
    timeline,
)
from tournaments.people import Player
from tournaments.points.match import PlacePoints, points_of_match
from tournaments.points.twelfths import WHOLE

State = TournamentState


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a table of the bracket is played: a table of a round."""

    round: int
    table: int
    status: RoundStatus
    players: frozenset[Player]
    has_result: bool

    @property
    def is_pending(self) -> bool:
        """Being played: its result is still to come."""
        return self.status == "started" and not self.has_result


def rounds_of(state: State, stage: str, after_round: int | None = None) -> list[Round]:
    """The rounds of a stage in their order."""
    rounds = [state.rounds[number] for number in sorted(state.rounds)]
    return [
        one
        for one in rounds
        if one.plan.stage == stage and (after_round is None or one.number <= after_round)
    ]


def spots_of(
    state: State, stage: str, after_round: int | None = None
) -> dict[str, tuple[Spot, ...]]:
    """By key, the tables of rounds that are planned or played, in their order."""
    spots: dict[str, tuple[Spot, ...]] = {}
    for one in rounds_of(state, stage, after_round):
        for seating in one.plan.tables:
            if seating.key is not None:
                table = one.tables.get(seating.table)
                has_result = table is not None and table.result is not None
                four = frozenset(expected_at(state, seating))
                spot = Spot(one.number, seating.table, one.status, four, has_result)
                spots[seating.key] = (*spots.get(seating.key, ()), spot)
    return spots


def expected_at(state: State, seating: Seating) -> tuple[Player, ...]:
    """Who got there: those who sit there but for helpers, and those who have left."""
    here = [one for one in seating.seats if state.entries[one].person.kind == "player"]
    return tuple(Player(entry) for entry in (*here, *seating.absent))


def outcomes_of(
    state: State, stage: str, after_round: int | None = None
) -> Iterator[tuple[str, Outcome]]:
    """Every result and every walkover of rounds that have started, in the order of rounds."""
    for one in rounds_of(state, stage, after_round):
        if one.status == "planned":
            continue
        for passed in one.plan.walkovers:
            yield passed.key, walkover(passed.entries, passed.absent)
        for seating in one.plan.tables:
            table = one.tables[seating.table]
            if seating.key is not None and table.result is not None:
                yield seating.key, _with_kept(state, one, table, seating, table.result)


def _with_kept(
    state: State, round_: Round, table: Table, seating: Seating, result: Result
) -> Outcome:
    """The result, with the one by which people went on where the organiser keeps that."""
    made = outcome(state, round_, table, seating, result)
    kept = kept_of(state, round_, seating)
    if kept is None:
        return made
    return replace(made, kept=outcome(state, round_, table, seating, kept.was))


def kept_of(state: State, round_: Round, seating: Seating) -> Kept | None:
    """What the organiser keeps at a table of a bracket in spite of corrections."""
    table, stage = round_.tables.get(seating.table), round_.plan.stage
    if table is None or table.result is None or not state.corrections:
        return None
    seeds = {Player(entry): number for number, entry in enumerate(state.stages[stage])}
    if not seeds.keys() >= set(expected_at(state, seating)):
        return None

    def same(one: Result, other: Result) -> bool:
        first, second = (outcome(state, round_, table, seating, each) for each in (one, other))
        return order_of(first, seeds) == order_of(second, seeds)

    return kept_at(state, stage, round_.number, table, same)


def walkover(entries: Sequence[EntryId], absent: Sequence[EntryId] | frozenset[Player]) -> Outcome:
    """Nobody played: the seeds decide, and those who have left come last."""
    scores = tuple((Player(entry), (0,)) for entry in entries)
    return Outcome(scores, frozenset(Player(entry) for entry in absent))


def outcome(state: State, round_: Round, table: Table, seating: Seating, result: Result) -> Outcome:
    """What a result means for the four who belong there.

    Whoever left their seat to somebody who does not play for them comes last, whatever the score.
    """
    worth = points_of_match(scheme_of(state), result.points)
    scores: dict[Player, Score] = dict.fromkeys(expected_at(state, seating), (0, 0))
    stayed: set[Player] = set()
    for place, seated in enumerate(seating.seats):
        holder = last_sitting(table.ledger[place], result).credited_to
        player = Player(holder if holder is not None else seated)
        if player in scores:
            lost = _lost(state, round_, seating, player)
            scores[player] = _score(state, worth[place], lost)
            stayed |= {player} if holder is not None else set()
    return Outcome(tuple(scores.items()), frozenset(scores.keys() - stayed))


def last_sitting(facts: tuple[Sitting, ...], result: Result) -> Sitting:
    """Who sat there at the end; whoever sat down after the last hand had no part in it."""
    line = timeline(facts)
    played = [one for one in line if not result.hands or one.from_hand <= len(result.hands)]
    return played[-1] if played else line[0]


def _lost(state: State, round_: Round, seating: Seating, entry: EntryId) -> tuple[int, int]:
    """Penalties, as game and table points: they come off where several matches are added up."""
    stage = stage_of(state, round_.plan.stage)
    if stage is None or stage.final_matches == 1 or seating.key != "F":
        return 0, 0
    given = [one.given for one in state.penalties.values() if not one.is_lifted]
    own = [one for one in given if (one.entry, one.round) == (entry, round_.number)]
    return sum(one.game for one in own), sum(one.table for one in own)


def _score(state: State, worth: PlacePoints, lost: tuple[int, int]) -> Score:
    """Table points and game points in the order that the terms ask for them, in twelfths."""
    game, table = (worth.game - lost[0]) * WHOLE + worth.bonus, worth.table - lost[1]
    ties = terms_of(state).tie_breaks
    asked = [name for name in ties if name in ("table_points", "game_points")]
    return (game, table) if asked[:1] == ["game_points"] else (table, game)
