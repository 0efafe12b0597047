"""Whether an archive that is kept is still the one that would be made now.

Owns what an archive rests on: logs, which only grow, and the little that stands beside them. Texts
of cases are never changed, and checkpoints that cover a log stay the first that do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Max

from accounts.models import User
from engine.hashing import Json, canonical, digest
from engine.play.match import ENGINE_VERSION
from engine.signing import public_key
from tables.imports.names import officials_brought
from tables.models import Event as LogLine
from tables.models import PrivilegedView
from tables.models import Table as Match
from tournaments.models import Tournament

_FORM: Final = 2
"""Grows when the same event would give another archive than before."""


def rests_on(tournament: Tournament, *, texts: bool, officials: Iterable[str]) -> str:
    """A digest of everything that the archive of an event is made from now.

    `officials` are the ids of the accounts whose names it holds: who leaves the site has none.
    """
    opened = LogLine.objects.filter(stream=tournament.pk, type="TableOpened")
    matches = [UUID(match) for match in opened.values_list("data__match", flat=True)]
    rows = Match.objects.filter(pk__in=matches).order_by("pk")
    looked = PrivilegedView.objects.filter(table__in=matches).order_by("table_id")
    club, names = tournament.club, official_names(tournament.pk, officials)
    found: Json = [
        [_FORM, ENGINE_VERSION, texts, tournament.head, tournament.version],
        [public_key(settings.CHECKPOINT_KEY)],
        [[str(pk), version] for pk, version in rows.values_list("pk", "version")],
        [[str(table), number] for table, number in looked.values_list("table_id").annotate(
            Max("number"))],
        [club.slug, club.name, club.place, club.description],
        [[id_, names[id_]] for id_ in sorted(names)],
    ]  # fmt: skip
    return digest(canonical(found).encode())


def official_names(stream: UUID, ids: Iterable[str]) -> dict[str, str]:
    """Accounts of officials by their ids in the logs; one that was deleted has no name."""
    wanted = {id_ for id_ in ids if id_.isdecimal()}
    accounts = User.objects.filter(pk__in=[int(id_) for id_ in wanted], gone_at=None)
    here = {str(one.pk): one.public_name for one in accounts}
    return {**dict.fromkeys(wanted, ""), **here, **officials_brought(stream)}
