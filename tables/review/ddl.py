"""The SQL that makes the access log of each table a chain.

Never edit a statement that was released: a change is a new constant and a new migration.
"""

# A look's columns as those of an event are hashed (docs/record-format.md), in the same order.
_HASH = """
CREATE FUNCTION tables_look_hash(p_look tables_privilegedview) RETURNS text
LANGUAGE sql STABLE STRICT SET search_path = public, pg_temp AS $$
    SELECT encode(sha256(
        tables_framed(to_json(p_look.prev)::text)
        || tables_framed(p_look.number::text)
        || tables_framed('"HiddenTilesShown"')
        || tables_framed('1')
        || tables_framed(p_look.hand::text)
        || tables_framed(to_json('account:' || p_look.account_id)::text)
        || tables_framed('null')
        || tables_framed(to_json(to_char(p_look.at AT TIME ZONE 'UTC',
            'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text)
        || tables_framed('{"salt":' || to_json(p_look.salt)::text
            || ',"table":' || to_json(p_look.table_id::text)::text
            || ',"what":' || to_json(p_look.what)::text || '}')
    ), 'hex')
$$;

CREATE FUNCTION tables_look_first_prev(p_table uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT encode(sha256(convert_to(
        '{"format":"zjl","schema":1,"table":' || to_json(p_table::text)::text || '}', 'UTF8'
    )), 'hex')
$$;
"""

# One at a time for each table: whoever waited for the lock reads what was written meanwhile. The
# lock is none of the table's row, so that no move waits for a look. Whatever an INSERT says of
# time, number, salt and hashes, the database says it.
_CHAIN = """
CREATE FUNCTION tables_look_chain() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
    last tables_privilegedview;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.table_id::text, 13));
    SELECT * INTO last FROM tables_privilegedview l
        WHERE l.table_id = NEW.table_id ORDER BY l.number DESC LIMIT 1;
    NEW.number := coalesce(last.number, 0) + 1;
    NEW.at := date_trunc('milliseconds', clock_timestamp());
    NEW.salt := replace(gen_random_uuid()::text, '-', '');
    NEW.prev := coalesce(last.hash, tables_look_first_prev(NEW.table_id));
    NEW.hash := tables_look_hash(NEW);
    RETURN NEW;
END $$;
"""

_COLUMNS = """
ALTER TABLE tables_privilegedview
    ADD COLUMN number integer CHECK (number > 0),
    ADD COLUMN salt   text,
    ADD COLUMN prev   text,
    ADD COLUMN hash   text;
"""

# What was written before there was a chain, in the order in which it was.
_OLD_ROWS = """
ALTER TABLE tables_privilegedview DISABLE TRIGGER USER;

DO $$
DECLARE
    look tables_privilegedview;
    last tables_privilegedview;
BEGIN
    FOR look IN SELECT * FROM tables_privilegedview ORDER BY table_id, at, id LOOP
        IF look.table_id IS DISTINCT FROM last.table_id THEN
            last := NULL;
        END IF;
        look.number := coalesce(last.number, 0) + 1;
        look.salt := replace(gen_random_uuid()::text, '-', '');
        look.prev := coalesce(last.hash, tables_look_first_prev(look.table_id));
        look.hash := tables_look_hash(look);
        UPDATE tables_privilegedview SET
            number = look.number, salt = look.salt, prev = look.prev, hash = look.hash
            WHERE id = look.id;
        last := look;
    END LOOP;
END $$;

ALTER TABLE tables_privilegedview ENABLE TRIGGER USER;
"""

_ORDER = """
DROP TRIGGER tables_privilegedview_dated ON tables_privilegedview;
DROP FUNCTION tables_privilegedview_now;

ALTER TABLE tables_privilegedview
    DROP COLUMN id,
    ALTER COLUMN at DROP DEFAULT,
    ALTER COLUMN salt SET NOT NULL,
    ALTER COLUMN prev SET NOT NULL,
    ALTER COLUMN hash SET NOT NULL,
    ADD PRIMARY KEY (table_id, number);

CREATE TRIGGER tables_privilegedview_chained
    BEFORE INSERT ON tables_privilegedview
    FOR EACH ROW EXECUTE FUNCTION tables_look_chain();
"""

LOOKS_CHAINED = _COLUMNS + _HASH + _OLD_ROWS + _CHAIN + _ORDER

LOOKS_UNCHAINED = """
DROP TRIGGER tables_privilegedview_chained ON tables_privilegedview;
DROP FUNCTION tables_look_chain;
DROP FUNCTION tables_look_hash;
DROP FUNCTION tables_look_first_prev;

ALTER TABLE tables_privilegedview
    DROP COLUMN number,
    DROP COLUMN salt,
    DROP COLUMN prev,
    DROP COLUMN hash,
    ALTER COLUMN at SET DEFAULT clock_timestamp(),
    ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;

CREATE FUNCTION tables_privilegedview_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.at := clock_timestamp();
    RETURN NEW;
END $$;

CREATE TRIGGER tables_privilegedview_dated
    BEFORE INSERT ON tables_privilegedview
    FOR EACH ROW EXECUTE FUNCTION tables_privilegedview_now();
"""

# Looks that another site noted keep their times, salts and hashes, if the hashes follow from them:
# only where the owner of the table says so, which the application's role is not.
_CHAIN_WITH_BROUGHT = """
CREATE OR REPLACE FUNCTION tables_look_chain() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
    last   tables_privilegedview;
    number integer;
    prev   text;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.table_id::text, 13));
    SELECT * INTO last FROM tables_privilegedview l
        WHERE l.table_id = NEW.table_id ORDER BY l.number DESC LIMIT 1;
    number := coalesce(last.number, 0) + 1;
    prev := coalesce(last.hash, tables_look_first_prev(NEW.table_id));
    IF current_setting('laozhuang.looks_brought', true) = 'yes' AND pg_has_role(
        current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER'
    ) THEN
        NEW.number := number;
        NEW.prev := prev;
        IF NEW.hash IS DISTINCT FROM tables_look_hash(NEW) THEN
            RAISE EXCEPTION 'table %: look % is not what its hash says', NEW.table_id, number
                USING ERRCODE = 'data_exception';
        END IF;
        RETURN NEW;
    END IF;
    NEW.number := number;
    NEW.at := date_trunc('milliseconds', clock_timestamp());
    NEW.salt := replace(gen_random_uuid()::text, '-', '');
    NEW.prev := prev;
    NEW.hash := tables_look_hash(NEW);
    RETURN NEW;
END $$;
"""

# Answers as tables_take_in does.
_TAKE_LOOKS_IN = """
CREATE FUNCTION tables_take_looks_in(
    p_table    uuid,
    p_accounts bigint[],
    p_hands    integer[],
    p_times    text[],
    p_whats    text[],
    p_salts    text[],
    p_hashes   text[]
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    looks integer := cardinality(p_hashes);
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_table::text, 13));
    IF EXISTS (SELECT FROM tables_privilegedview l WHERE l.table_id = p_table) THEN
        RETURN CASE WHEN looks = (
            SELECT count(*) FROM tables_privilegedview l
            WHERE l.table_id = p_table AND l.number <= looks AND l.hash = p_hashes[l.number]
        ) THEN 'same' ELSE 'differs' END;
    END IF;
    PERFORM set_config('laozhuang.looks_brought', 'yes', true);
    FOR n IN 1 .. looks LOOP
        INSERT INTO tables_privilegedview (account_id, table_id, hand, at, what, salt, hash)
            VALUES (p_accounts[n], p_table, p_hands[n], p_times[n]::timestamptz, p_whats[n],
                    p_salts[n], p_hashes[n]);
    END LOOP;
    PERFORM set_config('laozhuang.looks_brought', '', true);
    RETURN 'ok';
END $$;

REVOKE EXECUTE ON FUNCTION tables_take_looks_in FROM PUBLIC;
"""

LOOKS_BROUGHT = _CHAIN_WITH_BROUGHT + _TAKE_LOOKS_IN
LOOKS_NOT_BROUGHT = "DROP FUNCTION tables_take_looks_in;\n" + _CHAIN.replace(
    "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"
)
