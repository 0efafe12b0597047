"""Changes to gatherings. Taking the last free chair opens the table."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from engine.rulesets import get_ruleset
from tables.lobby.models import Chair, Gathering
from tables.lobby.selectors import gatherings_open
from tables.lobby.terms import terms_from_json, terms_to_json
from tables.models import Table
from tables.services import Sitter, Terms, table_open

BOT_NAMES = ("阿福", "阿贵", "阿珍", "阿旺")


MOST_WAITING = 12
"""Tables of one host that may wait at once: an evening of a club, not a flood."""


class ChairTaken(Exception):
    """Somebody was faster, or sits there already."""


class TooManyWaiting(Exception):
    """The host has as many tables waiting as one may have."""


def gathering_create(
    *,
    terms: Terms,
    levels: Sequence[str],
    host: User | None = None,
    host_place: int | None = None,
    name: str = "",
) -> Gathering:
    """Propose a table. `levels` gives by place a built-in player's level, or "" for a person.

    Raises InvalidInput for options the ruleset does not know, TooManyWaiting.
    """
    get_ruleset(terms.ruleset, terms.options)
    with transaction.atomic():
        gathering = Gathering.objects.create(host=host, name=name, terms=terms_to_json(terms))
        Chair.objects.bulk_create(
            Chair(
                gathering=gathering,
                place=place,
                level=level,
                account=host if place == host_place else None,
            )
            for place, level in enumerate(levels)
        )
        _open_when_full(gathering)
        if host and gatherings_open().filter(host=host).count() > MOST_WAITING:
            raise TooManyWaiting(
                _("You have many tables waiting for players; take one back first.")
            )
    return gathering


def chair_take(*, gathering: UUID, account: User, place: int | None = None) -> Gathering:
    """Sit down, at this place or the first free one. Raises ChairTaken."""
    with transaction.atomic():
        found = Gathering.objects.select_for_update(no_key=True).get(pk=gathering)
        chairs = list(found.chairs.all())
        if any(chair.account_id == account.pk for chair in chairs):
            return found
        free = [c for c in chairs if c.is_free and place in (None, c.place)]
        if found.table_id or not free:
            raise ChairTaken(_("That chair has been taken."))
        free[0].account = account
        free[0].save(update_fields=["account"])
        _open_when_full(found)
    return found


def chair_leave(*, gathering: UUID, account: User) -> None:
    """Stand up again, as long as the match has not begun."""
    with transaction.atomic():
        found = Gathering.objects.select_for_update(no_key=True).get(pk=gathering)
        if found.table_id is None:
            found.chairs.filter(account=account).update(account=None)


def gathering_cancel(*, gathering: UUID, account: User) -> None:
    """The host takes the proposal back."""
    Gathering.objects.filter(pk=gathering, host=account, table=None).delete()


def _open_when_full(gathering: Gathering) -> Table | None:
    chairs = list(gathering.chairs.select_related("account"))
    if any(chair.is_free for chair in chairs):
        return None
    sitters = [_sitter(chair) for chair in chairs]
    gathering.table = table_open(
        terms=terms_from_json(gathering.terms),
        sitters=sitters,
        organiser=gathering.host,
        name=gathering.name,
    )
    gathering.save(update_fields=["table"])
    return gathering.table


def _sitter(chair: Chair) -> Sitter:
    if chair.account is not None:
        return Sitter(name=chair.account.public_name, account=chair.account)
    return Sitter(name=BOT_NAMES[chair.place], level=chair.level)
