"""What is called and ruled at the matches of an event, carried over to the event's own log.

Owns the translation: a call is a dispute there, a ruling settles it, corrects a result that was
taken in, gives a penalty or lifts it. Each is done once, whoever looks and however often. Nothing
that rests on the old facts moves (`tournaments.domain.corrections`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

from tables.models import Case, Ruling
from tables.models import Table as Match
from tournaments.correcting import with_editions
from tournaments.domain import commands as c
from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import Refused
from tournaments.domain.state import Table, TournamentState, timeline
from tournaments.models import Tournament
from tournaments.play.results import result_of
from tournaments.play.setbacks import Setbacks, Where
from tournaments.points.twelfths import WHOLE
from tournaments.services import seed_of, tournament_do

State = TournamentState
WITHDRAWN: Final = "withdrawn"
SETTING: Final = frozenset(
    {"score_corrected", "score_set", "hand_replayed", "hand_agreed", "result_adjusted"}
)
"""Kinds of rulings that change what a match's points are."""
OPEN: Final = (Case.Status.OPEN, Case.Status.TAKEN)


class Seat(NamedTuple):
    """The table of a round that a match is the play of."""

    round: int
    table: Table


def follow_rulings(
    tournament: Tournament, state: State, at: datetime, setbacks: Setbacks
) -> list[str]:
    """Carry over what is new at the matches of the event; one that fails stops no other."""
    if state.phase not in ("running", "finished"):
        return []
    seats = seats_of(state)
    cases = list(Case.objects.filter(table__in=seats).order_by("called_at", "pk"))
    rulings = list(Ruling.objects.filter(table__in=seats).order_by("made_at", "pk"))
    done = []
    for seat, command_id, commands in _wanted(tournament, state, seats, cases, rulings):
        try:
            receipt = tournament_do(
                tournament=tournament,
                command=partial(with_editions, commands=commands, at=at),
                command_id=command_id,
                at=at,
            )
            done += [line.type for line in receipt.lines]
        except Refused as refusal:
            setbacks.refused(Where(seat.round, seat.table.number, "ruling"), refusal)
    return done


def seats_of(state: State) -> dict[UUID, Seat]:
    """By match, the table of the round that it is played at now."""
    return {
        UUID(table.match): Seat(round_.number, table)
        for round_ in state.rounds.values()
        for table in round_.tables.values()
        if table.match is not None
    }


Wanted = tuple[Seat, str, tuple[c.Command, ...]]


def _wanted(
    tournament: Tournament,
    state: State,
    seats: Mapping[UUID, Seat],
    cases: Sequence[Case],
    rulings: Sequence[Ruling],
) -> Iterator[Wanted]:
    """What is missing in the event's log, in the order in which it should be there."""
    kinds = {one.ruling: one.kind for one in rulings}
    for case in cases:
        yield from _dispute(state, seats[case.table_id], case, kinds)
    seed = seed_of(tournament) if rulings else ""
    for ruling in rulings:
        if ruling.kind == "penalty":
            yield from _penalty(state, seats[ruling.table_id], ruling, seed)
    newest = {one.table_id: one for one in rulings if changes_points(one)}
    for match, ruling in newest.items():
        yield from _correction(state, seats[match], ruling, seed)


def changes_points(ruling: Ruling) -> bool:
    """Whether a match comes to something else after it: one that replaces another may, whatever
    its kind."""
    return ruling.kind in SETTING or any(ruling.points)


def _dispute(state: State, seat: Seat, case: Case, kinds: Mapping[str, str]) -> Iterator[Wanted]:
    """Opened with the call, settled with the ruling, by its kind, or the withdrawal."""
    known = state.disputes.get(case.case)
    commands: list[c.Command] = []
    if known is None:
        by = timeline(seat.table.ledger[case.place])[-1].person
        commands.append(
            c.OpenDispute(case.case, seat.round, seat.table.number, by, case.reason, case.case)
        )
    if case.status not in OPEN and (known is None or known.decision is None):
        said = kinds.get(case.ruling, WITHDRAWN)
        commands.append(c.SettleDispute(case.case, said, case.case, case.ruling or None))
    if commands:
        yield seat, f"case-{case.case}-{case.status}", tuple(commands)


def penalty_id(ruling: Ruling) -> str:
    """Under which a penalty by a ruling stands in the event's log."""
    return f"r{ruling.ruling}"


def _penalty(state: State, seat: Seat, ruling: Ruling, seed: str) -> Iterator[Wanted]:
    """Given with the ruling; lifted once another ruling replaces it."""
    id_, known = penalty_id(ruling), state.penalties.get(penalty_id(ruling))
    replaced = ruling.superseded_by
    commands: list[c.Command] = []
    if known is None:
        commands.append(_given(state, seat, ruling, seed))
    if replaced and (known is None or not known.is_lifted):
        commands.append(c.LiftPenalty(id_, "", replaced, seed))
    if commands:
        yield seat, f"penalty-{ruling.ruling}-{replaced}", tuple(commands)


def _given(state: State, seat: Seat, ruling: Ruling, seed: str) -> c.GivePenalty:
    """Table points of a ruling are whole ones."""
    decision = cast("dict[str, Any]", ruling.decision)
    codes = {rule.code for rule in state.terms.penalties} if state.terms else set()
    rule = decision.get("rule")
    return c.GivePenalty(
        penalty_id(ruling),
        charged(state, seat.table, int(decision["place"])),
        seat.round,
        rule if rule in codes else None,
        "",
        int(decision["game"]),
        int(decision["table"]) * WHOLE,
        cast(PenaltyKind, decision["penalty"]),
        ruling.ruling,
        seed,
    )


def charged(state: State, table: Table, place: int) -> EntryId:
    """Whose points a penalty at a place is taken from: who sits there, or for whom they sit."""
    last = timeline(table.ledger[place])[-1]
    is_player = state.entries[last.person].person.kind == "player"
    return last.person if is_player else last.credited_to or last.person


def _correction(state: State, seat: Seat, ruling: Ruling, seed: str) -> Iterator[Wanted]:
    """What a match comes to after its newest ruling, where a result was taken in before it.

    A result that somebody typed over the log's is theirs to put right.
    """
    taken = seat.table.result
    if taken is None or taken.source != "log" or ruling.ruling in state.corrections:
        return
    match = Match.objects.get(pk=ruling.table_id)
    result = result_of(match)
    if match.ended_at is None or result == taken:
        return
    command = c.CorrectResult(
        ruling.ruling, seat.round, seat.table.number, seat.table.match, result, ruling.ruling,
        seed=seed,
    )  # fmt: skip
    yield seat, f"correction-{ruling.ruling}-{match.version}", (command,)
