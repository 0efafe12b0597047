"""Players are told of a call that was taken, of a ruling and of an appeal's end, each once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.models import User
from tables.cases import services as cases
from tests.tournaments.conftest import EventMaker
from tests.tournaments.play.court import Court, court, payments
from tournaments.letters.collecting import collect, unread
from tournaments.letters.disputes import dispute_occasions
from tournaments.letters.models import Message
from tournaments.letters.tasks import letters_task

pytestmark = pytest.mark.django_db(transaction=True)
KINDS = ("call_taken", "ruling", "appeal")


@pytest.fixture
def made(make_event: EventMaker, cast: dict[str, User], settings) -> Court:
    settings.SITE_URL = "https://mahjong.example"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    court_made = court(make_event, cast)
    for account in court_made.accounts.values():
        account.email, account.language = f"{account.username}@x.example", "en"
        account.save()
        EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    collect(court_made.event.tournament.pk, timezone.now())
    Message.objects.all().delete()
    return court_made


def told() -> list[tuple[str, int]]:
    rows = Message.objects.filter(kind__in=KINDS).order_by("kind", "account")
    return list(rows.values_list("kind", "account"))


def at_table(made: Court) -> list[int]:
    return sorted(made.player(place).pk for place in range(4))


def test_whoever_called_is_told_that_a_referee_has_the_call(made: Court):
    case = made.call(place=1)
    cases.case_take(table=made.match(), account=made.referee, case=case)
    letters_task(str(made.event.tournament.pk))
    assert told() == [("call_taken", made.player(1).pk)]
    (letter,) = mail.outbox
    assert letter.subject == "Spring cup: a referee has your call"
    assert "table 1 in round 1" in letter.body


def test_the_four_are_told_of_a_ruling_once_each_with_what_it_changes(made: Court):
    made.rule(decision=payments(30, -10, -10, -10), text="The pung was there.")
    for _twice in range(2):
        letters_task(str(made.event.tournament.pk))
    assert told() == [("ruling", account) for account in at_table(made)]
    assert len(mail.outbox) == 4
    bodies = " ".join(letter.body for letter in mail.outbox)
    assert "The pung was there." in bodies
    assert "Score set by hand" in bodies
    assert "You can appeal" in bodies


def test_how_an_appeal_ended_is_told(made: Court, cast: dict[str, User]):
    ruling = made.rule(decision=payments(30, -10, -10, -10))
    match = made.match()
    appeal = cases.appeal_lodge(table=match, account=made.player(2), ruling=ruling).appeal
    cases.panel_name(table=match, account=cast["owner"], appeal=appeal, judges=[cast["owner"]])
    cases.vote_cast(table=match, account=cast["owner"], appeal=appeal, vote="uphold")
    letters_task(str(made.event.tournament.pk))
    assert [one for one in told() if one[0] == "appeal"] == [
        ("appeal", account) for account in at_table(made)
    ]
    assert any("The ruling was upheld." in letter.body for letter in mail.outbox)


@pytest.mark.parametrize(("language", "said"), [("zh-hans", "裁决"), ("zh-hant", "裁決")])
def test_in_the_readers_language(made: Court, language: str, said: str):
    for account in made.accounts.values():
        account.language = language
        account.save()
    made.rule(decision=payments(30, -10, -10, -10))
    letters_task(str(made.event.tournament.pk))
    assert all(said in letter.subject for letter in mail.outbox)


def test_a_lost_task_is_made_good_by_the_sweep(made: Court):
    now = timezone.now()
    made.keep_up()
    collect(made.event.tournament.pk, now)
    made.rule(kind="score_stands")
    assert made.event.tournament.pk in unread(now)


def test_old_news_is_not_told(made: Court):
    made.rule(decision=payments(30, -10, -10, -10))
    late = timezone.now() + timedelta(hours=13)
    assert list(dispute_occasions(made.event.state, late)) == []
