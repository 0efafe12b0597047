"""From a tournament's state to what standings are made of.

Owns the translation: the rounds, seats, byes and penalties of a stage as a `Book`, the terms as
`Rules`. A round counts as far as its results are in; nothing here is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tournaments.domain.counting import rules_of as rules_of
from tournaments.domain.knockouts import bracket_of, has_bracket, reached_of
from tournaments.domain.lifecycle import terms_of
from tournaments.domain.parts import EntryId, Hand
from tournaments.domain.refusals import refuse
from tournaments.domain.seats import credits_of
from tournaments.domain.state import Round, Table, TournamentState, field_of, stage_of
from tournaments.people import Player
from tournaments.standings.book import NOTHING, Book, Bye, Carried, HandScore, MatchScore, Penalty
from tournaments.standings.carry import carried_over
from tournaments.standings.ledger import SeatTaken, ledger_of
from tournaments.standings.standing import Standings, standings_after

State = TournamentState


def standings_of(state: State, stage: str, after_round: int | None = None) -> Standings:
    """The standings of a stage as the log has them now, or as after a round."""
    return standings_after(book_of(state, stage, after_round), rules_of(state, stage), after_round)


def book_of(state: State, stage: str, after_round: int | None = None) -> Book:
    """Everything that a stage's standings rest on. Refuses `no_such_stage`.

    How far somebody got in a bracket is told as after `after_round`; the rest has its rounds.
    """
    if stage_of(state, stage) is None:
        refuse("no_such_stage", "there is no such stage", "stage")
    planned = [one for one in state.rounds.values() if one.plan.stage == stage]
    rounds = [one for one in planned if one.status != "planned"]
    played = [(one, table) for one in rounds for table in one.tables.values() if table.result]
    return Book(
        stage,
        _participants(state, stage, rounds),
        tuple(_score(one, table) for one, table in played),
        ledger_of(fact for one, table in played for fact in _facts(one, table)),
        _byes(state, stage, rounds),
        _penalties(state, {one.number for one in planned}),
        _carried(state, stage),
        reached_of(bracket_of(state, stage, after_round)) if has_bracket(state, stage) else {},
    )


def _participants(state: State, stage: str, rounds: list[Round]) -> tuple[Player, ...]:
    """The field, and whoever left it but has points: they keep the place these give."""
    found: dict[EntryId, None] = dict.fromkeys(field_of(state, stage))
    for one in rounds:
        found.update(dict.fromkeys(one.plan.byes))
        for table in one.tables.values():
            found.update(dict.fromkeys(sorted(credits_of(table))))
    return tuple(Player(entry) for entry in found)


def _byes(state: State, stage: str, rounds: list[Round]) -> tuple[Bye, ...]:
    """In a knock-out a bye leads on to the next round and is worth no points."""
    known = stage_of(state, stage)
    if known is None or known.is_bracket:
        return ()
    return tuple(Bye(Player(entry), one.number) for one in rounds for entry in one.plan.byes)


def match_of(round_: Round, table: Table) -> str:
    """The match of a table, or a name for a table that only handed in its points."""
    return table.match or f"round-{round_.number}-table-{table.number}"


def _score(round_: Round, table: Table) -> MatchScore:
    match, result = match_of(round_, table), table.result
    if result is None:
        return MatchScore(match, round_.number, (0, 0, 0, 0))
    hands = tuple(_hand(hand) for hand in result.hands)
    adjusted = _four(result.adjusted) if result.adjusted else NOTHING
    return MatchScore(match, round_.number, _four(result.points), hands, adjusted)


def _hand(hand: Hand) -> HandScore:
    return HandScore(hand.number, _four(hand.points), hand.winner, hand.tai)


def _four(points: tuple[int, ...]) -> tuple[int, int, int, int]:
    first, second, third, fourth = points
    return first, second, third, fourth


def _facts(round_: Round, table: Table) -> Iterator[SeatTaken]:
    for place, facts in enumerate(table.ledger):
        for fact in facts:
            credited = None if fact.credited_to is None else Player(fact.credited_to)
            yield SeatTaken(
                match_of(round_, table), place, fact.person, fact.role, credited, fact.from_hand
            )


def _penalties(state: State, rounds: set[int]) -> tuple[Penalty, ...]:
    given = [penalty.given for penalty in state.penalties.values() if not penalty.is_lifted]
    return tuple(
        Penalty(one.penalty, Player(one.entry), one.round, one.game, one.table, one.reason)
        for one in given
        if one.round in rounds
    )


def _carried(state: State, stage: str) -> tuple[Carried, ...]:
    """What those who advanced bring from the stage before, as far as the terms let them."""
    stages = terms_of(state).stages
    at = [one.id for one in stages].index(stage)
    share = Fraction(stages[at].carry_percent, 100)
    if at == 0 or not share:
        return ()
    before = stages[at - 1].id
    entrants = [Player(entry) for entry in field_of(state, stage)]
    return carried_over(standings_of(state, before), entrants, share)
