"""Ratings follow confirmed rounds, are put right with them, and can be made again from the logs."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.play.test_keeping_up import ms
from tournaments.domain import commands as c
from tournaments.domain.parts import Hand, Person, Result, Seating
from tournaments.models import Tournament
from tournaments.ratings.comparing import compare_and_mend, kept_now
from tournaments.ratings.computing import method_now
from tournaments.ratings.models import RatedMatch, Rating, RatingList
from tournaments.ratings.services import event_rate

pytestmark = pytest.mark.django_db(transaction=True)

People = list[User]
Make = Callable[..., Event]


@pytest.fixture
def people(db: None) -> People:
    return [User.objects.create_user(f"u{n}", display_name=f"Player {n}") for n in range(4)]


@pytest.fixture
def make(make_event: EventMaker, people: People) -> Make:
    """An event of the four in its first round: table 1, seats in their order."""

    def maker(persons: list[Person] | None = None, **changes: object) -> Event:
        event = make_event(**{"play": "points"} | changes).do(c.OpenRegistration())
        own = [Person(one.public_name, account=str(one.pk)) for one in people]
        for number, person in enumerate(persons or own):
            event.do(c.AddEntry(f"e{number}", person))
        return start(event.do(c.StartTournament()), 1)

    return maker


def start(event: Event, number: int) -> Event:
    seats = tuple(f"e{n}" for n in range(4))
    plan = c.RoundPlan(number, "main", (Seating(1, seats),))
    event.do(c.PlanRounds((plan,), seed=event.seed))
    edition = event.state.rounds[number].plan.edition
    return event.do(
        c.PublishPairings(number, edition), c.StartRound(number, edition, ms(timezone.now()))
    )


def finish(event: Event, points: tuple[int, ...], number: int = 1) -> Event:
    result = Result(points, (), "organiser")
    return event.do(c.TakeResult(number, 1, None, result), c.ConfirmRound(number))


def order(event: Event) -> list[str]:
    """Names by rating in the list of the event's club."""
    found = Rating.objects.filter(list__club=event.tournament.club)
    return [one.account.display_name[-1] for one in found.order_by("-mu")]


def test_a_confirmed_round_is_rated_in_the_clubs_list_and_in_everybodys(make: Make):
    event = finish(make(), (9, 3, -2, -10))
    assert event_rate(event.tournament.pk)
    assert order(event) == ["0", "1", "2", "3"]
    assert Rating.objects.filter(list__club=None).count() == 4
    assert set(Rating.objects.values_list("matches", flat=True)) == {1}
    method = method_now()
    for kept in RatingList.objects.all():
        assert (kept.model, kept.library) == (method.model, method.library)
        assert kept.parameters == method.parameters


def test_a_round_that_is_not_confirmed_is_not_rated(make: Make):
    event = make().do(c.TakeResult(1, 1, None, Result((9, 3, -2, -10), (), "organiser")))
    assert not event_rate(event.tournament.pk)
    assert not Rating.objects.exists()


def test_rating_twice_changes_nothing(make: Make):
    event = finish(make(), (9, 3, -2, -10))
    event_rate(event.tournament.pk)
    before = kept_now()
    assert not event_rate(event.tournament.pk)
    assert kept_now() == before


def test_a_reopened_round_is_taken_out_and_its_correction_rated_in_its_place(make: Make):
    event = finish(make(), (9, 3, -2, -10))
    finish(start(event, 2), (-10, -2, 3, 9), 2)
    event_rate(event.tournament.pk)
    assert set(Rating.objects.values_list("matches", flat=True)) == {2}
    event.do(c.ReopenRound(1, "wrong", True))
    event_rate(event.tournament.pk)
    assert RatedMatch.objects.count() == 1
    assert order(event) == ["3", "2", "1", "0"]
    finish(event, (-10, -2, 3, 9), 1)
    event_rate(event.tournament.pk)
    assert list(RatedMatch.objects.values_list("round", flat=True)) == [1, 2]
    assert compare_and_mend() == []


def test_what_is_rebuilt_from_the_logs_is_what_was_kept(make: Make):
    events = [make(), make()]
    for number, points in enumerate([(5, 5, -4, -6), (1, 0, 0, -1), (-9, 2, 3, 4)], 1):
        for event in events:
            finish(start(event, number) if number > 1 else event, points, number)
            event_rate(event.tournament.pk)
    before = kept_now()
    assert len(before.changes) == 2 * 6 * 4
    out = StringIO()
    call_command("rebuild_ratings", stdout=out)
    assert out.getvalue() == "6 matches rated, 0 differences\n"
    assert kept_now() == before


def test_what_was_kept_wrongly_is_told_and_put_right(make: Make):
    event = finish(make(), (9, 3, -2, -10))
    event_rate(event.tournament.pk)
    before = kept_now()
    Rating.objects.filter(list__club=None).update(matches=7)
    assert len(compare_and_mend()) == 4
    assert kept_now() == before


def test_another_method_computes_everything_again(make: Make, monkeypatch: pytest.MonkeyPatch):
    event = finish(make(), (9, 3, -2, -10))
    event_rate(event.tournament.pk)
    RatingList.objects.update(library="openskill 0.1")
    Rating.objects.update(mu=0)
    event_rate(event.tournament.pk)
    assert not Rating.objects.filter(mu=0).exists()
    assert set(RatingList.objects.values_list("library", flat=True)) == {method_now().library}


def test_guests_and_built_in_players_are_not_rated(make: Make, people: People):
    own = [Person(one.public_name, account=str(one.pk)) for one in people[:2]]
    event = make([*own, Person("Guest"), Person("Late")], play="online")
    event.do(c.AddEntry("b", Person("Robot", "bot", level="random")))
    event.do(c.TakeSeat(1, 1, 3, "b", "bot", None, 1, "no_show"))
    event_rate(finish(event, (-10, -2, 3, 9)).tournament.pk)
    assert order(event) == ["1", "0"]
    assert RatedMatch.objects.get().finishes == [[people[0].pk, 4], [people[1].pk, 3]]


def test_a_guest_who_claims_the_entry_is_rated_from_then_on(make: Make, people: People):
    own = [Person(one.public_name, account=str(one.pk)) for one in people[:3]]
    event = finish(make([*own, Person("Guest")]), (9, 3, -2, -10))
    event_rate(event.tournament.pk)
    event.do(c.ClaimEntry("e3", str(people[3].pk)))
    event_rate(event.tournament.pk)
    assert order(event) == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    ("hand", "rated"), [(1, "124"), (2, "12"), (3, "012")], ids=["all", "shared", "none"]
)
def test_only_whoever_sat_there_in_every_hand_is_rated(
    make: Make, people: People, hand: int, rated: str
):
    """A substitute from hand 1, from hand 2 of 2, and for a hand that was never played."""
    substitute = User.objects.create_user("u4", display_name="Player 4")
    own = [Person(one.public_name, account=str(one.pk)) for one in people[:3]]
    event = make([*own, Person("Guest")])
    stand_in = Person("Sub", "stand_in", account=str(substitute.pk))
    event.do(c.AddEntry("s", stand_in))
    event.do(c.TakeSeat(1, 1, 0, "s", "substitute", "e0", hand, "substitute"))
    hands = (Hand(1, (3, -1, -1, -1), 0, 2), Hand(2, (-1, 3, -1, -1), 1, 2))
    event.do(c.TakeResult(1, 1, None, Result((2, 2, -2, -2), hands, "scorer")), c.ConfirmRound(1))
    event_rate(event.tournament.pk)
    assert sorted(order(event)) == list(rated)


def test_a_clubs_private_event_counts_in_its_own_list_alone(make: Make, cast: dict[str, User]):
    event = finish(make(visibility="club"), (9, 3, -2, -10))
    event_rate(event.tournament.pk)
    assert not Rating.objects.filter(list__club=None).exists()
    path = f"/clubs/{event.tournament.club.slug}/ratings/"
    assert "Player 0" not in Client().get(path).content.decode()
    member = Client()
    member.force_login(cast["player"])
    assert "Player 0" in member.get(path).content.decode()


def test_the_page_shows_ratings_with_their_uncertainty_in_a_few_queries(
    make: Make, django_assert_max_num_queries
):
    event = finish(make(), (9, 3, -2, -10))
    event_rate(event.tournament.pk)
    client = Client(headers={"accept-language": "en"})
    with django_assert_max_num_queries(4):
        page = client.get("/ratings/").content.decode()
    assert page.index("Player 0") < page.index("Player 3")
    assert "± " in page
    User.objects.filter(username="u0").update(gone_at=timezone.now())
    assert "Player 0" not in client.get("/ratings/").content.decode()
    assert "/ratings/" in client.get(f"/clubs/{event.tournament.club.slug}/").content.decode()


def test_a_rating_opens_into_the_matches_it_is_made_of(
    make: Make, people: People, django_assert_max_num_queries
):
    event = finish(make(), (9, 3, -2, -10))
    finish(start(event, 2), (-10, -2, 3, 9), 2)
    event_rate(event.tournament.pk)
    client = Client(headers={"accept-language": "en"})
    path = f"/clubs/{event.tournament.club.slug}/ratings/{people[0].pk}/"
    with django_assert_max_num_queries(6):
        page = client.get(path).content.decode()
    base = f"/events/{event.tournament.pk}/rounds"
    assert page.index(f"{base}/2/tables/1/") < page.index(f"{base}/1/tables/1/")
    first = Rating.objects.get(list__club=None, account=people[0])
    assert f"{round(500 + 40 * first.mu)}" in page
    assert f"{path}" in client.get(f"/clubs/{event.tournament.club.slug}/ratings/").content.decode()
    assert client.get(f"/ratings/{people[0].pk}/").status_code == 200
    assert client.get("/ratings/0/").status_code == 404


def test_events_that_a_stranger_may_not_see_are_not_named_there(make: Make, people: People):
    finish(make(visibility="club"), (9, 3, -2, -10))
    finish(make(), (9, 3, -2, -10))
    for tournament in Tournament.objects.all():
        event_rate(tournament.pk)
    Tournament.objects.filter(visibility="club").update(name="Secret cup")
    club = Tournament.objects.first().club
    page = Client().get(f"/clubs/{club.slug}/ratings/{people[0].pk}/").content.decode()
    assert "Spring cup" in page
    assert "Secret cup" not in page


def test_a_moved_event_asks_for_its_task(make: Make, monkeypatch: pytest.MonkeyPatch):
    from tournaments.ratings import receivers
    from tournaments.signals import tournament_moved

    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(receivers, "task_queue", lambda *words: asked.append(words))
    tournament_moved.connect(receivers.tournament_moved_receive, dispatch_uid="test")
    try:
        event = finish(make(), (9, 3, -2, -10))
        event.do(c.ReopenRound(1, "wrong", True))
    finally:
        tournament_moved.disconnect(dispatch_uid="test")
    assert asked == [("tournaments.rate", str(event.tournament.pk))] * 2


def test_nothing_is_left_where_the_event_is_gone(db: None):
    assert not event_rate(Tournament().pk)
    assert kept_now().ratings == {}
