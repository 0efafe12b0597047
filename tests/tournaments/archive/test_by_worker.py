"""The whole way: asked for at a real server, made by a real worker, fetched and proved."""

from __future__ import annotations

import re
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from engine.archive.checking import verify_archive
from tests.tables.live.conftest import site as site
from tests.tables.live.site import Site
from tests.tournaments.archive.conftest import played_through
from tests.tournaments.jobs.test_worker import Worker, event_of, eventually
from tests.tournaments.jobs.test_worker import worker as worker
from tournaments.domain import commands as c
from tournaments.domain.terms import Details


def test_an_archive_is_asked_for_made_by_a_worker_and_proved(
    site: Site, worker: Worker, tmp_path: Path
):
    event = event_of(site)
    event.do(c.ChangeDetails(Details("Cup")))
    played_through(event)
    server = site.serve(VAR_DIR=str(tmp_path))
    worker()
    base = f"http://127.0.0.1:{server.port}/events/{event.tournament.pk}/desk/archive/"
    cookie = site.cookie(event.account)

    def ask(path: str, data: dict[str, str] | None = None, more: str = "") -> HTTPResponse:
        headers = {"Cookie": f"{cookie}; {more}", "Referer": base, "Accept-Language": "en"}
        body = urlencode(data).encode() if data else None
        answer: HTTPResponse = urlopen(Request(base + path, body, headers), timeout=30)
        return answer

    first = ask("")
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', first.read().decode())[1]
    secret = first.headers["Set-Cookie"].partition(";")[0]
    page = ask("make/", {"csrfmiddlewaretoken": token}, secret).read().decode()
    assert 'hx-trigger="every 1s"' in page
    eventually(lambda: "Download the archive" in ask("").read().decode())
    answer = ask("file/")
    body = answer.read()
    assert answer.headers["Content-Type"] == "application/zip"
    assert int(answer.headers["Content-Length"]) == len(body)
    report = verify_archive(body)
    assert report.ok
    assert report.fingerprint == answer.headers["X-Fingerprint"]
    assert site.new_faults() == ""
