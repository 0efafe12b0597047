"""The page from which an organiser takes the archive, and the file behind its button."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.http.response import HttpResponseBase

from accounts.models import User
from engine.archive.checking import verify_archive
from engine.signing import public_key
from tables.models import ImportedStream
from tests.tournaments.archive.tampering import files_of
from tests.tournaments.conftest import Event, EventMaker, club_make
from tests.tournaments.pages.test_desk import Browser
from tournaments.archive import orders
from tournaments.archive.exporting import archive_make
from tournaments.archive.tasks import archive_make_task
from tournaments.clubs.models import Membership
from tournaments.domain import commands as c
from tournaments.pages.archive import ARCHIVES, DOWNLOADS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _as_often_as_one_likes() -> None:
    ARCHIVES.forget()
    DOWNLOADS.forget()


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The orders that a worker is to make; nobody does by itself."""
    found: list[str] = []
    monkeypatch.setattr(orders, "task_queue", lambda _name, order: found.append(order))
    return found


def work(queued: list[str]) -> None:
    while queued:
        archive_make_task(queued.pop(0))


def fetched(browser: Browser, texts: str = "all") -> HttpResponseBase:
    return browser.client.get(f"{browser.base}desk/archive/file/?texts={texts}")


def body_of(answer: HttpResponseBase) -> bytes:
    return b"".join(answer)


@pytest.mark.parametrize(
    ("language", "make", "waits", "button"),
    [
        ("en", "Make the archive", "It waits for its turn.", "Download the archive"),
        ("zh-hans", "生成存档", "正在排队。", "下载存档"),
        ("zh-hant", "產生存檔", "正在排隊。", "下載存檔"),
    ],
)
def test_a_worker_makes_the_archive_and_the_page_hands_it_out(
    event: Event, queued: list[str], language: str, make: str, waits: str, button: str
):
    browser = Browser(event, event.account, language)
    page = browser.read("desk/archive/")
    assert make in page
    assert "laozhuang-engine verify" in page
    assert "hx-trigger" not in state_of_page(page)
    page = browser.send("desk/archive/make/")
    assert waits in page
    assert 'hx-trigger="every 1s"' in state_of_page(page)
    assert button not in page
    work(queued)
    page = browser.read("desk/archive/")
    assert button in page
    assert "hx-trigger" not in state_of_page(page)
    answer = fetched(browser)
    assert answer["Content-Type"] == "application/zip"
    assert ".zja.zip" in answer["Content-Disposition"]
    body = body_of(answer)
    assert answer["Content-Length"] == str(len(body))
    assert body == archive_make(event.tournament).body
    report = verify_archive(body)
    assert report.ok
    assert report.fingerprint == answer["X-Fingerprint"]
    assert report.fingerprint in page


def state_of_page(page: str) -> str:
    return page.partition('id="archive-state"')[2].partition(">")[0]


def test_the_box_leaves_texts_out(event: Event, queued: list[str]):
    browser = Browser(event, event.account)
    browser.send("desk/archive/make/", texts="none")
    work(queued)
    body = body_of(fetched(browser, "none"))
    assert b'"texts":"none"' in files_of(body)["manifest.json"]
    assert fetched(browser).status_code == 302


def test_the_same_archive_is_made_once_however_often_it_is_asked_for(
    event: Event, queued: list[str]
):
    browser = Browser(event, event.account)
    for _ in range(2):
        browser.send("desk/archive/make/")
    assert len(queued) == 1
    work(queued)
    browser.send("desk/archive/make/")
    assert queued == []
    first = body_of(fetched(browser))
    assert body_of(fetched(browser)) == first


def test_when_the_log_has_moved_on_it_is_made_again(event: Event, queued: list[str]):
    browser = Browser(event, event.account)
    browser.send("desk/archive/make/")
    work(queued)
    first = body_of(fetched(browser))
    event.do(c.ArchiveTournament())
    assert "Something has happened since" in browser.read("desk/archive/")
    answer = browser.client.get(f"{browser.base}desk/archive/file/", follow=True)
    assert "code-archive_not_made" in answer.content.decode()
    browser.send("desk/archive/make/")
    work(queued)
    second = body_of(fetched(browser))
    assert second != first
    assert second == archive_make(event.tournament).body


def test_a_name_that_is_taken_back_is_in_no_archive_that_is_handed_out(
    event: Event, queued: list[str]
):
    browser = Browser(event, event.account)
    browser.send("desk/archive/make/")
    work(queued)
    assert fetched(browser).status_code == 200
    (acted,) = event.tournament.archive_orders.get().officials
    User.objects.filter(pk=acted).update(display_name="Another name")
    assert fetched(browser).status_code == 302


def test_whoever_may_not_have_it_does_not_get_what_is_kept(
    event: Event, queued: list[str], cast: dict[str, User]
):
    Browser(event, event.account).send("desk/archive/make/")
    work(queued)
    for role in ("referee", "scorer", "player", "visitor"):
        assert fetched(Browser(event, cast[role])).status_code == 403
    _club, others = club_make()
    assert fetched(Browser(event, others["organiser"])).status_code == 403
    Membership.objects.filter(account=cast["organiser"]).update(role="referee")
    assert fetched(Browser(event, cast["organiser"])).status_code == 403
    assert fetched(Browser(event, cast["owner"])).status_code == 200


def test_before_the_end_the_page_says_when(make_event: EventMaker):
    event = make_event()
    browser = Browser(event, event.account)
    page = browser.read("desk/archive/")
    assert "when the event is over" in page
    assert "Make the archive" not in page
    answer = browser.client.post(f"{browser.base}desk/archive/make/", follow=True)
    assert "code-not_over" in answer.content.decode()
    answer = browser.client.get(f"{browser.base}desk/archive/file/", follow=True)
    assert answer.redirect_chain
    assert "code-not_over" in answer.content.decode()


def test_the_desk_leads_there_for_organisers_alone(event: Event, cast: dict[str, User]):
    assert "desk/archive/" in Browser(event, event.account).read()
    assert "desk/archive/" not in Browser(event, cast["referee"]).read()


def test_the_page_says_which_key_to_ask_for(event: Event):
    page = Browser(event, event.account).read("desk/archive/")
    key = public_key(settings.CHECKPOINT_KEY)
    assert f"laozhuang-engine verify --language en --key {key} FILE" in page
    assert 'href="/checkpoints/"' in page


def test_of_an_event_of_another_site_it_does_not_say_that_its_key_is_ours(event: Event):
    ImportedStream.objects.create(stream=event.tournament.pk, version=1)
    page = Browser(event, event.account).read("desk/archive/")
    assert "laozhuang-engine verify --language en FILE" in page


def test_whoever_asks_too_often_waits(event: Event):
    browser = Browser(event, event.account)
    answers = [browser.client.post(f"{browser.base}desk/archive/make/") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [302] * 4 + [429]
