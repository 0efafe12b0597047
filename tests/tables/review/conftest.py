"""What every test of a review begins with, and a match to look at."""

from __future__ import annotations

import pytest

from accounts.models import User
from tables.models import Table
from tables.replay.turnstile import CHECKS, READS
from tests.tables.conftest import Opener, once
from tests.tables.review.playing import play_whole


@pytest.fixture(autouse=True)
def _nobody_has_asked() -> None:
    """The allowances of pages that read a whole match are untouched."""
    CHECKS.forget()
    READS.forget()


@pytest.fixture
def played(open_table: Opener, players: list[User]) -> Table:
    """A match of two hands that was played to its end."""
    once("played", lambda: play_whole(open_table(hands=2), players))
    return Table.objects.latest("opened_at")
