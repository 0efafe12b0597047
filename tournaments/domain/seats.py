"""Decisions about the ledger of seats: who sat where from when to when, and for whom.

Owns takeovers: substitutes, stand-ins, no-shows, late arrivals, players who are back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.lifecycle import terms_of
from tournaments.domain.parts import EntryId, Sitting, TakeoverCause
from tournaments.domain.playing import with_sitting, without_last
from tournaments.domain.refusals import refuse
from tournaments.domain.rounds import open_round, table_of
from tournaments.domain.state import Entry, Round, Table, TournamentState, seats_now, timeline
from tournaments.standings.ledger import Role

Events = tuple[e.Event, ...]
State = TournamentState


def _take_seat(state: State, command: c.TakeSeat) -> Events:
    return (seat_taken(state, command),)


def seat_taken(state: State, command: c.TakeSeat) -> e.SeatTaken:
    """The fact that a takeover adds to the ledger, if it can be."""
    round_ = open_round(state, command.round)
    table = table_of(round_, command.table)
    check_place(command.place)
    if command.cause not in get_args(TakeoverCause):
        refuse("unknown_value", "there is no such cause", "cause")
    sitting = Sitting(command.person, command.role, command.credited_to, command.from_hand)
    _check_role(state, sitting)
    _check_bracket_seat(round_, command)
    latest = timeline(table.ledger[command.place])[-1].from_hand
    if not latest <= command.from_hand <= 1000:
        refuse("hand_too_early", f"the seat was last taken from hand {latest} on", "from_hand")
    after = with_sitting(table, command.place, sitting)
    _check_table(state, round_, table, after)
    return e.SeatTaken(command.round, command.table, command.place, sitting, command.cause)


def check_place(place: int) -> None:
    """Refuses `no_such_place`."""
    if place not in range(4):
        refuse("no_such_place", f"places are 0 to 3, not {place}", "place")


def _check_role(state: State, sitting: Sitting) -> None:
    person = _known(state, sitting.person, "person")
    if sitting.role not in get_args(Role):
        refuse("unknown_value", "there is no such role", "role")
    if person.status != "registered":
        refuse("not_registered", f"{person.person.name} is {person.status}", "person")
    if (person.person.kind == "bot") != (sitting.role == "bot"):
        refuse("wrong_role", "built-in players sit as such, and nobody else does", "role")
    if sitting.role == "bot" and terms_of(state).has_real_tiles:
        refuse("real_tiles", "no built-in player sits at real tiles", "person")
    if sitting.role == "player" and (
        sitting.credited_to != person.id or person.person.kind != "player"
    ):
        refuse("wrong_role", "a player plays for nobody but themselves", "role")
    if sitting.role == "substitute" and sitting.credited_to is None:
        refuse("wrong_role", "a substitute plays for somebody", "credited_to")
    if sitting.credited_to is not None:
        credited = _known(state, sitting.credited_to, "credited_to")
        if credited.person.kind != "player" or credited.status == "waiting":
            refuse("not_a_player", "only players of the field get points", "credited_to")


def _check_bracket_seat(round_: Round, command: c.TakeSeat) -> None:
    """A seat in a bracket stays with whoever got there; others play for them or for nobody."""
    for seating in round_.plan.tables:
        if seating.table != command.table or seating.key is None:
            continue
        own = {None, seating.seats[command.place], *seating.absent}
        if command.credited_to not in own:
            message = f"the seat belongs to {seating.seats[command.place]} in the bracket"
            refuse("bracket_seat", message, "credited_to")


def _known(state: State, entry: EntryId, field: str) -> Entry:
    if entry not in state.entries:
        refuse("unknown_entry", f"nobody has entered as {ascii(entry)[:60]}", field)
    return state.entries[entry]


def _check_table(state: State, round_: Round, before: Table, after: Table) -> None:
    """Nobody twice at the table in any hand, at another table now, or credited elsewhere."""
    for hand in sorted({fact.from_hand for facts in after.ledger for fact in facts}):
        now = [_at(facts, hand) for facts in after.ledger]
        people = [fact.person for fact in now]
        credits = [fact.credited_to for fact in now if fact.credited_to is not None]
        if len(set(people)) < 4 or len(set(credits)) < len(credits):
            refuse("seated_twice", f"somebody would sit twice there in hand {hand}", "person")
    if before.result is None:
        _check_elsewhere(state, (round_.number, after.number), _last_people(after))
    credited = credits_of(after)
    if clash := credited & set(round_.plan.byes):
        refuse("has_bye", f"has the score of a bye already: {min(clash)}", "credited_to")
    for other in round_.tables.values():
        if other.number != after.number and (clash := credited & credits_of(other)):
            message = f"{min(clash)} gets the points of table {other.number}"
            refuse("credited_elsewhere", message, "credited_to")


def _at(facts: tuple[Sitting, ...], hand: int) -> Sitting:
    return [fact for fact in timeline(facts) if fact.from_hand <= hand][-1]


def _last_people(table: Table) -> list[EntryId]:
    return [timeline(facts)[-1].person for facts in table.ledger]


def _check_elsewhere(state: State, here: tuple[int, int], people: list[EntryId]) -> None:
    busy = seats_now(state)
    for person in people:
        seat = busy.get(person)
        if seat is not None and seat[:2] != here:
            message = f"{person} sits at table {seat[1]} of round {seat[0]}"
            refuse("seated_elsewhere", message, "person")


def check_free(state: State, number: int, table: Table) -> None:
    """Refuses `seated_elsewhere` where a table that opens again would seat somebody twice."""
    _check_elsewhere(state, (number, table.number), _last_people(table))


def credits_of(table: Table) -> set[EntryId]:
    """Everybody who gets points of the table."""
    lines = [timeline(facts) for facts in table.ledger]
    return {fact.credited_to for line in lines for fact in line if fact.credited_to is not None}


def _undo_take_seat(state: State, command: c.UndoTakeSeat) -> Events:
    round_ = open_round(state, command.round)
    table = table_of(round_, command.table)
    check_place(command.place)
    facts = table.ledger[command.place]
    if len(facts) < 2:
        refuse("nothing_to_undo", "whoever sits there sat down at the start", "place")
    _check_table(state, round_, table, without_last(table, command.place))
    return (e.SeatTakingUndone(command.round, command.table, command.place, facts[-1]),)


SEAT_DECISIONS: Final[Mapping[type[c.Command], object]] = {
    c.TakeSeat: _take_seat,
    c.UndoTakeSeat: _undo_take_seat,
}
