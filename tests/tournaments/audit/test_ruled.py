"""A ruling after the round was confirmed leaves logs in order, and asks for a new checkpoint."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from engine.verify import verify
from tables.checkpoints.selectors import record_signed
from tests.tournaments.conftest import EventMaker
from tests.tournaments.play.court import Court, court, payments
from tournaments.audit.proving import stream_faults
from tournaments.jobs.checkpoints import checkpoint_due, round_checkpoint

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_logs_of_other_tests"),
]


@pytest.fixture
def made(make_event: EventMaker, cast: dict[str, User]) -> Court:
    return court(make_event, cast)


def test_a_corrected_result_is_signed_anew_and_all_of_it_holds(made: Court) -> None:
    made.confirm()
    tournament, match = made.event.tournament.pk, made.match()
    first = checkpoint_due(timezone.now())
    assert round_checkpoint(tournament, 1) == first
    made.rule(decision=payments(30, -10, -10, -10))
    made.keep_up()
    assert stream_faults(tournament) == []
    assert stream_faults(match.pk) == []
    # The sheet that could be printed now says something that the first one has not signed.
    assert round_checkpoint(tournament, 1) is None
    second = checkpoint_due(timezone.now())
    assert round_checkpoint(tournament, 1) == second != first
    match.refresh_from_db()
    record = record_signed(match, first.number).encode()
    early = verify(record, checkpoint=first)
    assert early.ok
    assert early.signed.events < early.events
    assert verify(record_signed(match).encode(), checkpoint=second).signed.events == match.version
    out = StringIO()
    call_command("verify_log", "--tournament", str(tournament), stdout=out)
    assert out.getvalue().startswith("ok: ")
