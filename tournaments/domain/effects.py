"""What had been made from facts that are corrected: advances, tables of brackets, pairings.

Owns the comparison of a tournament before and after a correction. Must not change anything, nor
decide what is done about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournaments.domain.advances import Coming, coming_into
from tournaments.domain.books import standings_of
from tournaments.domain.kept import as_if_kept
from tournaments.domain.knockouts import bracket_of, has_bracket
from tournaments.domain.lifecycle import terms_of
from tournaments.domain.parts import Effect, EntryId
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState, stage_of
from tournaments.domain.terms import Stage, Terms
from tournaments.people import Player

State = TournamentState


def effects_of(
    before: State, after: State, number: int, seed: str | None = None
) -> tuple[Effect, ...]:
    """What was made after round `number` from facts that are others in `after`.

    Without a seed, lots that are not open yet are left to the organiser as level players.
    """
    return (
        *_rounds(before, after, number),
        *_brackets(before, after),
        *_advances(before, after, seed),
    )


def _rounds(before: State, after: State, number: int) -> Iterator[Effect]:
    """Later rounds of the stage that were paired by standings in which somebody moves."""
    stage = stage_of(before, before.rounds[number].plan.stage)
    if stage is None or not _is_paired_by_standing(stage):
        return
    later = [one for n, one in sorted(before.rounds.items()) if n > number]
    for one in later:
        if one.plan.stage == stage.id and _moved(before, after, stage.id, one.number - 1):
            yield Effect("round", str(one.number))


def _is_paired_by_standing(stage: Stage) -> bool:
    """A rotation is planned beforehand, a bracket follows its tables, a league may be drawn."""
    if stage.kind == "league":
        return stage.pairing == "standing"
    return stage.kind in ("swiss", "final")


def _moved(before: State, after: State, stage: str, after_round: int) -> bool:
    """Whether anybody has another place or other points, as after a round."""
    was, now = (
        [
            (line.player, line.place, line.totals.table_points, line.totals.game_points)
            for line in standings_of(state, stage, after_round).lines
        ]
        for state in (before, after)
    )
    return was != now


def _brackets(before: State, after: State) -> Iterator[Effect]:
    """Tables of brackets, planned or played, at which others would sit."""
    before = as_if_kept(before, after)
    for stage in terms_of(before).stages:
        if not has_bracket(before, stage.id):
            continue
        old, new = bracket_of(before, stage.id), bracket_of(after, stage.id)
        for key, spots in old.spots.items():
            was, now = set(old.filled[key].players), set(new.filled[key].players)
            if spots and was != now:
                yield Effect("bracket", f"{stage.id}/{key}", _names(was - now), _names(now - was))


def _names(players: set[Player | None]) -> tuple[EntryId, ...]:
    return tuple(sorted(one for one in players if one is not None))


def _advances(before: State, after: State, seed: str | None) -> Iterator[Effect]:
    """Stages whose field would be another, or in another order of seeds."""
    for stage in terms_of(before).stages[1:]:
        if stage.id in before.stages:
            was, now = (would_come(state, stage.id, seed) for state in (before, after))
            if was is not None and now is not None and _settled(was) != _settled(now):
                yield _advance(before, stage.id, now)


def _settled(coming: Coming) -> tuple[object, ...]:
    return coming.through, coming.ties, coming.wild_cards


def _advance(state: State, stage: str, now: Coming) -> Effect:
    """Those who are in and would not be, and the other way round."""
    inside = state.stages[stage]
    level = tuple(player for tie in now.ties for player in tie.players)
    certain = {*now.through, *level}
    return Effect(
        "advance",
        stage,
        tuple(one for one in inside if one not in certain),
        tuple(one for one in now.through if one not in inside),
        level,
    )


def would_come(state: State, stage: str, seed: str | None) -> Coming | None:
    """Who would come into a stage today, the wild cards as they were given; None: not settled.

    Whoever was level across the cut is level again here, unless lots decide and are known.
    """
    known = seed or state.seed
    asked = state if known else replace(state, terms=_without_lots(terms_of(state)))
    try:
        coming = coming_into(asked, stage, known or "")
        cards = [one for one in state.stages[stage] if one in coming.rest][: coming.wild_cards]
        return coming_into(asked, stage, known or "", cards) if cards else coming
    except Refused:
        return None


def _without_lots(terms: Terms) -> Terms:
    return replace(terms, stages=tuple(replace(one, ties="organiser") for one in terms.stages))
