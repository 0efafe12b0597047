"""The world that the tests of this folder look at."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tables import services as tables
from tests.site.world import World, world_make
from tests.tables.live.conftest import _no_faults as _no_faults
from tests.tables.live.conftest import site as site
from tournaments.store.folds import FOLDS


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Made once; every request is taken back."""
    # Most of what is asked for here is refused, and each refusal is logged.
    logging.disable(logging.WARNING)
    with django_db_blocker.unblock(), transaction.atomic():
        yield world_make()
        transaction.set_rollback(True)
    logging.disable(logging.NOTSET)
    FOLDS.forget()
    tables.FOLDS.forget()
