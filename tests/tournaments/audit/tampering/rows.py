"""Changes of rows that follow from the logs, or are kept beside them: secrets, texts, snapshots."""

from __future__ import annotations

from tables.models import Event as LogLine
from tables.models import Snapshot
from tests.tournaments.audit.tampering.acts import Tampering, event_table_sql, row_sql, sql
from tests.tournaments.audit.world import World


def contribution_deleted(world: World) -> str:
    pk = world.match.pk
    sql("UPDATE tables_tablesecret SET entropy = entropy - '2' WHERE table_id = %s", pk)
    row = LogLine.objects.get(stream=pk, type="EntropyCommitted", data__place=2)
    return f"{pk}/{row.version} secret: place 2's contribution is gone"


def text(world: World) -> str:
    called = LogLine.objects.get(stream=world.disputed.pk, type="RefereeCalled")
    sql("UPDATE tables_casetext SET text = 'He had' WHERE digest = %s", called.data["text"])
    return f"{world.disputed.pk}/{called.version} text: the text of event"


def text_deleted(world: World) -> str:
    ruling = LogLine.objects.get(stream=world.disputed.pk, type="RulingMade")
    sql("DELETE FROM tables_casetext WHERE digest = %s", ruling.data["text"])
    return f"{world.disputed.pk}/{ruling.version} text: the text of event"


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


ROWS: dict[str, Tampering] = {
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
    "when a table was opened": row_sql(
        "UPDATE tables_table SET opened_at = opened_at - interval '1 hour' WHERE id = %s",
        "/1 opening: opened_at",
    ),
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
}  # fmt: skip
