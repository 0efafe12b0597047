"""Every draw of an event, run again at the point of the log where it was made, and compared.

Owns which draws there are. Must not know how they are made: the same functions make them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from engine.errors import EngineError, InvalidInput
from tournaments.domain.advances import advance_plan
from tournaments.domain.commands import PlanRounds, RoundPlan
from tournaments.domain.events import (
    Event,
    RoundPlanned,
    StageAdvanced,
    StandingsPublished,
    TournamentCreated,
)
from tournaments.domain.evolve import evolve
from tournaments.domain.lifecycle import is_seed_of
from tournaments.domain.next_standings import corrected_lines, published_lines
from tournaments.domain.parts import NEVER, ONCE, EntryId
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.state import TournamentState, stage_of
from tournaments.redrawing.file import DrawFile, SeatPlans
from tournaments.seatplan import turn_orders

State: TypeAlias = TournamentState
Answer: TypeAlias = Literal["equal", "differs", "by_hand", "unknown"]

METHODS: Final = frozenset(
    {"rotation-1", "rotation-2", "swiss-1", "swiss-2", "knockout-1", "order-1", "lot-1"}
)
"""The ways of drawing that this program knows to run again."""

_FIRST: Final = frozenset({"rotation-1", "swiss-1"})
"""Ways from when every mark kept apart, whatever it begins with, and nobody kept a table that
helpers fill up. A few plans of that name were made when marks had their meanings already, so
both are tried."""

WINDS: Final = ("East", "South", "West", "North")


@dataclass(frozen=True, slots=True)
class Redrawn:
    """One draw and what came of running it again; `told` says where it differs, and why not."""

    what: str
    answer: Answer
    told: tuple[str, ...] = ()


def redrawn(file: DrawFile, seed: str | None = None) -> tuple[Redrawn, ...]:
    """All draws in the order they were made.

    `seed` is the one that was opened, if the file does not say. Raises InvalidInput where no seed
    is open, and for events that do not begin with the creation.
    """
    last = _folded(file)
    seed = last.seed or seed
    if seed is None:
        raise InvalidInput("the event's seed has not been opened", "seed")
    return tuple(_all(file, last, seed))


def _folded(file: DrawFile) -> State:
    events = [event for step in file.steps for event in step]
    if not events or not isinstance(events[0], TournamentCreated):
        raise InvalidInput("the log begins with the event's creation", "steps")
    state = State.empty()
    for event in events:
        state = _after(state, event)
    return state


def _after(state: State, event: Event) -> State:
    try:
        return evolve(state, event)
    except (KeyError, IndexError) as error:
        raise InvalidInput(f"{type(event).__name__} is about what is not there", "steps") from error


def _all(file: DrawFile, last: State, seed: str) -> Iterator[Redrawn]:
    committed = is_seed_of(last.commitment, seed)
    told = () if committed else (f"SHA-256 of the seed is not {last.commitment}",)
    yield Redrawn("the seed is the one committed to", "equal" if committed else "differs", told)
    if not committed:
        return
    state = State.empty()
    for step in file.steps:
        yield from _of_step(state, step, seed)
        for event in step:
            if isinstance(event, StandingsPublished):
                yield _standings(state, event)
            state = _after(state, event)
    yield from _seat_plans(last, file.seat_plans, seed)


def _of_step(state: State, step: Sequence[Event], seed: str) -> Iterator[Redrawn]:
    """The draws of one command, made from where the event stood before it."""
    for event in step:
        if isinstance(event, StageAdvanced):
            yield _advance(state, event, seed)
    plans = [event for event in step if isinstance(event, RoundPlanned)]
    if not plans:
        return
    if plans[0].draw is None:
        yield from (Redrawn(_name(plan), "by_hand") for plan in plans)
    elif plans[0].draw.method not in METHODS:
        yield from (Redrawn(_name(one), "unknown", (plans[0].draw.method,)) for one in plans)
    else:
        yield from _plans(state, plans, seed)


def _name(plan: RoundPlanned) -> str:
    return f"round {plan.round}, edition {plan.edition}: who sits where"


def _plans(state: State, plans: Sequence[RoundPlanned], seed: str) -> Iterator[Redrawn]:
    """The best of the ways in which an organiser may have asked for them."""
    tries = [
        _against(state, plans, way)
        for known in _readings(state, plans[0])
        for way in _ways(known, plans, seed)
    ]
    yield from min(tries, key=lambda found: sum(one.answer != "equal" for one in found))


def _readings(state: State, plan: RoundPlanned) -> Iterator[State]:
    """The state with wishes as the plan's way of drawing took them."""
    marks = {mark for entry in state.entries.values() for mark in entry.person.apart}
    if plan.draw is None or plan.draw.method not in _FIRST:
        yield state
        return
    state = _without_last_table(state, plan)
    if any(mark.startswith((NEVER, ONCE)) for mark in marks):
        yield _with_plain_marks(state)
    yield state


def _without_last_table(state: State, plan: RoundPlanned) -> State:
    """Nobody always sits at a table that is there only because helpers fill it up."""
    people = {entry: state.entries[entry].person for entry in state.entries}
    named = {*_seated(plan), *plan.byes, *plan.sitting_out} & people.keys()
    tables = sum(people[entry].kind == "player" for entry in named) // 4
    entries = {
        key: replace(entry, person=replace(entry.person, fixed_table=None))
        if (entry.person.fixed_table or 0) > tables
        else entry
        for key, entry in state.entries.items()
    }
    return replace(state, entries=entries)


def _with_plain_marks(state: State) -> State:
    """No mark begins with what gives it a meaning; they sort and group as before."""
    entries = {
        key: replace(
            entry, person=replace(entry.person, apart=tuple(f".{m}" for m in entry.person.apart))
        )
        for key, entry in state.entries.items()
    }
    return replace(state, entries=entries)


Made: TypeAlias = "PlanRounds | str"


def _ways(state: State, plans: Sequence[RoundPlanned], seed: str) -> Iterator[Made]:
    """As planned for everybody who is there; at a league's date for those of the plan; in a
    bracket with those tables early that were ready."""
    stage = plans[0].stage
    known = stage_of(state, stage)
    present = sorted(set(_players(state, plans[0]))) if known and known.kind == "league" else None
    yield _made(lambda: next_plan(state, stage, seed, present=present))
    if known is not None and known.is_bracket:
        yield _made(lambda: next_plan(state, stage, seed, early=True))


def _made(make: Callable[[], object]) -> Made:
    try:
        made = make()
    except (Refused, EngineError) as refusal:
        return f"cannot be drawn: {refusal}"
    return made if isinstance(made, PlanRounds) else "who plays the stage is not settled there"


def _players(state: State, plan: RoundPlanned) -> Iterator[EntryId]:
    for entry in (*_seated(plan), *plan.byes, *plan.sitting_out):
        if entry in state.entries and state.entries[entry].is_playing:
            yield entry


def _seated(plan: RoundPlanned) -> Iterator[EntryId]:
    for seating in plan.tables:
        yield from seating.seats


def _against(state: State, plans: Sequence[RoundPlanned], made: Made) -> list[Redrawn]:
    if isinstance(made, str):
        return [Redrawn(_name(plan), "differs", (made,)) for plan in plans]
    drawn = {plan.round: plan for plan in made.plans}
    return [_compared(state, plan, drawn.get(plan.round)) for plan in plans]


def _compared(state: State, plan: RoundPlanned, drawn: RoundPlan | None) -> Redrawn:
    if drawn is None:
        return Redrawn(_name(plan), "differs", ("the draw has no such round",))
    told = [*_tables(state, plan, drawn)]
    for word, own, other in (
        ("byes", plan.byes, drawn.byes),
        ("sitting out", plan.sitting_out, drawn.sitting_out),
        ("tables not played", plan.walkovers, drawn.walkovers),
    ):
        if own != other:
            told.append(f"{word}: drawn {_text(other)}, but the plan has {_text(own)}")
    return Redrawn(_name(plan), "differs" if told else "equal", tuple(told))


def _tables(state: State, plan: RoundPlanned, drawn: RoundPlan) -> Iterator[str]:
    own = {seating.table: seating for seating in plan.tables}
    other = {seating.table: seating for seating in drawn.tables}
    for number in sorted(own.keys() | other.keys()):
        if number not in own or number not in other:
            yield f"table {number}: " + ("is not drawn" if number in own else "is missing")
        elif own[number] != other[number]:
            pairs = zip(WINDS, other[number].seats, own[number].seats, strict=False)
            for wind, right, wrong in pairs:
                if right != wrong:
                    yield (
                        f"table {number}, {wind}: drawn {_who(state, right)}, "
                        f"but the plan has {_who(state, wrong)}"
                    )
            if own[number].seats == other[number].seats:
                yield f"table {number}: another table of the bracket"


def _who(state: State, entry: EntryId) -> str:
    known = state.entries.get(entry)
    name = known.person.name if known else entry
    return entry if name == entry else f"{entry} ({name})"


def _text(values: Sequence[object]) -> str:
    return ", ".join(str(getattr(value, "key", value)) for value in values) or "nobody"


def _advance(state: State, event: StageAdvanced, seed: str) -> Redrawn:
    """Whom the organiser had to choose are taken as chosen; the rest follows."""
    what = f"stage {event.stage}: who plays, in the order of seeds"
    if event.draw is not None and event.draw.method not in METHODS:
        return Redrawn(what, "unknown", (event.draw.method,))
    try:
        made = advance_plan(state, event.stage, seed, event.entries)
    except (Refused, EngineError) as refusal:
        return Redrawn(what, "differs", (f"cannot be drawn: {refusal}",))
    told = tuple(
        f"seed {number}: drawn {_who(state, right)}, but it is {_who(state, wrong)}"
        for number, (right, wrong) in enumerate(zip(made.entries, event.entries, strict=False), 1)
        if right != wrong
    )
    if len(made.entries) != len(event.entries):
        told = (*told, f"drawn {len(made.entries)} players, but {len(event.entries)} are named")
    return Redrawn(what, "differs" if told else "equal", told)


def _standings(state: State, event: StandingsPublished) -> Redrawn:
    """Places as they follow from results, penalties and lots."""
    what = (
        f"stage {event.stage}, standings after round {event.after_round}, edition {event.edition}"
    )
    key = (event.stage, event.after_round)
    before = [one for one in state.standings
              if (one.standings.stage, one.standings.after_round) == key]  # fmt: skip
    lines = [published_lines(state, *key)]
    lines += [corrected_lines(state, before[-1])] if before else []
    if event.lines in lines:
        return Redrawn(what, "equal")
    told = tuple(
        f"line {number}: {_who(state, right.entry)} on place {right.rank}, but it has "
        f"{_who(state, wrong.entry)} on place {wrong.rank}"
        for number, (right, wrong) in enumerate(zip(lines[-1], event.lines, strict=False), 1)
        if right != wrong
    )
    return Redrawn(what, "differs", told[:5] or ("another number of lines",))


def _seat_plans(state: State, plans: SeatPlans, seed: str) -> Iterator[Redrawn]:
    """Seats that are drawn anew within a match, after each dealer round."""
    for match, given in plans.items():
        number, table = state.matches.get(match, (0, 0))
        what = f"round {number}, table {table}: seats in later dealer rounds"
        stage = stage_of(state, state.rounds[number].plan.stage) if number in state.rounds else None
        if stage is None:
            yield Redrawn(what, "differs", (f"match {match} is not of this event",))
            continue
        drawn = turn_orders(
            stage.seat_rotation, len(given), bytes.fromhex(seed), state.tournament, number, table
        )
        is_equal = tuple(tuple(one) for one in given) == drawn
        told = () if is_equal else (f"drawn {drawn}, but match {match} has {given}",)
        yield Redrawn(what, "equal" if is_equal else "differs", told)
