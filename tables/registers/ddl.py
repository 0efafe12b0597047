"""The SQL of the one way by which facts enter the log.

They go into the table that matches use, behind the same guards. Never edit a statement that was
released: a change is a new constant and a new migration.
"""

# The caller holds the register's lock; the conditions here hold for a caller that does not.
APPEND = """
CREATE FUNCTION tables_register_append(
    p_stream   uuid,
    p_expected integer,
    p_at       timestamptz,
    p_actor    text,
    p_command  text,
    p_types    text[],
    p_datas    text[],
    p_prev     text,
    p_hashes   text[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF p_expected = 0 THEN
        IF p_types[1] <> 'RegisterBegun' THEN
            RAISE EXCEPTION 'a register begins with RegisterBegun, not with %', p_types[1];
        END IF;
    ELSIF NOT EXISTS (
        SELECT FROM tables_event b, tables_event e
            WHERE b.stream = p_stream AND b.version = 1 AND b.type = 'RegisterBegun'
                AND e.stream = p_stream AND e.version = p_expected AND e.hash = p_prev
    ) THEN
        RAISE EXCEPTION '% is no register at version %', p_stream, p_expected;
    END IF;
    INSERT INTO tables_event (stream, version, type, schema, hand, data, actor, command,
                              recorded_at, prev, hash)
    SELECT p_stream, p_expected + n, p_types[n], 1, 0, p_datas[n]::jsonb, p_actor,
           CASE n WHEN 1 THEN p_command ELSE p_command || '#' || n END,
           p_at, CASE n WHEN 1 THEN p_prev ELSE p_hashes[n - 1] END, p_hashes[n]
        FROM generate_series(1, cardinality(p_types)) AS n;
END $$;

REVOKE EXECUTE ON FUNCTION tables_register_append FROM PUBLIC;
"""

DROP = "DROP FUNCTION tables_register_append;"
