"""A request leaves no connection to the database behind, however it ends."""

from __future__ import annotations

import http.client
import os

from django.db import connection

from tests.tables.live.site import Server, Site

# Pages of errors are made in threads that stay, each with a connection of its own.
STAYING = (os.cpu_count() or 1) + 4


def connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def asked(server: Server, cookie: str, path: str, times: int) -> set[int]:
    """Ask one after the other, as a browser does; the statuses of the answers."""
    client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    found = set()
    for _ in range(times):
        client.request("GET", path, headers={"Cookie": cookie})
        answer = client.getresponse()
        answer.read()
        found.add(answer.status)
    client.close()
    return found


def test_a_request_leaves_no_connection_behind(site: Site):
    server, cookie = site.serve(), site.cookie(site.person("pat"))
    asked(server, cookie, "/", 1)
    before = connections()
    assert asked(server, cookie, "/events/", 60) == {200}
    assert asked(server, cookie, "/me/", 60) == {200}
    assert asked(server, cookie, f"/events/{'0' * 8}-0000-4000-8000-{'0' * 12}/", 60) == {404}
    assert asked(server, cookie, "/events/?q=%00", 60) == {400}
    assert connections() <= before + STAYING
    # These refusals were asked for.
    assert "a NUL in the request" in site.new_faults()
