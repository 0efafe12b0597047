"""Whatever is changed behind the application's back is found, and named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from engine.checkpoints import signed
from engine.hashing import Columns, canonical_data, event_hash
from engine.record import Row
from engine.signing import public_key
from tables.checkpoints.selectors import trailer_for
from tables.imports.models import ImportedStream
from tables.models import Event as LogLine
from tables.models import PrivilegedView, Snapshot
from tables.registers.chain import Register
from tables.review.look_chain import Look, row_of
from tests.emptying import empty
from tests.tournaments.audit.world import World, world_make
from tournaments.audit.raw import rows_of
from tournaments.clubs.models import Membership
from tournaments.models import TournamentRole
from tournaments.store.folds import FOLDS

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[World, set[str]]]:
    """Made once: each test is rolled back. With what is wrong before anybody touches anything,
    which is about logs that other tests have left behind."""
    with django_db_blocker.unblock():
        world = world_make()
        before = verify_log()
        about = (str(world.event.tournament.pk), *(str(m.pk) for m in _matches(world)))
        assert not [line for line in before if line.startswith(about)]
    yield world, before
    with django_db_blocker.unblock():
        # Logs too; and numbers go on, as worlds that were kept have theirs.
        empty()


def _matches(world: World) -> tuple[Any, ...]:
    return world.match, world.disputed, world.running, world.sheet


def verify_log(*arguments: str) -> set[str]:
    """What the command prints, one line a fault."""
    out = StringIO()
    FOLDS.forget()
    try:
        call_command("verify_log", *arguments, stdout=out)
    except CommandError as failed:
        returncode = failed.returncode
    else:
        return set()
    assert returncode == 1
    return set(out.getvalue().splitlines())


@pytest.fixture
def found(made: tuple[World, set[str]]) -> Callable[[], str]:
    """What the command finds now that was not there before."""
    return lambda: "\n".join(sorted(verify_log() - made[1]))


def sql(statement: str, *values: object) -> None:
    """As a superuser whom no trigger stops."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
        assert cursor.rowcount > 0, "nothing was changed"
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def event_sql(change: str, *values: object, version: int = 9) -> Callable[[World], str]:
    """A change of one event of the match; where it has to be found."""

    def tamper(world: World) -> str:
        where = "WHERE stream = %s AND version = %s"
        sql(f"UPDATE tables_event SET {change} {where}", *values, world.match.pk, version)
        return f"{world.match.pk}/{version} "

    return tamper


def event_table_sql(change: str) -> Callable[[World], str]:
    """A change of what the event's terms say of the table of its match."""

    def tamper(world: World) -> str:
        sql(f"UPDATE tables_table SET {change} WHERE id = %s", world.match.pk)
        return f"{world.event.tournament.pk} opening: round 1, table 1: "

    return tamper


def payload(world: World) -> str:
    """A tile of a draw becomes another."""
    row = LogLine.objects.filter(stream=world.match.pk, type="TileDrawn")[3]
    other = "9s" if row.data["tile"] != "9s" else "1m"
    sql(
        "UPDATE tables_event SET data = jsonb_set(data, '{tile}', to_jsonb(%s::text))"
        " WHERE stream = %s AND version = %s",
        other, world.match.pk, row.version,
    )  # fmt: skip
    return f"{world.match.pk}/{row.version} chain: the hash of event"


def order(world: World) -> str:
    """Two neighbours change places."""
    for old, new in ((20, 900_000), (21, 20), (900_000, 21)):
        sql(
            "UPDATE tables_event SET version = %s WHERE stream = %s AND version = %s",
            new, world.match.pk, old,
        )  # fmt: skip
    return f"{world.match.pk}/20 chain"


def deleted(world: World) -> str:
    sql("DELETE FROM tables_event WHERE stream = %s AND version = 12", world.match.pk)
    return f"{world.match.pk}/12 chain: event 12 is missing"


def inserted(world: World) -> str:
    last = world.match.version
    sql(
        "INSERT INTO tables_event SELECT stream, version + 1, type, schema, hand, data, actor,"
        " command || 'x', recorded_at, hash, repeat('a', 64) FROM tables_event"
        " WHERE stream = %s AND version = %s",
        world.match.pk, last,
    )  # fmt: skip
    return f"{world.match.pk}/{last + 1} chain: the hash of event"


def cut(world: World) -> str:
    """The last event is taken away, and the row says so too."""
    last, before = rows_of(world.match.pk)[-1], rows_of(world.match.pk)[-2]
    sql("DELETE FROM tables_event WHERE stream = %s AND version = %s", world.match.pk,
        last.columns.seq)  # fmt: skip
    sql("UPDATE tables_table SET version = version - 1, head = %s WHERE id = %s", before.hash,
        world.match.pk)  # fmt: skip
    return f"{world.match.pk}/{last.columns.seq} signed: event {last.columns.seq}"


def rehashed(stream: Any, from_version: int, change: Callable[[Columns], Columns]) -> str:
    """One event changed, and everything behind it hashed anew: the new head."""
    rows: list[Row] = rows_of(stream)
    prev = rows[from_version - 1].prev
    for row in rows[from_version - 1 :]:
        columns = change(row.columns) if row.columns.seq == from_version else row.columns
        digest = event_hash(prev, columns)
        sql(
            "UPDATE tables_event SET actor = %s, data = %s, prev = %s, hash = %s"
            " WHERE stream = %s AND version = %s",
            columns.actor, columns.data, prev, digest, stream, columns.seq,
        )  # fmt: skip
        prev = digest
    return prev


def tail(world: World) -> str:
    """A history made anew that fits itself, the rules and all that is kept: other terms."""
    pk = world.match.pk
    opened = LogLine.objects.get(stream=pk, version=1)
    data = canonical_data({**opened.data, "spectator_delay": opened.data["spectator_delay"] + 1})
    head = rehashed(pk, 1, lambda columns: columns._replace(data=data))
    sql("UPDATE tables_table SET head = %s, spectator_delay = spectator_delay + 1 WHERE id = %s",
        head, pk)  # fmt: skip
    sql("DELETE FROM tables_snapshot WHERE table_id = %s", pk)
    return f"{pk}/{world.match.version} signed: event {world.match.version}, signed in checkpoint"


def event_tail(world: World) -> str:
    """An event's log made anew as a whole: another name for a player."""
    pk = world.event.tournament.pk
    row = LogLine.objects.filter(stream=pk, type="PenaltyGiven").get()
    data = canonical_data({**row.data, "reason": "nothing"})
    head = rehashed(pk, row.version, lambda columns: columns._replace(data=data))
    sql("UPDATE tournaments_tournament SET head = %s WHERE id = %s", head, pk)
    return f"{pk}/{row.version} signed: event {row.version}, signed in checkpoint"


def edition(world: World) -> str:
    """The first and the last of published standings change places, and all is hashed anew."""
    pk = world.event.tournament.pk
    row = LogLine.objects.get(stream=pk, type="StandingsPublished")
    first, *between, last = row.data["lines"]
    places = [{**last, "rank": first["rank"]}, *between, {**first, "rank": last["rank"]}]
    data = canonical_data({**row.data, "lines": places})
    head = rehashed(pk, row.version, lambda columns: columns._replace(data=data))
    sql("UPDATE tournaments_tournament SET head = %s WHERE id = %s", head, pk)
    return f"{pk} standings: event {row.version}, standings of main after round 1, edition 1"


def contribution_deleted(world: World) -> str:
    pk = world.match.pk
    sql("UPDATE tables_tablesecret SET entropy = entropy - '2' WHERE table_id = %s", pk)
    row = LogLine.objects.get(stream=pk, type="EntropyCommitted", data__place=2)
    return f"{pk}/{row.version} secret: place 2's contribution is gone"


def named_otherwise(world: World) -> str:
    pk = world.match.pk
    sql("UPDATE tables_table SET name = 'Other' WHERE id = %s", pk)
    detail = "event 1 MatchOpened does not hang on the one before"
    return f"{pk}/1 chain: {detail}: it was changed, or the table's name or round"


def erased(world: World) -> str:
    """A match of the event is gone with its log, its register and all that was signed of them."""
    pk = world.match.pk
    streams = [pk, Register("table", pk).stream]
    for table in ("tables_event", "tables_checkpointleaf"):
        sql(f"DELETE FROM {table} WHERE stream = ANY(%s)", streams)
    sql("DELETE FROM tables_table WHERE id = %s", pk)
    return f"{world.event.tournament.pk} opening: round 1, table 1: its match is gone"


def swapped(world: World) -> str:
    """Two matches get each other's log."""
    one, other, aside = world.match.pk, world.disputed.pk, uuid4()
    for old, new in ((one, aside), (other, one), (aside, other)):
        sql("UPDATE tables_event SET stream = %s WHERE stream = %s", new, old)
    return f"{one}/1 record: this is the log of {other}"


def row_sql(statement: str, what: str, which: str = "match") -> Callable[[World], str]:
    """A change of a row that follows from the log; what has to be named."""

    def tamper(world: World) -> str:
        pk = getattr(world, which).pk if which != "event" else world.event.tournament.pk
        sql(statement, pk)
        return f"{pk} {what}" if "/" not in what else f"{pk}{what}"

    return tamper


def text(world: World) -> str:
    called = LogLine.objects.get(stream=world.disputed.pk, type="RefereeCalled")
    sql("UPDATE tables_casetext SET text = 'He had' WHERE digest = %s", called.data["text"])
    return f"{world.disputed.pk}/{called.version} text: the text of event"


def text_deleted(world: World) -> str:
    ruling = LogLine.objects.get(stream=world.disputed.pk, type="RulingMade")
    sql("DELETE FROM tables_casetext WHERE digest = %s", ruling.data["text"])
    return f"{world.disputed.pk}/{ruling.version} text: the text of event"


def ruling_event(world: World) -> str:
    """What a ruling gave is another, and all behind it is hashed anew: the proof finds it."""
    row = LogLine.objects.get(stream=world.disputed.pk, type="RulingMade")
    data = canonical_data({**row.data, "points": [40, -20, -10, -10]})
    head = rehashed(world.disputed.pk, row.version, lambda columns: columns._replace(data=data))
    sql("UPDATE tables_table SET head = %s WHERE id = %s", head, world.disputed.pk)
    return f"{world.disputed.pk}/{row.version} record: event {row.version} RulingMade: wrong_ruling"


def entered(world: World) -> str:
    """A hand of a match with real tiles is worth more, and all behind it is hashed anew."""
    pk = world.sheet.pk
    row = LogLine.objects.filter(stream=pk, type="HandEntered").get()
    data = canonical_data({**row.data, "points": [9, -3, -3, -3]})
    head = rehashed(pk, row.version, lambda columns: columns._replace(data=data))
    sql("UPDATE tables_table SET head = %s WHERE id = %s", head, pk)
    return f"{pk}/{row.version} record: event {row.version} HandEntered: wrong_score"


def brought(world: World) -> str:
    """A log is passed off as one that another site signed."""
    pk, version = world.match.pk, world.match.version
    trailer = trailer_for(world.disputed.pk, 1)
    assert trailer is not None
    ImportedStream.objects.create(stream=pk, version=version, trailer=trailer.text())
    return f"{pk}/{version} signed: what proves it to be the log of another site"


def checkpoint_sql(change: str) -> Callable[[World], str]:
    def tamper(world: World) -> str:
        number = world.checkpoints[1].number
        sql(f"UPDATE tables_checkpoint SET {change} WHERE number = %s", number)
        return f"checkpoints/{number} checkpoint"

    return tamper


def checkpoint_deleted(world: World) -> str:
    number = world.checkpoints[1].number
    sql("DELETE FROM tables_checkpoint WHERE number = %s", number)
    return f"checkpoints/{number} checkpoint: checkpoint {number} is gone"


def checkpoint_forged(world: World) -> str:
    """The last checkpoint is signed anew, with a key of the forger's own."""
    last = world.checkpoints[-1]
    forged = signed(
        "55" * 32, number=last.number, at=last.at, size=last.size, root=last.root,
        previous=last.previous,
    )  # fmt: skip
    sql("UPDATE tables_checkpoint SET key = %s, signature = %s WHERE number = %s", forged.key,
        forged.signature, last.number)  # fmt: skip
    return f"checkpoints/{last.number} checkpoint: checkpoint {last.number} is signed by"


def leaf(world: World) -> str:
    number = world.checkpoints[1].number
    sql("UPDATE tables_checkpointleaf SET hash = repeat('b', 64) WHERE checkpoint = %s", number)
    return f"checkpoints/{number} checkpoint: the heads kept for checkpoint {number}"


def leaf_deleted(world: World) -> str:
    number = world.checkpoints[1].number
    sql("DELETE FROM tables_checkpointleaf WHERE checkpoint = %s", number)
    return f"checkpoints/{number} checkpoint: the heads kept for checkpoint {number}"


def snapshot(world: World) -> str:
    """A kept state of another hand: whoever plays on would play on from there."""
    pk = world.running.pk
    version = Snapshot.objects.filter(table=pk).latest("version").version
    sql(
        "UPDATE tables_snapshot SET state = convert_to(regexp_replace(convert_from(state, 'UTF8'),"
        " '\"hand_number\":1', '\"hand_number\":2'), 'UTF8') WHERE table_id = %s AND version = %s",
        pk, version,
    )  # fmt: skip
    return f"{pk}/{version} snapshot: the fold of {version} events"


def contribution(world: World) -> str:
    """What a built-in player adds to the walls is another than it committed to."""
    pk = world.match.pk
    sql(
        "UPDATE tables_tablesecret SET entropy ="
        " jsonb_set(entropy, '{0}', to_jsonb(repeat('d', 64))) WHERE table_id = %s",
        pk,
    )
    row = LogLine.objects.get(stream=pk, type="EntropyCommitted", data__place=0)
    return f"{pk}/{row.version} secret: place 0's contribution"


def look_sql(statement: str, number: int = 2) -> Callable[[World], str]:
    """A change of one look at the disputed match; the first that does not follow is named."""

    def tamper(world: World) -> str:
        pk = world.disputed.pk
        sql(f"{statement} WHERE table_id = %s AND number = %s", pk, number)
        return f"{pk}/{number} looks: "

    return tamper


def looks_cut(world: World) -> str:
    """The last look is taken away: what is left is a chain."""
    look_sql("DELETE FROM tables_privilegedview", 4)(world)
    return f"{world.disputed.pk}/4 signed: look 4, signed in checkpoint"


def looks_deleted(world: World) -> str:
    sql("DELETE FROM tables_privilegedview WHERE table_id = %s", world.disputed.pk)
    return f"{world.disputed.pk}/4 signed: look 4, signed in checkpoint"


def looks_rehashed(world: World) -> str:
    """Somebody else looked, and everything behind it is hashed anew."""
    pk = world.disputed.pk
    sql("UPDATE tables_privilegedview SET account_id = 0 WHERE table_id = %s AND number = 2", pk)
    looks = PrivilegedView.objects.filter(table=pk).order_by("number")
    prev = looks[1].prev
    for one in looks[1:]:
        values = (one.number, one.hand, one.account_id, one.at, one.what, one.salt, prev, "")
        prev = event_hash(prev, row_of(pk, Look(*values)).columns)
        sql(
            "UPDATE tables_privilegedview SET prev = %s, hash = %s"
            " WHERE table_id = %s AND number = %s",
            values[6], prev, pk, one.number,
        )  # fmt: skip
    return f"{pk}/4 signed: look 4, signed in checkpoint"


def club_sql(statement: str, about: str) -> Callable[[World], str]:
    """A change of a row of the club's members; the account it is about is named."""

    def tamper(world: World) -> str:
        club, account = world.event.tournament.club_id, _member(world, about).account_id
        sql(statement, club, account)
        return f"{club} register: member:{account}: "

    return tamper


def _member(world: World, role: str) -> Membership:
    return Membership.objects.get(club=world.event.tournament.club_id, role=role)


def member_inserted(world: World) -> str:
    """Somebody makes a stranger an owner."""
    club, account = world.event.tournament.club_id, User.objects.create_user("stranger")
    sql(
        "INSERT INTO clubs_membership (club_id, account_id, role, joined_at)"
        " VALUES (%s, %s, 'owner', now())",
        club, account.pk,
    )  # fmt: skip
    return f"{club} register: member:{account.pk}: kept "


def official_sql(statement: str) -> Callable[[World], str]:
    """A change of the row of the event's only official."""

    def tamper(world: World) -> str:
        pk = world.event.tournament.pk
        account = TournamentRole.objects.get(tournament=pk).account_id
        sql(statement, pk)
        return f"{pk} register: official:{account}: "

    return tamper


def register_tail(world: World) -> str:
    """Row and register both say that somebody else was named, and all is hashed anew."""
    pk = world.event.tournament.pk
    stream, account = Register("event", pk).stream, _member(world, "scorer").account_id
    row = LogLine.objects.get(stream=stream, data__about=f"official:{account}")
    data = canonical_data({**row.data, "value": "chief"})
    rehashed(stream, row.version, lambda columns: columns._replace(data=data))
    sql("UPDATE tournaments_tournamentrole SET role = 'chief' WHERE tournament_id = %s", pk)
    last = LogLine.objects.filter(stream=stream).latest("version").version
    return f"{pk}/{last} signed: the register: event {last}, signed in checkpoint"


def register_sql(change: str) -> Callable[[World], str]:
    """A change of what the register of a table says."""

    def tamper(world: World) -> str:
        stream = Register("table", world.sheet.pk).stream
        sql(f"UPDATE tables_event SET {change} WHERE stream = %s AND version = 2", stream)
        return f"{world.sheet.pk}/2 register: the register: "

    return tamper


TAMPERINGS: dict[str, Callable[[World], str]] = {
    "payload": payload,
    "actor": event_sql("actor = 'referee:7'"),
    "time": event_sql("recorded_at = recorded_at + interval '1 second'"),
    "type": event_sql("type = 'MatchResumed'"),
    "hand number": event_sql("hand = hand + 1"),
    "command id": event_sql("command = command || 'x'"),
    "schema version": event_sql("schema = 2"),
    "hash": event_sql("hash = repeat('c', 64)"),
    "previous hash": event_sql("prev = repeat('c', 64)"),
    "no data": event_sql("data = '{}'"),
    "first event": event_sql("data = '{}'", version=1),
    "order": order,
    "deleted event": deleted,
    "inserted event": inserted,
    "cut tail": cut,
    "whole log": row_sql("DELETE FROM tables_event WHERE stream = %s", "/1 record"),
    "re-hashed tail": tail,
    "re-hashed tail of an event": event_tail,
    "swapped streams": swapped,
    "event's own log": lambda world: (
        sql("UPDATE tables_event SET actor = 'system' WHERE stream = %s AND version = 3",
            world.event.tournament.pk),
        f"{world.event.tournament.pk}/3 chain",
    )[1],
    "table row": row_sql("UPDATE tables_table SET phase = 'turn' WHERE id = %s", "table"),
    "running clock": row_sql(
        "UPDATE tables_table SET clock = jsonb_set(clock, '{reserve,2}', '999999') WHERE id = %s",
        "table: ", "running",
    ),
    "deadline": row_sql(
        "UPDATE tables_table SET deadline_at = deadline_at + interval '1 minute' WHERE id = %s",
        "table: ", "running",
    ),
    "table options": row_sql(
        "UPDATE tables_table SET options = jsonb_set(options, '{dead_wall}', '8') WHERE id = %s",
        "/1 opening: options",
    ),
    "time for appeals": event_table_sql("""dispute_terms = '{"appeal_ms": 999999999}'"""),
    "time for disputes": event_table_sql(
        """dispute_terms = jsonb_set(dispute_terms, '{window_ms}', 'null')"""
    ),
    "event of a table": event_table_sql("context = '{}'"),
    "match erased": erased,
    "table deleted": row_sql("DELETE FROM tables_table WHERE id = %s", "orphan"),
    "seat": row_sql("UPDATE tables_seat SET name = 'X' WHERE place = 2 AND table_id = %s", "seats"),
    "seat deleted": row_sql("DELETE FROM tables_seat WHERE place = 2 AND table_id = %s", "seats"),
    "hand result": row_sql("UPDATE tables_handresult SET tai = 9 WHERE table_id = %s", "hands"),
    "score entry": row_sql(
        "UPDATE tables_scoreentry SET total = 9 WHERE table_id = %s AND hand = 1 AND place = 1",
        "scores: hand 1 place 1: total kept 9, the log says ",
    ),
    "score entry deleted": row_sql("DELETE FROM tables_scoreentry WHERE table_id = %s", "scores"),
    "case": row_sql(
        "UPDATE tables_case SET status = 'open' WHERE table_id = %s", "cases", "disputed"
    ),
    "ruling": row_sql(
        "UPDATE tables_ruling SET points = '[9, -3, -3, -3]' WHERE table_id = %s",
        "cases", "disputed",
    ),
    "ruling deleted": row_sql(
        "DELETE FROM tables_ruling WHERE table_id = %s", "cases", "disputed"
    ),
    "ruling in the log": ruling_event,
    "entered hand": entered,
    "another site's proof": brought,
    "appeal": row_sql(
        "UPDATE tables_appeal SET status = 'upheld' WHERE table_id = %s", "cases", "disputed"
    ),
    "event row": row_sql(
        "UPDATE tournaments_tournament SET players = 99 WHERE id = %s", "summary", "event"
    ),
    "version of an event": row_sql(
        "UPDATE tournaments_tournament SET version = version + 1 WHERE id = %s", "chain", "event"
    ),
    "what was carried over": row_sql(
        "UPDATE tournaments_tournament SET handled = 99 WHERE id = %s", "chain", "event"
    ),
    "published standings": edition,
    "when a table was opened": row_sql(
        "UPDATE tables_table SET opened_at = opened_at - interval '1 hour' WHERE id = %s",
        "/1 opening: opened_at",
    ),
    "name of a table": named_otherwise,
    "player of an event": row_sql(
        "UPDATE tournaments_participation SET name = 'X' WHERE entry = 'p1' AND tournament_id = %s",
        "entries", "event",
    ),
    "table of an event": row_sql(
        "UPDATE tournaments_roundtable SET is_confirmed = false WHERE tournament_id = %s",
        "tables", "event",
    ),
    "table secret": row_sql(
        "UPDATE tables_tablesecret SET seed = '\\x00'::bytea WHERE table_id = %s", "/1 secret"
    ),
    "built-in player's contribution": contribution,
    "built-in player's contribution deleted": contribution_deleted,
    "table secret deleted": row_sql(
        "DELETE FROM tables_tablesecret WHERE table_id = %s", "secret"
    ),
    "event seed": row_sql(
        "UPDATE tournaments_tournamentsecret SET seed = repeat('e', 64) WHERE tournament_id = %s",
        "/1 secret", "event",
    ),
    "text": text,
    "text deleted": text_deleted,
    "snapshot": snapshot,
    "checkpoint root": checkpoint_sql("root = repeat('f', 64)"),
    "checkpoint time": checkpoint_sql("at = at + interval '1 hour'"),
    "checkpoint signature": checkpoint_sql("signature = repeat('0', 128)"),
    "checkpoint link": checkpoint_sql("previous = repeat('1', 64)"),
    "checkpoint size": checkpoint_sql("size = size + 1"),
    "checkpoint deleted": checkpoint_deleted,
    "checkpoint forged": checkpoint_forged,
    "look deleted": look_sql("DELETE FROM tables_privilegedview"),
    "time of a look": look_sql(
        "UPDATE tables_privilegedview SET at = at + interval '1 second'"
    ),
    "who looked": look_sql("UPDATE tables_privilegedview SET account_id = account_id + 1"),
    "hand that was looked at": look_sql("UPDATE tables_privilegedview SET hand = 9"),
    "salt of a look": look_sql("UPDATE tables_privilegedview SET salt = repeat('0', 32)"),
    "last look deleted": looks_cut,
    "all looks deleted": looks_deleted,
    "re-hashed looks": looks_rehashed,
    "role in a club": club_sql(
        "UPDATE clubs_membership SET role = 'owner' WHERE club_id = %s AND account_id = %s",
        "player",
    ),
    "since when in a club": club_sql(
        "UPDATE clubs_membership SET joined_at = joined_at - interval '1 day'"
        " WHERE club_id = %s AND account_id = %s", "player",
    ),
    "member deleted": club_sql(
        "DELETE FROM clubs_membership WHERE club_id = %s AND account_id = %s", "referee"
    ),
    "member inserted": member_inserted,
    "official of an event": official_sql(
        "UPDATE tournaments_tournamentrole SET role = 'chief' WHERE tournament_id = %s"
    ),
    "official deleted": official_sql(
        "DELETE FROM tournaments_tournamentrole WHERE tournament_id = %s"
    ),
    "re-hashed register": register_tail,
    "what is kept with an event": row_sql(
        """UPDATE tournaments_tournament SET context = '{"demo": "x"}' WHERE id = %s""",
        "register: made: ", "event",
    ),
    "who made an event": row_sql(
        "UPDATE tournaments_tournament SET created_by_id = NULL WHERE id = %s",
        "register: made: ", "event",
    ),
    "terms of a table of no event": row_sql(
        "UPDATE tables_table SET dispute_terms = jsonb_set(dispute_terms, '{window_ms}', '1')"
        " WHERE id = %s", "register: agreed: ", "running",
    ),
    "organiser of a table": row_sql(
        "UPDATE tables_table SET organiser_id = (SELECT min(id) FROM accounts_user) WHERE id = %s",
        "register: agreed: ", "sheet",
    ),
    "what is kept with a table": row_sql(
        """UPDATE tables_table SET context = '{"unlisted": true}' WHERE id = %s""",
        "register: agreed: ", "disputed",
    ),
    "referee of a table": row_sql(
        "DELETE FROM tables_refereeassignment WHERE table_id = %s",
        "register: referee:", "disputed",
    ),
    "scorer of a table": row_sql(
        "INSERT INTO tables_scorerassignment (table_id, account_id)"
        " SELECT %s, min(id) FROM accounts_user", "register: scorer:", "sheet",
    ),
    "register of a table": register_sql("data = data - 'value'"),
    "who wrote into a register": register_sql("actor = 'account:1'"),
    "signed head": leaf,
    "signed head deleted": leaf_deleted,
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERINGS)
def test_it_is_found_and_named(
    what: str, made: tuple[World, set[str]], found: Callable[[], str]
) -> None:
    expected = TAMPERINGS[what](made[0])
    said = found()
    assert any(line.startswith(expected) for line in said.splitlines()), f"{expected}\n{said}"


def test_where_nobody_touched_anything_nothing_is_found(
    made: tuple[World, set[str]], found: Callable[[], str]
) -> None:
    assert found() == ""


def test_only_the_checkpoint_finds_a_history_made_anew(
    made: tuple[World, set[str]], found: Callable[[], str]
) -> None:
    """The log fits itself, the rows fit the log: without what was signed nobody could tell."""
    tail(made[0])
    lines = found().splitlines()
    assert lines
    assert all(" signed: " in line for line in lines), lines


def test_only_the_checkpoint_finds_looks_made_anew(
    made: tuple[World, set[str]], found: Callable[[], str]
) -> None:
    expected = looks_rehashed(made[0])
    (line,) = found().splitlines()
    assert line.startswith(expected)


def test_the_command_looks_at_what_it_is_asked_to(made: tuple[World, set[str]]) -> None:
    world, _ = made
    event_sql("actor = 'clock'")(world)
    other = verify_log("--match", str(world.disputed.pk))
    assert not any(str(world.match.pk) in line for line in other)
    for arguments in (
        ("--match", str(world.match.pk)),
        ("--tournament", str(world.event.tournament.pk)),
    ):
        assert any(str(world.match.pk) in line for line in verify_log(*arguments))
    for arguments in (("--match", str(uuid4())), ("--tournament", str(world.match.pk))):
        with pytest.raises(CommandError, match="there is no") as refused:
            call_command("verify_log", *arguments)
        assert refused.value.returncode == 2


def test_a_bar_is_drawn_on_a_terminal_alone(
    made: tuple[World, set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = str(made[0].match.pk)

    def drawn(is_terminal: bool) -> str:
        screen = Screen(is_terminal=is_terminal)
        monkeypatch.setattr("sys.stderr", screen)
        call_command("verify_log", "--match", one, stdout=StringIO())
        return screen.getvalue()

    assert drawn(is_terminal=False) == ""
    bar = drawn(is_terminal=True)
    assert f"  0% {one}" in bar
    assert "100%" in bar


class Screen(StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


def test_keys_that_signed_before_are_keys_of_this_site(
    made: tuple[World, set[str]], found: Callable[[], str], settings: Any
) -> None:
    old = public_key(settings.CHECKPOINT_KEY)
    settings.CHECKPOINT_KEY = "77" * 32
    assert "which is no key of this site" in found()
    settings.CHECKPOINT_OLD_KEYS = [old]
    assert found() == ""
