"""The statements of the write path and of reading a stream."""

from tables.events.log import COLUMNS

APPEND = """
SELECT tables_append(
    %s::uuid, %s, %s::integer, %s::timestamptz, %s, %s::smallint, %s::integer, %s::jsonb, %s, %s,
    %s, %s, %s::timestamptz, %s::jsonb, %s::jsonb)
"""

LOAD = """
SELECT t.version, t.head, t.clock::text, s.seed, s.entropy::text, n.version, n.state
FROM tables_table t
JOIN tables_tablesecret s ON s.table_id = t.id
LEFT JOIN LATERAL (
    SELECT version, state FROM tables_snapshot
    WHERE table_id = t.id AND fold_version = %s ORDER BY version DESC LIMIT 1
) n ON true
WHERE t.id = %s
"""

# The clock comes from the same statement as the events it belongs to.
TAIL = f"""
SELECT {", ".join("e." + name.strip() for name in COLUMNS.split(","))}, t.clock::text
FROM tables_event e JOIN tables_table t ON t.id = e.stream
WHERE e.stream = %s AND e.version > %s ORDER BY e.version
"""

# A command's further events carry its id with '#2', '#3', …
COMMAND = """
SELECT min(version), max(version) FROM tables_event
WHERE stream = %s AND (command = %s OR command > %s || '#' AND command < %s || '$')
"""

SNAPSHOT = """
INSERT INTO tables_snapshot (table_id, version, fold_version, state)
VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
