"""The queue of work that nobody waits for: `celery -A config worker`, `celery -A config beat`."""

from __future__ import annotations

import os
import signal
import threading
import time

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("laozhuang")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournaments"], related_name="jobs.tasks")
app.autodiscover_tasks(["tables.checkpoints"])
app.autodiscover_tasks(["tournaments.ratings", "tournaments.letters", "tournaments.audit"])
app.autodiscover_tasks(["tournaments.archive"])


STOPS_WITH = "STOPS_WITH"
"""Names the process beside which a worker runs, and with which it ends, however that ended."""


@worker_ready.connect
def watch_parent(**_rest: object) -> None:
    """`make run` may be killed before it can stop the worker that it started."""
    parent = int(os.environ.get(STOPS_WITH, "0"))
    if parent:
        threading.Thread(target=_end_without, args=(parent,), daemon=True).start()


def _end_without(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


@worker_ready.connect
def demo_fill(**_rest: object) -> None:
    """A site that shows the demo makes what takes a while of it as soon as a worker runs."""
    from django.conf import settings

    if settings.DEMO:
        app.send_task("tournaments.demo")
