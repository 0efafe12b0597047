"""The SQL of the one way by which a tournament's events enter the log.

They go into the table that matches use, behind the same guards. Never edit a statement that
was released: a change is a new constant and a new migration.
"""

# Answers: 'ok' (version = the last one written), 'seen' (version = the last one this command
# wrote), 'stale' (version = where the tournament is), 'absent'. The caller holds the row's lock
# already; the conditions here hold for a caller that does not.
APPEND = """
CREATE FUNCTION tournaments_append(
    p_stream   uuid,
    p_command  text,
    p_expected integer,
    p_at       timestamptz,
    p_actor    text,
    p_types    text[],
    p_schemas  smallint[],
    p_datas    text[],
    p_prev     text,
    p_hashes   text[],
    OUT answer text,
    OUT version integer
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    added integer := cardinality(p_types);
BEGIN
    SELECT max(e.version) INTO version FROM tables_event e
        WHERE e.stream = p_stream AND (e.command = p_command
            OR e.command > p_command || '#' AND e.command < p_command || '$');
    IF version IS NOT NULL THEN
        answer := 'seen'; RETURN;
    END IF;

    UPDATE tournaments_tournament t SET version = p_expected + added, head = p_hashes[added]
        WHERE t.id = p_stream AND t.version = p_expected AND t.head = p_prev;
    IF NOT FOUND THEN
        SELECT t.version INTO version FROM tournaments_tournament t WHERE t.id = p_stream;
        answer := CASE WHEN FOUND THEN 'stale' ELSE 'absent' END;
        version := coalesce(version, 0);
        RETURN;
    END IF;

    INSERT INTO tables_event (stream, version, type, schema, hand, data, actor, command,
                              recorded_at, prev, hash)
    SELECT p_stream, p_expected + n, p_types[n], p_schemas[n], 0, p_datas[n]::jsonb,
           p_actor, CASE n WHEN 1 THEN p_command ELSE p_command || '#' || n END,
           p_at, CASE n WHEN 1 THEN p_prev ELSE p_hashes[n - 1] END, p_hashes[n]
        FROM generate_series(1, added) AS n;
    answer := 'ok'; version := p_expected + added;
END $$;

REVOKE EXECUTE ON FUNCTION tournaments_append FROM PUBLIC;
"""

DROP = "DROP FUNCTION tournaments_append;"
