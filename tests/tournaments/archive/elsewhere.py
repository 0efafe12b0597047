"""Another site, with a database and a process of its own: takes an archive in, twice, and tells.

`python -m tests.tournaments.archive.elsewhere ARCHIVE EVENT GUEST ACCOUNT …`: accounts of strangers
who happen to have these numbers are there before; GUEST is claimed at the end.
"""

from __future__ import annotations

import json
import sys
from io import StringIO
from typing import Any
from uuid import UUID

import django
from django.core.management import call_command
from django.db import connection


def main(archive: str, event: str, guest: str, accounts: list[int]) -> dict[str, Any]:
    """What this site says after the first time, and what the second has changed."""
    from accounts.models import User
    from tests.tournaments.archive.reading import pages_read, rows_read
    from tournaments.archive.exporting import archive_make
    from tournaments.models import Participation, Tournament

    if not connection.introspection.table_names():
        call_command("migrate", verbosity=0)
    for number in accounts:
        User.objects.create_user(f"stranger-{number}", pk=number)
    owner = User.objects.create_user("owner", pk=1_000_001, display_name="Owner")
    said = [_import(archive, "--owner", "owner")]
    id_ = UUID(event)
    rows = rows_read(id_)
    found = {"pages": pages_read(id_), "rows": rows}
    tournament = Tournament.objects.get(pk=id_)
    again = archive_make(tournament)
    said.append(_import(archive))
    desk = _desk(owner, id_)
    linked = Participation.objects.exclude(account=None).count()
    return found | {
        "said": said,
        "fingerprint": again.fingerprint,
        "same_bytes": again.body.hex(),
        "unchanged": rows_read(id_) == rows,
        "linked": linked,
        "desk": desk,
        "looks": _looks(owner, id_),
        "night": _night(),
        "verified": _verified(),
        "claimed_by": _claim(owner, tournament, guest),
        "after_claim": _import(archive),
    }


def _import(archive: str, *more: str) -> str:
    out = StringIO()
    call_command("import_archive", archive, *more, stdout=out)
    return out.getvalue()


def _desk(owner: Any, event: UUID) -> list[int]:
    from django.test import Client
    from django.urls import reverse

    from tournaments.archive.models import ArchiveOrder
    from tournaments.archive.orders import archive_work

    client = Client()
    client.force_login(owner)
    client.post(reverse("event-archive-make", args=[event]))
    archive_work(ArchiveOrder.objects.get(tournament=event).pk)
    names = ("desk", "desk-players", "settings", "event-archive", "event-archive-file")
    return [client.get(reverse(name, args=[event])).status_code for name in names]


def _looks(owner: Any, event: UUID) -> str:
    """The page that says who was shown hidden tiles."""
    from django.test import Client
    from django.urls import reverse

    client = Client(headers={"Accept-Language": "en"})
    client.force_login(owner)
    return client.get(reverse("desk-looks", args=[event])).content.decode()


def _night() -> list[str]:
    from django.utils import timezone

    from tournaments.audit.nightly import prove
    from tournaments.audit.services import audit

    now = timezone.now()
    return [f"{one.what}: {one.detail}" for one in (*audit(now), *prove(now))]


def _verified() -> str:
    from django.core.management.base import CommandError

    out = StringIO()
    try:
        call_command("verify_log", "--all", stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


def _claim(owner: Any, tournament: Any, guest: str) -> str | None:
    """A guest of the other site becomes somebody of this one."""
    from accounts.models import User
    from tournaments.claims.services import claim, claim_codes_make
    from tournaments.models import Participation

    tournament.refresh_from_db()
    codes = claim_codes_make(tournament=tournament, account=owner, entries=[guest])
    person = User.objects.create_user("person", pk=1_000_002, display_name="Person")
    claim(account=person, code=codes[guest])
    row = Participation.objects.select_related("account").get(tournament=tournament, entry=guest)
    return row.account.username if row.account else None


if __name__ == "__main__":
    django.setup()
    json.dump(main(sys.argv[1], sys.argv[2], sys.argv[3], list(map(int, sys.argv[4:]))), sys.stdout)
