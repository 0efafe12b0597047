"""Answers about an account that hold for one request and no longer.

A page asks for the same role again and again. A socket or a worker keeps an account for hours, in
which roles change. So nothing is remembered unless a request has said so with `remember`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

T = TypeVar("T")
ANSWERS = "_remembered_answers"


def remember(account: User) -> None:
    """From now on this very object keeps what was asked about it."""
    # Not by way of __dict__: a request's user is a proxy with one of its own.
    setattr(account, ANSWERS, {})


def recall(account: User, answers: Mapping[tuple[Hashable, ...], object]) -> None:
    """As if these had been asked: who asks about many accounts asks for all of them at once."""
    setattr(account, ANSWERS, dict(answers))


def forget(account: User) -> None:
    """What was asked so far has changed."""
    getattr(account, ANSWERS, {}).clear()


def remembered(
    account: User | AnonymousUser, question: tuple[Hashable, ...], ask: Callable[[], T]
) -> T:
    """The answer to a question about the account: asked once, or every time if nobody remembers."""
    answers: dict[tuple[Hashable, ...], T] | None = getattr(account, ANSWERS, None)
    if answers is None:
        return ask()
    if question not in answers:
        answers[question] = ask()
    return answers[question]
