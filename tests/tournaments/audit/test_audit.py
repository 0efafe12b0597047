"""What is kept otherwise than the logs say is found at night, told at the desk, and cleared."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tables.models import Event as LogLine
from tables.models import HandResult, ScoreEntry, Seat
from tables.models import Table as Match
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.play.played import one_table_played
from tournaments.audit.models import Finding
from tournaments.audit.proving import event_faults
from tournaments.audit.services import audit
from tournaments.audit.tasks import audit_nightly
from tournaments.domain import commands as c
from tournaments.models import Participation, RoundTable, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """One table that was played to its end and whose round is confirmed."""
    event = one_table_played(make_event)
    return event.do(c.ConfirmRound(1), c.GivePenalty("y", "p0", 1, None, "late", 3))


def found() -> dict[str, str]:
    return {one.what: one.detail for one in audit(timezone.now())}


def test_where_all_agrees_nothing_is_found_and_nothing_changed(event: Event):
    rows = (Participation, RoundTable, HandResult, ScoreEntry, Seat, Match, Tournament)
    before = [list(model.objects.order_by("pk").values()) for model in rows]
    assert found() == {}
    assert [list(model.objects.order_by("pk").values()) for model in rows] == before


def tampered(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(sql, values)
        cursor.execute("SET session_replication_role = DEFAULT")


TAMPERINGS: dict[str, Callable[[Event], Any]] = {
    "summary": lambda event: Tournament.objects.update(players=99),
    "entries": lambda event: Participation.objects.filter(entry="p1").update(name="Nobody"),
    "tables": lambda event: RoundTable.objects.update(is_confirmed=False),
    "table": lambda event: Match.objects.update(phase="turn"),
    "seats": lambda event: Seat.objects.filter(place=2).update(name="Nobody"),
    "hands": lambda event: HandResult.objects.update(tai=77),
    "scores": lambda event: ScoreEntry.objects.filter(place=0).update(total=12345),
    "results": lambda event: Match.objects.update(ended_at=None),
    "chain": lambda event: tampered(
        "UPDATE tables_event SET actor = 'system:x' WHERE stream = %s AND version = 3",
        event.tournament.pk,
    ),
    "unreadable": lambda event: tampered(
        "UPDATE tables_event SET data = '{}' WHERE stream = %s AND version = 3",
        event.tournament.pk,
    ),
}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_what_was_changed_behind_the_logs_back_is_found(event: Event, what: str):
    TAMPERINGS[what](event)
    assert what in found()
    finding = Finding.objects.get(what=what)
    assert finding.tournament == event.tournament
    assert finding.detail
    of_the_event = ("summary", "entries", "chain", "unreadable")
    assert finding.places == ([] if what in of_the_event else [(1, 1)])


def test_what_an_event_has_wrong_of_a_table_is_red_with_a_link_to_it(event: Event):
    Match.objects.update(ended_at=None)
    audit(timezone.now())
    assert Finding.objects.get(what="results").stream == event.tournament.pk
    page = Browser(event, event.account).read()
    link = reverse("desk-table", args=[event.tournament.pk, 1, 1])
    assert f'role="alert"><a href="{link}">Round 1, table 1</a> · Differs from the log' in page


@pytest.mark.parametrize(
    ("type_", "tables"), [("ResultTaken", ((1, 1),)), ("PenaltyGiven", ()), ("RoundConfirmed", ())]
)
def test_a_broken_event_about_a_table_is_named_with_it(event: Event, type_: str, tables: object):
    pk = event.tournament.pk
    line = LogLine.objects.filter(stream=pk, type=type_).latest("version")
    tampered(
        "UPDATE tables_event SET actor = 'system:x' WHERE stream = %s AND version = %s",
        pk, line.version,
    )  # fmt: skip
    (fault,) = [one for one in event_faults(pk) if one.what == "chain"]
    assert (fault.version, fault.code, fault.tables) == (line.version, "wrong_hash", tables)


def test_a_finding_is_kept_once_told_at_the_desk_and_cleared(
    event: Event, caplog: pytest.LogCaptureFixture
):
    Tournament.objects.filter(pk=event.tournament.pk).update(players=99)
    audit_nightly()
    audit_nightly()
    about = Finding.objects.filter(stream=event.tournament.pk)
    assert about.count() == 1
    assert "summary differs from the log" in caplog.text
    desk = Browser(event, event.account)
    page = desk.read()
    assert 'class="why-red" role="alert"' in page
    assert "the summary of the event" in page
    call_command("rebuild_tournaments", str(event.tournament.pk), stdout=StringIO())
    audit_nightly()
    assert about.get().cleared_at
    assert "the summary of the event" not in desk.read()


def test_an_old_table_is_left_alone_unless_it_differed_before(event: Event):
    old = timezone.now() - timedelta(days=3)
    Match.objects.update(opened_at=old, ended_at=old)
    HandResult.objects.update(tai=77)
    assert "hands" not in found()
    assert "hands" in {one.what for one in audit(old)}
    assert "hands" in found()


def test_the_command_says_what_the_night_would(event: Event):
    Participation.objects.filter(entry="p1").delete()
    out = StringIO()
    call_command("compare_projections", stdout=out)
    assert f"{event.tournament.pk} entries: kept []" in out.getvalue()
    assert out.getvalue().endswith("1 differences\n")
