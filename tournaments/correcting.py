"""Corrections carried out: a result or penalty, and the editions of standings that follow at once.

Owns what goes together in one command. Nothing else moves: what rests on the old facts waits for
the organiser (`tournaments.domain.corrections`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from tables.models import Event as LogLine
from tournaments.domain import commands as c
from tournaments.domain.corrections import corrected_editions
from tournaments.domain.decide import decide
from tournaments.domain.evolve import fold
from tournaments.domain.parts import Choice
from tournaments.domain.refusals import refuse
from tournaments.domain.stages import next_plan
from tournaments.domain.state import TournamentState
from tournaments.models import Tournament

State = TournamentState
Commands = tuple[c.Command, ...]


def with_editions(state: State, commands: Sequence[c.Command], at: datetime) -> Commands:
    """The commands, and new editions of published standings that are not true after them.

    Those are provisional again, for as long as players may object. Raises Refused.
    """
    after = state
    for command in commands:
        after = fold(decide(after, command), after)
    if after is state or state.terms is None:
        return tuple(commands)
    until = int(at.timestamp() * 1000) + state.terms.objections_ms
    return (*commands, *corrected_editions(after, until))


def deciding(state: State, command: c.DecideDependent, seed: str) -> Commands:
    """A decision together with what it asks for: another plan, or an advance taken back. What was
    left as it was can still be made again before it starts: `why_final` says why not.

    Refuses `no_such_correction`, `already_decided`, and whatever stands against it.
    """
    return (command, *_deed(state, command, seed))


def _deed(state: State, command: c.DecideDependent, seed: str) -> Commands:
    if command.choice == "undo_advance":
        return (c.UndoAdvance(command.ref),)
    if command.choice == "pair_again" and command.kind == "round":
        if not command.ref.isdecimal() or int(command.ref) not in state.rounds:
            refuse("no_such_round", f"there is no round {command.ref}", "ref")
        round_ = state.rounds[int(command.ref)]
        if round_.status != "planned":
            refuse("round_already_started", f"round {command.ref} has started", "ref")
        return (next_plan(state, round_.plan.stage, seed),)
    return ()


def keeping_all(state: State, correction: str, reason: str) -> Commands:
    """Everything that rests on a correction is left as it is, for one reason."""
    keep: Choice = "keep"
    known = state.corrections.get(correction)
    found = known.questions if known else ()
    if not found:
        refuse("already_decided", "nothing is left to be decided", "correction")
    return tuple(c.DecideDependent(correction, one.kind, one.ref, keep, reason) for one in found)


def corrections_end(tournament: Tournament, state: State, number: int) -> datetime | None:
    """Until when officials put errors of a round right; None while it is not confirmed."""
    confirmed = LogLine.objects.filter(
        stream=tournament.pk, type="RoundConfirmed", data__contains={"round": number}
    )
    at = confirmed.order_by("version").values_list("recorded_at", flat=True).last()
    round_ = state.rounds.get(number)
    if at is None or state.terms is None or round_ is None or round_.status != "confirmed":
        return None
    return at + timedelta(milliseconds=state.terms.officials_ms)
