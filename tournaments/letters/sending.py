"""Sending what is queued: once, in the reader's language, again later where it fails."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from accounts.unsubscribing import path_for
from tournaments.letters.models import Message
from tournaments.letters.wording import words_of

logger = logging.getLogger(__name__)

State = Message.State
MOST_TRIES: Final = 8
"""With pauses of 2, 4, 8 … minutes: a mail server may be away for four hours."""
MOST_AT_ONCE: Final = 500


def send_due(at: datetime | None = None) -> int:
    """Send what is due, over one connection; how many went out. Several may do it together."""
    now, sent = at or timezone.now(), 0
    connection = get_connection()
    try:
        for _number in range(MOST_AT_ONCE):
            outcome = _next(connection, now)
            if outcome is None:
                break
            sent += outcome == State.SENT
    finally:
        connection.close()
    return sent


@transaction.atomic
def _next(connection: Any, now: datetime) -> str | None:
    """Take the next one that nobody else is sending; what became of it, None if there is none."""
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
        message.state = State.EXPIRED
    else:
        _try(connection, message, address, now)
    message.save()
    return message.state


def address_of(account: User) -> str | None:
    """Where somebody wants such mail: their proven address, or None."""
    if not account.is_active or not account.event_mails:
        return None
    proven = EmailAddress.objects.filter(user=account, verified=True).order_by("-primary")
    first = proven.first()
    return first.email if first else None


def _try(connection: Any, message: Message, address: str, now: datetime) -> None:
    message.tries += 1
    try:
        letter = letter_of(message, address)
        letter.connection = connection
        connection.open()
        letter.send()
    except Exception as problem:
        connection.close()
        message.problem = f"{type(problem).__name__}: {problem}"[:500]
        message.next_try_at = now + timedelta(minutes=2**message.tries)
        given_up = message.tries >= MOST_TRIES
        if given_up:
            message.state = State.FAILED
        logger.log(logging.ERROR if given_up else logging.WARNING, "%s: %s", message, problem)
    else:
        message.state, message.sent_at, message.problem = State.SENT, now, ""


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
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        letter.attach_alternative(render_to_string("letters/letter.html", page), "text/html")
    return letter
