"""The fold: (state, event) -> state. Believes what it is told and never refuses.

Owns what events change in a tournament as a whole and in its entries; those of
rounds are in `playing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, cast

from tournaments.domain import events as e
from tournaments.domain.correcting import OF_CORRECTIONS, without_effect
from tournaments.domain.playing import OF_ROUNDS
from tournaments.domain.state import (
    Dispute,
    Entry,
    Penalty,
    Phase,
    Published,
    TournamentState,
)

State = TournamentState


def evolve(state: State, event: e.Event) -> State:
    """The state after an event."""
    return _OF_ALL[type(event)](state, event)


def fold(events: Iterable[e.Event], state: State | None = None) -> State:
    """The state after all of these events."""
    state = State.empty() if state is None else state
    for event in events:
        state = evolve(state, event)
    return state


def _created(state: State, event: e.TournamentCreated) -> State:
    return replace(
        state,
        phase="draft",
        tournament=event.tournament,
        details=event.details,
        terms=event.terms,
        capacity=event.capacity,
        commitment=event.commitment,
    )


def _to(phase: Phase, *, is_open: bool = False) -> Callable[[State, e.Event], State]:
    return lambda state, _: replace(state, phase=phase, is_registration_open=is_open)


def _opens(is_open: bool) -> Callable[[State, e.Event], State]:
    return lambda state, _: replace(state, is_registration_open=is_open)


def _started(state: State, event: e.TournamentStarted) -> State:
    return replace(state, phase="running", terms=event.terms, is_registration_open=False)


def _with_entry(state: State, entry: Entry) -> State:
    return replace(state, entries={**state.entries, entry.id: entry})


def _entry_added(state: State, event: e.EntryAdded) -> State:
    number = len(state.entries) + 1
    return _with_entry(state, Entry(event.entry, event.person, event.status, number=number))


def _entry_changed(state: State, event: e.EntryChanged) -> State:
    return _with_entry(state, replace(state.entries[event.entry], person=event.person))


def _entry_promoted(state: State, event: e.EntryPromoted) -> State:
    return _with_entry(state, replace(state.entries[event.entry], status="registered"))


def _entry_withdrawn(state: State, event: e.EntryWithdrawn) -> State:
    return _with_entry(state, replace(state.entries[event.entry], status="withdrawn"))


def _entry_restored(state: State, event: e.EntryRestored) -> State:
    return _with_entry(state, replace(state.entries[event.entry], status=event.status))


def _checked_in(state: State, event: e.CheckedIn) -> State:
    return _with_entry(state, replace(state.entries[event.entry], checked_in=True))


def _check_in_undone(state: State, event: e.CheckInUndone) -> State:
    return _with_entry(state, replace(state.entries[event.entry], checked_in=False))


def _claimed(state: State, event: e.EntryClaimed | e.ClaimUndone) -> State:
    account = event.account if isinstance(event, e.EntryClaimed) else None
    entry = state.entries[event.entry]
    return _with_entry(state, replace(entry, person=replace(entry.person, account=account)))


def _stage_advanced(state: State, event: e.StageAdvanced) -> State:
    advanced = replace(state, stages={**state.stages, event.stage: event.entries})
    return without_effect(advanced, "advance", event.stage)


def _stage_undone(state: State, event: e.StageAdvanceUndone) -> State:
    stages = {key: entries for key, entries in state.stages.items() if key != event.stage}
    return without_effect(replace(state, stages=stages), "advance", event.stage)


def _stage_place(state: State, event: e.StagePlaceTaken) -> State:
    field = state.stages[event.stage]
    taken = tuple(event.entry if one == event.instead else one for one in field)
    return replace(state, stages={**state.stages, event.stage: taken})


def _dispute(state: State, dispute: Dispute) -> State:
    return replace(state, disputes={**state.disputes, dispute.opened.dispute: dispute})


def _dispute_opened(state: State, event: e.DisputeOpened) -> State:
    return _dispute(state, Dispute(event))


def _dispute_settled(state: State, event: e.DisputeSettled) -> State:
    known = state.disputes[event.dispute]
    return _dispute(state, replace(known, decision=event.decision, ruling=event.ruling))


def _dispute_reopened(state: State, event: e.DisputeReopened) -> State:
    return _dispute(state, replace(state.disputes[event.dispute], decision=None))


def _penalty_given(state: State, event: e.PenaltyGiven) -> State:
    return replace(state, penalties={**state.penalties, event.penalty: Penalty(event)})


def _expulsion_kept(state: State, event: e.ExpulsionKept) -> State:
    kept = replace(state.penalties[event.penalty], kept=event.reason)
    return replace(state, penalties={**state.penalties, event.penalty: kept})


def _penalty_lifted(state: State, event: e.PenaltyLifted) -> State:
    lifted = replace(state.penalties[event.penalty], is_lifted=True)
    return replace(state, penalties={**state.penalties, event.penalty: lifted})


def _standings_published(state: State, event: e.StandingsPublished) -> State:
    return replace(state, standings=(*state.standings, Published(event)))


def _made_official(state: State, event: e.StandingsMadeOfficial) -> State:
    key = (event.stage, event.after_round, event.edition)
    return replace(
        state,
        standings=tuple(
            replace(known, is_official=True)
            if (known.standings.stage, known.standings.after_round, known.standings.edition) == key
            else known
            for known in state.standings
        ),
    )


# Each function takes the one event type that its key names, which a dict's type cannot say.
_OF_ALL: Final = cast(
    "Mapping[type[e.Event], Callable[[State, e.Event], State]]",
    {
        e.TournamentCreated: _created,
        e.DetailsChanged: lambda state, event: replace(state, details=event.details),
        e.TermsChanged: lambda state, event: replace(state, terms=event.terms),
        e.CapacityChanged: lambda state, event: replace(state, capacity=event.capacity),
        e.RegistrationOpened: _to("registration", is_open=True),
        e.RegistrationUndone: _to("draft"),
        e.RegistrationClosed: _opens(False),
        e.RegistrationReopened: _opens(True),
        e.TournamentStarted: _started,
        e.StartUndone: _to("registration"),
        e.TournamentFinished: _to("finished"),
        e.FinishUndone: _to("running"),
        e.TournamentArchived: _to("archived"),
        e.ArchiveUndone: _to("finished"),
        e.SeedOpened: lambda state, event: replace(state, seed=event.seed),
        e.EntryAdded: _entry_added,
        e.EntryChanged: _entry_changed,
        e.EntryPromoted: _entry_promoted,
        e.EntryWithdrawn: _entry_withdrawn,
        e.EntryRestored: _entry_restored,
        e.CheckedIn: _checked_in,
        e.CheckInUndone: _check_in_undone,
        e.EntryClaimed: _claimed,
        e.ClaimUndone: _claimed,
        e.StageAdvanced: _stage_advanced,
        e.StageAdvanceUndone: _stage_undone,
        e.StagePlaceTaken: _stage_place,
        e.DisputeOpened: _dispute_opened,
        e.DisputeSettled: _dispute_settled,
        e.DisputeReopened: _dispute_reopened,
        e.PenaltyGiven: _penalty_given,
        e.PenaltyLifted: _penalty_lifted,
        e.ExpulsionKept: _expulsion_kept,
        e.StandingsPublished: _standings_published,
        e.StandingsMadeOfficial: _made_official,
        **OF_ROUNDS,
        **OF_CORRECTIONS,
    },
)
