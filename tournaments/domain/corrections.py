"""Decisions about corrections: a taken result put right, and what is done about what rested on it.

Owns that nothing moves by itself: what had been made from the old facts is noted, and the
organiser decides about each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, get_args

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.effects import effects_of
from tournaments.domain.evolve import evolve
from tournaments.domain.lifecycle import require_phase
from tournaments.domain.names import check_id, check_text
from tournaments.domain.next_lines import corrected_lines
from tournaments.domain.parts import Choice, Effect
from tournaments.domain.refusals import refuse
from tournaments.domain.results import check_result
from tournaments.domain.rounds import round_of, table_of
from tournaments.domain.state import Correction, Round, TournamentState, newest_standings
from tournaments.domain.terms import Ms

Events = tuple[e.Event, ...]
State = TournamentState


def _correct(state: State, command: c.CorrectResult) -> Events:
    require_phase(state, "running", "finished", doing="correct a result")
    check_id(command.correction, "correction")
    round_ = round_of(state, command.round)
    if round_.status == "planned":
        refuse("round_not_started", f"round {command.round} has not started", "round")
    table = table_of(round_, command.table)
    if command.match != table.match:
        refuse("wrong_match", f"table {table.number} is not played as that match", "match")
    if table.result is None:
        refuse("nothing_to_correct", "no result has been taken in there", "table")
    check_text(command.reason, "reason", required=command.ruling is None)
    if table.match is not None and command.ruling is None:
        refuse("ruling_needed", "the match there has a log: rule on it there", "ruling")
    check_result(command.result)
    if replace(table.result, source=command.result.source) == command.result:
        return ()
    if command.correction in state.corrections:
        refuse("already_corrected", "this correction has been made already", "correction")
    corrected = e.ResultCorrected(
        command.correction, command.round, command.table, command.match, command.result,
        command.ruling, command.reason,
    )  # fmt: skip
    effects = effects_of(state, evolve(state, corrected), command.round, command.seed)
    noted = (e.DependentsNoted(command.correction, effects),) if effects else ()
    return (corrected, *noted)


def choices_for(effect: Effect) -> tuple[Choice, ...]:
    """What can be done about it."""
    return ("keep", "undo_advance" if effect.kind == "advance" else "pair_again")


def _decide_dependent(state: State, command: c.DecideDependent) -> Events:
    require_phase(state, "running", "finished", doing="decide about a correction")
    known = state.corrections.get(command.correction)
    if known is None:
        refuse("no_such_correction", "there is no such correction", "correction")
    effect = next((one for one in known.effects if (one.kind, one.ref) == _key(command)), None)
    if effect is None:
        refuse("no_such_correction", "nothing like that rested on it", "ref")
    if effect not in known.open_effects:
        reason = why_final(state, known, effect)
        if reason or command.choice == "keep":
            refuse(*(reason or DECIDED), "ref")
    if command.choice not in get_args(Choice) or command.choice not in choices_for(effect):
        refuse("unknown_value", f"choices are {', '.join(choices_for(effect))}", "choice")
    check_text(command.reason, "reason", required=command.choice == "keep")
    return (
        e.DependentDecided(
            command.correction, command.kind, command.ref, command.choice, command.reason
        ),
    )


DECIDED: Final = ("already_decided", "that has been decided, or has been made anew")


def why_final(state: State, known: Correction, effect: Effect) -> tuple[str, str] | None:
    """Why the decision about an effect stands, as a code and words. None: it was left as it was,
    nothing of it has started, and it can still be made again."""
    made = known.decision(effect)
    if made is None or made.choice != "keep" or (effect.kind, effect.ref) in known.remade:
        return DECIDED
    if _is_asked_since(state, known, effect):
        return "corrected_since", "the table was corrected once more since; decide there"
    if any(one.status != "planned" for one in _made_of(state, known, effect)):
        return "round_already_started", "what was left as it was has started"
    return None


def _is_asked_since(state: State, known: Correction, effect: Effect) -> bool:
    """Whether a later correction of the same table touches the same."""
    fact, ids = known.corrected, list(state.corrections)
    later = [state.corrections[one] for one in ids[ids.index(known.id) + 1 :]]
    return any(
        fact and one.corrected
        and (one.corrected.round, one.corrected.table) == (fact.round, fact.table)
        and any((it.kind, it.bracket or it.ref) == (effect.kind, effect.bracket or effect.ref)
                for it in one.effects)
        for one in later
    )  # fmt: skip


def _made_of(state: State, known: Correction, effect: Effect) -> Iterator[Round]:
    """The rounds, planned or started, in which the effect is played."""
    keys = {one.ref.partition("/")[2] for one in known.together(effect)}
    for number, one in state.rounds.items():
        is_own = {
            "round": str(number) == effect.ref,
            "advance": one.plan.stage == effect.ref,
            "bracket": one.plan.stage == effect.bracket
            and any(table.key in keys for table in one.plan.tables),
        }
        if is_own[effect.kind]:
            yield one


def _key(command: c.DecideDependent) -> tuple[str, str]:
    return command.kind, command.ref


def _note_own_table(state: State, command: c.NoteOwnTable) -> Events:
    table_of(round_of(state, command.round), command.table)
    check_text(command.what, "what", required=True)
    return (e.OwnTableNoted(command.round, command.table, command.entry, command.what),)


def decisions_open(state: State) -> Iterator[tuple[Correction, tuple[Effect, ...]]]:
    """Corrections about whose consequences the organiser has not decided yet, with these."""
    for one in state.corrections.values():
        if one.open_effects:
            yield one, one.open_effects


def corrected_editions(state: State, until: Ms | None) -> tuple[c.PublishStandings, ...]:
    """New editions of every published list that is not true any more, provisional `until` then."""
    return tuple(
        c.PublishStandings(one.standings.stage, one.standings.after_round, lines, until)
        for one in newest_standings(state)
        if (lines := corrected_lines(state, one)) != one.standings.lines
    )


CORRECTION_DECISIONS: Final[Mapping[type[c.Command], object]] = {
    c.CorrectResult: _correct,
    c.DecideDependent: _decide_dependent,
    c.NoteOwnTable: _note_own_table,
}
