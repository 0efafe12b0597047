"""An audit looks at everything in the database, so it has to begin with nothing in it."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

NEVER_EMPTIED = (
    "tables_event",
    "tables_privilegedview",
    "tables_checkpointleaf",
    "tables_checkpoint",
)


@pytest.fixture
def no_logs_of_other_tests(db: None) -> None:
    """Logs and checkpoints cannot be truncated, and other tests leave theirs behind."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for name in NEVER_EMPTIED:
            cursor.execute(f"DELETE FROM {name}")
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
