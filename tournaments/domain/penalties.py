"""Decisions about penalties 罚分: points off, warnings, expulsions, and taking them back.

Owns what a penalty may be. By a ruling they are given and lifted after the last round too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.effects import effects_of
from tournaments.domain.entering import entry_of
from tournaments.domain.evolve import evolve
from tournaments.domain.lifecycle import require_phase, terms_of
from tournaments.domain.names import check_id, check_text, in_range
from tournaments.domain.refusals import refuse
from tournaments.domain.rounds import round_of
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import MOST_POINTS, PenaltyRule

Events = tuple[e.Event, ...]
State = TournamentState


def _give_penalty(state: State, command: c.GivePenalty) -> Events:
    _require_time(state, command.ruling, "give a penalty")
    check_id(command.penalty, "penalty")
    if command.penalty in state.penalties:
        refuse("already_given", "this penalty has been given already", "penalty")
    if entry_of(state, command.entry).person.kind != "player":
        refuse("not_a_player", "only players have points to lose", "entry")
    round_of(state, command.round)
    is_explained = command.rule is not None or command.ruling is not None
    check_text(command.reason, "reason", required=not is_explained)
    rule = _rule(state, command)
    game = rule.game if command.game is None else command.game
    table = rule.table if command.table is None else command.table
    in_range(game, 0, MOST_POINTS, "game")
    in_range(table, 0, MOST_POINTS, "table")
    kind = command.kind or rule.kind
    if kind not in get_args(PenaltyKind):
        refuse("unknown_value", "there is no such penalty", "kind")
    given = e.PenaltyGiven(
        command.penalty, command.entry, command.round, game, table, command.rule,
        command.reason, kind, command.ruling,
    )  # fmt: skip
    return (given, *_noted(state, given, command.round, command.penalty, command.seed))


def _require_time(state: State, ruling: str | None, doing: str) -> None:
    """By hand while the event runs; by a ruling also when it is finished."""
    if ruling is None:
        require_phase(state, "running", doing=doing)
    else:
        require_phase(state, "running", "finished", doing=doing)


def _rule(state: State, command: c.GivePenalty) -> PenaltyRule:
    """The line of the table of penalties; without one, nothing but what the command says."""
    if command.rule is None:
        return PenaltyRule("", "", 0)
    known = {rule.code: rule for rule in terms_of(state).penalties}
    if command.rule not in known:
        refuse("no_such_rule", "the table of penalties has no such rule", "rule")
    return known[command.rule]


def _noted(
    state: State, event: e.Event, number: int, penalty: str, seed: str | None
) -> tuple[e.DependentsNoted, ...]:
    """What rests on the standings before the penalty, if anything changes."""
    effects = effects_of(state, evolve(state, event), number, seed)
    return (e.DependentsNoted(penalty, effects),) if effects else ()


def _lift_penalty(state: State, command: c.LiftPenalty) -> Events:
    _require_time(state, command.ruling, "lift a penalty")
    penalty = state.penalties.get(command.penalty)
    if penalty is None:
        refuse("no_such_penalty", "there is no such penalty", "penalty")
    if penalty.is_lifted:
        refuse("already_lifted", "this penalty has been lifted already", "penalty")
    if penalty.given.ruling is not None and command.ruling is None:
        refuse("ruled", "this penalty was given by a ruling; only a ruling lifts it", "penalty")
    check_text(command.reason, "reason")
    lifted = e.PenaltyLifted(command.penalty, command.reason, command.ruling)
    id_ = f"{command.penalty}-lifted"
    return (lifted, *_noted(state, lifted, penalty.given.round, id_, command.seed))


PENALTY_DECISIONS: Final[Mapping[type[c.Command], object]] = {
    c.GivePenalty: _give_penalty,
    c.LiftPenalty: _lift_penalty,
}
