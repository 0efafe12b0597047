"""The SQL that makes the tables of checkpoints and their guard.

Never edit a statement that was released: a change is a new constant and a new migration.
"""

# Of the heads only those that moved since the checkpoint before are kept: what a checkpoint is
# over is the newest leaf of each stream up to it.
TABLES = """
CREATE TABLE tables_checkpoint (
    number    integer        PRIMARY KEY CHECK (number > 0),
    at        timestamptz(3) NOT NULL,
    size      integer        NOT NULL CHECK (size > 0),
    root      text           NOT NULL,
    previous  text           NOT NULL UNIQUE,
    key       text           NOT NULL,
    signature text           NOT NULL
);

CREATE TABLE tables_checkpointleaf (
    stream     uuid    NOT NULL,
    checkpoint integer NOT NULL REFERENCES tables_checkpoint,
    version    integer NOT NULL CHECK (version > 0),
    hash       text    NOT NULL,
    PRIMARY KEY (stream, checkpoint)
);
"""

GUARD = """
CREATE FUNCTION tables_checkpoint_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'checkpoints are append-only: % is refused', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER tables_checkpoint_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION tables_checkpoint_refuse();

CREATE TRIGGER tables_checkpointleaf_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_checkpointleaf
    FOR EACH STATEMENT EXECUTE FUNCTION tables_checkpoint_refuse();
"""

DROP = """
DROP TABLE tables_checkpointleaf;
DROP TABLE tables_checkpoint;
DROP FUNCTION tables_checkpoint_refuse;
"""

# A stream has its own log, and a table the log of looks at its hidden tiles beside it.
LEAVES_OF_LOOKS = """
ALTER TABLE tables_checkpointleaf
    ADD COLUMN log text NOT NULL DEFAULT '' CHECK (log IN ('', 'looks')),
    DROP CONSTRAINT tables_checkpointleaf_pkey,
    ADD PRIMARY KEY (stream, log, checkpoint);
"""
LEAVES_OF_STREAMS = """
ALTER TABLE tables_checkpointleaf DISABLE TRIGGER USER;
DELETE FROM tables_checkpointleaf WHERE log <> '';
ALTER TABLE tables_checkpointleaf ENABLE TRIGGER USER;
ALTER TABLE tables_checkpointleaf DROP COLUMN log, ADD PRIMARY KEY (stream, checkpoint);
"""
