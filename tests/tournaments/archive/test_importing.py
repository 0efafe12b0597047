"""An archive taken in elsewhere: the same event, as far as anybody can see."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction
from psycopg import sql

from accounts.models import User
from engine.archive.checking import verify_archive
from engine.archive.container import ArchiveRefused
from engine.play.match import Length
from tables.cases import services as cases
from tables.imports.services import Source, stream_take_in
from tables.models import Appeal
from tables.models import Event as LogLine
from tables.scored import services as scored
from tables.selectors import log_rows
from tests.engine.scored.keeper import exhausted, won
from tests.tournaments.archive.conftest import publish
from tests.tournaments.archive.reading import pages_read, rows_read
from tests.tournaments.archive.tampering import files_of, refiled, rehashed
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.play.court import Court, court, payments
from tests.tournaments.play.test_keeping_up import matches, start_round
from tournaments.archive.exporting import Archive, archive_make
from tournaments.archive.importing import archive_take_in
from tournaments.clubs.models import Club
from tournaments.domain import commands as c
from tournaments.domain.dispute_terms import Disputes
from tournaments.domain.parts import Person
from tournaments.models import Tournament, TournamentRole
from tournaments.play.keeping_up import keep_up
from tournaments.store.log import header

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def elsewhere(request: pytest.FixtureRequest, migrated: str) -> Iterator[str]:
    """The URL of a second, empty database, for its owner, who is no superuser.

    Where nobody asks for one that is still to be migrated, it is a copy of one that was, given to
    the owner.
    """
    yield from _second(None if "to_migrate" in request.fixturenames else migrated)


@pytest.fixture
def to_migrate() -> None:
    """The second database has no tables yet."""


_GIVE: Final = """
DO $$
DECLARE
    given text;
BEGIN
    FOR given IN
        SELECT 'SCHEMA public'
        UNION ALL SELECT 'TABLE ' || c.oid::regclass FROM pg_class c
            WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
        UNION ALL SELECT 'ROUTINE ' || p.oid::regprocedure FROM pg_proc p
            WHERE pronamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP
        EXECUTE format('ALTER %s OWNER TO {owner}', given);
    END LOOP;
END $$
"""


def _second(template: str | None) -> Iterator[str]:
    kept = connection.settings_dict
    name, owner = f"{kept['NAME']}_elsewhere", f"{kept['NAME']}_owner"
    names = {
        "name": sql.Identifier(name),
        "owner": sql.Identifier(owner),
        "password": sql.Literal(kept["PASSWORD"] or None),
        "template": sql.Identifier(template or "template1"),
    }
    with psycopg.connect(_url("postgres"), autocommit=True) as link:
        for statement in (
            "DROP DATABASE IF EXISTS {name}",
            "DROP ROLE IF EXISTS {owner}",
            "CREATE ROLE {owner} LOGIN CREATEROLE PASSWORD {password}",
            "CREATE DATABASE {name} OWNER {owner} TEMPLATE {template}",
        ):
            link.execute(sql.SQL(statement).format(**names))
        if template:
            with psycopg.connect(_url(name), autocommit=True) as there:
                there.execute(sql.SQL(_GIVE).format(**names))
        yield _url(name, owner)
        for statement in ("DROP DATABASE {name} WITH (FORCE)", "DROP ROLE {owner}"):
            link.execute(sql.SQL(statement).format(**names))


def _url(database: str, user: str = "") -> str:
    kept = connection.settings_dict
    more = {"host": kept["HOST"], "port": kept["PORT"], "password": kept["PASSWORD"]}
    asked = "&".join(f"{key}={quote(value, safe='')}" for key, value in more.items() if value)
    return f"postgresql://{user or kept['USER']}@/{database}?{asked}"


def taken_in(url: str, path: Path, event: Event, guest: str, *accounts: User) -> dict[str, Any]:
    """What the other site tells."""
    numbers = [str(account.pk) for account in accounts]
    done = subprocess.run(
        [sys.executable, "-m", "tests.tournaments.archive.elsewhere", str(path),
         str(event.tournament.pk), guest, *numbers],
        cwd=ROOT, capture_output=True, text=True, timeout=300,
        env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings",
             "FOLLOW_UP": "0", "ALLOWED_HOSTS": "testserver", "LOG_LEVEL": "CRITICAL"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def differences(there: dict[str, Any], here: dict[str, Any]) -> list[tuple[str, ...]]:
    """Values of rows that are not the same."""
    assert {name: len(rows) for name, rows in there.items()} == {
        name: len(rows) for name, rows in here.items()
    }
    return [
        (name, key, theirs[key], ours[key])
        for name in here
        for theirs, ours in zip(there[name], here[name], strict=True)
        for key in ours
        if theirs[key] != ours[key]
    ]


def check_the_same(event: Event, archive: Archive, there: dict[str, Any]) -> None:
    """Pages, files, rows and log are the same; a second time changes nothing."""
    here = pages_read(event.tournament.pk)
    assert len(here) > 80
    assert there["pages"].keys() == here.keys()
    for url, page in here.items():
        assert there["pages"][url] == page, url
    assert differences(there["rows"], rows_read(event.tournament.pk)) == []
    assert (there["fingerprint"], bytes.fromhex(there["same_bytes"])) == (
        archive.fingerprint, archive.body,
    )  # fmt: skip
    assert "nothing: it is here already" in there["said"][1]
    assert there["unchanged"]
    assert there["linked"] == 0
    assert there["desk"] == [200] * 5
    assert there["night"] == []
    assert there["verified"].startswith("ok: ")
    assert there["claimed_by"] == "person"
    assert "nothing: it is here already" in there["after_claim"]


@pytest.mark.usefixtures("to_migrate")
def test_an_event_of_live_tables_is_the_same_elsewhere(
    event: Event, cast: dict[str, User], elsewhere: str, tmp_path: Path
):
    event.do(c.ClaimEntry("p0", str(cast["player"].pk)))
    archive = archive_make(event.tournament)
    path = tmp_path / archive.name
    path.write_bytes(archive.body)
    there = taken_in(elsewhere, path, event, "p0", cast["player"], cast["organiser"])
    check_the_same(event, archive, there)
    assert len(there["rows"]["looks"]) == 2
    assert there["looks"].count(f"<bdi>{cast['organiser'].public_name}</bdi>") == 2
    assert "stranger" not in there["looks"]


def test_an_event_with_real_tiles_and_accounts_is_the_same_elsewhere(
    make_event: EventMaker, cast: dict[str, User], elsewhere: str, tmp_path: Path
):
    event = sheets_filled(make_event(length=Length("hands", 1), play="scored"), cast)
    archive = archive_make(event.tournament)
    path = tmp_path / archive.name
    path.write_bytes(archive.body)
    there = taken_in(elsewhere, path, event, "me", cast["player"], cast["scorer"])
    check_the_same(event, archive, there)


def test_an_event_with_rulings_and_texts_is_the_same_elsewhere(
    make_event: EventMaker, cast: dict[str, User], elsewhere: str, tmp_path: Path
):
    made = disputed(make_event, cast)
    archive = archive_make(made.event.tournament)
    report = verify_archive(archive.body)
    assert report.faults == []
    assert report.counts["texts"] == 7
    assert report.counts["sealed"] == 3
    path = tmp_path / archive.name
    path.write_bytes(archive.body)
    strangers = [cast["referee"], cast["organiser"], *made.accounts.values()]
    there = taken_in(elsewhere, path, made.event, "p0", *strangers)
    check_the_same(made.event, archive, there)
    page = there["pages"][f"en /events/{made.event.tournament.pk}/rulings/"]
    assert "The tile was shown." in page
    assert cast["referee"].public_name in page
    assert "stranger" not in "".join(there["pages"].values())


def test_a_ruling_of_a_moment_ago_is_in_the_archive(make_event: EventMaker, cast: dict[str, User]):
    made = court(make_event, cast)
    made.confirm()
    made.event.do(c.FinishTournament())
    made.rule(decision=payments(30, -10, -10, -10))
    report = verify_archive(archive_make(made.event.tournament).body)
    assert report.faults == []
    assert made.event.state.corrections


def test_without_texts_their_digests_stay(make_event: EventMaker, cast: dict[str, User]):
    made = disputed(make_event, cast)
    archive = archive_make(made.event.tournament, texts=False)
    report = verify_archive(archive.body)
    assert (report.faults, report.counts["texts"]) == ([], 0)
    assert b"shown" not in b"".join(files_of(archive.body).values())


def disputed(make_event: EventMaker, cast: dict[str, User]) -> Court:
    """A call with statements, a ruling, an appeal that is upheld, a result corrected after the
    round was confirmed, a penalty; everybody may read rulings."""
    made = court(make_event, cast, disputes=Disputes(publicity="all"))
    match = made.match()
    case = made.call(text="He showed a tile.")
    cases.statement_make(table=match, account=made.player(1), case=case, text="He did not.")
    cases.case_take(table=match, account=made.referee, case=case)
    ruling = made.rule(case=case, decision=payments(30, -10, -10, -10), text="The tile was shown.")
    cases.appeal_lodge(table=match, account=made.player(1), ruling=ruling, text="No!")
    made.keep_up()
    chief = User.objects.create_user("chief", display_name="Chief")
    TournamentRole.objects.create(tournament=made.event.tournament, account=chief, role="chief")
    appeal = Appeal.objects.get(table=match)
    cases.panel_name(table=match, account=cast["organiser"], appeal=appeal.appeal, judges=[chief])
    cases.vote_cast(
        table=match, account=chief, appeal=appeal.appeal, vote="uphold", text="So it was."
    )
    made.keep_up()
    made.confirm()
    made.event.do(publish(None))
    made.rule(table=2, decision=payments(60, -20, -20, -20))
    made.rule(
        kind="penalty", hand=0,
        decision={"place": 0, "penalty": "points", "game": 3, "table": 0, "rule": None},
    )  # fmt: skip
    made.keep_up()
    made.event.do(c.FinishTournament())
    return made


def sheets_filled(event: Event, cast: dict[str, User]) -> Event:
    """Two tables with real tiles, one of the players with an account; a hand was contested."""
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(7)))
    event.do(c.AddEntry("me", Person("Me", account=str(cast["player"].pk))), c.StartTournament())
    start_round(event)
    keep_up(event.tournament.pk)
    first, second = matches(event)
    scored.hand_enter(
        table=first, account=cast["scorer"], hand=1, entry=won(1, "all_chows", off=2, bid=(0, 2))
    )
    scored.hand_contest(table=first, account=cast["scorer"], hand=1, text="no", place=3)
    scored.hand_uphold(table=first, account=cast["organiser"], hand=1, reason="so")
    scored.hand_enter(table=second, account=cast["scorer"], hand=1, entry=exhausted(3, 2))
    for match in (first, second):
        for place in range(4):
            match.refresh_from_db()
            if match.ended_at is None:
                scored.hand_confirm(table=match, account=cast["scorer"], hand=1, place=place)
    keep_up(event.tournament.pk)
    return event.do(c.ConfirmRound(1), publish(None), c.FinishTournament())


def test_where_an_event_is_already_nothing_changes(event: Event, archive: Archive):
    before = rows_read(event.tournament.pk)
    clubs = list(Club.objects.values())
    taken = archive_take_in(archive.body)
    assert (taken.is_new, taken.matches) == (False, 0)
    assert rows_read(event.tournament.pk) == before
    assert list(Club.objects.values()) == clubs


def test_another_log_of_the_same_event_is_refused_and_nothing_stored(event: Event):
    ours = archive_make(event.tournament)
    other = rehashed(ours.body, event.tournament.pk)
    count = LogLine.objects.count()
    with pytest.raises(ArchiveRefused, match="another log") as caught:
        archive_take_in(other)
    assert caught.value.code == "stream_differs"
    assert LogLine.objects.count() == count


def test_the_database_takes_no_event_that_is_not_what_its_hash_says(event: Event):
    id_ = event.tournament.pk
    rows = log_rows(id_)
    for changed in (
        rows[2].columns._replace(actor="organiser:1"),
        rows[2].columns._replace(at="2026-01-01T00:00:00.000Z"),
        rows[2].columns._replace(data='{"entry":"x"}'),
        rows[2].columns._replace(cmd="another"),
    ):
        bad = [*rows[:2], rows[2]._replace(columns=changed), *rows[3:]]
        with pytest.raises(DatabaseError, match="event 3 is not"), transaction.atomic():
            stream_take_in(id_, header(id_), bad, Source("x", {}))


def test_an_archive_that_does_not_hold_is_refused_with_its_page(archive: Archive, tmp_path: Path):
    path = tmp_path / "bad.zja.zip"
    path.write_bytes(refiled(archive.body, "people.json", lambda data: data + b" "))
    out = StringIO()
    with pytest.raises(CommandError, match="archive_fails"):
        call_command("import_archive", str(path), stdout=out)
    assert "people.json" in out.getvalue()


def test_checking_stores_nothing(archive: Archive, event: Event, tmp_path: Path):
    path = tmp_path / archive.name
    path.write_bytes(archive.body)
    Tournament.objects.filter(pk=event.tournament.pk).update(name="Kept")
    out = StringIO()
    call_command("import_archive", str(path), "--check", stdout=out, language="zh-Hans")
    assert "证明成立" in out.getvalue()
    assert Tournament.objects.get(pk=event.tournament.pk).name == "Kept"
