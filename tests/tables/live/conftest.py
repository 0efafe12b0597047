"""Real servers on a database of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection, connections

from tables import services
from tests.tables.live.site import Site


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    """An empty site; start servers with `site.serve()`."""
    template = connection.settings_dict["NAME"]
    name = f"{template}_live"
    connections.close_all()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    connection.settings_dict["NAME"] = name
    services.FOLDS.forget()
    made = Site(_url(connection.settings_dict), tmp_path)
    try:
        yield made
    finally:
        for server in made.servers:
            server.stop()
        connections.close_all()
        connection.settings_dict["NAME"] = template
        services.FOLDS.forget()


def _url(entry: dict[str, Any]) -> str:
    host = quote(str(entry["HOST"]), safe="")
    port = f"&port={entry['PORT']}" if entry["PORT"] else ""
    password = f":{entry['PASSWORD']}" if entry["PASSWORD"] else ""
    return f"postgresql://{entry['USER']}{password}@/{entry['NAME']}?host={host}{port}"
