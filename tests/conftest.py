"""Fixtures for every test: a PostgreSQL of the run's own where no DATABASE_URL is given."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from config.embedded import throwaway_server

# A busy machine is no fault of the code: an example may take as long as it needs.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> Iterator[None]:
    """Point Django at an embedded server, started for the first test that needs a database."""
    from django.conf import settings

    from config.environment import database

    if os.environ.get("DATABASE_URL"):
        yield
        return
    with throwaway_server() as server:
        settings.DATABASES["default"].update(database(server.url()))
        yield
