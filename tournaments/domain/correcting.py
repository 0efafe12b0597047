"""What the events of corrections change: a result in a round that stays as it is, decisions noted.

Part of the fold; believes what it is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from tournaments.domain import events as e
from tournaments.domain.parts import Effect
from tournaments.domain.state import Correction, TournamentState

State = TournamentState


def _with(state: State, correction: Correction) -> State:
    return replace(state, corrections={**state.corrections, correction.id: correction})


def _corrected(state: State, event: e.ResultCorrected) -> State:
    round_ = state.rounds[event.round]
    table = round_.tables[event.table]
    tables = {**round_.tables, event.table: replace(table, result=event.result)}
    after = replace(state, rounds={**state.rounds, event.round: replace(round_, tables=tables)})
    return _with(_followed(after, event), Correction(event.correction, event, table.result))


def _followed(state: State, event: e.ResultCorrected) -> State:
    """Open questions about a bracket are asked with the newest correction of the table."""
    corrections = dict(state.corrections)
    for key, one in corrections.items():
        fact, is_asked = one.corrected, any(it.bracket for it in one.open_effects)
        if fact and is_asked and (fact.round, fact.table) == (event.round, event.table):
            corrections[key] = replace(one, is_followed=True)
    return replace(state, corrections=corrections)


def _noted(state: State, event: e.DependentsNoted) -> State:
    known = state.corrections.get(event.correction) or Correction(event.correction)
    return _with(state, replace(known, effects=event.dependents))


def _decided(state: State, event: e.DependentDecided) -> State:
    known = state.corrections[event.correction]
    return _with(state, replace(known, decided=(*known.decided, event)))


def _own_table(state: State, event: e.OwnTableNoted) -> State:
    return replace(state, own_tables=(*state.own_tables, event))


def with_plan(state: State, event: e.RoundPlanned) -> State:
    """A plan rests on the facts of today, and with its tables all of their bracket does."""
    keys = {f"{event.stage}/{one.key}" for one in event.tables if one.key is not None}
    refs = {
        other.ref
        for one in state.corrections.values()
        for effect in one.open_effects
        if effect.kind == "bracket" and effect.ref in keys
        for other in one.together(effect)
    }
    return without_effect(without_effect(state, "round", str(event.round)), "bracket", *refs)


def without_effect(state: State, kind: str, *refs: str) -> State:
    """What is made anew rests on the facts of today, also where it had been left as it was."""
    corrections = dict(state.corrections)
    for key, one in corrections.items():
        asked = (*one.open_effects, *_left(one))
        found = {(kind, ref) for ref in refs} & {(it.kind, it.ref) for it in asked}
        if found:
            corrections[key] = replace(one, remade=one.remade | found)
    return replace(state, corrections=corrections) if state.corrections else state


def _left(correction: Correction) -> Iterator[Effect]:
    """What was left as it was. A bracket is planned again with those who were left in it."""
    for effect in correction.effects:
        made = correction.decision(effect)
        if made and made.choice == "keep" and effect.bracket is None:
            yield effect


OF_CORRECTIONS: Final[Mapping[type[e.Event], object]] = {
    e.ResultCorrected: _corrected,
    e.DependentsNoted: _noted,
    e.DependentDecided: _decided,
    e.OwnTableNoted: _own_table,
}
