"""Courts as tests ask for them."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.tournaments.conftest import EventMaker
from tests.tournaments.play.court import MakeCourt, court


@pytest.fixture
def make_court(make_event: EventMaker, cast: dict[str, User]) -> MakeCourt:
    """Makes an event whose first round was played, with everybody who calls and rules."""
    return lambda *stages, **more: court(make_event, cast, *stages, **more)
