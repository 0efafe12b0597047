"""Passwords here are nobody's."""

from __future__ import annotations

import pytest
from django.conf import LazySettings


@pytest.fixture(autouse=True)
def _passwords_made_quickly(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
