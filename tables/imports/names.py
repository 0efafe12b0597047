"""The names behind the accounts that a log names as officials: on whichever site they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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


def names_at(tables: Iterable[UUID], ids: Iterable[int]) -> Callable[[UUID, int], str]:
    """The public name of an account that acted at one of these tables, wherever that was."""
    brought = dict(
        ImportedStream.objects.filter(stream__in=set(tables)).values_list("stream", "officials")
    )
    accounts = User.objects.in_bulk(set(ids))
    gone = _("deleted account")

    def name(table: UUID, id_: int) -> str:
        if table in brought:
            return brought[table].get(str(id_)) or gone
        return accounts[id_].public_name if id_ in accounts else gone

    return name


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
