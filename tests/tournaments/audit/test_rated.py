"""Ratings that were changed behind the application's back are found, named, shown and counted."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from celery.signals import worker_ready
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import Event
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.ratings.test_ratings import Make, finish, make, people
from tournaments.audit.models import Finding
from tournaments.audit.tasks import audit_nightly
from tournaments.clubs.models import Club
from tournaments.ratings import comparing
from tournaments.ratings.comparing import kept_now
from tournaments.ratings.models import RatedMatch, Rating, RatingChange, RatingList
from tournaments.ratings.services import event_rate
from tournaments.ratings.tasks import rate_by_todays_method, rate_nightly

__all__ = ["make", "people"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_logs_of_other_tests"),
]


@pytest.fixture
def event(make: Make) -> Event:
    """One round of four with accounts, confirmed and rated."""
    event = finish(make(), (9, 3, -2, -10))
    event_rate(event.tournament.pk)
    return event


def verify_log(*arguments: str) -> list[str]:
    out = StringIO()
    try:
        call_command("verify_log", *arguments, stdout=out)
    except CommandError:
        return [line for line in out.getvalue().splitlines() if " ratings: " in line]
    return []


def ratings_found() -> list[Finding]:
    """What was found of ratings; logs that other tests left behind are found too."""
    return list(Finding.objects.filter(what="ratings"))


def sql(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        assert cursor.rowcount > 0


def test_ratings_that_agree_are_no_finding_and_stay_as_they_are(event: Event):
    models = (RatedMatch, RatingChange, Rating, RatingList)
    before = [list(model.objects.order_by("pk").values()) for model in models]
    assert verify_log("--all") == verify_log("--tournament", str(event.tournament.pk)) == []
    audit_nightly()
    assert not ratings_found()
    assert [list(model.objects.order_by("pk").values()) for model in models] == before


def test_a_rating_of_a_clubs_list_changed_by_sql_is_named(event: Event, people: list[User]):
    club, account = event.tournament.club_id, people[3].pk
    kept = RatingList.objects.get(club=club)
    sql(
        "UPDATE ratings_rating SET mu = mu + 9 WHERE list_id = %s AND account_id = %s",
        kept.pk, account,
    )  # fmt: skip
    (line,) = verify_log("--all")
    assert line.startswith(f"{club} ratings: rating ('{club}', {account}): kept (")
    assert verify_log("--tournament", str(event.tournament.pk)) == [line]


def test_everybodys_list_is_looked_at_with_everything(event: Event, people: list[User]):
    sql(
        "DELETE FROM ratings_rating WHERE account_id = %s AND list_id = %s",
        people[0].pk, RatingList.objects.get(club=None).pk,
    )  # fmt: skip
    (line,) = verify_log()
    assert line.startswith(f"everybody ratings: rating ('overall', {people[0].pk}): kept None, is")
    assert verify_log("--tournament", str(event.tournament.pk)) == []


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("ratings_ratedmatch", "finishes = '[]'"),
        ("ratings_ratedmatch", "confirmed_at = confirmed_at - interval '1 day'"),
        ("ratings_ratingchange", "mu_before = 1"),
        ("ratings_ratingchange", "rank = 4"),
    ],
)
def test_a_match_or_its_change_is_named_with_its_event(event: Event, table: str, change: str):
    sql(f"UPDATE {table} SET {change}")
    lines = verify_log("--tournament", str(event.tournament.pk))
    assert any(line.startswith(f"{event.tournament.pk} ratings: ") for line in lines)


def test_a_finding_goes_out_is_red_at_the_desk_counted_and_cleared(event: Event, settings):
    settings.ALARM_EMAILS, settings.METRICS_TOKEN = ["ops@example.org"], "t"
    EmailAddress.objects.create(
        user=event.account, email="organiser@example.org", verified=True, primary=True
    )
    Rating.objects.filter(list__club=event.tournament.club).update(matches=7)
    # Letters are written in the site's own language to whom has not chosen one.
    settings.LANGUAGE_CODE = "en"
    audit_nightly()
    (finding,) = ratings_found()
    assert (finding.what, finding.stream) == ("ratings", event.tournament.club_id)
    assert finding.told_at
    told = {letter.to[0] for letter in mail.outbox if "the ratings" in letter.body}
    assert told == {"ops@example.org", "organiser@example.org"}
    assert "the ratings" in Browser(event, event.account).read()
    metrics = Client().get("/metrics/", headers={"authorization": "Bearer t"}).content.decode()
    assert 'laozhuang_audit_findings{what="ratings"} 1' in metrics.splitlines()
    rate_nightly()
    audit_nightly()
    assert ratings_found()[0].cleared_at
    assert "the ratings" not in Browser(event, event.account).read()


def test_a_change_of_an_events_match_is_told_to_that_event(event: Event):
    RatingChange.objects.update(rank=4)
    audit_nightly()
    audit_nightly()
    (finding,) = ratings_found()
    assert (finding.stream, finding.tournament) == (event.tournament.pk, event.tournament)
    assert finding.places == [(1, 1)]


def test_a_round_whose_task_is_on_its_way_is_no_finding_for_five_minutes(
    make: Make, monkeypatch: pytest.MonkeyPatch
):
    event = finish(make(), (9, 3, -2, -10))
    assert verify_log() == []
    monkeypatch.setattr(comparing, "_FOLLOWS", timedelta(0))
    assert any(line.startswith(str(event.tournament.pk)) for line in verify_log())


def test_a_round_that_changes_no_rating_hides_nothing_once_its_task_has_run(event: Event):
    RatingList.objects.update(computed_at=timezone.now() - timedelta(days=1))
    Rating.objects.update(matches=7)
    assert verify_log() == []
    assert not event_rate(event.tournament.pk)
    assert len(verify_log()) == Rating.objects.count()


def test_a_log_that_cannot_be_read_does_not_hide_the_ratings_of_others(event: Event, make: Make):
    other = finish(make(), (1, 0, 0, -1))
    event_rate(other.tournament.pk)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "UPDATE tables_event SET data = '{}' WHERE stream = %s AND version = 3",
            [other.tournament.pk],
        )
        cursor.execute("SET session_replication_role = DEFAULT")
    assert verify_log() == []
    RatingChange.objects.filter(match__tournament=event.tournament).update(rank=4)
    assert {line.split()[0] for line in verify_log()} == {str(event.tournament.pk)}


@pytest.mark.parametrize(
    "change", ["library = 'openskill 0'", "model = 'Plackett'", "parameters = '{}'"]
)
def test_a_list_that_claims_another_method_is_named_and_hides_no_rating(event: Event, change: str):
    club = event.tournament.club_id
    sql(f"UPDATE ratings_ratinglist SET {change} WHERE club_id = %s", club)
    (line,) = verify_log("--all")
    assert line.startswith(f"{club} ratings: method ('{club}',): kept (")
    assert verify_log("--tournament", str(event.tournament.pk)) == [line]
    Rating.objects.filter(list__club=club).update(mu=1)
    assert len(verify_log("--all")) == 1 + 4
    audit_nightly()
    assert {one.stream for one in ratings_found()} == {club}


def test_ratings_of_a_club_that_has_no_event_are_named(event: Event, people: list[User]):
    club = Club.objects.create(name="Of nobody", slug="of-nobody")
    kept = RatingList.objects.get(club=None)
    kept.pk, kept.club, kept._state.adding = None, club, True
    kept.save()
    Rating.objects.create(
        list=kept, account=people[0], mu=40, sigma=1, matches=9, last_at=timezone.now()
    )
    (line,) = verify_log("--all")
    assert line.startswith(f"{club.pk} ratings: rating ")


def test_after_an_upgrade_a_worker_that_starts_computes_lists_again_and_nothing_is_found(
    event: Event, monkeypatch: pytest.MonkeyPatch
):
    before = [kept_now(), *Rating.objects.order_by("pk").values_list("pk", flat=True)]
    RatingList.objects.update(library="openskill 0")
    Rating.objects.update(mu=1)
    monkeypatch.setattr(rate_by_todays_method, "delay", rate_by_todays_method)
    worker_ready.send(sender=None)
    assert verify_log("--all") == []
    assert [kept_now(), *Rating.objects.order_by("pk").values_list("pk", flat=True)] == before
