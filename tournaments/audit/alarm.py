"""Telling people by e-mail of what was found: whoever runs the site, and an event's organisers.

Each finding is told once; where no mail goes out it is told the next time.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.audit.models import Finding
from tournaments.audit.wording import reasons_of
from tournaments.clubs.models import Role
from tournaments.letters.sending import address_of
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

_TOLD = (Role.OWNER, Role.ORGANISER)


class Reader(NamedTuple):
    """Where somebody is written to, and in which language."""

    address: str
    language: str


def alarm_send(at: datetime) -> int:
    """Write to all who have to know of what was not told yet; how many letters went out."""
    findings = list(
        Finding.objects.filter(told_at=None, cleared_at=None).select_related("tournament")
    )
    if not findings:
        return 0
    letters = [_letter(reader, own) for reader, own in _readers(findings).items()]
    try:
        get_connection().send_messages(letters)
    except Exception:
        logger.exception("nobody could be told of %s findings", len(findings))
        return 0
    Finding.objects.filter(pk__in=[one.pk for one in findings]).update(told_at=at)
    return len(letters)


def _readers(findings: Iterable[Finding]) -> dict[Reader, list[Finding]]:
    """Who is to read of what."""
    found: dict[Reader, list[Finding]] = defaultdict(list)
    operators = [Reader(address, settings.LANGUAGE_CODE) for address in settings.ALARM_EMAILS]
    for finding in findings:
        people = {*operators}
        if finding.tournament is not None:
            people |= set(_organisers(finding.tournament))
        elif finding.what == Finding.What.RATINGS:
            people |= set(_addresses(_club_people(finding.stream)))
        for reader in people:
            found[reader].append(finding)
    return found


def _organisers(tournament: Tournament) -> Iterator[Reader]:
    """Owners and organisers of the club, and who organises this event alone."""
    own = User.objects.filter(
        tournament_roles__tournament=tournament, tournament_roles__role=Role.ORGANISER
    )
    return _addresses({*_club_people(tournament.club_id), *own})


def _club_people(club: UUID) -> Iterable[User]:
    """Owners and organisers of a club."""
    return User.objects.filter(memberships__club=club, memberships__role__in=_TOLD).distinct()


def _addresses(accounts: Iterable[User]) -> Iterator[Reader]:
    for account in accounts:
        address = address_of(account)
        if address:
            yield Reader(address, account.language or settings.LANGUAGE_CODE)


def _letter(reader: Reader, findings: Iterable[Finding]) -> EmailMessage:
    with translation.override(reader.language):
        lines = [_line(finding) for finding in findings]
        text = "\n\n".join(
            [
                _("The nightly check found something that is not what the log says."),
                *lines,
                _(
                    "The log decides. Change nothing before you know why: compare with the"
                    " checkpoints that were printed and downloaded."
                ),
            ]
        )
        return EmailMessage(_("Laozhuang: a log does not hold"), text, to=[reader.address])


def _line(finding: Finding) -> str:
    """The kind and the tables; what is wrong; where to look; what programs and `verify_log` say."""
    what, event = finding.get_what_display(), finding.tournament
    lines = reasons_of(finding)
    if event is not None:
        tables = ", ".join(_table(*where) for where in finding.places)
        what = ": ".join(filter(None, [event.name, tables, what]))
        links = [reverse("desk-table", args=[event.pk, *where]) for where in finding.places]
        lines += [settings.SITE_URL + link for link in [*links, reverse("desk", args=[event.pk])]]
    return "\n  ".join([f"- {what}", *lines, f"{finding.stream} {finding.what}: {finding.detail}"])


def _table(number: int, table: int) -> str:
    return _("Round %(r)s, table %(t)s") % {"r": number, "t": table}
