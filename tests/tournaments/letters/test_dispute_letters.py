"""Who is told of a call that was taken, of a ruling, of an appeal and how it ends, each once."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends import locmem
from django.test import Client
from django.utils import timezone

from accounts.models import User
from engine.rules.clauses import CLAUSES
from tables.cases import services as cases
from tables.imports.models import ImportedStream
from tables.models import Ruling
from tests.tournaments.conftest import EventMaker
from tests.tournaments.play.court import Court, court, payments
from tournaments.domain.dispute_terms import Clause, Disputes
from tournaments.letters.collecting import collect, unread
from tournaments.letters.disputes import dispute_occasions, event_bench
from tournaments.letters.models import Message
from tournaments.letters.sending import send_due
from tournaments.letters.tasks import letters_task
from tournaments.letters.wording import words_of
from tournaments.models import TournamentRole
from tournaments.play.rulings import seats_of

pytestmark = pytest.mark.django_db(transaction=True)
KINDS = ("call_taken", "ruling", "appeal")


@pytest.fixture
def made(make_event: EventMaker, cast: dict[str, User]) -> Court:
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


def bodies_of_a_ruling(made: Court, **ruling: object) -> list[str]:
    """The letters to places 0 to 3."""
    made.rule(**ruling)
    letters_task(str(made.event.tournament.pk))
    by_address = {letter.to[0]: letter.body for letter in mail.outbox}
    return [by_address[made.player(place).email] for place in range(4)]


@pytest.mark.parametrize(
    ("language", "by", "rule"),
    [
        ("en", "Ruled by", "Cites: "),
        ("zh-hans", "裁决人：", "依据："),
        ("zh-hant", "裁決人：", "依據："),
    ],
)
def test_who_ruled_and_what_is_cited_stands_in_the_letter(
    made: Court, language: str, by: str, rule: str
):
    for account in made.accounts.values():
        account.language = language
        account.save()
    bodies = bodies_of_a_ruling(made, kind="score_stands", cites=("L7", "P6", "by sight"))
    l7, p6 = (CLAUSES[id_].heading.in_language(language) for id_ in ("L7", "P6"))
    assert all(f"{rule}L7 {l7} · P6 {p6} · by sight" in body for body in bodies)
    assert all(f"{by} {made.referee.public_name}".replace("： ", "：") in body for body in bodies)


def test_a_clause_of_the_events_own_is_cited_with_its_text(made: Court):
    made.rule(kind="score_stands", cites=("§2",))
    state, match = made.event.state, made.match().pk
    terms = replace(state.terms, regulations=(Clause("2", "Be on time."),))
    seats = seats_of(state)
    bench = event_bench(replace(state, terms=terms), match, seats[match])
    told_now = list(dispute_occasions([match], {match: bench}.__getitem__, timezone.now()))
    assert [one.data["cites"] for one in told_now] == [[["§2", "Be on time."]]] * 4
    words = words_of("ruling", made.event.tournament, told_now[0].data)
    assert any(line.endswith("§2 Be on time.") for line in words.paragraphs)


def test_a_long_text_goes_on_where_the_letter_says_so(made: Court):
    bodies = bodies_of_a_ruling(made, kind="score_stands", text="字" * 1000)
    assert all("字" * 1000 in body and "…" not in body for body in bodies)
    mail.outbox.clear()
    again = bodies_of_a_ruling(made, kind="score_stands", text="字" * 1001)
    assert all("字" * 999 + "…" in body for body in again)


def test_of_a_penalty_it_is_told_who_gets_it_and_what_it_is(made: Court):
    penalty = {"place": 2, "penalty": "points", "game": 30, "table": 0, "rule": None}
    bodies = bodies_of_a_ruling(made, kind="penalty", hand=0, decision=penalty)
    assert "It is given to you: game points −30." in bodies[2]
    name = made.match().seats.get(place=2).name
    told = f"It is given to {name}: game points −30."
    assert all(told in bodies[place] for place in (0, 1, 3))
    assert all("it is taken off in the standings" in body for body in bodies)
    assert not any("Your points stay as they are" in body for body in bodies)


def test_whoever_is_expelled_reads_that_the_organiser_decides(made: Court):
    expelled = {"place": 1, "penalty": "expulsion", "game": 0, "table": 0, "rule": None}
    bodies = bodies_of_a_ruling(made, kind="penalty", hand=1, decision=expelled)
    told = ["The organiser takes you out of the event" in body for body in bodies]
    assert told == [False, True, False, False]
    assert all("It is about hand 1." in body for body in bodies)


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


def lodged(made: Court, by: int = 2) -> str:
    """An appeal of the player at a place against a ruling; the letters about it are sent."""
    ruling = made.rule(decision=payments(30, -10, -10, -10))
    return cases.appeal_lodge(
        table=made.match(), account=made.player(by), ruling=ruling, text="But"
    ).appeal


def sent(kind: str) -> list[int]:
    """Whose letters of a kind went out."""
    rows = Message.objects.filter(kind=kind, state=Message.State.SENT)
    return sorted(rows.values_list("account", flat=True))


def test_the_three_others_are_told_of_an_appeal_with_until_when_it_is_to_be_decided(made: Court):
    lodged(made, by=2)
    for _twice in range(2):
        letters_task(str(made.event.tournament.pk))
    assert sent("appealed") == sorted(made.player(place).pk for place in (0, 1, 3))
    letters = [one for one in mail.outbox if "an appeal at your table" in one.subject]
    assert len(letters) == 3
    due = timezone.localtime(made.match().appeals.get().due_at)
    assert f"by {due:%Y-%m-%d %H:%M}" in letters[0].body
    assert f"https://mahjong.example/tables/{made.match().pk}/rulings/" in letters[0].body


def panel_of_three(made: Court, cast: dict[str, User]) -> tuple[str, list[User]]:
    """An appeal before three judges with proven addresses, who are named."""
    appeal = lodged(made)
    judges = [cast["owner"], cast["organiser"], User.objects.create_user("third")]
    TournamentRole.objects.create(
        tournament=made.event.tournament, account=judges[2], role="referee"
    )
    for judge in judges:
        judge.language = "en"
        judge.save()
        address = f"{judge.username}@x.example"
        EmailAddress.objects.create(user=judge, email=address, verified=True, primary=True)
    cases.panel_name(table=made.match(), account=cast["owner"], appeal=appeal, judges=judges)
    return appeal, judges


def test_each_judge_is_told_once_what_to_decide_and_until_when(made: Court, cast: dict[str, User]):
    appeal, judges = panel_of_three(made, cast)
    for _twice in range(2):
        letters_task(str(made.event.tournament.pk))
    assert sent("judge") == sorted(judge.pk for judge in judges)
    letter = next(one for one in mail.outbox if one.to == ["third@x.example"])
    assert letter.subject == "Spring cup: you are to decide an appeal"
    due = timezone.localtime(made.match().appeals.get(appeal=appeal).due_at)
    assert f"Please vote by {due:%Y-%m-%d %H:%M}." in letter.body
    link = re.search(r"https://mahjong.example(/tables/\S+)", letter.body)
    assert link
    client = Client(headers={"accept-language": "en"})
    client.force_login(judges[2])
    page = client.get(link[1], follow=True)
    assert page.status_code == 200
    assert 'name="vote"' in page.content.decode()


def test_a_judge_who_is_named_later_is_told_and_nobody_twice(made: Court, cast: dict[str, User]):
    appeal, judges = panel_of_three(made, cast)
    tournament = made.event.tournament.pk
    collect(tournament, timezone.now() + timedelta(minutes=20))
    assert tournament not in unread(timezone.now() + timedelta(hours=1))
    later = User.objects.create_user("later")
    TournamentRole.objects.create(tournament=made.event.tournament, account=later, role="referee")
    named = [*judges[:2], later]
    cases.panel_name(table=made.match(), account=cast["owner"], appeal=appeal, judges=named)
    assert tournament in unread(timezone.now() + timedelta(hours=1))
    collect(tournament, timezone.now())
    told_now = Message.objects.filter(kind="judge").order_by("account")
    assert [one.account_id for one in told_now] == sorted({*(j.pk for j in judges), later.pk})


def test_who_has_voted_already_and_what_is_decided_already_need_no_letter_before_it(
    made: Court, cast: dict[str, User]
):
    appeal, judges = panel_of_three(made, cast)
    vote = {"table": made.match(), "appeal": appeal, "vote": "uphold"}
    cases.vote_cast(account=judges[0], **vote)
    now = timezone.now()
    collect(made.event.tournament.pk, now)
    assert judges[0].pk not in Message.objects.filter(kind="judge").values_list(
        "account", flat=True
    )
    Message.objects.all().delete()
    cases.vote_cast(account=judges[1], **vote)
    collect(made.event.tournament.pk, now + timedelta(minutes=1))
    assert set(Message.objects.values_list("kind", flat=True)) == {"ruling", "appeal"}


@pytest.mark.parametrize("away", [timedelta(hours=13), timedelta(days=6)])
def test_what_was_ruled_while_the_worker_was_down_is_told_when_it_is_back(
    made: Court, away: timedelta
):
    made.keep_up()
    collect(made.event.tournament.pk, timezone.now())
    made.rule(decision=payments(30, -10, -10, -10))
    late = timezone.now() + away
    assert made.event.tournament.pk in unread(late)
    collect(made.event.tournament.pk, late)
    send_due(late)
    assert sent("ruling") == at_table(made)


@pytest.fixture
def slow(make_event: EventMaker, cast: dict[str, User]) -> Court:
    """An event at which a ruling can be appealed against for twenty days."""
    return court(make_event, cast, disputes=Disputes(appeal_ms=20 * 24 * 3600 * 1000))


def test_a_ruling_is_told_for_as_long_as_it_can_be_appealed_against(slow: Court):
    slow.rule(decision=payments(30, -10, -10, -10))
    now = timezone.now()
    collect(slow.event.tournament.pk, now + timedelta(days=19))
    letters = Message.objects.filter(kind="ruling")
    assert len(letters) == 4
    ends = slow.match().rulings.get().made_at + timedelta(days=20)
    assert all(letter.expires_at >= ends for letter in letters)
    letters.delete()
    collect(slow.event.tournament.pk, now + timedelta(days=21))
    assert not Message.objects.filter(kind="ruling").exists()


def test_a_letter_that_comes_after_the_time_to_appeal_does_not_offer_it(made: Court):
    made.rule(decision=payments(30, -10, -10, -10))
    Ruling.objects.update(made_at=timezone.now() - timedelta(hours=20))
    letters_task(str(made.event.tournament.pk))
    assert len(mail.outbox) == 4
    assert not any("You can appeal" in letter.body for letter in mail.outbox)


def test_an_appeal_that_runs_is_told_however_long_the_worker_was_down(
    make_event: EventMaker, cast: dict[str, User]
):
    made = court(make_event, cast, disputes=Disputes(panel_ms=20 * 24 * 3600 * 1000))
    lodged(made)
    now = timezone.now()
    collect(made.event.tournament.pk, now + timedelta(days=19))
    assert Message.objects.filter(kind="appealed").count() == 3
    Message.objects.all().delete()
    collect(made.event.tournament.pk, now + timedelta(days=20, hours=1))
    assert not Message.objects.filter(kind="appealed").exists()


def test_that_a_referee_has_the_call_is_no_news_the_day_after(made: Court):
    case = made.call(place=1)
    cases.case_take(table=made.match(), account=made.referee, case=case)
    collect(made.event.tournament.pk, timezone.now() + timedelta(hours=13))
    assert told() == []


def test_a_mail_server_that_is_away_for_a_night_loses_no_ruling(
    made: Court, monkeypatch: pytest.MonkeyPatch
):
    made.rule(decision=payments(30, -10, -10, -10))
    now = timezone.now()

    def away(_backend: object) -> None:
        raise TimeoutError("no answer")

    collect(made.event.tournament.pk, now)
    with monkeypatch.context() as broken:
        broken.setattr(locmem.EmailBackend, "open", away)
        for hours in range(14):
            send_due(now + timedelta(hours=hours))
    assert sent("ruling") == []
    send_due(now + timedelta(hours=14, minutes=5))
    assert sent("ruling") == at_table(made)


def test_nothing_of_another_sites_log_names_a_judge_here(made: Court, cast: dict[str, User]):
    appeal, _judges = panel_of_three(made, cast)
    row = made.match().appeals.get(appeal=appeal)
    ImportedStream.objects.create(stream=made.match().pk, version=row.version, trailer="")
    collect(made.event.tournament.pk, timezone.now())
    assert not Message.objects.filter(kind="judge").exists()


def proven(account: User) -> User:
    account.language = "en"
    account.save()
    address = f"{account.username}@x.example"
    EmailAddress.objects.create(user=account, email=address, verified=True, primary=True)
    return account


def test_whoever_may_name_the_judges_is_told_that_an_appeal_waits(
    made: Court, cast: dict[str, User]
):
    chief = proven(User.objects.create_user("chief"))
    TournamentRole.objects.create(
        tournament=made.event.tournament, account=chief, role=TournamentRole.Role.CHIEF
    )
    namers = [proven(cast["owner"]), proven(cast["organiser"]), chief]
    proven(cast["referee"])
    appeal = lodged(made)
    for _twice in range(2):
        letters_task(str(made.event.tournament.pk))
    assert sent("panel") == sorted(one.pk for one in namers)
    letter = next(one for one in mail.outbox if one.to == ["chief@x.example"])
    assert letter.subject == "Spring cup: an appeal waits for its judges"
    due = timezone.localtime(made.match().appeals.get(appeal=appeal).due_at)
    assert f"decided by {due:%Y-%m-%d %H:%M}" in letter.body
    link = re.search(r"https://mahjong.example(/tables/\S+)", letter.body)
    assert link
    client = Client(headers={"accept-language": "en"})
    client.force_login(chief)
    assert 'name="judge"' in client.get(link[1], follow=True).content.decode()


def test_once_judges_are_named_nobody_is_asked_to_name_any(made: Court, cast: dict[str, User]):
    panel_of_three(made, cast)
    collect(made.event.tournament.pk, timezone.now())
    assert not Message.objects.filter(kind="panel").exists()


def test_an_organiser_who_sits_there_does_not_name_the_judges(made: Court, cast: dict[str, User]):
    TournamentRole.objects.create(
        tournament=made.event.tournament, account=made.player(0), role="organiser"
    )
    lodged(made)
    collect(made.event.tournament.pk, timezone.now())
    assert made.player(0).pk not in Message.objects.filter(kind="panel").values_list(
        "account", flat=True
    )
