"""What an organiser can do now, as data: the desk is built on it.

Owns which steps there are and which of them is due. A step that is complete carries its command;
the others lack what only the organiser or a clock knows, such as a moment or a reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from tournaments.domain import commands as c
from tournaments.domain.advances import Coming, coming_into
from tournaments.domain.corrections import decisions_open
from tournaments.domain.decide import refusal_of
from tournaments.domain.expulsions import expelled, lifted_for
from tournaments.domain.knockout_plans import knockout_plan, tables_due
from tournaments.domain.knockouts import Picture, bracket_of, has_bracket
from tournaments.domain.lifecycle import LEAST_PLAYERS, terms_of
from tournaments.domain.next_rounds import round_steps
from tournaments.domain.next_standings import standings_steps
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import needs_field, rounds_left, stage_on
from tournaments.domain.state import (
    Phase,
    TournamentState,
    field_of,
    places_left,
    seat_now,
    waiting_list,
)
from tournaments.domain.steps import Step
from tournaments.domain.terms import Stage

State = TournamentState
Steps: TypeAlias = Iterator[Step]


def what_next(state: State, seed: str | None = None) -> tuple[Step, ...]:
    """Every step that can be taken, the due ones first, ways back last.

    `seed` lets lots at a cut be looked at before it is open; what is published does without.
    docs/tournament-events.md lists the codes.
    """
    steps = [*_PHASES[state.phase](state, state.seed or seed or ""), *_ways_back(state)]
    order = ("now", "wait", "may", "undo")
    return tuple(sorted(steps, key=lambda step: order.index(step.when)))


def _draft(state: State, seed: str) -> Steps:
    yield Step("open_registration", "now", command=c.OpenRegistration())


def _registration(state: State, seed: str) -> Steps:
    playing = [entry for entry in state.entries.values() if entry.is_playing]
    if state.is_registration_open:
        yield Step("close_registration", "may", command=c.CloseRegistration())
    else:
        yield Step("reopen_registration", "may", command=c.OpenRegistration())
    yield from _waiting(state)
    if len(playing) < LEAST_PLAYERS:
        yield Step("start_tournament", "wait", count=len(playing), reason="too_few_players")
        return
    yield Step("start_tournament", "now", count=len(playing), command=c.StartTournament())
    absent = tuple(entry.id for entry in playing if not entry.checked_in)
    if absent and len(playing) - len(absent) >= LEAST_PLAYERS:
        start = c.StartTournament(withdraw_absent=True)
        yield Step("start_without_absent", "may", entries=absent, command=start)


def _waiting(state: State) -> Steps:
    """Those on the waiting list, and for how many of them there is room."""
    waiting, left = waiting_list(state), places_left(state)
    if waiting:
        room = len(waiting) if left is None else max(left, 0)
        entries = tuple(entry.id for entry in waiting)
        yield Step("let_in", "may" if room else "wait", entries=entries, count=room)


def _running(state: State, seed: str) -> Steps:
    rounds = list(round_steps(state))
    yield from rounds
    yield from _waiting(state)
    yield from _overtaken(state)
    yield from _after_rulings(state)
    yield from _expelled(state)
    yield from standings_steps(state)
    on = stage_on(state)
    is_busy = any(one.status != "confirmed" for one in state.rounds.values())
    if on is None:
        yield Step("finish_tournament", "now")
        return
    yield from _early_tables(state, on)
    if is_busy:
        return
    yield from _stage(state, on, seed)
    if state.rounds:
        yield Step("finish_tournament", "may")
        yield from _early(state, on, seed)


def _stage(state: State, on: Stage, seed: str) -> Steps:
    if needs_field(state, on):
        yield _advance(state, on, seed, "now")
        return
    played = sum(one.plan.stage == on.id for one in state.rounds.values())
    at = on.dates[played] if played < len(on.dates) else None
    left, number = rounds_left(state, on), len(state.rounds) + 1
    yield Step(
        "plan_round", "now", on.id, number, count=left, at=at, reason=_hindered(state, on, seed)
    )
    if on.kind == "league":
        here = tuple(one.id for one in state.entries.values() if one.checked_in)
        if here and played:
            clear = c.ClearCheckIns()
            yield Step("clear_check_ins", "may", on.id, entries=here, command=clear)


def _early_tables(state: State, on: Stage) -> Steps:
    """Tables of a bracket whose four are known while others still play, or come after these."""
    is_planned = any(one.status == "planned" for one in state.rounds.values())
    if is_planned or not has_bracket(state, on.id):
        return
    picture = bracket_of(state, on.id)
    keys = tuple(key for key in _due(picture, early=True) if key not in _due(picture))
    if keys:
        yield Step("plan_early", "may", on.id, len(state.rounds) + 1, keys=keys)


def _due(picture: Picture, *, early: bool = False) -> tuple[str, ...]:
    try:
        return tuple(one.table.key for one in tables_due(picture, early=early))
    except Refused:
        return ()


def _advance(state: State, stage: Stage, seed: str, when: Literal["now", "may"]) -> Step:
    """Who comes in, what the organiser has to choose, or why nobody can yet."""
    try:
        coming = coming_into(state, stage.id, seed)
    except Refused as refusal:
        return Step("advance", when, stage.id, reason=refusal.code)
    choices = tuple(player for tie in coming.ties for player in tie.players)
    entries: tuple[EntryId, ...] = (*choices, *coming.rest) if not coming.is_decided else ()
    room = sum(tie.room for tie in coming.ties) + coming.wild_cards
    reason = _undecided(coming)
    return Step("advance", when, stage.id, entries=entries, count=room, reason=reason)


def _undecided(coming: Coming) -> str | None:
    if coming.ties:
        return "tie_at_the_cut"
    if coming.wild_cards:
        return "wild_cards_missing"
    return "too_few_players" if len(coming.through) < LEAST_PLAYERS else None


def _hindered(state: State, on: Stage, seed: str) -> str | None:
    """What stands against planning, as far as that is seen without making a plan."""
    playing = [one for one in field_of(state, on.id) if state.entries[one].is_playing]
    if {one.given.entry for one in expelled(state)} & set(playing):
        return "expulsion_open"
    if not on.is_bracket:
        return "too_few_players" if len(playing) < LEAST_PLAYERS else None
    try:
        knockout_plan(state, on.id, seed)
    except Refused as refusal:
        return refusal.code
    return None


def _early(state: State, on: Stage, seed: str) -> Steps:
    """The stage after this one may begin before all rounds of this one are played."""
    stages = terms_of(state).stages
    at = stages.index(on)
    played = any(one.plan.stage == on.id for one in state.rounds.values())
    if played and at + 1 < len(stages) and stages[at + 1].id not in state.stages:
        yield _advance(state, stages[at + 1], seed, "may")


def _overtaken(state: State) -> Steps:
    """Tables of a bracket that were played by others than those who now belong there."""
    for stage in terms_of(state).stages:
        if has_bracket(state, stage.id):
            keys = bracket_of(state, stage.id).overtaken
            if keys:
                yield Step("play_again", "now", stage.id, keys=keys)


def _after_rulings(state: State) -> Steps:
    """What corrections and penalties leave for the organiser to decide."""
    for correction, effects in decisions_open(state):
        fact = correction.corrected
        keys = tuple(f"{one.kind}:{one.ref}" for one in effects)
        number, table = (fact.round, fact.table) if fact else (None, None)
        yield Step("decide_dependents", "now", None, number, table, count=len(effects), keys=keys)


def _expelled(state: State) -> Steps:
    """Whoever is expelled and still there, and whose expulsion was lifted."""
    for penalty in expelled(state):
        who = penalty.given.entry
        leave = c.WithdrawEntry(who, penalty.given.rule or "")
        # Whoever plays just now is taken out where it is said who goes on in their place.
        is_tap = seat_now(state, who) is None and refusal_of(state, leave) is None
        yield Step(
            "take_out_expelled", "now", entries=(who,), keys=(penalty.given.penalty,),
            command=leave if is_tap else None,
        )  # fmt: skip
    for entry in state.entries.values():
        if entry.status == "withdrawn" and lifted_for(state, entry.id):
            restore = c.RestoreEntry(entry.id)
            if refusal_of(state, restore) is None:
                yield Step("restore_expelled", "may", entries=(entry.id,), command=restore)


def _finished(state: State, seed: str) -> Steps:
    yield from _after_rulings(state)
    yield from standings_steps(state)
    yield Step("archive", "now", command=c.ArchiveTournament())


def _nothing(state: State, seed: str) -> Steps:
    return iter(())


_PHASES = {
    "new": _nothing,
    "draft": _draft,
    "registration": _registration,
    "running": _running,
    "finished": _finished,
    "archived": _nothing,
}


def _ways_back(state: State) -> Steps:
    """Whatever can be taken back; of what cannot be, why not."""
    for code, command, stage, number in _takings_back(state):
        refusal = refusal_of(state, command)
        if refusal is None:
            yield Step(code, "undo", stage, number, command=command)
        else:
            yield Step(code, "undo", stage, number, reason=refusal.code)
    confirmed = [one.number for one in state.rounds.values() if one.status == "confirmed"]
    if state.phase == "running" and confirmed:
        yield Step("reopen_round", "undo", round=max(confirmed))


_Back: TypeAlias = tuple[str, c.Command, str | None, int | None]
_BACK_OF_PHASE: Final[Mapping[Phase, tuple[str, c.Command]]] = {
    "registration": ("undo_registration", c.UndoRegistration()),
    "running": ("undo_start", c.UndoStart()),
    "finished": ("undo_finish", c.UndoFinish()),
    "archived": ("undo_archive", c.UndoArchive()),
}


def _takings_back(state: State) -> Iterator[_Back]:
    """The last step of each kind: the phase, the last plan, each start, the last advance."""
    if state.phase in _BACK_OF_PHASE:
        yield *_BACK_OF_PHASE[state.phase], None, None
    if state.phase != "running":
        return
    for number in sorted(state.rounds):
        if state.rounds[number].status == "started":
            yield "undo_round_start", c.UndoRoundStart(number), None, number
    last = max(state.rounds, default=0)
    if last and state.rounds[last].status == "planned":
        yield "drop_plan", c.DropPlan(last), None, last
    advanced = [stage.id for stage in terms_of(state).stages if stage.id in state.stages]
    for stage in advanced[-1:]:
        yield "undo_advance", c.UndoAdvance(stage), stage, None
