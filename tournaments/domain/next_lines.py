"""Standings as lists that are published: the lines of one, and what it would say now.

Owns these lists. Must not know what can be done about them.
"""

from __future__ import annotations

from typing import Final

from tournaments.domain.books import book_of, rules_of
from tournaments.domain.knockouts import has_bracket
from tournaments.domain.parts import EntryId, Line
from tournaments.domain.remembering import Facts, Remembered
from tournaments.domain.seats import credits_of
from tournaments.domain.state import Published, TournamentState
from tournaments.people import Player
from tournaments.points.twelfths import WHOLE
from tournaments.standings.standing import Tally, tally_of, tally_standings

State = TournamentState
Lines = tuple[Line, ...]
_KEPT: Final = Remembered[Lines](256)
_TALLIES: Final = Remembered[Tally](8)


def published_lines(state: State, stage: str, after_round: int) -> Lines:
    """The standings as they are published: game points after penalties and with bonuses, whole
    ones, cut towards zero; table points in twelfths."""
    facts = (*_facts(state, stage, after_round), state.entries)
    return _KEPT.answer(facts, lambda: _lines(state, stage, after_round))


def corrected_lines(state: State, published: Published) -> Lines:
    """What was published, as it would be now.

    Whoever entered since then is no correction, unless they got points of those rounds.
    """
    stage, after = published.standings.stage, published.standings.after_round
    named = {line.entry for line in published.standings.lines}
    facts = (*_facts(state, stage, after), published)
    return _KEPT.answer(facts, lambda: _lines(state, stage, after, named))


def _facts(state: State, stage: str, after: int) -> Facts:
    """Everything that standings after a round can rest on."""
    rounds = (state.rounds[number] for number in sorted(state.rounds) if number <= after)
    is_bracket = has_bracket(state, stage)
    entries = state.entries if is_bracket else None
    # Who stays in a bracket in spite of a correction is decided there.
    corrections = state.corrections if is_bracket else None
    field = state.stages.get(stage)
    whole = (state.terms, stage, after, state.seed, state.penalties, field, entries, corrections)
    return (*whole, *rounds)


def _lines(state: State, stage: str, after: int, named: set[EntryId] | None = None) -> Lines:
    there = None
    if named is not None:
        there = sorted(Player(one) for one in named | _credited(state, stage, after))
    lines = tally_standings(_tally(state, stage, after), after, there).lines
    return tuple(
        Line(one.player, one.place, _whole(one.totals.game_points), one.totals.table_points)
        for one in lines
    )


def _tally(state: State, stage: str, after: int) -> Tally:
    """The same for all rounds of a stage, but of a bracket."""
    last = after if has_bracket(state, stage) else max(state.rounds, default=0)
    facts = (*_facts(state, stage, last), state.entries)
    return _TALLIES.answer(
        facts, lambda: tally_of(book_of(state, stage, after), rules_of(state, stage))
    )


def _credited(state: State, stage: str, after: int) -> set[EntryId]:
    """Everybody with points or a bye of these rounds."""
    rounds = [
        one
        for one in state.rounds.values()
        if one.plan.stage == stage and one.number <= after and one.status != "planned"
    ]
    byes = {entry for one in rounds for entry in one.plan.byes}
    return byes | {
        entry for one in rounds for table in one.tables.values() for entry in credits_of(table)
    }


def _whole(twelfths: int) -> int:
    return twelfths // WHOLE if twelfths >= 0 else -(-twelfths // WHOLE)
