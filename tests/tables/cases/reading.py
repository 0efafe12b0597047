"""Pages of disputes as somebody reads them."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from accounts.models import User


def as_(account: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(account)
    return client


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))
