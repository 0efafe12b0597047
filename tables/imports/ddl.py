"""The SQL by which a stream of another site enters the log.

Never edit a statement that was released: a change is a new constant and a new migration.
"""

# A field as it is hashed: its JSON after its length.
FRAMED = """
CREATE FUNCTION tables_framed(p_json text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT int4send(octet_length(convert_to(p_json, 'UTF8'))) || convert_to(p_json, 'UTF8')
$$;
"""

# Answers: 'ok'; 'same' where the stream is there already, going on from these events or not;
# 'differs' where it is another, of which nothing is touched. Every hash is made again from what
# is to be stored before anything is: an event that was changed on the way cannot get in.
TAKE_IN = """
CREATE FUNCTION tables_take_in(
    p_stream   uuid,
    p_prev     text,
    p_types    text[],
    p_schemas  smallint[],
    p_hands    integer[],
    p_datas    text[],
    p_actors   text[],
    p_commands text[],
    p_times    text[],
    p_hashes   text[]
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    events integer := cardinality(p_hashes);
    wrong  integer;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_stream::text, 11));

    SELECT min(n) INTO wrong FROM generate_series(1, events) AS n
        WHERE p_times[n] !~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$'
        OR p_hashes[n] IS DISTINCT FROM encode(sha256(
            tables_framed(to_json(CASE n WHEN 1 THEN p_prev ELSE p_hashes[n - 1] END)::text)
            || tables_framed(n::text)
            || tables_framed(to_json(p_types[n])::text)
            || tables_framed(p_schemas[n]::text)
            || tables_framed(p_hands[n]::text)
            || tables_framed(to_json(p_actors[n])::text)
            || tables_framed(to_json(p_commands[n])::text)
            || tables_framed(to_json(p_times[n])::text)
            || tables_framed(p_datas[n])
        ), 'hex');
    IF wrong IS NOT NULL OR events IS NULL OR events = 0 THEN
        RAISE EXCEPTION 'stream %: event % is not what its hash says', p_stream, wrong
            USING ERRCODE = 'data_exception';
    END IF;

    IF EXISTS (SELECT FROM tables_event e WHERE e.stream = p_stream) THEN
        RETURN CASE WHEN events = (
            SELECT count(*) FROM tables_event e
            WHERE e.stream = p_stream AND e.version <= events AND e.hash = p_hashes[e.version]
        ) THEN 'same' ELSE 'differs' END;
    END IF;

    INSERT INTO tables_event (stream, version, type, schema, hand, data, actor, command,
                              recorded_at, prev, hash)
    SELECT p_stream, n, p_types[n], p_schemas[n], p_hands[n], p_datas[n]::jsonb, p_actors[n],
           p_commands[n], p_times[n]::timestamptz,
           CASE n WHEN 1 THEN p_prev ELSE p_hashes[n - 1] END, p_hashes[n]
        FROM generate_series(1, events) AS n;
    RETURN 'ok';
END $$;

REVOKE EXECUTE ON FUNCTION tables_take_in FROM PUBLIC;
"""

DROP = """
DROP FUNCTION tables_take_in;
DROP FUNCTION tables_framed;
"""
