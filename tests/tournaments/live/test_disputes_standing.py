"""Who follows disputes by an office at an event is sent away when the office is gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tables.cases.live.standing import fallen, learnt
from tests.tournaments.conftest import EventMaker
from tests.tournaments.play.court import Court, court
from tournaments.clubs.models import Membership
from tournaments.models import TournamentRole

pytestmark = pytest.mark.django_db(transaction=True)


def session_of(account: User) -> str:
    client = Client()
    client.force_login(account)
    return client.cookies["sessionid"].value


def leave_the_club(account: User) -> None:
    Membership.objects.filter(account=account).delete()


def become_a_player(account: User) -> None:
    Membership.objects.filter(account=account).update(role="player")


def disable(account: User) -> None:
    account.is_active = False
    account.save()


@pytest.mark.parametrize("lose", [leave_the_club, become_a_player, disable])
@pytest.mark.parametrize("role", ["referee", "organiser"])
def test_who_loses_the_office_falls_and_nobody_else(
    make_event: EventMaker, cast: dict[str, User], lose: Callable[[User], None], role: str
) -> None:
    made = court(make_event, cast)
    made.call()
    one, owner, player = (session_of(cast[name]) for name in (role, "owner", "player"))
    held = learnt(dict.fromkeys((one, owner, player), frozenset()))
    assert held == {one: {made.match().pk}, owner: {made.match().pk}, player: frozenset()}
    assert fallen(held) == set()
    lose(cast[role])
    assert fallen(held) == {one}


def test_a_loss_is_seen_also_where_news_came_before_it_was_looked_for(
    make_event: EventMaker, cast: dict[str, User]
) -> None:
    made = court(make_event, cast)
    made.call()
    one = session_of(cast["referee"])
    held = learnt({one: frozenset()})
    leave_the_club(cast["referee"])
    assert fallen(learnt(held)) == {one}


def test_a_role_at_the_event_alone_counts_as_long_as_it_is_given(
    make_event: EventMaker, cast: dict[str, User]
) -> None:
    made: Court = court(make_event, cast)
    made.call()
    role = TournamentRole.objects.create(
        tournament=made.event.tournament, account=cast["player"], role="referee"
    )
    one = session_of(cast["player"])
    held = learnt({one: frozenset()})
    assert held == {one: {made.match().pk}}
    role.delete()
    assert fallen(held) == {one}
