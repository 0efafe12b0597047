"""The state that a tournament's events add up to, and simple questions about it.

Owns the shapes. Must not know commands, nor judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tournaments.domain.events import (
    DependentDecided,
    DisputeOpened,
    OwnTableNoted,
    PenaltyGiven,
    ResultCorrected,
    RoundPlanned,
    StandingsPublished,
)
from tournaments.domain.parts import (
    Effect,
    EntryId,
    EntryStatus,
    Except,
    Person,
    Result,
    Sitting,
)
from tournaments.domain.terms import Details, Ms, Stage, Terms

Phase: TypeAlias = Literal["new", "draft", "registration", "running", "finished", "archived"]
RoundStatus: TypeAlias = Literal["planned", "started", "confirmed"]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry and how it stands; `number` is its turn in the order of entering."""

    id: EntryId
    person: Person
    status: EntryStatus
    checked_in: bool = False
    number: int = 0

    @property
    def is_playing(self) -> bool:
        """Counts among the players of the field."""
        return self.status == "registered" and self.person.kind == "player"


@dataclass(frozen=True, slots=True)
class Clock:
    """A table's clock: `ends_at` while it runs, `left_ms` while it is held; neither: no clock.

    It may be held for its table, for the round, or for both.
    """

    ends_at: Ms | None = None
    left_ms: Ms | None = None
    held_for: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round that has started. `ledger` has every fact of each place, in order.

    `is_excepted`: its round was confirmed once without a match there; nobody waits for one.
    """

    number: int
    ledger: tuple[tuple[Sitting, ...], ...]
    clock: Clock
    match: str | None = None
    result: Result | None = None
    is_excepted: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its plan, and its tables once it has started."""

    plan: RoundPlanned
    status: RoundStatus = "planned"
    published: int | None = None
    starts_at: Ms | None = None
    started_at: Ms | None = None
    tables: Mapping[int, Table] = field(default_factory=dict)
    exceptions: tuple[Except, ...] = ()

    @property
    def number(self) -> int:
        """The round's number, from 1 over all stages."""
        return self.plan.round


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute, and the decision once it is settled."""

    opened: DisputeOpened
    decision: str | None = None
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty; one that was lifted counts no more. `kept`: why the organiser lets whoever is
    expelled by it play on, None where that was not decided."""

    given: PenaltyGiven
    is_lifted: bool = False
    kept: str | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """Facts that were corrected: a result, that `was` another before, or (neither) a penalty.

    `effects` had been made from the old facts. Each is `decided` by the organiser, or `remade`
    since then and so from the new facts. `is_followed`: what was still open about a bracket when
    the same table was corrected once more is asked with that correction.
    """

    id: str
    corrected: ResultCorrected | None = None
    was: Result | None = None
    effects: tuple[Effect, ...] = ()
    decided: tuple[DependentDecided, ...] = ()
    remade: frozenset[tuple[str, str]] = frozenset()
    is_followed: bool = False

    def decision(self, effect: Effect) -> DependentDecided | None:
        """What was decided about one of the effects last."""
        return next(reversed(self.decisions(effect)), None)

    def decisions(self, effect: Effect) -> tuple[DependentDecided, ...]:
        """All that was decided about one of the effects, in its order.

        Tables of one bracket are decided about together: who stays at one of them cannot be
        missed at another.
        """
        mine = {(one.kind, one.ref) for one in self.together(effect)}
        return tuple(one for one in self.decided if (one.kind, one.ref) in mine)

    @property
    def questions(self) -> tuple[Effect, ...]:
        """Of those that are open the first of each decision."""
        still = self.open_effects
        return tuple(
            one for one in still if one == next(it for it in still if it in self.together(one))
        )

    def together(self, effect: Effect) -> tuple[Effect, ...]:
        """The effects that one decision is about."""
        if effect.bracket is None:
            return (effect,)
        return tuple(one for one in self.effects if one.bracket == effect.bracket)

    @property
    def open_effects(self) -> tuple[Effect, ...]:
        """Those about which something is to be decided."""
        return tuple(
            one
            for one in self.effects
            if (one.kind, one.ref) not in self.remade
            and self.decision(one) is None
            and not (self.is_followed and one.bracket)
        )


@dataclass(frozen=True, slots=True)
class Published:
    """An edition of standings, provisional until it is official."""

    standings: StandingsPublished
    is_official: bool = False


@dataclass(frozen=True, slots=True)
class TournamentState:
    """All of a tournament. `editions` counts the plans of each round, dropped ones too."""

    phase: Phase = "new"
    tournament: str = ""
    details: Details | None = None
    terms: Terms | None = None
    capacity: int | None = None
    commitment: str = ""
    seed: str | None = None
    is_registration_open: bool = False
    entries: Mapping[EntryId, Entry] = field(default_factory=dict)
    stages: Mapping[str, tuple[EntryId, ...]] = field(default_factory=dict)
    rounds: Mapping[int, Round] = field(default_factory=dict)
    editions: Mapping[int, int] = field(default_factory=dict)
    published: tuple[RoundPlanned, ...] = ()
    matches: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    disputes: Mapping[str, Dispute] = field(default_factory=dict)
    penalties: Mapping[str, Penalty] = field(default_factory=dict)
    standings: tuple[Published, ...] = ()
    corrections: Mapping[str, Correction] = field(default_factory=dict)
    own_tables: tuple[OwnTableNoted, ...] = ()

    @classmethod
    def empty(cls) -> TournamentState:
        """Before the first event."""
        return cls()


def stage_of(state: TournamentState, stage: str) -> Stage | None:
    """The stage of that id."""
    stages = state.terms.stages if state.terms else ()
    return next((known for known in stages if known.id == stage), None)


def field_of(state: TournamentState, stage: str) -> tuple[EntryId, ...]:
    """Who plays a stage: those who advanced into it; in the first, all of the field."""
    if stage in state.stages:
        return state.stages[stage]
    stages = state.terms.stages if state.terms else ()
    if stages and stage == stages[0].id:
        return tuple(entry.id for entry in state.entries.values() if entry.is_playing)
    return ()


def waiting_list(state: TournamentState) -> tuple[Entry, ...]:
    """Those who wait, first come first."""
    waiting = [entry for entry in state.entries.values() if entry.status == "waiting"]
    return tuple(sorted(waiting, key=lambda entry: entry.number))


def places_left(state: TournamentState) -> int | None:
    """How many more players fit; None without a limit."""
    if state.capacity is None:
        return None
    return state.capacity - sum(entry.is_playing for entry in state.entries.values())


def timeline(facts: tuple[Sitting, ...]) -> tuple[Sitting, ...]:
    """Who sat at a place in the order of hands: of two facts for one hand the later counts."""
    by_hand = {fact.from_hand: fact for fact in facts}
    return tuple(fact for _, fact in sorted(by_hand.items()))


def open_tables(state: TournamentState) -> Iterator[tuple[Round, Table]]:
    """Tables that are being played: started, without a result, their round not confirmed."""
    for round_ in state.rounds.values():
        if round_.status == "started":
            yield from ((round_, t) for t in round_.tables.values() if t.result is None)


def seats_now(state: TournamentState) -> dict[EntryId, tuple[int, int, int]]:
    """Round, table and place of everybody who sits at a table that is being played."""
    return {
        timeline(facts)[-1].person: (round_.number, table.number, place)
        for round_, table in open_tables(state)
        for place, facts in enumerate(table.ledger)
    }


def seat_now(state: TournamentState, entry: EntryId) -> tuple[int, int, int] | None:
    """Round, table and place at which somebody sits right now."""
    return seats_now(state).get(entry)


def open_disputes(state: TournamentState, number: int, table: int | None = None) -> list[str]:
    """Disputes of a round that nobody has decided, of one table or of all."""
    return [
        key
        for key, dispute in state.disputes.items()
        if dispute.decision is None
        and dispute.opened.round == number
        and table in (None, dispute.opened.table)
    ]


def newest_standings(state: TournamentState) -> list[Published]:
    """The newest edition of every list that was published."""
    newest = {(one.standings.stage, one.standings.after_round): one for one in state.standings}
    return list(newest.values())


def clock_left(table: Table, now: Ms) -> Ms | None:
    """Time left at a table, negative once it is over; None without a clock."""
    if table.clock.left_ms is not None:
        return table.clock.left_ms
    return None if table.clock.ends_at is None else table.clock.ends_at - now
