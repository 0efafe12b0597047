"""A site's database of its own for rows that need one: durable settings, gone afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

ROOT = Path(__file__).resolve().parent.parent
RAW_TABLE = """
CREATE TABLE raw_event (
    stream uuid NOT NULL, version integer NOT NULL, type text NOT NULL, schema smallint NOT NULL,
    hand integer NOT NULL, data jsonb NOT NULL, actor text NOT NULL, command text NOT NULL,
    recorded_at timestamptz NOT NULL, prev text NOT NULL, hash text NOT NULL,
    UNIQUE (stream, version), UNIQUE (stream, command))
"""
RAW_INSERT = "INSERT INTO raw_event VALUES (%s, %s, %s, %s, %s, %s, %s, %s, now(), %s, %s)"


@contextmanager
def site_database() -> Iterator[str]:
    """The URL of a migrated site database behind a running server that waits for the disk.

    Has the site's own roles, and a bare table of the log's shape for raw inserts.
    """
    import psycopg

    from config.embedded import APPLICATION_ROLE, DATABASE, OWNER_ROLE, EmbeddedServer

    folder = Path(mkdtemp(prefix="laozhuang-bench-"))
    server = EmbeddedServer(folder / "data")
    try:
        server.ensure_site_database()
        owner = server.url(role=OWNER_ROLE, database=DATABASE)
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=os.environ | {"DATABASE_URL": owner}, check=True)
        with psycopg.connect(owner, autocommit=True) as connection:
            connection.execute(RAW_TABLE)
            connection.execute(f"GRANT ALL ON raw_event TO {APPLICATION_ROLE}")
        yield server.url(role=APPLICATION_ROLE, database=DATABASE)
    finally:
        server.stop()
        rmtree(folder, ignore_errors=True)


def use_site(url: str) -> None:
    """Set Django up on this database, or point it there if it is set up already."""
    import django

    os.environ["DATABASE_URL"] = url
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()

    from django.conf import settings
    from django.db import connections

    from config.environment import database

    connections.close_all()
    settings.DATABASES["default"].update(database(url))
