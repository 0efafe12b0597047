"""Several writers at the same moment, each on a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection


def at_once(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Run the jobs in threads that all start together; an exception is an outcome too."""
    barrier = threading.Barrier(len(jobs))

    def job_run(job: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            barrier.wait()
            return job()
        except Exception as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(job_run, jobs))
