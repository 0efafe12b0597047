"""Real servers on a database of their own, one for each module of tests."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, connections

from tables import services
from tests.tables.live.site import Server, Site


def _url(name: str) -> str:
    entry = settings.DATABASES["default"]
    host = quote(str(entry["HOST"]), safe="")
    port = f"&port={entry['PORT']}" if entry["PORT"] else ""
    password = f":{entry['PASSWORD']}" if entry["PASSWORD"] else ""
    return f"postgresql://{entry['USER']}{password}@/{name}?host={host}{port}"


def _hang_up() -> None:
    """Leave the database, in this thread and in that of `sync_to_async`, which outlives tests."""
    connections.close_all()
    asyncio.run(sync_to_async(connections.close_all)())


@pytest.fixture(scope="module")
def site(migrated: str, django_db_blocker: Any, tmp_path_factory: Any) -> Iterator[Site]:
    """An empty site; start servers with `site.serve()`."""
    name = f"live_{os.getpid()}"
    usual = connection.settings_dict["NAME"]
    with psycopg.connect(_url("postgres"), autocommit=True) as link:
        link.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        link.execute(f"CREATE DATABASE {name} TEMPLATE {migrated}")
    made = Site(_url(name), tmp_path_factory.mktemp("site"))
    with django_db_blocker.unblock():
        _hang_up()
        connection.settings_dict["NAME"] = name
        services.FOLDS.forget()
        try:
            yield made
        finally:
            made.stop()
            _hang_up()
            connection.settings_dict["NAME"] = usual
            services.FOLDS.forget()


@pytest.fixture(scope="module")
def server(site: Site) -> Server:
    """A server that waits for nobody: built-in players and deals come at once."""
    return site.serve()


@pytest.fixture(autouse=True)
def _no_faults(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test may make a server complain, but those marked for it."""
    yield
    if "site" in request.fixturenames and "expects_faults" not in request.keywords:
        assert request.getfixturevalue("site").new_faults() == ""
