"""Why a table is as it is, and what a swap would break: the facts for pages, from the log alone."""

from __future__ import annotations

from tournaments.domain.pairing import as_seating, standing_order, wishes_of
from tournaments.domain.parts import EntryId
from tournaments.domain.state import Round, TournamentState, stage_of
from tournaments.seating.errors import SeatingError
from tournaments.seating.plan import Facts, Seating
from tournaments.seating.quality import Quality, quality_of
from tournaments.seating.reasons import TableReasons, why_table
from tournaments.seating.swaps import Swap, swapped
from tournaments.seating.swiss import judged
from tournaments.seating.wishes import GaveWay, gave_way

UNSEEDED = "00" * 32
"""Before any result the order is drawn; for a warning any order of equals will do."""


def _played(state: TournamentState, round_: Round) -> tuple[Seating, ...]:
    """The rounds of the same stage before this one, as they were or are to be played."""
    before = [
        one
        for number, one in sorted(state.rounds.items())
        if one.plan.stage == round_.plan.stage and number < round_.number
    ]
    return tuple(as_seating(one) for one in before)


def table_reasons(state: TournamentState, round_: Round, table: int) -> TableReasons:
    """What spoke for and against the four of a table."""
    played, own = _played(state, round_), as_seating(round_)
    numbers = sorted(one.table for one in round_.plan.tables)
    wishes = wishes_of(state, own.players())
    pairing = judged(own, _standing(state, round_), played, wishes, 0)
    at = numbers.index(table) + 1
    return why_table((*played, own), len(played) + 1, at, wishes, pairing.gave_way)


def schedule_quality(state: TournamentState, round_: Round) -> Quality | None:
    """How good the whole rotation is that a round is part of, beside what cannot be beaten.

    Of everybody's rounds, those that were played and those to come; None in any other stage.
    """
    stage = stage_of(state, round_.plan.stage)
    if stage is None or stage.kind != "rotation":
        return None
    own = [one for _, one in sorted(state.rounds.items()) if one.plan.stage == stage.id]
    return quality_of([as_seating(one) for one in own])


def wishes_given_way(state: TournamentState, round_: Round) -> tuple[GaveWay, ...]:
    """The wishes that a whole rotation does not fulfil, those included whose two never meet."""
    stage, rounds = round_.plan.stage, sorted(state.rounds.items())
    own = [as_seating(one) for _, one in rounds if one.plan.stage == stage]
    facts = Facts.of(own)
    everybody = tuple(sorted({player for one in own for player in one.players()}))
    return gave_way(wishes_of(state, everybody), facts.met_in, facts.tables_of)


def swap_report(state: TournamentState, round_: Round, one: EntryId, other: EntryId) -> Swap | None:
    """What is worse after two changed places; None where they cannot."""
    played, own = _played(state, round_), as_seating(round_)
    standing = _standing(state, round_)
    wishes = wishes_of(state, (*own.players(), *own.sitting_out))
    pairing = judged(own, standing, played, wishes, 0)
    try:
        return swapped(pairing, one, other, standing=standing, played=played, wishes=wishes)
    except SeatingError:
        return None


def _standing(state: TournamentState, round_: Round) -> tuple[EntryId, ...]:
    """Everybody of the round, best first; whoever the stage does not rank comes last."""
    own = as_seating(round_)
    everybody = (*own.players(), *own.sitting_out)
    order = standing_order(state, round_.plan.stage, state.seed or UNSEEDED)
    ranked = [entry for entry in order if entry in everybody]
    return (*ranked, *(entry for entry in everybody if entry not in ranked))
