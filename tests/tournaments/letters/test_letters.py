"""Players are told by e-mail what concerns them: once, in their language, unless they want none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.unsubscribing import path_for
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.letters.posting import People, enter, plan, post, started, subjects
from tests.tournaments.play.test_keeping_up import ms
from tournaments.domain import commands as c
from tournaments.domain.parts import Line, Result, Seating
from tournaments.letters.collecting import remind
from tournaments.letters.models import Message
from tournaments.letters.sending import send_due
from tournaments.letters.tasks import letters_sweep, letters_task
from tournaments.services import context_set

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_enters_is_told_once(event: Event, people: People):
    enter(event, people[0])
    (letter,) = post(event)
    assert letter.to == ["u0@x.example"]
    assert letter.subject == "Spring cup: you are registered"
    assert f"https://mahjong.example/events/{event.tournament.pk}/" in letter.body
    assert "Hello Player 0," in letter.body
    assert post(event) == []
    letters_task(str(event.tournament.pk))
    letters_sweep()
    assert mail.outbox == []


def test_the_waiting_list_and_moving_up_from_it_are_told(event: Event, people: People):
    enter(event, *people)
    assert subjects(event)["u4@x.example"] == "Spring cup: you are on the waiting list"
    event.do(c.WithdrawEntry("e0", "ill"))
    assert subjects(event) == {
        "u0@x.example": "Spring cup: your entry was withdrawn",
        "u4@x.example": "Spring cup: you have a place",
    }


def test_who_leaves_by_themselves_is_told_nothing(event: Event, people: People):
    from tournaments.services import tournament_do

    enter(event, people[0])
    post(event)
    tournament_do(tournament=event.tournament, account=people[0], command=c.WithdrawEntry("e0", ""))
    assert post(event) == []


def test_pairings_name_table_seat_and_time(event: Event, people: People):
    started(event, *people[:4])
    post(event)
    at = datetime(2027, 3, 4, 9, 30, tzinfo=timezone.get_default_timezone())
    plan = c.RoundPlan(1, "main", (Seating(1, ("e2", "e0", "e1", "e3")),))
    event.do(c.PlanRounds((plan,), seed=event.seed), c.ScheduleRound(1, ms(at)))
    event.do(c.PublishPairings(1, 1))
    letters = {one.to[0]: one for one in post(event)}
    assert len(letters) == 4
    assert letters["u2@x.example"].subject == "Spring cup: round 1, table 1, East"
    assert "The round starts on 2027-03-04 09:30." in letters["u2@x.example"].body
    assert "/rounds/1/" in letters["u2@x.example"].body


def test_rounds_that_are_published_together_are_told_in_one_letter(event: Event, people: People):
    started(event, *people[:4])
    post(event)
    plans = tuple(
        c.RoundPlan(n, "main", (Seating(1, seats),))
        for n, seats in ((1, ("e0", "e1", "e2", "e3")), (2, ("e1", "e0", "e3", "e2")))
    )
    event.do(c.PlanRounds(plans, seed=event.seed))
    event.do(*(c.PublishPairings(n, 1) for n in (1, 2)))
    letters = {one.to[0]: one for one in post(event)}
    assert len(letters) == 4
    assert letters["u0@x.example"].subject == "Spring cup: where you sit in 2 rounds"
    assert "Round 1: table 1, East." in letters["u0@x.example"].body
    assert "Round 2: table 1, South." in letters["u0@x.example"].body
    assert post(event) == []


def test_another_edition_is_told_to_those_whom_it_moves(event: Event, people: People):
    plan(started(event, *people[:4]), "e0", "e1", "e2", "e3")
    post(event)
    plan(event, "e1", "e0", "e2", "e3")
    assert subjects(event) == {
        "u0@x.example": "Spring cup: round 1, table 1, South",
        "u1@x.example": "Spring cup: round 1, table 1, East",
    }


def test_pairings_that_were_made_again_meanwhile_are_told_once_and_right(
    event: Event, people: People
):
    plan(plan(started(event, *people[:4]), "e0", "e1", "e2", "e3"), "e3", "e1", "e2", "e0")
    pairings = [one for one in post(event) if "round 1" in one.subject]
    by_address = {one.to[0]: one.subject for one in pairings}
    assert by_address["u3@x.example"] == "Spring cup: round 1, table 1, East"


def test_guests_get_nothing_and_do_no_harm(event: Event, people: People):
    plan(started(event.enter("a", "b", "c"), people[0]), "a", "b", "c", "e0")
    assert {one.to[0] for one in post(event)} == {"u0@x.example"}


def test_official_standings_tell_the_place(event: Event, people: People):
    plan(started(event, *people[:4]), "e0", "e1", "e2", "e3")
    event.do(c.StartRound(1, 1, ms(timezone.now())))
    event.do(c.TakeResult(1, 1, None, Result((6, 2, -4, -4), (), "organiser")), c.ConfirmRound(1))
    lines = tuple(Line(f"e{n}", min(n, 2) + 1, 0, 0) for n in range(4))
    event.do(c.PublishStandings("main", 1, lines))
    post(event)
    event.do(c.MakeOfficial("main", 1))
    letters = {one.to[0]: one.body for one in post(event)}
    assert "you are number 3 of 4." in letters["u3@x.example"]


def test_old_news_is_no_news(event: Event, people: People):
    enter(event, people[0])
    assert post(event, timezone.now() + timedelta(hours=13)) == []
    assert not Message.objects.exists()


def test_the_demo_writes_to_nobody(event: Event, people: People):
    context_set(tournament=event.tournament, context={"demo": "swiss"})
    enter(event, people[0])
    starts(event, timezone.now() + timedelta(minutes=30))
    assert post(event) == []
    assert remind(timezone.now()) == 0


def starts(event: Event, at: datetime) -> None:
    details = event.state.details
    event.do(c.ChangeDetails(type(details)(details.name, starts_at=ms(at))))


def test_the_day_before_and_the_hour_before_are_reminded_of_once_each(event: Event, people: People):
    begin = timezone.now() + timedelta(days=3)
    enter(event, *people)
    starts(event, begin)
    counts = [
        remind(begin - timedelta(minutes=minutes))
        for minutes in (1450, 1435, 1430, 600, 61, 59, 30, -1)
    ]
    assert counts == [0, 4, 0, 0, 0, 4, 0, 0]
    starts(event, begin + timedelta(days=7))
    assert remind(begin + timedelta(days=6, minutes=5)) == 4


def test_a_reminder_that_comes_too_late_is_not_sent(event: Event, people: People):
    now = timezone.now()
    enter(event, people[0])
    starts(event, now + timedelta(minutes=30))
    remind(now)
    mail.outbox.clear()
    send_due(now + timedelta(minutes=31))
    assert Message.objects.get().state == Message.State.EXPIRED
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("language", "subject"), [("zh-hans", "您已报名"), ("zh-hant", "您已報名"), ("", "您已报名")]
)
def test_each_reads_their_own_language(event: Event, people: People, language: str, subject: str):
    User.objects.filter(pk=people[0].pk).update(language=language)
    enter(event, people[0])
    (letter,) = post(event)
    assert subject in letter.subject
    html, kind = letter.alternatives[0]
    assert kind == "text/html"
    assert subject in html


def test_names_cannot_add_markup_or_headers(make_event: EventMaker, people: People):
    event = make_event(play="points").do(c.OpenRegistration())
    User.objects.filter(pk=people[0].pk).update(display_name="<b>&</b>")
    enter(event, User.objects.get(pk=people[0].pk))
    (letter,) = post(event)
    assert "Hello <b>&</b>," in letter.body
    assert "<b>" not in letter.alternatives[0][0]


def not_proven(account: User) -> None:
    EmailAddress.objects.filter(user=account).update(verified=False)


def turned_off(account: User) -> None:
    User.objects.filter(pk=account.pk).update(event_mails=False)


@pytest.mark.parametrize("change", [not_proven, turned_off])
def test_no_mail_without_a_proven_address_or_against_somebodys_will(
    event: Event, people: People, change: Callable[[User], None]
):
    change(people[0])
    enter(event, people[0])
    assert post(event) == []
    assert Message.objects.get().state == Message.State.UNWANTED


def test_one_click_ends_them_without_logging_in(event: Event, people: People):
    enter(event, people[0])
    (letter,) = post(event)
    link = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link in letter.body
    assert link == "https://mahjong.example" + path_for(people[0])
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    path = path_for(people[0])
    assert "Send me no more of them" in client.get(path).content.decode()
    assert User.objects.get(pk=people[0].pk).event_mails
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not User.objects.get(pk=people[0].pk).event_mails
    forged = path.replace(f"/{people[0].pk}:", f"/{people[1].pk}:")
    assert client.post(forged).status_code == 404
    assert User.objects.get(pk=people[1].pk).event_mails


def test_they_are_turned_on_and_off_on_the_page_of_the_account(people: People):
    client = Client(headers={"accept-language": "en"})
    client.force_login(people[0])
    form = {"display_name": "Ann", "username": "ann", "language": "en"}
    assert "event_mails" in client.get("/account/").content.decode()
    client.post("/account/", form)
    assert not User.objects.get(pk=people[0].pk).event_mails
    client.post("/account/", {**form, "event_mails": "on"})
    assert User.objects.get(pk=people[0].pk).event_mails
