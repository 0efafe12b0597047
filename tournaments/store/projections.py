"""What is derived from a tournament's log for lists and searches, in the same transaction.

The summary columns are written each time; entries and tables only where an event may have
changed them. `rebuild` makes everything again.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

from accounts.models import User
from tournaments.domain.events import Event
from tournaments.domain.state import Round, TournamentState, newest_standings
from tournaments.models import Participation, RoundTable, Tournament
from tournaments.store.folds import Fold, lines_after

_OF_ENTRIES = frozenset(
    {
        "EntryAdded", "EntryChanged", "EntryPromoted", "EntryWithdrawn", "EntryRestored",
        "CheckedIn", "CheckInUndone", "EntryClaimed", "ClaimUndone",
    }
)  # fmt: skip
_OF_TABLES = frozenset(
    {
        "RoundStarted", "RoundStartUndone", "TableOpened", "TableUnlinked", "ClockExtended",
        "ClockPaused", "ClockResumed", "ResultTaken", "ResultWithdrawn", "RoundConfirmed",
        "RoundReopened", "ResultCorrected",
    }
)  # fmt: skip


def project(fold: Fold, events: Iterable[Event], *, before: TournamentState) -> None:
    """Bring the rows in step after these events."""
    types = {type(event).__name__ for event in events}
    summary_write(fold)
    if types & _OF_ENTRIES:
        _entries_write(fold, before)
    if types & _OF_TABLES:
        _tables_write(fold, before)


def rebuild(tournament: UUID) -> None:
    """Throw the rows away and derive them from the log again."""
    fold = Fold.empty(tournament).with_lines(lines_after(tournament, 0))
    Participation.objects.filter(tournament=tournament).delete()
    RoundTable.objects.filter(tournament=tournament).delete()
    summary_write(fold)
    _entries_write(fold, TournamentState.empty())
    _tables_write(fold, TournamentState.empty())


def summary_write(fold: Fold) -> None:
    """The columns of the tournament's own row."""
    Tournament.objects.filter(pk=fold.tournament).update(**summary_of(fold.state))


def summary_of(state: TournamentState) -> dict[str, object]:
    """What a list of events shows of one."""
    details, terms = state.details, state.terms
    if details is None or terms is None:
        return {}
    started = [number for number, one in state.rounds.items() if one.status != "planned"]
    return {
        "phase": state.phase,
        "name": details.name,
        "place": details.place,
        "ruleset": terms.ruleset,
        "visibility": terms.visibility,
        "starts_at": moment(details.starts_at),
        "ends_at": moment(details.ends_at),
        "registration_closes_at": moment(details.registration_closes_at),
        "is_registration_open": state.is_registration_open,
        "players": sum(entry.is_playing for entry in state.entries.values()),
        "round": max(started, default=0),
        "next_deadline_at": moment(_next_deadline(state)),
        "next_start_at": moment(_next_start(state)),
        "next_official_at": moment(_next_official(state)),
    }


def moment(ms: int | None) -> datetime | None:
    """Milliseconds of the domain as a time."""
    return None if ms is None else datetime.fromtimestamp(ms / 1000, UTC)


def _next_deadline(state: TournamentState) -> int | None:
    """When the first of the running clocks is over."""
    return min(
        (
            table.clock.ends_at
            for one in state.rounds.values()
            if one.status == "started"
            for table in one.tables.values()
            if table.result is None and table.clock.ends_at is not None
        ),
        default=None,
    )


def _next_start(state: TournamentState) -> int | None:
    """When the next round is to start by itself."""
    planned = [one for one in state.rounds.values() if one.status == "planned"]
    return min((one.starts_at for one in planned if one.starts_at is not None), default=None)


def _next_official(state: TournamentState) -> int | None:
    """When the first of the standings that are not official yet becomes so by itself."""
    if state.phase not in ("running", "finished"):
        return None
    open_ones = [one for one in newest_standings(state) if not one.is_official]
    return min(
        (one.standings.correctable_until for one in open_ones if one.standings.correctable_until),
        default=None,
    )


def _entries_write(fold: Fold, before: TournamentState) -> None:
    changed = [
        entry for key, entry in fold.state.entries.items() if before.entries.get(key) is not entry
    ]
    known = _accounts({entry.person.account for entry in changed})
    Participation.objects.bulk_create(
        [
            Participation(
                tournament_id=fold.tournament,
                entry=entry.id,
                number=entry.number,
                account_id=known.get(entry.person.account or ""),
                name=entry.person.name,
                kind=entry.person.kind,
                status=entry.status,
                checked_in=entry.checked_in,
            )
            for entry in changed
        ],
        update_conflicts=True,
        unique_fields=("tournament", "entry"),
        update_fields=("number", "account", "name", "kind", "status", "checked_in"),
    )


def _accounts(ids: set[str | None]) -> dict[str, int]:
    """Those of the accounts that there still are."""
    wanted = [int(id_) for id_ in ids if id_ and id_.isdecimal()]
    found = User.objects.filter(pk__in=wanted).values_list("pk", flat=True) if wanted else ()
    return {str(pk): pk for pk in found}


def _tables_write(fold: Fold, before: TournamentState) -> None:
    changed = [
        one for number, one in fold.state.rounds.items() if before.rounds.get(number) is not one
    ]
    rows = [row for one in changed for row in _rows_of(fold.tournament, one)]
    if gone := [one.number for one in changed if not one.tables]:
        RoundTable.objects.filter(tournament=fold.tournament, round__in=gone).delete()
    RoundTable.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=("tournament", "round", "number"),
        update_fields=("match", "has_result", "is_confirmed", "ends_at"),
    )


def _rows_of(tournament: UUID, round_: Round) -> Iterable[RoundTable]:
    for number, table in round_.tables.items():
        yield RoundTable(
            tournament_id=tournament,
            round=round_.number,
            number=number,
            match=UUID(table.match) if table.match else None,
            has_result=table.result is not None,
            is_confirmed=round_.status == "confirmed",
            ends_at=moment(table.clock.ends_at),
        )
