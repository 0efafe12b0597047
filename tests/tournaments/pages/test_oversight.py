"""Looks and figures of all tables of an event, for those who preside over it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.play.match import Length
from tables.demo import play_out
from tables.replay.turnstile import CHECKS
from tables.review.looks import look_note
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.play.test_keeping_up import begin, matches
from tournaments.play.keeping_up import keep_up
from tournaments.services import context_set

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    CHECKS.forget()
    made = make_event(length=Length("hands", 1))
    context_set(tournament=made.tournament, context={"guests_played_by": "random"})
    begin(made)
    keep_up(made.tournament.pk)
    return made


def get(event: Event, account: User, name: str) -> tuple[int, str]:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(account)
    answer = client.get(reverse(name, args=[event.tournament.pk]))
    return answer.status_code, answer.content.decode()


def test_organisers_see_which_referee_looked_at_which_hand_of_which_table(
    event: Event, cast: dict[str, User]
) -> None:
    table = matches(event)[0]
    look_note(account=cast["referee"], table=table.pk, hand=1, what="live")
    status, text = get(event, cast["organiser"], "desk-looks")
    assert status == 200
    assert cast["referee"].public_name in text
    assert reverse("table", args=[table.pk]) in text
    for who in ("referee", "scorer", "player", "visitor"):
        assert get(event, cast[who], "desk-looks")[0] == 403


def test_figures_are_counted_over_the_finished_hands_of_the_event(
    event: Event, cast: dict[str, User]
) -> None:
    play_out(matches(event)[0])
    status, text = get(event, cast["organiser"], "desk-figures")
    assert status == 200
    assert "Counted over 1 finished hands" in text
    assert get(event, cast["player"], "desk-figures")[0] == 403
