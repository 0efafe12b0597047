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
from tournaments.seating.wishes import FixedTable, GaveWay, Wish, gave_way

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
    number, wishes = len(played) + 1, wishes_of(state, own.players(), len(own.tables))
    pairing = judged(own, _standing(state, round_), played, wishes, 0)
    broken = (*pairing.gave_way, *no_such_tables(state, round_, number))
    return why_table((*played, own), number, numbers.index(table) + 1, wishes, broken)


def no_such_tables(state: TournamentState, round_: Round, number: int) -> tuple[GaveWay, ...]:
    """Those of a round, the stage's `number`, who always sit at a table that it does not have."""
    there = {one.table for one in round_.plan.tables}
    wanted = [
        (entry, state.entries[entry].person.fixed_table)
        for one in round_.plan.tables
        for entry in one.seats
    ]
    return tuple(
        GaveWay(FixedTable(entry, table), (entry,), (number,))
        for entry, table in wanted
        if table is not None and table not in there
    )


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
    plans = [one for _, one in rounds if one.plan.stage == stage]
    own = [as_seating(one) for one in plans]
    facts = Facts.of(own)
    everybody = tuple(sorted({player for one in own for player in one.players()}))
    wishes = wishes_of(state, everybody, max(len(one.tables) for one in own))
    broken = gave_way(wishes, facts.met_in, facts.tables_of)
    nowhere: dict[Wish, GaveWay] = {}
    for number, one in enumerate(plans, 1):
        for found in no_such_tables(state, one, number):
            before = nowhere[found.wish].rounds if found.wish in nowhere else ()
            nowhere[found.wish] = GaveWay(found.wish, found.players, (*before, number))
    known = {one.wish for one in broken}
    return (*broken, *(one for one in nowhere.values() if one.wish not in known))


def swap_report(state: TournamentState, round_: Round, one: EntryId, other: EntryId) -> Swap | None:
    """What is worse after two changed places; None where they cannot."""
    played, own = _played(state, round_), as_seating(round_)
    standing = _standing(state, round_)
    wishes = wishes_of(state, (*own.players(), *own.sitting_out), len(own.tables))
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
