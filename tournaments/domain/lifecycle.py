"""Decisions about the tournament as a whole: draft, registration, running, finished, archived.

Owns the steps and the ways back, each refused with the reason that stands against it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from engine.hashing import is_digest
from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.evolve import evolve
from tournaments.domain.names import check_id
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Phase, TournamentState, places_left, waiting_list
from tournaments.domain.terms import (
    MOST_PLAYERS,
    Terms,
    check_details,
    complete_terms,
    in_range,
)

Events = tuple[e.Event, ...]
State = TournamentState
_ORDER: Final[tuple[Phase, ...]] = (
    "new",
    "draft",
    "registration",
    "running",
    "finished",
    "archived",
)
LEAST_PLAYERS: Final = 4


def require_phase(state: State, *phases: Phase, doing: str) -> None:
    """Refuses `wrong_phase`."""
    if state.phase not in phases:
        refuse("wrong_phase", f"cannot {doing} while the tournament is in {state.phase}")


def terms_of(state: State) -> Terms:
    """The terms, which every tournament has."""
    if state.terms is None:
        refuse("no_tournament", "there is no such tournament")
    return state.terms


def _step(state: State, after: Phase, code: str) -> None:
    """From the phase just before; a second asking gets a code that says it is done."""
    if state.phase == after:
        refuse(code, f"the tournament is in {after} already")
    before = _ORDER[_ORDER.index(after) - 1]
    require_phase(state, before, doing=f"go to {after}")


def _create(state: State, command: c.CreateTournament) -> Events:
    if state.phase != "new":
        refuse("already_created", "there is a tournament of that id already", "tournament")
    check_id(command.tournament, "tournament")
    check_details(command.details)
    _check_capacity(command.capacity)
    if not is_digest(command.commitment):
        refuse("bad_digest", "64 lower-case hexadecimal digits", "commitment")
    return (
        e.TournamentCreated(
            command.tournament,
            command.details,
            complete_terms(command.terms),
            command.capacity,
            command.commitment,
        ),
    )


def _check_capacity(capacity: int | None) -> None:
    if capacity is None:
        return
    if capacity < LEAST_PLAYERS:
        refuse("too_few_players", f"at least {LEAST_PLAYERS} players make a table", "capacity")
    in_range(capacity, LEAST_PLAYERS, MOST_PLAYERS, "capacity")


def _change_details(state: State, command: c.ChangeDetails) -> Events:
    check_details(command.details)
    return () if command.details == state.details else (e.DetailsChanged(command.details),)


def _change_terms(state: State, command: c.ChangeTerms) -> Events:
    if state.phase not in ("draft", "registration"):
        refuse("terms_frozen", "the terms were frozen when the tournament started", "terms")
    terms = complete_terms(command.terms)
    return () if terms == state.terms else (e.TermsChanged(terms),)


def _change_capacity(state: State, command: c.ChangeCapacity) -> Events:
    require_phase(state, "draft", "registration", "running", doing="change the capacity")
    _check_capacity(command.capacity)
    if command.capacity == state.capacity:
        return ()
    playing = sum(entry.is_playing for entry in state.entries.values())
    if command.capacity is not None and command.capacity < playing:
        told = f"{playing} players are registered already"
        refuse("capacity_below_entries", told, "capacity", players=playing)
    return with_moves_up(state, (e.CapacityChanged(command.capacity),))


def with_moves_up(state: State, events: Events) -> Events:
    """The events, and those that let the waiting list move up behind them, before the start."""
    for event in events:
        state = evolve(state, event)
    if state.phase not in ("draft", "registration"):
        return events
    left, waiting = places_left(state), waiting_list(state)
    moving = waiting if left is None else waiting[: max(left, 0)]
    return (*events, *(e.EntryPromoted(entry.id) for entry in moving))


def _open_registration(state: State, command: c.OpenRegistration) -> Events:
    if state.phase == "registration" and not state.is_registration_open:
        return (e.RegistrationReopened(),)
    _step(state, "registration", "already_open")
    return (e.RegistrationOpened(),)


def _undo_registration(state: State, command: c.UndoRegistration) -> Events:
    require_phase(state, "registration", doing="go back to draft")
    if entered := sum(entry.status != "withdrawn" for entry in state.entries.values()):
        refuse("has_entries", f"{entered} have entered; they would be left in a draft")
    return (e.RegistrationUndone(),)


def _close_registration(state: State, command: c.CloseRegistration) -> Events:
    require_phase(state, "registration", doing="close registration")
    return (e.RegistrationClosed(),) if state.is_registration_open else ()


def _start(state: State, command: c.StartTournament) -> Events:
    _step(state, "running", "already_started")
    absent = [
        entry.id
        for entry in state.entries.values()
        if command.withdraw_absent and entry.is_playing and not entry.checked_in
    ]
    playing = sum(entry.is_playing for entry in state.entries.values()) - len(absent)
    if playing < LEAST_PLAYERS:
        told = f"a table takes 4 players, there are {playing}"
        refuse("too_few_players", told, "entries", players=playing)
    # Nobody moves up for those who did not come: whoever waits may not be there either.
    gone = tuple(e.EntryWithdrawn(entry, "not_checked_in") for entry in absent)
    return (*gone, e.TournamentStarted(complete_terms(terms_of(state))))


def _undo_start(state: State, command: c.UndoStart) -> Events:
    require_phase(state, "running", doing="go back to registration")
    if any(round_.status != "planned" for round_ in state.rounds.values()):
        refuse("rounds_started", "a round has been started; it cannot be unplayed")
    if state.rounds:
        refuse("rounds_planned", "rounds are planned; drop their plans first")
    if state.stages:
        refuse("stage_advanced", "players have advanced; undo that first")
    return with_moves_up(state, (e.StartUndone(),))


def _finish(state: State, command: c.FinishTournament) -> Events:
    _step(state, "finished", "already_finished")
    if not any(round_.status == "confirmed" for round_ in state.rounds.values()):
        refuse("no_rounds", "nothing has been played and confirmed")
    unfinished = [n for n, round_ in state.rounds.items() if round_.status != "confirmed"]
    if unfinished:
        numbers = ", ".join(map(str, unfinished))
        refuse("rounds_unfinished", f"not confirmed: round {numbers}", "rounds", rounds=numbers)
    return (*seed_events(state, command.seed, needed=True), e.TournamentFinished())


def seed_events(state: State, seed: str | None, *, needed: bool) -> Events:
    """The opening of the seed where it is due. Refuses `seed_missing` and `wrong_seed`."""
    if seed is not None and not is_seed_of(state.commitment, seed):
        refuse("wrong_seed", "this is not the seed that was committed to", "seed")
    if not needed or state.seed is not None:
        return ()
    if seed is None:
        refuse("seed_missing", "the seed has to be opened now", "seed")
    return (e.SeedOpened(seed),)


def is_seed_of(commitment: str, seed: str) -> bool:
    """Whether the seed's SHA-256 is the commitment that was published."""
    try:
        data = bytes.fromhex(seed)
    except ValueError:
        return False
    return seed == data.hex() and hashlib.sha256(data).hexdigest() == commitment


def _open_seed(state: State, command: c.OpenSeed) -> Events:
    require_phase(state, "running", "finished", doing="open the seed")
    events = seed_events(state, command.seed, needed=True)
    if terms_of(state).seed_opens == "end" and state.phase == "running":
        refuse("seed_opens_at_end", "by the terms the seed stays closed until the end", "seed")
    return events


def _undo_finish(state: State, command: c.UndoFinish) -> Events:
    require_phase(state, "finished", doing="go on playing")
    return (e.FinishUndone(),)


def _archive(state: State, command: c.ArchiveTournament) -> Events:
    _step(state, "archived", "already_archived")
    return (e.TournamentArchived(),)


def _undo_archive(state: State, command: c.UndoArchive) -> Events:
    require_phase(state, "archived", doing="take out of the archive")
    return (e.ArchiveUndone(),)


LIFECYCLE_DECISIONS: Final[Mapping[type[c.Command], object]] = {
    c.CreateTournament: _create,
    c.ChangeDetails: _change_details,
    c.ChangeTerms: _change_terms,
    c.ChangeCapacity: _change_capacity,
    c.OpenRegistration: _open_registration,
    c.UndoRegistration: _undo_registration,
    c.CloseRegistration: _close_registration,
    c.StartTournament: _start,
    c.UndoStart: _undo_start,
    c.FinishTournament: _finish,
    c.UndoFinish: _undo_finish,
    c.ArchiveTournament: _archive,
    c.UndoArchive: _undo_archive,
    c.OpenSeed: _open_seed,
}
