"""Fixtures for every test: a PostgreSQL of the run's own where no DATABASE_URL is given."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.template.base import Template

from config.embedded import throwaway_server
from config.environment import database

# While tests are collected nothing becomes garbage; looking for it took a third of the time.
gc.disable()

# Most tests are about something else than who has set up a second factor.
os.environ["MFA_REQUIRED"] = "0"

# A busy machine is no fault of the code: an example may take as long as it needs. In CI the
# examples are the same in every run; new ones are looked for by whoever runs the tests elsewhere.
hypothesis.settings.register_profile("patient", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("patient")


@pytest.fixture(scope="session", autouse=True)
def _settings_of_tests() -> None:
    """Those that are about a second factor set `settings.MFA_REQUIRED`."""
    settings.MFA_REQUIRED = False
    # Every test client sets the site up anew; it need not read all static files each time.
    settings.WHITENOISE_AUTOREFRESH = True
    # Django's notes what each template was rendered with, in a quarter of a page's time.
    Template._render = lambda template, context: template.nodelist.render(context)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[None]:
    """Point Django at an embedded server, started for the first test that needs a database."""
    if os.environ.get("DATABASE_URL"):
        yield
        return
    with throwaway_server() as server:
        settings.DATABASES["default"].update(database(server.url()))
        yield


@pytest.fixture(scope="session")
def migrated(postgresql: None, django_db_blocker: Any) -> Iterator[str]:
    """The name of an empty, migrated database, of which all others are copies."""
    usual, name = settings.DATABASES["default"]["NAME"], f"migrated_{os.getpid()}"
    with django_db_blocker.unblock():
        _tell(f"CREATE DATABASE {name}")
        connection.settings_dict["NAME"] = name
        call_command("migrate", verbosity=0)
        connection.close()
        connection.settings_dict["NAME"] = usual
    yield name
    with django_db_blocker.unblock():
        _tell(f"DROP DATABASE {name} WITH (FORCE)")


def _tell(statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(migrated: str) -> None:
    """The database of this process is made of the migrated one."""
    connection.settings_dict["TEST"]["TEMPLATE"] = migrated


@pytest.fixture(scope="session", autouse=True)
def _chance_in_hand() -> None:
    from tests.chance import take_over

    take_over()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test has walls and draws of its own, the same in every run."""
    from tests.chance import CHANCE

    CHANCE.follow(f"{item.nodeid} {getattr(item, 'execution_count', 1)}")


@pytest.fixture(scope="session", autouse=True)
def _no_tasks_behind_tests() -> None:
    """Tests call what is due themselves; those of the queue run a worker of their own."""
    from tables.cases.signals import case_moved
    from tables.signals import table_moved
    from tournaments.signals import tournament_moved

    for name in ("follow_up", "ratings", "letters", "checkpoints"):
        tournament_moved.disconnect(dispatch_uid=name)
    table_moved.disconnect(dispatch_uid="follow_up")
    for name in ("follow_up", "letters"):
        case_moved.disconnect(dispatch_uid=name)


def pytest_collection_finish() -> None:
    """What was imported stays to the end: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _emptied_quickly() -> None:
    from django.test import TransactionTestCase

    from tests.emptying import empty

    TransactionTestCase._fixture_teardown = empty


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What real processes and browsers do in real time comes first, so that what only computes
    fills the gaps; it is tried once more, and listed, when a busy machine was too slow for it.
    Everything else has one try."""
    real = [item for item in items if _is_real(item)]
    for item in real:
        item.add_marker(pytest.mark.flaky(reruns=1))
    first = {item.path for item in real} | {Path(__file__).parent / "config" / "test_serve.py"}
    items.sort(key=lambda item: item.path not in first)


def _is_real(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("e2e")) or "site" in getattr(item, "fixturenames", ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each reason that tests were skipped for, however many they are."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, count in reasons.items():
        terminalreporter.write_line(f"SKIPPED {count}: {reason}", yellow=True, bold=True)
