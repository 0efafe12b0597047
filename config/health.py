"""Whether this process can work: the address that a load balancer asks, and a command for the rest.

`python -m config.health web|clock|worker` exits with 0 if all is well; docker-compose.yml asks it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request

from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

ALIVE_SECONDS = 30


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """The database answers. Says nothing else to strangers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return JsonResponse({"status": "ok"})


def web(port: str) -> bool:
    """This machine's site answers."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/", timeout=5) as answer:
        return bool(answer.status == 200)


def clock() -> bool:
    """Some process of the site has looked after the tables' clocks a moment ago."""
    import django

    django.setup()
    from django.utils import timezone

    from tables.models import Heartbeat

    beat = Heartbeat.objects.values_list("beat_at", flat=True).first()
    return beat is not None and (timezone.now() - beat).total_seconds() < ALIVE_SECONDS


def worker() -> bool:
    """A worker of the queue answers."""
    command = [sys.executable, "-m", "celery", "-A", "config", "inspect", "ping", "--timeout", "5"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def main(arguments: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    match arguments:
        case ["web"]:
            return 0 if web(os.environ.get("PORT", "8000")) else 1
        case ["clock"]:
            return 0 if clock() else 1
        case ["worker"]:
            return 0 if worker() else 1
    print("usage: python -m config.health web|clock|worker", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
