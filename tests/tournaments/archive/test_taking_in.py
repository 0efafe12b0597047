"""Taking archives in beside what is here: whose club, which standings, all or nothing."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from engine.archive.checking import ArchiveFails
from engine.archive.container import ArchiveRefused
from engine.archive.looks import looks_name
from engine.archive.vouched import ABOUT
from engine.play.match import Length
from engine.record import Row
from engine.signing import public_key
from tables.checkpoints.selectors import trailer_for
from tables.imports.looks import looks_take_in
from tables.models import Event as LogLine
from tables.models import ImportedStream
from tables.models import Table as Match
from tables.review.looks import look_note, looks_logged
from tests.tournaments.archive.conftest import publish
from tests.tournaments.archive.tampering import files_of, redone, relisted
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.play.test_keeping_up import matches, start_round
from tournaments.archive.comparing import standing_differences
from tournaments.archive.exporting import Archive, archive_make
from tournaments.archive.importing import archive_take_in
from tournaments.audit.looked import look_faults
from tournaments.clubs.models import Club, Membership
from tournaments.domain import commands as c
from tournaments.domain.parts import Result
from tournaments.domain.refusals import Refused
from tournaments.models import Tournament
from tournaments.play.keeping_up import keep_up
from tournaments.store.folds import lines_after

pytestmark = pytest.mark.django_db(transaction=True)
RESULT = Result((9, -2, -3, -4), (), "scorer")


@pytest.fixture
def typed(make_event: EventMaker) -> Event:
    """An event of one round of which the points alone were handed in."""
    event = make_event(play="points")
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(8)))
    event.do(c.StartTournament())
    start_round(event)
    event.do(c.TakeResult(1, 1, None, RESULT), c.TakeResult(1, 2, None, RESULT))
    return event.do(c.ConfirmRound(1), publish(None), c.FinishTournament())


@pytest.fixture
def body(typed: Event) -> bytes:
    return archive_make(typed.tournament).body


def with_club(body: bytes, old: str, new: str) -> bytes:
    files = files_of(body)
    files[ABOUT] = files[ABOUT].replace(old.encode(), new.encode())
    return relisted(files)


def refusal(body: bytes, **more: object) -> str:
    """The code of the refusal; nothing was stored."""
    before = LogLine.objects.count(), Tournament.objects.count(), Club.objects.count()
    with pytest.raises(ArchiveRefused) as caught:
        archive_take_in(body, **more)
    assert (LogLine.objects.count(), Tournament.objects.count(), Club.objects.count()) == before
    return caught.value.code


def test_it_goes_to_the_club_with_that_address_and_name(body: bytes, typed: Event):
    taken = archive_take_in(redone(body, uuid4()))
    assert taken.is_new
    assert taken.tournament.club == typed.tournament.club
    assert taken.tournament.name == typed.tournament.name
    assert taken.tournament.phase == "finished"
    assert taken.tournament.created_by is None


def test_a_club_that_is_not_here_is_made_with_its_owner(body: bytes, typed: Event):
    owner = User.objects.create_user("owner")
    other = with_club(redone(body, uuid4()), typed.tournament.club.slug, "elsewhere-club")
    taken = archive_take_in(other, owner=owner)
    assert taken.tournament.club.slug == "elsewhere-club"
    assert [one.role for one in Membership.objects.filter(account=owner)] == ["owner"]


def test_an_address_with_another_club_behind_it_is_refused(body: bytes, typed: Event):
    other = with_club(redone(body, uuid4()), typed.tournament.club.name, "Another club")
    assert refusal(other) == "club_exists"
    taken = archive_take_in(other, club=typed.tournament.club.slug)
    assert taken.tournament.club == typed.tournament.club
    assert refusal(redone(body, uuid4()), club="nowhere") == "no_such_club"


@pytest.mark.parametrize("slug", ["", "a b", "../x", "x" * 61])
def test_a_club_that_cannot_be_is_refused(body: bytes, typed: Event, slug: str):
    other = with_club(
        redone(body, uuid4()), f'"slug":"{typed.tournament.club.slug}"', f'"slug":"{slug}"'
    )
    assert refusal(other) == "bad_data"


def test_standings_that_the_log_does_not_lead_to_are_refused_unless_accepted(body: bytes):
    def swap(data: dict) -> dict:
        first, second, *rest = data["lines"]
        swapped = [{**second, "rank": 1}, {**first, "rank": 2}, *rest]
        return {**data, "lines": swapped}

    other = redone(body, uuid4(), StandingsPublished=swap)
    assert refusal(other) == "standings_differ"
    assert archive_take_in(other, accept_standings=True).is_new


def worded(body: bytes) -> bytes:
    """Whoever owns the key has changed how the regulations are worded, and signed all of it."""
    files = files_of(redone(body, uuid4()))
    name = "regulations/zh-Hant.txt"
    first, gap, *rest = files[name].split(b"\n")
    files[name] = b"\n".join([first, gap, b"- 100: all is free", *rest])
    return relisted(files)


def test_regulations_that_are_worded_otherwise_are_refused_unless_accepted(body: bytes):
    other = worded(body)
    with pytest.raises(ArchiveRefused, match="line 3: ") as caught:
        archive_take_in(other)
    assert (caught.value.code, caught.value.file) == (
        "regulations_differ", "regulations/zh-Hant.txt",
    )  # fmt: skip
    assert refusal(other) == "regulations_differ"
    assert archive_take_in(other, accept_regulations=True).is_new


def test_whoever_owns_the_key_that_is_asked_for_may_word_them(body: bytes):
    assert archive_take_in(worded(body), key=public_key(settings.CHECKPOINT_KEY)).is_new


def test_events_that_the_domain_cannot_read_are_refused(body: bytes):
    other = redone(body, uuid4(), ResultTaken=lambda data: {**data, "more": 1})
    assert refusal(other) == "bad_data"


def test_an_archive_that_does_not_hold_is_not_stored(body: bytes):
    files = files_of(body)
    files["people.json"] = files["people.json"].replace(b"Name p1", b"Name p9")
    with pytest.raises(ArchiveFails) as caught:
        archive_take_in(relisted(files))
    assert caught.value.report.faults[0].file == "people.json"


def test_another_key_than_the_one_that_signed_is_refused(body: bytes):
    with pytest.raises(ArchiveFails) as caught:
        archive_take_in(body, key="ab" * 32)
    assert {fault.code for fault in caught.value.report.faults} == {"wrong_key"}


def test_all_of_it_is_stored_or_nothing(archive: Archive, event: Event):
    """The event is new, but a match of it is here already and another one."""
    match = matches(event)[0]
    other = redone(archive.body, uuid4())
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "UPDATE tables_event SET hash = repeat('0', 64) WHERE stream = %s AND version = 2",
            [match.pk],
        )
        cursor.execute("SET session_replication_role = DEFAULT")
    assert refusal(other) == "stream_differs"


def test_matches_that_are_here_already_stay_as_they_are(archive: Archive, event: Event):
    before = list(Match.objects.order_by("pk").values())
    taken = archive_take_in(redone(archive.body, uuid4()))
    assert (taken.is_new, taken.matches) == (True, 0)
    assert list(Match.objects.order_by("pk").values()) == before
    assert set(ImportedStream.objects.values_list("stream", flat=True)) == {taken.tournament.pk}


def looks(rows: list[Row], **change: object) -> list[Row]:
    """The looks with something about the first one changed."""
    first = rows[0]
    return [first._replace(columns=first.columns._replace(**change)), *rows[1:]]


def test_another_access_log_of_a_table_is_refused_and_nothing_stored(event: Event):
    ours = archive_make(event.tournament)
    table = matches(event)[0].pk
    look_note(account=event.account, table=table, hand=1, what="review")
    assert archive_take_in(ours.body).is_new is False
    theirs = archive_make(event.tournament)
    look_note(account=event.account, table=table, hand=1, what="review")
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("DELETE FROM tables_privilegedview WHERE number > 1")
        cursor.execute("SET session_replication_role = DEFAULT")
    look_note(account=event.account, table=table, hand=1, what="live")
    with pytest.raises(ArchiveRefused, match="another access log") as caught:
        archive_take_in(theirs.body)
    assert (caught.value.code, caught.value.file) == ("stream_differs", looks_name(str(table)))


def test_the_database_takes_no_look_that_is_not_what_its_hash_says(event: Event):
    table = matches(event)[0].pk
    rows = looks_logged([table])[table]
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("DELETE FROM tables_privilegedview")
        cursor.execute("SET session_replication_role = DEFAULT")
    for change in (
        {"actor": "account:1"}, {"hand": 2}, {"at": "2026-01-01T00:00:00.000Z"},
        {"data": rows[0].columns.data.replace("live", "review")},
    ):  # fmt: skip
        with pytest.raises(DatabaseError, match="look 1 is not"), transaction.atomic():
            looks_take_in(table, looks(rows, **change), "")
    looks_take_in(table, rows, "")
    assert looks_logged([table])[table] == rows


def test_an_access_log_that_came_is_held_against_what_was_signed_there(event: Event):
    archive_make(event.tournament)
    one, other = (match.pk for match in matches(event))
    trailer = trailer_for(one, 1, log="looks")
    assert trailer is not None
    for table in (one, other):
        ImportedStream.objects.create(stream=table, version=1, looks_trailer=trailer.text())
    (fault,) = look_faults([one, other])
    assert (fault.stream, fault.what) == (other, "looks")
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("DELETE FROM tables_privilegedview WHERE table_id = %s", [one])
        cursor.execute("SET session_replication_role = DEFAULT")
    assert {fault.stream for fault in look_faults()} == {one, other}


def test_a_site_cannot_pretend_that_a_look_was_brought(event: Event):
    """Its role may set what it likes; times, salts and hashes are still the database's."""
    table = matches(event)[0].pk
    with connection.cursor() as cursor, transaction.atomic():
        cursor.execute("SET LOCAL laozhuang.looks_brought = 'yes'")
        cursor.execute("SET LOCAL ROLE laozhuang_app")
        cursor.execute(
            """INSERT INTO tables_privilegedview (account_id, table_id, hand, at, what, salt, hash)
               VALUES (1, %s, 1, '2001-01-01', 'live', 'x', 'y')""",
            [table],
        )
        cursor.execute("RESET ROLE")
    last = looks_logged([table])[table][-1]
    assert not last.columns.at.startswith("2001")
    assert last.hash != "y"


def test_the_site_itself_may_not_take_streams_in(db: None):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT has_function_privilege('laozhuang_app', p.oid, 'EXECUTE') FROM pg_proc p"
            " WHERE proname IN ('tables_take_in', 'tables_take_looks_in')"
        )
        assert cursor.fetchall() == [(False,), (False,)]


def test_a_stream_of_no_events_is_none(db: None):
    with pytest.raises(DatabaseError, match="is not what"), transaction.atomic():
        connection.cursor().execute(
            "SELECT tables_take_in(%s, 'x', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')",
            [uuid4()],
        )


def test_the_command_names_the_file_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(CommandError, match="cannot read"):
        call_command("import_archive", str(tmp_path / "none.zip"), stdout=StringIO())
    path = tmp_path / "x.zip"
    path.write_bytes(b"")
    with pytest.raises(CommandError, match="there is no account"):
        call_command("import_archive", str(path), "--owner", "nobody", stdout=StringIO())


# What may be made an archive of


def test_an_event_that_is_not_over_has_no_archive(make_event: EventMaker):
    event = make_event()
    with pytest.raises(Refused) as caught:
        archive_make(event.tournament)
    assert caught.value.code == "not_over"


def test_a_match_that_the_event_dropped_before_it_began_is_left_out(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
):
    event = make_event(length=Length("hands", 1))
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(4)))
    event.do(c.StartTournament())
    start_round(event)
    keep_up(event.tournament.pk)
    (match,) = matches(event)
    event.do(c.UnlinkTable(1, 1), c.TakeResult(1, 1, None, RESULT))
    event.do(c.ConfirmRound(1), c.FinishTournament())
    # Where its time to begin was over, bringing the tables in step would end it.
    monkeypatch.setattr("tournaments.archive.exporting.keep_up", lambda _event: [])
    assert Match.objects.get(pk=match.pk).ended_at is None
    made = archive_make(event.tournament)
    assert str(match.pk) in files_of(made.body)["manifest.json"].decode().split("\n")[0]
    taken = archive_take_in(redone(made.body, uuid4()))
    assert taken.is_new


def test_the_command_writes_the_file(typed: Event, tmp_path: Path):
    out = StringIO()
    path = tmp_path / "out.zja.zip"
    call_command("export_archive", str(typed.tournament.pk), str(path), stdout=out)
    assert path.read_bytes() == archive_make(typed.tournament).body
    assert "fingerprint" in out.getvalue()
    with pytest.raises(CommandError, match="there is no event"):
        call_command("export_archive", str(uuid4()))


def test_the_command_says_so_when_what_it_wrote_does_not_hold(event: Event, tmp_path: Path):
    """Somebody has changed a row of the log behind the site's back."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "UPDATE tables_event SET actor = 'organiser:1' WHERE stream = %s AND version = 3",
            [event.tournament.pk],
        )
        cursor.execute("SET session_replication_role = DEFAULT")
    out = StringIO()
    with pytest.raises(CommandError, match="does not hold"):
        call_command("export_archive", str(event.tournament.pk), str(tmp_path / "x"), stdout=out)
    assert "tournament.jsonl, line 4" in out.getvalue()


def test_no_address_nor_log_in_name_is_in_an_archive(make_event: EventMaker, cast: dict):
    for who, account in cast.items():
        account.email = f"{who}@example.org"
        account.save()
    event = make_event(play="points")
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(4)))
    event.do(c.StartTournament())
    start_round(event)
    event.do(c.TakeResult(1, 1, None, RESULT), c.ConfirmRound(1), c.FinishTournament())
    everything = b"".join(files_of(archive_make(event.tournament).body).values())
    for account in cast.values():
        assert account.email.encode() not in everything
        assert account.username.encode() not in everything
    assert cast["organiser"].public_name.encode() in everything


def test_standings_of_eventful_nights_are_worked_out_anew(make_event: EventMaker):
    from tests.tournaments.night import Night
    from tests.tournaments.test_nights import KINDS

    for kind in ("swiss", "final", "knockout"):
        event = make_event(*KINDS[kind], play="points")
        Night(event, 13, seed=3).run()
        log = [line.event for line in lines_after(event.tournament.pk, 0)]
        assert list(standing_differences(log)) == []


class Terminal(StringIO):
    """Where somebody looks."""

    def isatty(self) -> bool:
        return True


def test_a_bar_shows_the_proof_and_then_how_far_it_is_stored(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / archive.name
    path.write_bytes(archive.body)
    terminal, out = Terminal(), StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    call_command("import_archive", str(path), stdout=out)
    drawn = [piece.strip() for piece in terminal.getvalue().split("\r")]
    shares = [piece.partition("] ")[2].partition("%")[0] for piece in drawn if "]" in piece]
    assert [share.strip() for share in shares[-3:]] == ["0", "50", "100"]
    assert shares.count("100") == 2
    assert drawn[-1] == ""
    assert "[" not in out.getvalue()
