"""What a site says of an event: every page for everybody, every file, every row, every line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any
from uuid import UUID

from django.test import Client

from tables.models import Event as LogLine
from tables.models import HandResult, PrivilegedView, ScoreEntry, Seat
from tables.models import Table as Match
from tables.replay import turnstile
from tests.site.world import addresses
from tournaments.exports.files import PUBLIC_SHEETS
from tournaments.models import Participation, RoundTable, Tournament
from tournaments.pages import files
from tournaments.selectors import state_of

LANGUAGES = ("en", "zh-hant")
_RANDOM = re.compile(r'(name="(?:csrfmiddlewaretoken|command_id)" value=")[^"]*')
_OF_THE_DAY = frozenset({"round-paper", "standings-paper", "screen", "round-clock"})
"""Papers say when they were made, the others what time it is."""
_OWN = (
    "created_by_id", "club_id", "context", "handled", "organiser_id", "clock", "deadline_at",
    "created_at", "opened_at",
)  # fmt: skip
"""What is each site's own; the moments are those of the first events, to the millisecond."""


def pages_read(event: UUID) -> dict[str, str]:
    """Every address of the event and its tables that answers somebody who is not logged in."""
    found = {}
    urls = sorted(_urls(event))
    for language in LANGUAGES:
        answers = _answers(urls, language)
        found |= {f"{language} {url}": page for url, page in answers.items()}
        # Whether there is a page does not depend on the language that it is read in.
        urls = list(answers)
    return found


def _answers(urls: list[str], language: str) -> dict[str, str]:
    """What is answered where there is a page."""
    client = Client(headers={"Accept-Language": language})
    found = {}
    for url in urls:
        for one in (turnstile.CHECKS, turnstile.READS, files.PAPERS):
            one.forget()
        answer = client.get(url)
        if answer.status_code == 200:
            found[url] = _RANDOM.sub(r"\1", answer.content.decode())
    return found


def _urls(event: UUID) -> Iterator[str]:
    values = _values(event)
    for address in addresses().values():
        needs = [name for name in address.needs if name is not None]
        if address.name in _OF_THE_DAY or not {"event", "table_id"} & set(needs):
            continue
        if not set(needs) <= set(values):
            continue
        for chosen in product(*(values[name] for name in needs)):
            yield address.url(dict(zip(needs, chosen, strict=True)), {})


def _values(event: UUID) -> dict[str, list[Any]]:
    tournament = Tournament.objects.get(pk=event)
    matches = [row.match for row in RoundTable.objects.filter(tournament=event) if row.match]
    return {
        "event": [event],
        "table_id": sorted(matches),
        "number": [1, 2],
        "table": [1, 2],
        "after": [1],
        "edition": [1, 2],
        "hand": [1],
        "entry": sorted(state_of(tournament).entries),
        "kind": list(PUBLIC_SHEETS),
        "ending": ["csv", "json"],
    }


def rows_read(event: UUID) -> dict[str, Any]:
    """The rows and the lines of the log, as text; without accounts, and numbers of the database."""
    matches = [row.match for row in RoundTable.objects.filter(tournament=event) if row.match]
    kept = {
        "tournament": Tournament.objects.filter(pk=event),
        "entries": Participation.objects.filter(tournament=event).order_by("number"),
        "tables": RoundTable.objects.filter(tournament=event).order_by("round", "number"),
        "matches": Match.objects.filter(pk__in=matches).order_by("pk"),
        "seats": Seat.objects.filter(table__in=matches).order_by("table_id", "place"),
        "hands": HandResult.objects.filter(table__in=matches).order_by("table_id", "hand"),
        "scores": ScoreEntry.objects.filter(table__in=matches).order_by(
            "table_id", "hand", "place", "id"
        ),
        "looks": PrivilegedView.objects.filter(table__in=matches).order_by("table_id", "number"),
        "log": LogLine.objects.filter(stream__in=[event, *matches]).order_by("stream", "version"),
    }
    return {name: [_plain(row) for row in rows.values()] for name, rows in kept.items()}


def _plain(row: dict[str, Any]) -> dict[str, str]:
    return {
        name: str(value)
        for name, value in row.items()
        if name not in _OWN and (name != "id" or isinstance(value, UUID)) and name != "account_id"
    }
