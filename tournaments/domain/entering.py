"""Decisions about entries: who is in, who waits, who is here, who left.

Owns entering, the waiting list and withdrawals. A withdrawal in the middle of a
table is joined to the seat's takeover, so that one tap does both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, get_args

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.evolve import evolve
from tournaments.domain.lifecycle import require_phase, terms_of, with_moves_up
from tournaments.domain.names import check_id, check_name, check_text, isolated, same_name_key
from tournaments.domain.parts import EntryId, EntryKind, EntryStatus, Person
from tournaments.domain.refusals import refuse
from tournaments.domain.seats import seat_taken
from tournaments.domain.state import (
    Entry,
    TournamentState,
    places_left,
    seat_now,
    waiting_list,
)
from tournaments.domain.terms import MOST_PLAYERS

Events = tuple[e.Event, ...]
State = TournamentState
_MOST_MARKS: Final = 20


def entry_of(state: State, entry: EntryId, field: str = "entry") -> Entry:
    """The entry. Refuses `unknown_entry`."""
    if entry not in state.entries:
        refuse("unknown_entry", f"nobody has entered as {ascii(entry)[:60]}", field)
    return state.entries[entry]


def _add(state: State, command: c.AddEntry) -> Events:
    require_phase(state, "draft", "registration", "running", doing="enter")
    check_id(command.entry, "entry")
    if command.entry in state.entries:
        refuse("already_entered", "this entry exists already", "entry")
    if len(state.entries) >= MOST_PLAYERS:
        refuse("too_many_players", f"at most {MOST_PLAYERS} entries", "entry")
    if command.by_self:
        _require_open(state)
    _check_person(command.person)
    _check_not_doubled(state, None, command.person, command.same_name_ok)
    return (e.EntryAdded(command.entry, command.person, _status(state, command.person)),)


def _require_open(state: State) -> None:
    if terms_of(state).entry_by == "organiser":
        refuse("by_organiser_only", "the organiser enters people here")
    if not state.is_registration_open:
        refuse("registration_closed", "registration is not open")


def _status(state: State, person: Person) -> EntryStatus:
    """Helpers take no player's place; whoever comes late goes behind those who wait."""
    left = places_left(state)
    must_wait = bool(waiting_list(state)) or (left is not None and left < 1)
    return "waiting" if person.kind == "player" and must_wait else "registered"


def _check_person(person: Person) -> None:
    check_name(person.name, "name")
    if person.kind not in get_args(EntryKind):
        refuse("unknown_value", "there is no such kind of entry", "kind")
    if person.account is not None:
        check_id(person.account, "account")
    if person.club is not None:
        check_name(person.club, "club")
    if len(person.apart) > _MOST_MARKS or len(set(person.apart)) != len(person.apart):
        refuse("bad_list", f"at most {_MOST_MARKS} marks, each once", "apart")
    for number, mark in enumerate(person.apart):
        check_name(mark, f"apart.{number}")
    if person.fixed_table is not None and not 1 <= person.fixed_table <= MOST_PLAYERS:
        refuse("out_of_range", "tables are counted from 1", "fixed_table")
    if (person.level is not None) != (person.kind == "bot"):
        refuse("contradiction", "built-in players have a level, and nobody else", "level")
    if person.level is not None:
        check_id(person.level, "level")


def _check_not_doubled(
    state: State, own: EntryId | None, person: Person, same_name_ok: bool
) -> None:
    """One account enters once; an equal name is asked about, for it may be another person's."""
    others = [one for one in state.entries.values() if one.id != own and one.status != "withdrawn"]
    if person.account and person.account in {other.person.account for other in others}:
        refuse("already_entered", "this account has entered already", "account")
    if same_name_ok or person.kind == "bot":
        return
    key = same_name_key(person.name)
    if key in {same_name_key(other.person.name) for other in others}:
        told = "somebody of this name has entered already"
        refuse("duplicate_name", told, "name", name=isolated(person.name))


def _change(state: State, command: c.ChangeEntry) -> Events:
    entry = entry_of(state, command.entry)
    _check_person(command.person)
    if command.person.kind != entry.person.kind:
        refuse("kind_fixed", "a player stays a player, a stand-in a stand-in", "kind")
    if command.person.account != entry.person.account:
        refuse("account_fixed", "accounts are joined by claiming the entry", "account")
    renamed = same_name_key(command.person.name) != same_name_key(entry.person.name)
    _check_not_doubled(state, entry.id, command.person, command.same_name_ok or not renamed)
    return () if command.person == entry.person else (e.EntryChanged(entry.id, command.person),)


def _promote(state: State, command: c.PromoteEntry) -> Events:
    require_phase(state, "draft", "registration", "running", doing="let anybody in")
    if entry_of(state, command.entry).status != "waiting":
        refuse("not_waiting", "this entry is not on the waiting list", "entry")
    left = places_left(state)
    if left is not None and left < 1:
        refuse("full", "no place is free", "entry")
    return (e.EntryPromoted(command.entry),)


def _withdraw(state: State, command: c.WithdrawEntry) -> Events:
    require_phase(state, "draft", "registration", "running", doing="withdraw")
    if entry_of(state, command.entry).status == "withdrawn":
        refuse("already_withdrawn", "this entry has been withdrawn already", "entry")
    check_text(command.reason, "reason")
    gone = e.EntryWithdrawn(command.entry, command.reason)
    if command.instead is None:
        return with_moves_up(state, (gone,))
    return (gone, _takeover(evolve(state, gone), command, command.instead))


def _takeover(state: State, command: c.WithdrawEntry, instead: EntryId) -> e.SeatTaken:
    seat = seat_now(state, command.entry)
    if seat is None:
        refuse("not_seated", "nothing is being played there that could be taken over", "instead")
    number, table, place = seat
    taking = c.TakeSeat(
        number,
        table,
        place,
        instead,
        command.role,
        command.credited_to,
        command.from_hand,
        "drop_out",
    )
    return seat_taken(state, taking)


def _restore(state: State, command: c.RestoreEntry) -> Events:
    require_phase(state, "draft", "registration", "running", doing="come back")
    entry = entry_of(state, command.entry)
    if entry.status != "withdrawn":
        refuse("not_withdrawn", "this entry has not been withdrawn", "entry")
    # A name taken meanwhile may stand twice; an account may not.
    _check_not_doubled(state, entry.id, entry.person, same_name_ok=True)
    return (e.EntryRestored(entry.id, _status(state, entry.person)),)


def _check_in(state: State, command: c.CheckIn) -> Events:
    require_phase(state, "registration", "running", doing="check in")
    entry = entry_of(state, command.entry)
    if entry.status != "registered":
        refuse("not_registered", f"this entry is {entry.status}", "entry")
    return () if entry.checked_in else (e.CheckedIn(entry.id),)


def _undo_check_in(state: State, command: c.UndoCheckIn) -> Events:
    require_phase(state, "registration", "running", doing="undo a check-in")
    if not entry_of(state, command.entry).checked_in:
        return ()
    return (e.CheckInUndone(command.entry),)


def _clear_check_ins(state: State, command: c.ClearCheckIns) -> Events:
    require_phase(state, "registration", "running", doing="undo check-ins")
    return tuple(e.CheckInUndone(one.id) for one in state.entries.values() if one.checked_in)


def _claim(state: State, command: c.ClaimEntry) -> Events:
    entry = entry_of(state, command.entry)
    check_id(command.account, "account")
    if entry.person.account == command.account:
        return ()
    if entry.person.account is not None:
        refuse("already_claimed", "somebody else has claimed this entry", "entry")
    if entry.person.kind == "bot":
        refuse("not_a_person", "a built-in player cannot be claimed", "entry")
    claimed = replace(entry.person, account=command.account)
    _check_not_doubled(state, entry.id, claimed, same_name_ok=True)
    return (e.EntryClaimed(entry.id, command.account),)


def _undo_claim(state: State, command: c.UndoClaim) -> Events:
    if entry_of(state, command.entry).person.account is None:
        refuse("not_claimed", "nobody has claimed this entry", "entry")
    return (e.ClaimUndone(command.entry),)


ENTRY_DECISIONS: Final[Mapping[type[c.Command], object]] = {
    c.AddEntry: _add,
    c.ChangeEntry: _change,
    c.PromoteEntry: _promote,
    c.WithdrawEntry: _withdraw,
    c.RestoreEntry: _restore,
    c.CheckIn: _check_in,
    c.UndoCheckIn: _undo_check_in,
    c.ClearCheckIns: _clear_check_ins,
    c.ClaimEntry: _claim,
    c.UndoClaim: _undo_claim,
}
