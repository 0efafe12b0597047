"""The SQL that makes the event table, its guards and its one way in.

Kept apart from the migration that runs it, so that it reads as SQL. Never edit a
statement that was released: a change is a new constant and a new migration.
"""

EVENT_TABLE = """
CREATE TABLE tables_event (
    stream      uuid           NOT NULL,
    version     integer        NOT NULL CHECK (version > 0),
    type        text           NOT NULL,
    schema      smallint       NOT NULL,
    hand        integer        NOT NULL,
    data        jsonb          NOT NULL,
    actor       text           NOT NULL,
    command     text COLLATE "C" NOT NULL,
    recorded_at timestamptz(3) NOT NULL,
    prev        text           NOT NULL,
    hash        text           NOT NULL,
    CONSTRAINT tables_event_version UNIQUE (stream, version),
    CONSTRAINT tables_event_command UNIQUE (stream, command)
);
"""

# Statement triggers: even an UPDATE that would touch no row is refused.
EVENT_GUARD = """
CREATE FUNCTION tables_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are append-only: % is refused', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER tables_event_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_event
    FOR EACH STATEMENT EXECUTE FUNCTION tables_event_refuse();
"""

# Answers: 'ok' (version = the last one written), 'seen' (version = the last one this command
# wrote, the first time it came), 'stale' (version = where the table is), 'absent'.
# The command id is looked up before the versions are compared, so that a retry gets its
# first answer rather than a version error. The update takes the row's lock and compares the
# versions at once; who loses a race for it finds the other version and looks again.
# Its statements keep one plan each: for an unknown number of events the planner expects a
# thousand, finds a plan for the one at hand cheaper, and would make it anew in every call.
APPEND = """
CREATE FUNCTION tables_append(
    p_table    uuid,
    p_command  text,
    p_expected integer,
    p_at       timestamptz,
    p_types    text[],
    p_schemas  smallint[],
    p_hands    integer[],
    p_datas    text[],
    p_actors   text[],
    p_prev     text,
    p_hashes   text[],
    p_summary  jsonb,
    p_results  jsonb,
    p_scores   jsonb,
    OUT answer text,
    OUT version integer
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    added integer := cardinality(p_types);
BEGIN
    version := tables_command_version(p_table, p_command);
    IF version IS NOT NULL THEN
        answer := 'seen'; RETURN;
    END IF;

    UPDATE tables_table t SET
        version     = p_expected + added,
        head        = p_hashes[added],
        hand        = (p_summary->>'hand')::integer,
        phase       = p_summary->>'phase',
        paused      = (p_summary->>'paused')::boolean,
        points      = p_summary->'points',
        started_at  = CASE WHEN p_summary->'started' = 'true' THEN coalesce(t.started_at, p_at) END,
        ended_at    = CASE WHEN p_summary->'ended' = 'true' THEN coalesce(t.ended_at, p_at) END,
        deadline_at = (p_summary->>'deadline_at')::timestamptz,
        clock       = p_summary->'clock'
        WHERE t.id = p_table AND t.version = p_expected AND t.head = p_prev;

    IF NOT FOUND THEN
        version := tables_command_version(p_table, p_command);
        IF version IS NOT NULL THEN
            answer := 'seen'; RETURN;
        END IF;
        SELECT t.version INTO version FROM tables_table t WHERE t.id = p_table;
        IF NOT FOUND THEN
            answer := 'absent'; version := 0; RETURN;
        END IF;
        IF version = p_expected THEN
            RAISE EXCEPTION 'table %: the chain does not continue from %', p_table, p_prev;
        END IF;
        answer := 'stale'; RETURN;
    END IF;

    INSERT INTO tables_event (stream, version, type, schema, hand, data, actor, command,
                              recorded_at, prev, hash)
    SELECT p_table, p_expected + n, p_types[n], p_schemas[n], p_hands[n], p_datas[n]::jsonb,
           p_actors[n], CASE n WHEN 1 THEN p_command ELSE p_command || '#' || n END,
           p_at, CASE n WHEN 1 THEN p_prev ELSE p_hashes[n - 1] END, p_hashes[n]
        FROM generate_series(1, added) AS n;

    IF p_results IS NOT NULL THEN
        INSERT INTO tables_handresult (table_id, hand, version, outcome, dealer, repeat, winner,
                                       source, tai, points)
        SELECT p_table, r.hand, r.version, r.outcome, r.dealer, r.repeat, r.winner, r.source,
               r.tai, r.points
            FROM jsonb_to_recordset(p_results) AS r(
                hand integer, version integer, outcome text, dealer smallint, repeat smallint,
                winner smallint, source text, tai smallint, points jsonb);
        INSERT INTO tables_scoreentry (table_id, hand, place, points, total)
        SELECT p_table, s.hand, s.place, s.points, s.total
            FROM jsonb_to_recordset(p_scores) AS s(
                hand integer, place smallint, points integer, total integer);
    END IF;

    answer := 'ok'; version := p_expected + added;
END $$;

REVOKE EXECUTE ON FUNCTION tables_append FROM PUBLIC;
"""

# As APPEND, for how most appends are: one event, whose columns arrive as they are stored,
# so that no array need be written or read. `p_clock` is NULL where the clock goes on as it
# was, `p_rest` where there is none of what few appends have: `more`, the events that the
# first one entailed; `summary`, what is new of the table's slower columns; `results` and
# `scores`. The answer is a word alone: a record's columns would be looked up in every call.
# That the command is new is a condition of the update, for a statement less.
APPEND_FIRST_APART = """
DROP FUNCTION tables_append;

CREATE FUNCTION tables_append(
    p_table    uuid,
    p_command  text,
    p_expected integer,
    p_at       timestamptz,
    p_type     text,
    p_schema   smallint,
    p_hand     integer,
    p_data     jsonb,
    p_actor    text,
    p_prev     text,
    p_hash     text,
    p_phase    text,
    p_deadline timestamptz,
    p_clock    jsonb,
    p_rest     jsonb
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    new_version integer := p_expected + 1;
    new_head    text    := p_hash;
    new_hand    integer := p_hand;
    at_version  integer;
BEGIN
    IF p_expected < 0 THEN
        RAISE EXCEPTION 'table %: versions begin at 1', p_table USING ERRCODE = 'check_violation';
    END IF;
    IF p_rest ? 'more' THEN
        new_version := new_version + jsonb_array_length(p_rest->'more');
        new_head := p_rest->'more'->-1->>'hash';
        new_hand := p_rest->'more'->-1->>'hand';
    END IF;

    UPDATE tables_table t SET
        version     = new_version,
        head        = new_head,
        hand        = new_hand,
        phase       = p_phase,
        deadline_at = p_deadline,
        clock       = coalesce(p_clock, t.clock)
        WHERE t.id = p_table AND t.version = p_expected AND t.head = p_prev AND NOT EXISTS (
            SELECT FROM tables_event e WHERE e.stream = p_table AND e.command = p_command);

    IF NOT FOUND THEN
        IF EXISTS (
            SELECT FROM tables_event e WHERE e.stream = p_table AND e.command = p_command
        ) THEN
            RETURN 'seen';
        END IF;
        SELECT t.version INTO at_version FROM tables_table t WHERE t.id = p_table;
        IF NOT FOUND THEN
            RETURN 'absent';
        END IF;
        IF at_version = p_expected THEN
            RAISE EXCEPTION 'table %: the chain does not continue from %', p_table, p_prev;
        END IF;
        RETURN 'stale';
    END IF;

    INSERT INTO tables_event (stream, version, type, schema, hand, data, actor, command,
                              recorded_at, prev, hash)
    VALUES (p_table, p_expected + 1, p_type, p_schema, p_hand, p_data, p_actor, p_command,
            p_at, p_prev, p_hash);

    IF p_rest IS NULL THEN
        RETURN 'ok';
    END IF;

    IF p_rest ? 'more' THEN
        INSERT INTO tables_event (stream, version, type, schema, hand, data, actor, command,
                                  recorded_at, prev, hash)
        SELECT p_table, p_expected + m.n, m.type, m.schema, m.hand, m.data, m.actor,
               p_command || '#' || m.n, p_at, lag(m.hash, 1, p_hash) OVER (ORDER BY m.n), m.hash
            FROM (
                SELECT r.*, r.ordinality::integer + 1 AS n
                FROM ROWS FROM (jsonb_to_recordset(p_rest->'more') AS (
                    type text, schema smallint, hand integer, data jsonb, actor text, hash text
                )) WITH ORDINALITY AS r
            ) AS m;
    END IF;

    IF p_rest ? 'summary' THEN
        UPDATE tables_table t SET
            paused     = s.paused,
            points     = s.points,
            started_at = CASE WHEN s.started THEN coalesce(t.started_at, p_at) END,
            ended_at   = CASE WHEN s.ended THEN coalesce(t.ended_at, p_at) END
            FROM jsonb_to_record(p_rest->'summary') AS s(
                paused boolean, points jsonb, started boolean, ended boolean)
            WHERE t.id = p_table;
    END IF;

    IF p_rest ? 'results' THEN
        INSERT INTO tables_handresult (table_id, hand, version, outcome, dealer, repeat, winner,
                                       source, tai, points)
        SELECT p_table, r.hand, r.version, r.outcome, r.dealer, r.repeat, r.winner, r.source,
               r.tai, r.points
            FROM jsonb_to_recordset(p_rest->'results') AS r(
                hand integer, version integer, outcome text, dealer smallint, repeat smallint,
                winner smallint, source text, tai smallint, points jsonb);
        INSERT INTO tables_scoreentry (table_id, hand, place, points, total)
        SELECT p_table, s.hand, s.place, s.points, s.total
            FROM jsonb_to_recordset(p_rest->'scores') AS s(
                hand integer, place smallint, points integer, total integer);
    END IF;

    RETURN 'ok';
END $$;

REVOKE EXECUTE ON FUNCTION tables_append FROM PUBLIC;

DROP FUNCTION tables_command_version;
"""

# Left off here and put back as EVENT_COUNTS.
NUMBERS_UNCHECKED = """
ALTER TABLE tables_event DROP CONSTRAINT IF EXISTS tables_event_version_check;
"""
NUMBERS_CHECKED = (
    NUMBERS_UNCHECKED
    + "ALTER TABLE tables_event ADD CONSTRAINT tables_event_version_check CHECK (version > 0);"
)

# One check for both: each is read from the catalogue's text again in every statement.
EVENT_COUNTS = """
ALTER TABLE tables_event
    ADD CONSTRAINT tables_event_counts CHECK (version > 0 AND hand >= 0);
"""
EVENT_COUNTS_UNCHECKED = "ALTER TABLE tables_event DROP CONSTRAINT tables_event_counts;"

# The last version that a command wrote, or NULL. Its further events carry its id with
# '#2', '#3', … and '$' follows '#'.
COMMAND_VERSION = """
CREATE FUNCTION tables_command_version(p_table uuid, p_command text) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
    first integer;
BEGIN
    SELECT e.version INTO first FROM tables_event e
        WHERE e.stream = p_table AND e.command = p_command;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    RETURN (
        SELECT greatest(first, max(e.version)) FROM tables_event e
        WHERE e.stream = p_table AND e.command > p_command || '#' AND e.command < p_command || '$'
    );
END $$;
"""

# An append rewrites the table's row: with room on its page, and none of the changed columns
# in an index, the indexes need not be touched.
ROOM_FOR_UPDATES = "ALTER TABLE tables_table SET (fillfactor = 50);"

# What an auditor or a statistician may read: a match's events once it is over.
FINISHED_EVENTS = """
CREATE VIEW tables_finished_event AS
    SELECT e.* FROM tables_event e
    JOIN tables_table t ON t.id = e.stream
    WHERE t.ended_at IS NOT NULL;
"""

# Who was shown hidden tiles. The database's own clock says when: nobody can date a look back.
LOOKS = """
CREATE TABLE tables_privilegedview (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint         NOT NULL,
    table_id   uuid           NOT NULL,
    hand       integer        NOT NULL CHECK (hand >= 0),
    at         timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    what       text           NOT NULL
);
CREATE INDEX tables_privilegedview_hand ON tables_privilegedview (table_id, hand);

CREATE FUNCTION tables_privilegedview_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'looks are append-only: % is refused', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER tables_privilegedview_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_privilegedview
    FOR EACH STATEMENT EXECUTE FUNCTION tables_privilegedview_refuse();

CREATE FUNCTION tables_privilegedview_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.at := clock_timestamp();
    RETURN NEW;
END $$;

CREATE TRIGGER tables_privilegedview_dated
    BEFORE INSERT ON tables_privilegedview
    FOR EACH ROW EXECUTE FUNCTION tables_privilegedview_now();
"""
DROP_LOOKS = """
DROP TABLE tables_privilegedview;
DROP FUNCTION tables_privilegedview_refuse;
DROP FUNCTION tables_privilegedview_now;
"""

DROP = """
DROP FUNCTION tables_append;
DROP FUNCTION tables_command_version;
DROP TABLE tables_event;
DROP FUNCTION tables_event_refuse;
"""
