"""Expulsions 取消资格: who was expelled and is still there. Nothing moves by itself: the organiser
takes them out, or keeps them and says why; until then nobody is paired with them.

Owns what waits for that, and the decision to keep somebody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.lifecycle import require_phase
from tournaments.domain.names import check_text
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Penalty, TournamentState

Events = tuple[e.Event, ...]
State = TournamentState


def expelled(state: State) -> tuple[Penalty, ...]:
    """Expulsions that the organiser has yet to decide about: of people who are still there."""
    return tuple(one for one in state.penalties.values() if _is_open(state, one))


def _is_open(state: State, penalty: Penalty) -> bool:
    given = penalty.given
    stands = given.kind == "expulsion" and not penalty.is_lifted and penalty.kept is None
    return stands and state.entries[given.entry].status == "registered"


def require_expulsions_decided(state: State, entries: Collection[EntryId]) -> None:
    """Refuses `expulsion_open` where one of these is expelled and nobody has decided about it."""
    named = sorted({one.given.entry for one in expelled(state)} & set(entries))
    if named:
        message = f"expelled, to be taken out or kept first: {', '.join(named)}"
        refuse("expulsion_open", message, "tables")


def entries_of(plan: e.RoundPlanned | c.RoundPlan) -> tuple[EntryId, ...]:
    """Everybody whom a plan names."""
    seated = tuple(entry for seating in plan.tables for entry in seating.seats)
    return (*seated, *plan.byes, *plan.sitting_out)


def is_barred(state: State, plan: e.RoundPlanned) -> bool:
    """Whether a plan names somebody about whose expulsion nobody has decided."""
    return bool({one.given.entry for one in expelled(state)} & set(entries_of(plan)))


def lifted_for(state: State, entry: str) -> bool:
    """Whether an expulsion of this entry was lifted and none stands."""
    own = [
        one for one in state.penalties.values()
        if one.given.entry == entry and one.given.kind == "expulsion"
    ]  # fmt: skip
    return bool(own) and all(one.is_lifted for one in own)


def _keep(state: State, command: c.KeepExpelled) -> Events:
    require_phase(state, "running", doing="decide about an expulsion")
    penalty = state.penalties.get(command.penalty)
    if penalty is None or penalty.given.kind != "expulsion":
        refuse("no_such_penalty", "there is no such expulsion", "penalty")
    if not _is_open(state, penalty):
        refuse("already_decided", "this has been decided, or they have left", "penalty")
    check_text(command.reason, "reason", required=True)
    return (e.ExpulsionKept(command.penalty, penalty.given.entry, command.reason),)


EXPULSION_DECISIONS: Final[Mapping[type[c.Command], object]] = {c.KeepExpelled: _keep}
