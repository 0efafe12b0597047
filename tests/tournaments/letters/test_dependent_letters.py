"""Whose next pairing rests on corrected facts is told that it is to be decided, and what was."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import EventMaker
from tests.tournaments.play.court import Court, court, payments
from tournaments.correcting import deciding
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.parts import Effect
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage
from tournaments.letters.collecting import collect
from tournaments.letters.dependents import concerned
from tournaments.letters.models import Message
from tournaments.letters.tasks import letters_task

pytestmark = pytest.mark.django_db(transaction=True)
FINAL = Stage("last", "final", 1, "top_of_standings", 4, 0)


def with_addresses(made: Court) -> Court:
    """Everybody has a proven address; what had to be told before this is told."""
    for account in made.accounts.values():
        account.email, account.language = f"{account.username}@x.example", "en"
        account.save()
        EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    collect(made.event.tournament.pk, timezone.now())
    Message.objects.all().delete()
    mail.outbox.clear()
    return made


@pytest.fixture
def paired(make_event: EventMaker, cast: dict[str, User]) -> Court:
    """Round 1 is confirmed and round 2 paired from it."""
    made = court(make_event, cast)
    made.confirm()
    made.event.do(lambda state: next_plan(state, "main", made.event.seed))
    return with_addresses(made)


@pytest.fixture
def advanced(make_event: EventMaker, cast: dict[str, User]) -> Court:
    """One round, of whose eight players the first four have gone on to the final."""
    made = court(make_event, cast, Stage("main", "swiss", 1), FINAL)
    for number, points in ((1, [40, 20, -20, -40]), (2, [30, 10, -10, -30])):
        made.rule_all(points, number)
    made.keep_up()
    made.confirm()
    four = tuple(line.player for line in standings_of(made.event.state, "main").lines[:4])
    made.event.do(c.AdvanceStage("last", four))
    return with_addresses(made)


@pytest.fixture
def semi_finals(make_event: EventMaker, cast: dict[str, User]) -> Court:
    """Both semi-finals of a knock-out are played and the final is paired."""
    made = court(make_event, cast, Stage("main", "knockout", 1))
    for table in (1, 2):
        made.rule_all([40, 20, -20, -40], table)
    made.keep_up()
    made.confirm()
    made.event.do(lambda state: next_plan(state, "main", made.event.seed))
    return with_addresses(made)


def corrected(made: Court) -> str:
    ruling = made.rule(decision=payments(90, -30, -30, -30))
    made.keep_up()
    return ruling


def turned_round(made: Court) -> str:
    """Who were the last two of the first table are its first two."""
    ruling = made.rule_all([-40, -20, 20, 40])
    made.keep_up()
    return ruling


def decide(made: Court, ruling: str, kind: str, ref: str, choice: str, reason: str = "") -> None:
    command = c.DecideDependent(ruling, kind, ref, choice, reason)
    made.event.do(lambda state: deciding(state, command, made.event.seed))


def letters(made: Court, kind: str) -> dict[str, mail.EmailMessage]:
    """What goes out now of a kind, by address."""
    before = set(Message.objects.values_list("pk", flat=True))
    mail.outbox.clear()
    letters_task(str(made.event.tournament.pk))
    new = Message.objects.filter(kind=kind).exclude(pk__in=before)
    wanted = {f"{one.account.username}@x.example" for one in new}
    subjects = {"rests": "a correction concerns", "decided": "it is decided"}
    found = {one.to[0]: one for one in mail.outbox if subjects[kind] in one.subject}
    assert found.keys() == wanted
    return found


def test_everybody_in_a_round_paired_by_other_standings_is_told_once(paired: Court):
    corrected(paired)
    found = letters(paired, "rests")
    assert found.keys() == {one.email for one in paired.accounts.values()}
    body = next(iter(found.values())).body
    assert "Round 2 was paired by standings that are different now." in body
    assert "the organiser has to decide what becomes of it" in body
    assert f"https://mahjong.example/events/{paired.event.tournament.pk}/" in body
    assert letters(paired, "rests") == {}


@pytest.mark.parametrize(
    ("choice", "reason", "said"),
    [
        ("keep", "announced", "The organiser leaves it as it is. The reason given: announced"),
        ("pair_again", "", "The organiser has it paired again."),
    ],
)
def test_they_are_told_what_the_organiser_decided(
    paired: Court, choice: str, reason: str, said: str
):
    ruling = corrected(paired)
    letters(paired, "rests")
    decide(paired, ruling, "round", "2", choice, reason)
    found = letters(paired, "decided")
    assert found.keys() == {one.email for one in paired.accounts.values()}
    assert all(said in one.body for one in found.values())
    assert letters(paired, "decided") == {}


def test_what_was_decided_before_anybody_could_be_asked_is_told_alone(paired: Court):
    ruling = corrected(paired)
    decide(paired, ruling, "round", "2", "keep", "announced")
    collect(paired.event.tournament.pk, timezone.now())
    kinds = set(Message.objects.values_list("kind", flat=True))
    assert "decided" in kinds
    assert "rests" not in kinds


def test_a_decision_that_is_changed_is_told_again(paired: Court):
    ruling = corrected(paired)
    decide(paired, ruling, "round", "2", "keep", "announced")
    letters(paired, "decided")
    decide(paired, ruling, "round", "2", "pair_again")
    found = letters(paired, "decided")
    assert len(found) == 8
    assert "has it paired again" in next(iter(found.values())).body


def test_a_round_that_was_played_is_nobodys_next_pairing(paired: Court):
    effect = Effect("round", "2")
    assert len(concerned(paired.event.state, effect)) == 8
    paired.next_round()
    assert paired.event.state.rounds[2].status == "started"
    assert len(concerned(paired.event.state, effect)) == 8
    paired.confirm(2)
    assert concerned(paired.event.state, effect) == {}


def test_of_a_cut_those_are_told_who_would_go_and_who_would_come(advanced: Court):
    ruling = turned_round(advanced)
    (effect,) = advanced.event.state.corrections[ruling].effects
    assert len(effect.leaving) == len(effect.entering) == 2
    found = letters(advanced, "rests")
    said = {
        advanced.accounts[entry].email: words
        for entries, words in (
            (effect.leaving, "2 · Final: by the corrected results somebody else would be in your"),
            (effect.entering, "2 · Final: by the corrected results you would be there instead"),
        )
        for entry in entries
    }
    assert found.keys() == said.keys()
    assert all(said[address] in one.body for address, one in found.items())


def test_at_a_table_of_a_bracket_all_are_told_whose_opponents_would_change(semi_finals: Court):
    ruling = turned_round(semi_finals)
    (effect,) = semi_finals.event.state.corrections[ruling].effects
    seats = semi_finals.event.state.rounds[2].plan.tables[0].seats
    found = letters(semi_finals, "rests")
    wanted = {*seats, *effect.entering}
    assert len(wanted) == 6
    assert found.keys() == {semi_finals.accounts[entry].email for entry in wanted}
    stays = next(entry for entry in seats if entry not in effect.leaving)
    body = found[semi_finals.accounts[stays].email].body
    assert "Bracket, table F: by the corrected results others would sit at this table." in body
    decide(semi_finals, ruling, "bracket", "main/F", "keep", "announced")
    told = letters(semi_finals, "decided")
    assert told.keys() == found.keys()
    assert all("The reason given: announced" in one.body for one in told.values())


def test_who_was_asked_is_told_though_nobody_is_left_in_the_stage(advanced: Court):
    """By the corrected result the same four would go on in another order."""
    ruling = advanced.rule_all([20, 40, -20, -40])
    advanced.keep_up()
    asked = letters(advanced, "rests").keys()
    decide(advanced, ruling, "advance", "last", "undo_advance")
    assert "last" not in advanced.event.state.stages
    assert len(asked) == 4
    found = letters(advanced, "decided")
    assert found.keys() == asked
    assert all("The organiser took the advance back." in one.body for one in found.values())


def test_it_is_told_after_a_night_without_a_worker_and_not_after_a_week(paired: Court):
    corrected(paired)
    late = timezone.now() + timedelta(days=6)
    collect(paired.event.tournament.pk, late)
    found = Message.objects.filter(kind="rests")
    assert found.count() == 8
    assert all(one.expires_at > late for one in found)


def test_it_is_not_told_after_a_week(paired: Court):
    corrected(paired)
    collect(paired.event.tournament.pk, timezone.now() + timedelta(days=8))
    assert not Message.objects.filter(kind="rests").exists()


@pytest.mark.parametrize(
    ("language", "subject", "line"),
    [
        ("zh-hans", "成绩更正涉及您接下来的对阵", "须由组织者决定"),
        ("zh-hant", "成績更正涉及您接下來的對陣", "須由組織者決定"),
    ],
)
def test_in_the_readers_language(paired: Court, language: str, subject: str, line: str):
    User.objects.update(language=language)
    corrected(paired)
    mail.outbox.clear()
    letters_task(str(paired.event.tournament.pk))
    found = [one for one in mail.outbox if subject in one.subject]
    assert len(found) == 8
    assert line in found[0].body
