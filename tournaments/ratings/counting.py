"""Which matches of an event are rated, and who finished where. Reads the folded state only.

A match counts once its round is confirmed, in an event that has started. At a place somebody is
rated who has an account and sat there in every hand that was played, in whatever role; whoever
shared a seat is not, nor are guests and built-in players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.domain.books import match_of
from tournaments.domain.state import Round, Table, TournamentState, timeline
from tournaments.points.match import rank_of
from tournaments.ratings.computing import Account, Finish
from tournaments.store.log import Line

STARTED = ("running", "finished", "archived")


@dataclass(frozen=True, slots=True)
class Counted:
    """A match that is rated, and when its round was first confirmed."""

    round: int
    table: int
    match: str
    confirmed_at: datetime
    finishes: tuple[Finish, ...]


def counted(state: TournamentState, confirmed: Mapping[int, datetime]) -> list[Counted]:
    """The rated matches of an event, by round and table."""
    if state.phase not in STARTED:
        return []
    return [
        Counted(number, table.number, match_of(round_, table), confirmed[number], finishes)
        for number, round_ in sorted(state.rounds.items())
        if round_.status == "confirmed"
        for table, finishes in _tables(state, round_)
    ]


def confirmations(lines: list[Line]) -> dict[int, datetime]:
    """When each round was confirmed for the first time: corrections keep their place in the row."""
    found: dict[int, datetime] = {}
    for line in lines:
        number = getattr(line.event, "round", None)
        if line.type == "RoundConfirmed" and isinstance(number, int):
            found.setdefault(number, datetime.fromisoformat(line.at))
    return found


def _tables(state: TournamentState, round_: Round) -> Iterator[tuple[Table, tuple[Finish, ...]]]:
    for _, table in sorted(round_.tables.items()):
        finishes = finishes_of(state, table)
        if len(finishes) > 1:
            yield table, finishes


def finishes_of(state: TournamentState, table: Table) -> tuple[Finish, ...]:
    """Who is rated at a table; empty without a result."""
    if table.result is None:
        return ()
    points = table.result.points
    found = [
        Finish(account, rank_of(points, points[place]))
        for place in range(4)
        if (account := _account(state, table, place)) is not None
    ]
    twice = [one.account for one in found]
    return tuple(one for one in found if twice.count(one.account) == 1)


def _account(state: TournamentState, table: Table, place: int) -> Account | None:
    """Who sat there all along, if that is an account."""
    hands = len(table.result.hands) if table.result and table.result.hands else None
    facts = timeline(table.ledger[place])
    people = {fact.person for fact in facts if hands is None or fact.from_hand <= hands}
    entry = state.entries.get(people.pop()) if len(people) == 1 else None
    if entry is None or entry.person.kind == "bot":
        return None
    account = entry.person.account
    return int(account) if account and account.isdecimal() else None
