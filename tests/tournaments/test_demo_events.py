"""The demo's events are there, and the one that runs needs nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tables.demo import accounts_ensure
from tournaments import demo
from tournaments.domain.books import standings_of
from tournaments.models import RoundTable, Tournament
from tournaments.selectors import state_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _people() -> None:
    accounts_ensure()


def test_making_the_demo_twice_makes_it_once():
    first, second = demo.demo_ensure(), demo.demo_ensure()
    assert first == second
    state = state_of(Tournament.objects.get(pk=first.pk))
    assert state.rounds[1].status == "started"
    assert RoundTable.objects.filter(tournament=first, match__isnull=False).count() == 4


def test_a_finished_rotation_has_standings_and_replays_and_a_knockout_is_halfway():
    demo.rest_ensure()
    demo.rest_ensure()
    rotation, knockout = (
        Tournament.objects.get(context__demo=purpose) for purpose in ("rotation", "knockout")
    )
    assert rotation.phase == "finished"
    assert len(standings_of(state_of(rotation), "rotation").lines) == 8
    assert RoundTable.objects.filter(tournament=rotation, has_result=True).count() == 6
    state = state_of(knockout)
    assert [one.status for one in state.rounds.values()] == ["confirmed", "started"]


def test_the_running_event_goes_on_and_another_follows_it(settings):
    settings.DEMO = True
    now = timezone.now()
    running = demo.demo_ensure(now)
    for number in range(1, 20):
        at = now + timedelta(minutes=number)
        running.refresh_from_db()
        if running.phase == "finished":
            break
        demo.play_open_tables(running, at)
        demo.demo_tick(at)
    assert running.phase == "finished"
    assert demo.demo_ensure(at) != running
