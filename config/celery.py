"""The queue of work that nobody waits for: `celery -A config worker`, `celery -A config beat`."""

from __future__ import annotations

import os

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("laozhuang")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournaments"], related_name="jobs.tasks")
app.autodiscover_tasks(["tournaments.ratings", "tournaments.letters", "tournaments.audit"])


@worker_ready.connect
def demo_fill(**_rest: object) -> None:
    """A site that shows the demo makes what takes a while of it as soon as a worker runs."""
    from django.conf import settings

    if settings.DEMO:
        app.send_task("tournaments.demo")
