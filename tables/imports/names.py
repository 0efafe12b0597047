"""The names behind the accounts that a log names as officials: on whichever site they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import User
from tables.imports.models import ImportedStream


def official_names(stream: UUID, ids: Iterable[str]) -> dict[str, str]:
    """Public names by the accounts' ids; of a log from elsewhere, those that came with it."""
    brought = officials_brought(stream)
    wanted = {id_ for id_ in ids if id_.isdecimal()}
    found = {id_: brought[id_] or _("deleted account") for id_ in wanted & brought.keys()}
    accounts = User.objects.filter(pk__in=[int(id_) for id_ in wanted - brought.keys()])
    return found | {str(one.pk): one.public_name for one in accounts}


def officials_brought(stream: UUID) -> Mapping[str, str]:
    """The names that came with a log, "" for an account that was deleted there."""
    row = ImportedStream.objects.filter(stream=stream).values_list("officials", flat=True).first()
    return row or {}
