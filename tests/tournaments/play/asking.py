"""Asking at the court of an event, and the codes and pages that answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine.errors import EngineError
from tables.errors import TableError


def code_of(deed: Callable[[], Any]) -> str:
    with pytest.raises((EngineError, TableError)) as refused:
        deed()
    return str(getattr(refused.value, "code", ""))


def as_(account: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(account, "allauth.account.auth_backends.AuthenticationBackend")
    return client


def queue_of(account: User) -> str:
    return as_(account).get("/cases/").content.decode()
