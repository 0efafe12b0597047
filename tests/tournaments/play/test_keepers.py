"""Who rules at an event's live tables, and who sees hidden tiles there."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.play.match import Length
from engine.viewer import Viewer
from tables import selectors
from tables.demo import play_out
from tables.models import Table as Match
from tests.tournaments.conftest import Event, EventMaker, club_make
from tests.tournaments.play.test_keeping_up import begin, matches
from tournaments.clubs.models import Membership
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.models import TournamentRole
from tournaments.play.keeping_up import keep_up

pytestmark = pytest.mark.django_db(transaction=True)
CLOCKS = ("tables.call_time", "tables.stop_clock", "tables.hand_over")


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return make_event()


def table_of(event: Event) -> Match:
    keep_up(event.tournament.pk)
    return matches(event)[0]


def enter(event: Event, account: User) -> None:
    event.do(c.AddEntry("own", Person(account.public_name, account=str(account.pk))))


def test_a_referee_of_the_club_rules_at_the_tables_of_its_events(
    event: Event, cast: dict[str, User]
) -> None:
    table = table_of(begin(event))
    assert selectors.viewer_for(cast["referee"], table) == Viewer("referee")
    assert all(cast["referee"].has_perm(name, table) for name in CLOCKS)
    _club, strangers = club_make()
    for account in (*strangers.values(), cast["scorer"], cast["player"], cast["visitor"]):
        assert selectors.viewer_for(account, table) == Viewer("spectator")
        assert not any(account.has_perm(name, table) for name in CLOCKS)


@pytest.mark.parametrize("role", ["owner", "organiser"])
def test_organisers_stop_clocks_and_see_no_hidden_tiles(
    event: Event, cast: dict[str, User], role: str
) -> None:
    table = table_of(begin(event))
    assert all(cast[role].has_perm(name, table) for name in CLOCKS)
    assert selectors.viewer_for(cast[role], table) == Viewer("spectator")


def test_a_referee_who_takes_part_sees_no_hands_of_others(
    event: Event, cast: dict[str, User]
) -> None:
    enter(event, cast["referee"])
    begin(event, players=7)
    keep_up(event.tournament.pk)
    for table in matches(event):
        assert selectors.viewer_for(cast["referee"], table).role != "referee"
        assert not cast["referee"].has_perm("tables.referee", table)


def test_an_organiser_who_plays_at_a_table_is_nothing_else_there(
    event: Event, cast: dict[str, User]
) -> None:
    enter(event, cast["owner"])
    begin(event, players=7)
    keep_up(event.tournament.pk)
    for table in matches(event):
        plays = selectors.viewer_for(cast["owner"], table).role == "seat"
        assert cast["owner"].has_perm("tables.stop_clock", table) != plays


def test_the_role_ends_when_it_is_taken_away(event: Event, cast: dict[str, User]) -> None:
    table = table_of(begin(event))
    visitor = cast["visitor"]
    given = TournamentRole.objects.create(
        tournament=event.tournament, account=visitor, role="referee"
    )
    assert visitor.has_perm("tables.referee", table)
    given.delete()
    assert not visitor.has_perm("tables.referee", table)


@pytest.mark.parametrize("visibility", ["club", "link", "public"])
def test_tables_of_an_event_are_seen_by_whoever_sees_the_event(
    make_event: EventMaker, cast: dict[str, User], visibility: str
) -> None:
    event = make_event(length=Length("hands", 1), visibility=visibility)
    running, over = matches_of(event)
    is_open, is_listed = visibility != "club", visibility == "public"
    for account in (None, cast["visitor"], cast["player"]):
        client = Client()
        if account is not None:
            client.force_login(account)
        sees = is_open or account == cast["player"]
        who = account or AnonymousUser()
        assert who.has_perm("tables.watch", running) == sees
        for name in ("replay", "replay-events", "record"):
            answer = client.get(reverse(name, args=[over.pk]))
            assert answer.status_code == (200 if sees else 404), (name, account)
        assert client.get(f"/tables/{running.pk}/").status_code == (200 if sees else 404)
        for page in ("/", "/tables/running/", "/tables/finished/"):
            shown = client.get(page).content.decode()
            assert (f"/tables/{running.pk}/" in shown or f"/tables/{over.pk}/" in shown) == (
                is_listed
            ), page


def matches_of(event: Event) -> list[Match]:
    """The two tables of a round, one of them over."""
    keep_up(begin(event).tournament.pk)
    running, over = matches(event)
    play_out(over)
    over.refresh_from_db()
    return [running, over]


def test_the_list_of_tables_tells_no_points_that_spectators_see_late(
    make_event: EventMaker,
) -> None:
    event = make_event(length=Length("hands", 1), spectator_delay=2)
    running, over = matches_of(event)
    Match.objects.filter(pk=running.pk).update(points=[41, -41, 0, 0])
    page = Client().get("/").content.decode()
    assert str(running.pk) in page
    assert str(over.pk) in page
    assert "+41" not in page
    Match.objects.filter(pk=running.pk).update(spectator_delay=1)
    assert "+41" in Client().get("/").content.decode()


@pytest.mark.parametrize("play", ["online", "scored"])
def test_who_made_an_event_and_does_not_organise_it_any_more_is_nobody_at_its_tables(
    make_event: EventMaker, cast: dict[str, User], play: str
) -> None:
    table = table_of(begin(make_event(play=play)))
    maker = cast["organiser"]
    assert table.organiser == maker
    names = (*CLOCKS, "tables.score", "tables.uphold") if table.play == "scored" else CLOCKS
    assert all(maker.has_perm(name, table) for name in names)
    Membership.objects.filter(account=maker).delete()
    assert not any(maker.has_perm(name, table) for name in names)
