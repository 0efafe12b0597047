"""A site that sends letters, an event, and people with addresses."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.letters.posting import People
from tournaments.domain import commands as c


@pytest.fixture(autouse=True)
def _address(settings) -> None:
    settings.SITE_URL = "https://mahjong.example"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def people(db: None) -> People:
    found = []
    for n in range(5):
        one = User.objects.create_user(f"u{n}", f"u{n}@x.example", display_name=f"Player {n}")
        one.language = "en"
        one.save()
        EmailAddress.objects.create(user=one, email=one.email, verified=True, primary=True)
        found.append(one)
    return found


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return make_event(play="points", capacity=4).do(c.OpenRegistration())
