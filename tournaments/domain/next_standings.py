"""What can be done about standings: publishing them, correcting them, making them official.

Owns these steps, and standings as they are published.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tournaments.domain import commands as c
from tournaments.domain.books import book_of, rules_of
from tournaments.domain.decide import refusal_of
from tournaments.domain.knockouts import has_bracket
from tournaments.domain.parts import EntryId, Line
from tournaments.domain.remembering import Facts, Remembered
from tournaments.domain.seats import credits_of
from tournaments.domain.state import Published, TournamentState
from tournaments.domain.steps import Step
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
    entries = state.entries if has_bracket(state, stage) else None
    field = state.stages.get(stage)
    return (state.terms, stage, after, state.seed, state.penalties, field, entries, *rounds)


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


def standings_steps(state: State) -> Iterator[Step]:
    """Published standings that are not true any more, those not published, the provisional."""
    newest: dict[tuple[str, int], Published] = {}
    for one in state.standings:
        newest[one.standings.stage, one.standings.after_round] = one
    for (stage, after), one in newest.items():
        now = corrected_lines(state, one)
        if now != one.standings.lines:
            correct = c.PublishStandings(stage, after, now)
            yield Step("correct_standings", "now", stage, after, command=correct)
        official = c.MakeOfficial(stage, after)
        if refusal_of(state, official) is None:
            until = one.standings.correctable_until
            yield Step("make_official", "may", stage, after, at=until, command=official)
    confirmed = [one for _, one in sorted(state.rounds.items()) if one.status == "confirmed"]
    if confirmed and (confirmed[-1].plan.stage, confirmed[-1].number) not in newest:
        stage, after = confirmed[-1].plan.stage, confirmed[-1].number
        publish = c.PublishStandings(stage, after, published_lines(state, stage, after))
        yield Step("publish_standings", "may", stage, after, command=publish)
