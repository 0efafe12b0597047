"""Keeping terms for a club's next events, under a name that stays its author's.

Whoever organises one event may keep its terms; what somebody else kept they do not write over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction

from accounts.models import User
from tournaments.clubs.models import Club, Preset
from tournaments.domain.names import MOST_NAME, check_name, isolated
from tournaments.domain.refusals import refuse

_TRIES: Final = 1000


@transaction.atomic
def preset_save(*, club: Club, account: User, name: str, terms: Mapping[str, Any]) -> Preset:
    """A new preset, or other terms for one of the same name by its author or the club's organisers.

    Refuses names that are none, and `preset_taken` where somebody else's stands there: with its
    author, and another name that is free.
    """
    check_name(name, "name")
    # Two who save at once are told apart by the club's row.
    Club.objects.select_for_update().get(pk=club.pk)
    found = Preset.objects.select_related("created_by").filter(club=club, name=name).first()
    if found is None:
        return Preset.objects.create(club=club, name=name, terms=terms, created_by=account)
    if not may_change(account, found):
        author = isolated(found.created_by.public_name)
        shown, offered = isolated(name), free_name(club, name)
        told = f"{name} belongs to somebody else"
        refuse("preset_taken", told, "name", name=shown, author=author, offered=offered)
    found.terms = terms
    found.save(update_fields=["terms"])
    return found


def may_change(account: User, preset: Preset) -> bool:
    """Its author, and the club's owners and organisers."""
    return preset.created_by_id == account.pk or account.has_perm("clubs.create_event", preset.club)


def free_name(club: Club, name: str) -> str:
    """The name with the first number behind it that no preset of the club has."""
    taken = set(Preset.objects.filter(club=club).values_list("name", flat=True))
    tries = (f"{name[: MOST_NAME - 6]} ({number})" for number in range(2, _TRIES))
    return next(one for one in tries if one not in taken)
