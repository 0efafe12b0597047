"""Making claim codes for guests, and claiming a guest's results with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from tournaments.claims.codes import code_new, code_read, digest_of
from tournaments.domain.commands import ClaimEntry
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Entry
from tournaments.models import ClaimCode, Tournament
from tournaments.selectors import state_of
from tournaments.services import tournament_do


def guests_of(tournament: Tournament) -> list[Entry]:
    """Those entered by name only, in the order of their entering; built-in players are none."""
    entries = state_of(tournament).entries.values()
    return [one for one in entries if one.person.account is None and one.person.kind != "bot"]


@transaction.atomic
def claim_codes_make(
    *, tournament: Tournament, account: User, entries: Iterable[str]
) -> Mapping[str, str]:
    """A new code for each of these entries; one that was made before is good no longer.

    This is the only moment at which the codes can be read. Refuses `unknown_entry` for somebody who
    is no guest (any longer). Raises PermissionDenied.
    """
    if not account.has_perm("tournaments.organise", tournament):
        raise PermissionDenied
    guests = {one.id for one in guests_of(tournament)}
    codes = {}
    for entry in dict.fromkeys(entries):
        if entry not in guests:
            refuse("unknown_entry", f"{ascii(entry)[:60]} is no guest of this event", "entry")
        codes[entry] = code_new()
    ClaimCode.objects.filter(tournament=tournament, entry__in=codes).delete()
    ClaimCode.objects.bulk_create(
        ClaimCode(tournament=tournament, entry=entry, digest=digest_of(code))
        for entry, code in codes.items()
    )
    return codes


@transaction.atomic
def claim(*, account: User, code: str) -> ClaimCode:
    """The guest whom the code was made for is this account; sent twice, it is done once.

    Refuses `unknown_code`, also for one that was replaced; `used_code` for somebody else's; and
    what the domain refuses, such as an account that has an entry of its own at the event.
    """
    read = code_read(code)
    rows = ClaimCode.objects.select_for_update(of=("self",)).select_related("tournament__club")
    found = rows.filter(digest=digest_of(read)).first() if read else None
    if found is None:
        refuse("unknown_code", "there is no such code", "code")
    held = state_of(found.tournament).entries[found.entry].person.account
    if found.used_at is not None:
        if held == str(account.pk):
            return found
        refuse("used_code", "this code has been used", "code")
    tournament_do(
        tournament=found.tournament,
        # Whoever has the code may, so nobody else is asked.
        actor=f"player:{account.pk}",
        command=ClaimEntry(found.entry, str(account.pk)),
        command_id=f"claim-{found.pk}",
    )
    found.used_at = timezone.now()
    found.save(update_fields=["used_at"])
    return found
