"""What a ruling would change in an event, before it is made: before and after side by side.

Owns the comparison. Pure: it folds events that nobody stores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.domain.books import standings_of
from tournaments.domain.counting import scheme_of
from tournaments.domain.effects import effects_of
from tournaments.domain.events import Event, PenaltyGiven, PenaltyLifted, ResultCorrected
from tournaments.domain.evolve import fold
from tournaments.domain.pairing_anew import TableChange, paired_anew
from tournaments.domain.parts import Effect, EntryId, Result
from tournaments.domain.rounds import round_of, table_of
from tournaments.domain.state import TournamentState
from tournaments.points.match import points_of_match
from tournaments.points.twelfths import WHOLE
from tournaments.standings.standing import Line

State = TournamentState
PREVIEW = "preview"


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """One place of the table. Game points whole, table points in twelfths, before and after."""

    place: int
    entry: EntryId
    game: tuple[int, int]
    table: tuple[int, int]
    rank: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LineChange:
    """One line of the standings whose place or points change; None where there is no line.

    Game points are whole, cut towards zero, table points in twelfths.
    """

    entry: EntryId
    place: tuple[int | None, int | None]
    game: tuple[int, int]
    table: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Preview:
    """What would change: at the table, in the standings of its stage, and what rests on them."""

    stage: str
    places: tuple[PlaceChange, ...]
    lines: tuple[LineChange, ...]
    effects: tuple[Effect, ...]
    pairings: Mapping[int, tuple[TableChange, ...]] = field(default_factory=dict)
    """Rounds that rest on it and have not started, each as it would be paired instead."""

    @property
    def is_nothing(self) -> bool:
        """Nothing of the event changes."""
        moved = any(one.game[0] != one.game[1] for one in self.places)
        return not (moved or self.lines or self.effects)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A table's result as it is and as it would be; further events that a ruling leads to."""

    round: int
    table: int
    before: Result
    after: Result
    further: tuple[PenaltyGiven | PenaltyLifted, ...] = ()


def preview(state: State, proposed: Proposed, seed: str | None = None) -> Preview:
    """What a ruling would change. Refuses `no_such_round`, `no_such_table`.

    A match that is still being played is compared as if it ended as it stands.
    """
    round_ = round_of(state, proposed.round)
    table = table_of(round_, proposed.table)
    before = fold([_result(proposed, table.match, proposed.before)], state)
    events: list[Event] = [_result(proposed, table.match, proposed.after), *proposed.further]
    after = fold(events, before)
    stage = round_.plan.stage
    effects = effects_of(before, after, proposed.round, seed)
    return Preview(
        stage,
        tuple(_places(state, proposed)),
        tuple(_lines(before, after, stage)),
        effects,
        dict(_pairings(after, effects, seed)),
    )


def _pairings(
    after: State, effects: Sequence[Effect], seed: str | None
) -> Iterator[tuple[int, tuple[TableChange, ...]]]:
    for one in effects:
        if one.kind == "round" and seed is not None:
            changes = paired_anew(after, int(one.ref), seed)
            if changes is not None:
                yield int(one.ref), changes


def _result(proposed: Proposed, match: str | None, result: Result) -> ResultCorrected:
    return ResultCorrected(PREVIEW, proposed.round, proposed.table, match, result, PREVIEW, "")


def _places(state: State, proposed: Proposed) -> list[PlaceChange]:
    table = state.rounds[proposed.round].tables[proposed.table]
    scheme = scheme_of(state)
    was = points_of_match(scheme, proposed.before.points)
    now = points_of_match(scheme, proposed.after.points)
    return [
        PlaceChange(
            place,
            facts[-1].person,
            (was[place].game, now[place].game),
            (was[place].table, now[place].table),
            (was[place].rank, now[place].rank),
        )
        for place, facts in enumerate(table.ledger)
    ]


def _lines(before: State, after: State, stage: str) -> list[LineChange]:
    """Those that change, in the order of the new standings."""
    old = {line.player: line for line in standings_of(before, stage).lines}
    new = {line.player: line for line in standings_of(after, stage).lines}
    order = [*new, *(player for player in old if player not in new)]
    changes = [_line(player, old.get(player), new.get(player)) for player in order]
    return [one for one in changes if _differs(one)]


def _differs(one: LineChange) -> bool:
    return any(was != now for was, now in (one.place, one.game, one.table))


def _line(entry: EntryId, was: Line | None, now: Line | None) -> LineChange:
    return LineChange(
        entry,
        (was.place if was else None, now.place if now else None),
        (_game(was), _game(now)),
        (_table(was), _table(now)),
    )


def _game(line: Line | None) -> int:
    twelfths = line.totals.game_points if line else 0
    return twelfths // WHOLE if twelfths >= 0 else -(-twelfths // WHOLE)


def _table(line: Line | None) -> int:
    return line.totals.table_points if line else 0


def shifted(result: Result, change: Sequence[int], hand: int = 0) -> Result:
    """A result whose points change by this much, in one of its hands or (0) as a whole.

    A hand that the result does not have leaves the sums alone.
    """
    points = tuple(a + b for a, b in zip(result.points, change, strict=True))
    if not result.hands:
        return replace(result, points=points)
    if not 1 <= hand <= len(result.hands):
        old = result.adjusted or (0, 0, 0, 0)
        more = tuple(a + b for a, b in zip(old, change, strict=True))
        return replace(result, points=points, adjusted=more)
    one = result.hands[hand - 1]
    own = tuple(a + b for a, b in zip(one.points, change, strict=True))
    hands = (*result.hands[: hand - 1], replace(one, points=own), *result.hands[hand:])
    return replace(result, points=points, hands=hands)
