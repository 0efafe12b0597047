"""The names behind the accounts that a log names as officials: on whichever site they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import User
from tables.imports.models import ImportedStream
from tables.models import Event


def official_names(stream: UUID, ids: Iterable[str]) -> dict[str, str]:
    """Public names by the accounts' ids; of a log from elsewhere, those that came with it."""
    brought = officials_brought(stream)
    wanted = {id_ for id_ in ids if id_.isdecimal()}
    found = {id_: brought[id_] or _("deleted account") for id_ in wanted & brought.keys()}
    accounts = User.objects.filter(pk__in=[int(id_) for id_ in wanted - brought.keys()])
    return found | {str(one.pk): one.public_name for one in accounts}


def referees_brought(tables: Iterable[UUID]) -> dict[tuple[UUID, str], str]:
    """Who made the rulings at tables of another site, by table and ruling."""
    rows = ImportedStream.objects.filter(stream__in=list(tables)).exclude(officials={})
    officials = dict(rows.values_list("stream", "officials"))
    made = Event.objects.filter(stream__in=list(officials), type="RulingMade")
    return {
        (stream, data["ruling"]): officials[stream].get(data["referee"], "")
        for stream, data in made.values_list("stream", "data")
    }


def officials_brought(stream: UUID) -> Mapping[str, str]:
    """The names that came with a log, "" for an account that was deleted there."""
    row = ImportedStream.objects.filter(stream=stream).values_list("officials", flat=True).first()
    return row or {}
