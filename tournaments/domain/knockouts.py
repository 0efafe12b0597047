"""A stage's bracket as the log has it: who is where, results so far, who is champion.

Owns laying a tournament's rounds over a bracket. Must not know how a round is planned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.brackets.build import Choices, build
from tournaments.brackets.drawing import Drawing, columns_of, drawing
from tournaments.brackets.places import BracketPlace, places
from tournaments.brackets.plan import Bracket, From, Seed, feeders
from tournaments.brackets.results import Filled, Outcome, Sitting, fill
from tournaments.domain.bracket_results import (
    Spot,
    kept_of,
    outcomes_of,
    rounds_of,
    spots_of,
    walkover,
)
from tournaments.domain.events import DependentDecided
from tournaments.domain.refusals import refuse
from tournaments.domain.remembering import Remembered
from tournaments.domain.state import TournamentState, stage_of
from tournaments.domain.terms import Stage
from tournaments.people import Player

State = TournamentState
Results = dict[str, tuple[Outcome, ...]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A bracket with its players. `spots`: where each table was or is played, in order.

    `kept` are tables at which those stay who would not have come there by a corrected result.
    `absent` have left the event. `passed` are tables that need no playing for that reason;
    `recorded` those of which a started round says so.
    """

    stage: Stage
    bracket: Bracket
    entrants: tuple[Player, ...]
    filled: Filled
    spots: Mapping[str, tuple[Spot, ...]]
    absent: frozenset[Player]
    passed: frozenset[str]
    recorded: frozenset[str]
    kept: Mapping[str, DependentDecided] = field(default_factory=dict)

    @property
    def places(self) -> tuple[BracketPlace, ...]:
        """Everybody whose place is certain, best first."""
        return places(self.bracket, self.filled)

    @property
    def podium(self) -> tuple[Player, ...]:
        """Champion, second, third and fourth, once the final is finished."""
        final = self.filled["F"]
        return tuple(rank.player for rank in final.ranking) if final.status == "finished" else ()

    @property
    def byes(self) -> tuple[Player, ...]:
        """The seeds that do not sit in the first round, best first."""
        columns = columns_of(self.bracket)
        later = [table for table in self.bracket.tables if columns[table.key] > 0]
        numbers = [slot.number for table in later for slot in table.slots if isinstance(slot, Seed)]
        return tuple(self.entrants[number - 1] for number in sorted(numbers))

    @property
    def still_in(self) -> tuple[Player, ...]:
        """Those who can still play on, in the order of seeds."""
        gone = {place.player for place in self.places}
        return tuple(one for one in self.entrants if one not in gone | self.absent)

    @property
    def walkovers(self) -> frozenset[str]:
        """Tables that nobody had to play."""
        return self.passed | self.recorded

    @property
    def tables(self) -> tuple[Sitting, ...]:
        """The tables that are played: all, or all before the final."""
        return tuple(one for key, one in self.filled.items() if key != "F" or self.has_final)

    @property
    def has_final(self) -> bool:
        """Whether the final belongs to this stage."""
        return self.stage.play_to == "final"

    @property
    def is_over(self) -> bool:
        """Nothing is left to be played."""
        return all(one.status == "finished" for one in self.tables)

    @property
    def overtaken(self) -> tuple[str, ...]:
        """Tables that were played by others than those who now belong there."""
        return tuple(key for key, one in self.filled.items() if one.status == "overtaken")

    def drawing(self) -> Drawing:
        """The picture as columns, rows and lines."""
        return drawing(self.bracket, self.entrants, self.filled)


def has_bracket(state: State, stage: str) -> bool:
    """Whether the stage is one and its field is settled."""
    known = stage_of(state, stage)
    return known is not None and known.is_bracket and stage in state.stages


def bracket_of(state: State, stage: str, after_round: int | None = None) -> Picture:
    """The bracket with all results that are in, or as after a round.

    Refuses `no_bracket` where there is none or its field is not settled.
    """
    known = stage_of(state, stage)
    if known is None:
        refuse("no_such_stage", "there is no such stage", "stage")
    if not has_bracket(state, stage):
        refuse("no_bracket", "it is not settled yet who plays this bracket", "stage")
    return _PICTURES.answer(
        (state, stage, after_round), lambda: _picture(state, known, after_round)
    )


# A page asks for the same bracket several times over.
_PICTURES: Final = Remembered[Picture](4)


def _picture(state: State, stage: Stage, after_round: int | None) -> Picture:
    spots = spots_of(state, stage.id, after_round)
    picture = laid_out(state, stage, outcomes_of(state, stage.id, after_round), spots)
    return replace(picture, kept=_kept(state, picture, after_round))


def _kept(state: State, picture: Picture, after_round: int | None) -> dict[str, DependentDecided]:
    """By key, why those sit there who do, as far as the bracket would be another without it."""
    found: dict[str, DependentDecided] = {}
    for one in rounds_of(state, picture.stage.id, after_round):
        for seating in one.plan.tables:
            sitting = picture.filled[seating.key] if seating.key else None
            if sitting and sitting.is_kept:
                kept = kept_of(state, one, seating)
                found |= kept.by_key if kept else {}
    return found


def laid_out(
    state: State,
    stage: Stage,
    found: Iterable[tuple[str, Outcome]],
    spots: Mapping[str, tuple[Spot, ...]],
) -> Picture:
    """The bracket filled with these outcomes, in the order they were played."""
    entrants = tuple(Player(entry) for entry in state.stages[stage.id])
    bracket = build(len(entrants), choices_of(state, stage, len(entrants)))
    absent = frozenset(one for one in entrants if not state.entries[one].is_playing)
    unplayed = "F" if stage.play_to == "last_four" else None
    filled, passed = _filled(bracket, entrants, _grouped(found), absent, unplayed)
    recorded = frozenset(
        one.key
        for round_ in rounds_of(state, stage.id)
        if round_.status != "planned"
        for one in round_.plan.walkovers
    )
    return Picture(stage, bracket, entrants, filled, spots, absent, passed, recorded)


def choices_of(state: State, stage: Stage, field: int) -> Choices:
    """What the terms ask for, as far as the field has players for it.

    Fewer than eight play without a second chance and without a small final.
    """
    is_double = stage.kind == "double_elimination" and field >= 8
    small = stage.small_final and field >= (8 if stage.top == 2 else 16)
    return Choices(
        advance=stage.top,
        kind="double" if is_double else "single",
        final_matches=stage.final_matches,
        carry=stage.final_carry,
        small_final=small,
    )


Groups = dict[str, list[tuple[Outcome, ...]]]
"""By key, the matches of one set of four after another: a table may have to be played again."""


def _grouped(found: Iterable[tuple[str, Outcome]]) -> Groups:
    groups: Groups = {}
    for key, outcome in found:
        own = groups.setdefault(key, [])
        same = next((one for one in own if one[0].players() == outcome.players()), None)
        if same is not None:
            own.remove(same)
        own.append((*(same or ()), outcome))
    return groups


def _filled(
    bracket: Bracket,
    entrants: Sequence[Player],
    groups: Groups,
    absent: frozenset[Player],
    unplayed: str | None,
) -> tuple[Filled, frozenset[str]]:
    """Filled with the newest outcomes that fit, and with tables that need no playing passed."""
    chosen: Results = {key: _at_most(bracket, key, own[-1]) for key, own in groups.items()}
    passed: set[str] = set()
    while True:
        filled = fill(bracket, entrants, chosen)
        better = dict(_improved(filled, groups, absent))
        better.pop(unplayed or "", None)
        if not better:
            return filled, frozenset(passed)
        passed |= {key for key, (_, is_passed) in better.items() if is_passed}
        chosen |= {key: outcomes for key, (outcomes, _) in better.items()}


Improved = tuple[tuple[Outcome, ...], bool]


def _improved(
    filled: Filled, groups: Groups, absent: frozenset[Player]
) -> Iterator[tuple[str, Improved]]:
    """Tables that another set of matches fits, or that can be passed without playing.

    None of them feeds another: whoever is fed by a table that is not finished is not known yet.
    """
    for key, sitting in filled.items():
        here = frozenset(one for one in sitting.players if one is not None)
        if sitting.status in ("waiting", "finished") or len(here) < 4:
            continue
        fitting = next((one for one in groups.get(key, ()) if one[0].players() == here), ())
        fitting = fitting[: sitting.table.matches]
        if sitting.status == "overtaken" and fitting:
            yield key, (fitting, False)
        elif len(here - absent) <= max(sitting.table.advance, 1):
            left = sitting.table.matches - len(fitting)
            passed = walkover(sorted(here), here & absent)
            yield key, ((*fitting, *[passed] * left), True)


def _at_most(bracket: Bracket, key: str, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    return outcomes[: bracket.table(key).matches]


def reached_of(picture: Picture) -> dict[Player, int]:
    """How far everybody got, the larger the further: the place, negative, best one first.

    Whoever is still in counts with the best place that is left to them.
    """
    reached = {one.player: -one.place for one in picture.places}
    small = picture.filled.get("S")
    if small is not None:
        reached |= {one: -5 for one in small.players if one is not None and one not in reached}
    if not picture.has_final:
        reached |= _last_four(picture)
    return {one: reached.get(one, -1) for one in picture.entrants}


def _last_four(picture: Picture) -> dict[Player, int]:
    """Winners before runners-up, those who never lost before those who did."""
    final = picture.filled["F"]
    ways = [
        (picture.bracket.table(slot.table).part, slot.rank)
        for slot in feeders(final.table)
        if isinstance(slot, From)
    ]
    return {
        player: -(1 + ways.index(way))
        for player, way in zip(final.players, ways, strict=False)
        if player is not None
    }
