"""Changes of logs: of single events, of their order, of whole streams, made anew or not."""

from __future__ import annotations

from uuid import uuid4

from engine.hashing import canonical_data
from tables.checkpoints.selectors import trailer_for
from tables.imports.models import ImportedStream
from tables.models import Event as LogLine
from tables.registers.chain import Register
from tests.tournaments.audit.tampering.acts import Tampering, event_sql, rehashed, row_sql, sql
from tests.tournaments.audit.world import World
from tournaments.audit.raw import rows_of


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


def event_fraction(world: World) -> str:
    """An event gets what no log can hold."""
    pk = world.event.tournament.pk
    sql("UPDATE tables_event SET data = '{\"round\": 1.5}' WHERE stream = %s AND version = 5", pk)
    return f"{pk}/5 chain: the hash of event"


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


LOGS: dict[str, Tampering] = {
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
    "fraction in an event": event_fraction,
    "swapped streams": swapped,
    "event's own log": lambda world: (
        sql("UPDATE tables_event SET actor = 'system' WHERE stream = %s AND version = 3",
            world.event.tournament.pk),
        f"{world.event.tournament.pk}/3 chain",
    )[1],
    "match erased": erased,
    "ruling in the log": ruling_event,
    "entered hand": entered,
    "another site's proof": brought,
    "published standings": edition,
    "name of a table": named_otherwise,
}  # fmt: skip
