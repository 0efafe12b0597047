"""Sending what is queued: once, in the reader's language, again later where it fails.

At least once: a letter is claimed, sent, and marked, each committed by itself; one whose mark was
lost goes out again after its pause, under the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection as database
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from accounts.unsubscribing import path_for
from tournaments.letters.models import Message
from tournaments.letters.wording import words_of

logger = logging.getLogger(__name__)

State = Message.State
AWAY: Final = "away"
MOST_TRIES: Final = 10
"""With pauses of 2, 4, 8 … minutes: a mail server may refuse a letter for 17 hours. One that cannot
be reached is asked again until the letter would come too late."""
AWAY_PAUSE: Final = timedelta(minutes=2)
AT_A_TIME_S: Final = 10.0
"""A task sends for so long and then lets others have their turn, a round's start for instance."""

_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('letters', 7))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtextextended('letters', 7))"


@contextmanager
def _alone() -> Iterator[bool]:
    """One sender at a time, whatever the number of workers; False where another one is at it."""
    with database.cursor() as cursor:
        cursor.execute(_LOCK)
        is_ours = bool(cursor.fetchone()[0])
        try:
            yield is_ours
        finally:
            if is_ours:
                cursor.execute(_UNLOCK)


def send_due(at: datetime | None = None, *, seconds: float = AT_A_TIME_S) -> int:
    """Send what is due, over one connection; how many went out.

    Stops after `seconds`, and at once where the mail server cannot be reached.
    """
    now, end, sent = at or timezone.now(), monotonic() + seconds, 0
    with _alone() as is_ours:
        mailer = get_connection()
        while is_ours and monotonic() < end:
            outcome = _next(mailer, now)
            if outcome is None or outcome == AWAY:
                break
            sent += outcome == State.SENT
        mailer.close()
    return sent


def is_due(at: datetime | None = None) -> bool:
    """Whether something waits to be sent."""
    now = at or timezone.now()
    return Message.objects.filter(state=State.QUEUED, next_try_at__lte=now).exists()


def _next(mailer: BaseEmailBackend, now: datetime) -> str | None:
    """Take the next one; what became of it, `AWAY` without a mail server, None if there is none."""
    claimed = _claim(now)
    if claimed is None:
        return None
    message, address = claimed
    is_there = address is None or _try(mailer, message, address, now)
    _put(message, "state", "tries", "problem", "next_try_at", "sent_at")
    return message.state if is_there else AWAY


@transaction.atomic(durable=True)
def _claim(now: datetime) -> tuple[Message, str | None] | None:
    """The next one and where to; no address for one that is not to be sent. Until it is known what
    became of it, it counts as tried in vain."""
    due = Message.objects.filter(state=State.QUEUED, next_try_at__lte=now).order_by("pk")
    message = (
        due.select_for_update(skip_locked=True, of=("self",))
        .select_related("account", "tournament")
        .first()
    )
    if message is None:
        return None
    address = address_of(message.account)
    if address is None:
        message.state = State.UNWANTED
    elif message.expires_at <= now:
        message.state, address = State.EXPIRED, None
    else:
        message.tries += 1
        message.next_try_at = now + timedelta(minutes=2**message.tries)
    _put(message, "state", "tries", "next_try_at")
    return message, address


def _put(message: Message, *names: str) -> None:
    """Write these columns, if the row is still there."""
    row = Message.objects.filter(pk=message.pk)
    row.update(**{name: getattr(message, name) for name in names})


def address_of(account: User) -> str | None:
    """Where somebody wants such mail: their proven address, or None."""
    if not account.is_active or not account.event_mails:
        return None
    proven = EmailAddress.objects.filter(user=account, verified=True).order_by("-primary")
    first = proven.first()
    return first.email if first else None


def _try(mailer: BaseEmailBackend, message: Message, address: str, now: datetime) -> bool:
    """Send it or put it off; whether the mail server could be reached."""
    is_there = False
    try:
        mailer.open()
        is_there = True
        letter = letter_of(message, address)
        letter.connection = mailer
        letter.send()
    except Exception as problem:
        mailer.close()
        message.problem = f"{type(problem).__name__}: {problem}"[:500]
        if not is_there:
            message.tries -= 1
            message.next_try_at = now + AWAY_PAUSE
        given_up = is_there and message.tries >= MOST_TRIES
        if given_up:
            message.state = State.FAILED
        logger.log(logging.ERROR if given_up else logging.WARNING, "%s: %s", message, problem)
    else:
        message.state, message.sent_at, message.problem = State.SENT, now, ""
    return is_there


def letter_of(message: Message, address: str) -> EmailMultiAlternatives:
    """The letter as it goes out, in the language of whoever reads it."""
    account = message.account
    with translation.override(account.language or settings.LANGUAGE_CODE):
        words = words_of(message.kind, message.tournament, message.data)
        stop = settings.SITE_URL + path_for(account)
        page = {
            "words": words,
            "name": account.public_name,
            "link": settings.SITE_URL + words.path,
            "stop": stop,
            "language": translation.get_language(),
        }
        letter = EmailMultiAlternatives(
            " ".join(words.subject.split()),
            render_to_string("letters/letter.txt", page),
            to=[address],
            headers={
                "Message-ID": _id_of(message),
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        letter.attach_alternative(render_to_string("letters/letter.html", page), "text/html")
    return letter


def _id_of(message: Message) -> str:
    """The same whenever it is sent, so that a mailbox shows it once."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return f"<letter.{message.pk}.{message.created_at:%Y%m%d%H%M%S%f}@{host}>"
