"""A tournament's log in PostgreSQL: one way in, nothing lost, nothing doubled, nothing changed."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from itertools import pairwise
from uuid import NAMESPACE_OID, uuid5

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from engine.hashing import Columns, event_hash
from tests.at_once import at_once
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.organiser import Organiser
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.evolve import fold
from tournaments.domain.parts import Person
from tournaments.domain.refusals import Refused
from tournaments.domain.terms import Stage, Uneven
from tournaments.models import Participation, RoundTable, Tournament
from tournaments.signals import tournament_moved
from tournaments.store.folds import FOLDS, Fold, lines_after
from tournaments.store.log import first_prev

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 8


def check_log(event: Event) -> None:
    """Versions without gaps, the chain whole, the row at its end, the fold equal to a new one."""
    id_ = event.tournament.pk
    lines = lines_after(id_, 0)
    assert [line.version for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0].prev == first_prev(id_)
    assert all(later.prev == line.hash for line, later in pairwise(lines))
    for line in lines:
        columns = Columns(
            line.version, line.type, line.schema, 0, line.actor, line.command, line.at, line.data
        )
        assert event_hash(line.prev, columns) == line.hash
    state = event.state
    assert (event.tournament.version, event.tournament.head) == (len(lines), lines[-1].hash)
    assert fold(line.event for line in lines) == state


def add(number: int) -> c.AddEntry:
    return c.AddEntry(f"p{number}", Person(f"P {number}"))


def test_a_draft_is_made_once_however_often_it_is_asked_for(club, cast, make_event: EventMaker):
    one = make_event().tournament
    details, terms = make_event().state.details, make_event().state.terms
    again = [
        services.tournament_create(
            club=club, account=cast["owner"], details=details, terms=terms, command_id="x"
        )
        for _ in range(2)
    ]
    assert again[0] == again[1] != one
    seed = services.seed_of(again[0])
    state = Event(again[0], cast["owner"]).state
    assert state.commitment == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert state.seed is None


def test_eight_writers_lose_nothing(make_event: EventMaker):
    event = make_event().do(c.OpenRegistration())
    do = partial(services.tournament_do, tournament=event.tournament, account=event.account)
    done = at_once([partial(do, command=add(n)) for n in range(WRITERS)])
    assert not [problem for problem in done if isinstance(problem, Exception)]
    assert set(event.state.entries) == {f"p{n}" for n in range(WRITERS)}
    check_log(event)


def test_one_command_sent_eight_times_at_once_acts_once(make_event: EventMaker):
    event = make_event().do(c.OpenRegistration())
    do = partial(
        services.tournament_do, tournament=event.tournament, account=event.account,
        command=add(1), command_id="tap",
    )  # fmt: skip
    receipts = at_once([do] * WRITERS)
    assert len({(receipt.first, receipt.version) for receipt in receipts}) == 1
    assert [receipt.repeated for receipt in receipts].count(False) == 1
    assert len(event.state.entries) == 1
    check_log(event)


def test_two_organisers_who_press_start_at_once_start_it_once(make_event: EventMaker, cast):
    event = make_event().do(c.OpenRegistration()).enter(*"abcd")
    do = partial(services.tournament_do, tournament=event.tournament, command=c.StartTournament())
    done = at_once([partial(do, account=cast["owner"]), partial(do, account=cast["organiser"])])
    refused = [problem for problem in done if isinstance(problem, Refused)]
    assert [problem.code for problem in refused] == ["already_started"]
    assert event.state.phase == "running"
    check_log(event)


def test_a_command_for_an_older_version_is_refused_and_nothing_stored(make_event: EventMaker):
    event = make_event().do(c.OpenRegistration())
    do = partial(services.tournament_do, tournament=event.tournament, account=event.account)
    with pytest.raises(Refused) as caught:
        do(command=add(1), expected=1)
    assert caught.value.code == "stale"
    assert do(command=add(1), expected=2).version == 3


def test_what_a_rolled_back_transaction_did_never_was(make_event: EventMaker):
    event = make_event().do(c.OpenRegistration())
    told: list[object] = []

    def hear(receipt: object, **_rest: object) -> None:
        told.append(receipt)

    def enter_and_fail() -> None:
        with transaction.atomic():
            event.enter("a")
            raise ZeroDivisionError

    tournament_moved.connect(hear)
    with pytest.raises(ZeroDivisionError):
        enter_and_fail()
    assert told == []
    assert event.state.entries == {}
    event.enter("b")
    assert [entry.number for entry in event.state.entries.values()] == [1]
    assert len(told) == 1
    check_log(event)


def test_nobody_acts_without_the_right_to(make_event: EventMaker, cast: dict[str, User]):
    event = make_event().do(c.OpenRegistration())
    do = partial(services.tournament_do, tournament=event.tournament)
    for role in ("referee", "scorer", "player", "visitor"):
        with pytest.raises(PermissionDenied):
            do(command=add(1), account=cast[role])
    own = c.AddEntry("me", Person("Me", account=str(cast["player"].pk)), by_self=True)
    assert do(command=own, account=cast["player"]).lines[0].actor == f"player:{cast['player'].pk}"
    with pytest.raises(PermissionDenied):
        do(command=c.WithdrawEntry("me"), account=cast["visitor"])
    assert do(command=c.WithdrawEntry("me"), account=cast["player"]).version == 4


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE tables_event SET data = '{}' WHERE stream = %s",
        "DELETE FROM tables_event WHERE stream = %s",
    ],
)
def test_the_database_refuses_to_change_an_event(make_event: EventMaker, sql: str):
    event = make_event()
    with pytest.raises(DatabaseError, match="append-only"), connection.cursor() as cursor:
        cursor.execute(sql, [event.tournament.pk])


def rows(event: Event) -> tuple[list[dict], ...]:
    id_ = event.tournament.pk
    entries = Participation.objects.filter(tournament=id_).order_by("number")
    tables = RoundTable.objects.filter(tournament=id_).order_by("round", "number")
    summary = Tournament.objects.filter(pk=id_)
    skip = {"id"}
    return tuple(
        [{k: v for k, v in row.items() if k not in skip} for row in found.values()]
        for found in (entries, tables, summary)
    )


@pytest.mark.parametrize("seed", range(3))
def test_rows_rebuilt_from_the_log_are_the_rows_that_were_kept(make_event: EventMaker, seed: int):
    event = make_event(Stage("main", "league", 8), uneven=Uneven("byes", 5))
    event.do(c.OpenRegistration()).enter(*"abcdefghijklm").enter("s", "t", kind="stand_in")
    event.enter("u", kind="bot").do(c.StartTournament())
    organiser = Organiser(seed)
    event.do(organiser.new_plan(event.state, 1))
    for _ in range(80):
        try:
            event.do(uuid_matches(organiser.command(event.state)))
        except Refused:
            continue
    kept = rows(event)
    assert kept[1]
    call_command("rebuild_tournaments", str(event.tournament.pk), stdout=StringIO())
    assert rows(event) == kept
    check_log(event)


def uuid_matches(command: c.Command) -> c.Command:
    """The domain takes any id of a match; those stored are UUIDs."""
    if isinstance(command, c.OpenTable):
        return replace(command, match=str(uuid5(NAMESPACE_OID, command.match)))
    return command


def test_a_fold_catches_up_with_what_other_processes_wrote(make_event: EventMaker):
    event = make_event().do(c.OpenRegistration())
    old = FOLDS.newest(event.tournament.pk)
    event.enter("a", "b")
    FOLDS.forget()
    FOLDS.put(old)
    assert FOLDS.newest(event.tournament.pk).version == old.version + 2
    assert Fold.empty(event.tournament.pk).version == 0


def test_the_time_of_a_command_is_kept_to_the_millisecond(make_event: EventMaker):
    event = make_event()
    at = datetime(2026, 3, 1, 9, 30, 0, 123999, tzinfo=UTC)
    receipt = services.tournament_do(
        tournament=event.tournament, command=c.OpenRegistration(), account=event.account, at=at
    )
    FOLDS.forget()
    assert receipt.lines[0].at == "2026-03-01T09:30:00.123Z"
    assert lines_after(event.tournament.pk, 1) == list(receipt.lines)
    check_log(event)
