"""The SQL of the table of lost connections.

Never edit a statement that was released: a change is a new constant and a new migration.
"""

CONNECTIONS = """
CREATE TABLE tables_seatconnection (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id  uuid           NOT NULL,
    place     smallint       NOT NULL CHECK (place BETWEEN 0 AND 3),
    connected boolean        NOT NULL,
    at        timestamptz(3) NOT NULL,
    process   text           NOT NULL
);
CREATE INDEX tables_seatconnection_at ON tables_seatconnection (table_id, at);

CREATE FUNCTION tables_seatconnection_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'connections are append-only: % is refused', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER tables_seatconnection_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_seatconnection
    FOR EACH STATEMENT EXECUTE FUNCTION tables_seatconnection_refuse();
"""
DROP_CONNECTIONS = """
DROP TABLE tables_seatconnection;
DROP FUNCTION tables_seatconnection_refuse;
"""
