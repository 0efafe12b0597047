"""What depends on a result: asked before it is changed, so that the organiser is told.

Owns the comparison of a bracket before and after. Must not change anything.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.brackets.places import BracketPlace, places
from tournaments.brackets.plan import Bracket, feeders
from tournaments.brackets.results import Filled, Outcome, Results, fill
from tournaments.people import Player


@dataclass(frozen=True, slots=True)
class Replacement:
    """At this table these would leave and these would come; `played` if it has a result."""

    table: str
    leaving: tuple[Player, ...]
    entering: tuple[Player, ...]
    played: bool


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a changed result changes.

    `rest_on` are all later tables that depend on it, whoever sits there;
    `overtaken` those with a result that would no longer stand.
    """

    rest_on: tuple[str, ...]
    replacements: tuple[Replacement, ...]
    overtaken: tuple[str, ...]
    places_before: tuple[BracketPlace, ...]
    places_after: tuple[BracketPlace, ...]


def tables_resting_on(bracket: Bracket, key: str) -> tuple[str, ...]:
    """Every later table that a result at this one reaches, in the bracket's order."""
    reached = {bracket.table(key).key}
    for table in bracket.tables:
        if any(slot.table in reached for slot in feeders(table)):
            reached.add(table.key)
    return tuple(table.key for table in bracket.tables if table.key in reached and table.key != key)


def consequences(
    bracket: Bracket,
    entrants: Sequence[Player],
    results: Results,
    key: str,
    changed: Sequence[Outcome],
) -> Consequences:
    """As if the table had these matches instead; with none it is open again."""
    before = fill(bracket, entrants, results)
    after = fill(bracket, entrants, {**results, key: tuple(changed)})
    return compared(bracket, before, after, key, {key for key in results if results[key]})


def compared(
    bracket: Bracket, before: Filled, after: Filled, key: str, played: Collection[str]
) -> Consequences:
    """What is different after a change at a table; `played` are the tables with a result."""
    later = tables_resting_on(bracket, key)
    return Consequences(
        rest_on=later,
        replacements=tuple(
            _replacement(before, after, other, other in played)
            for other in later
            if set(before[other].players) != set(after[other].players)
        ),
        overtaken=tuple(
            other
            for other in later
            if after[other].status == "overtaken" and before[other].status != "overtaken"
        ),
        places_before=places(bracket, before),
        places_after=places(bracket, after),
    )


def _replacement(before: Filled, after: Filled, key: str, played: bool) -> Replacement:
    was, now = before[key].players, after[key].players
    leaving = tuple(player for player in was if player is not None and player not in now)
    entering = tuple(player for player in now if player is not None and player not in was)
    return Replacement(key, leaving, entering, played)
