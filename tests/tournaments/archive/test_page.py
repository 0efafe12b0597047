"""The page from which an organiser takes the archive, and the file behind its button."""

from __future__ import annotations

import pytest

from accounts.models import User
from engine.archive.checking import verify_archive
from tests.tournaments.archive.tampering import files_of
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tournaments.archive.exporting import archive_make
from tournaments.pages.archive import ARCHIVES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _as_often_as_one_likes() -> None:
    ARCHIVES.forget()


@pytest.mark.parametrize(
    ("language", "button"),
    [("en", "Download the archive"), ("zh-hans", "下载存档"), ("zh-hant", "下載存檔")],
)
def test_the_button_gives_the_archive(event: Event, language: str, button: str):
    browser = Browser(event, event.account, language)
    page = browser.read("desk/archive/")
    assert button in page
    assert "laozhuang-engine verify" in page
    answer = browser.client.get(f"{browser.base}desk/archive/file/")
    assert answer["Content-Type"] == "application/zip"
    assert ".zja.zip" in answer["Content-Disposition"]
    assert answer.content == archive_make(event.tournament).body
    report = verify_archive(answer.content)
    assert report.ok
    assert report.fingerprint == answer["X-Fingerprint"]


def test_the_box_leaves_texts_out(event: Event):
    browser = Browser(event, event.account)
    body = browser.client.get(f"{browser.base}desk/archive/file/?texts=none").content
    assert b'"texts":"none"' in files_of(body)["manifest.json"]


def test_before_the_end_the_page_says_when(make_event: EventMaker):
    event = make_event()
    browser = Browser(event, event.account)
    page = browser.read("desk/archive/")
    assert "when the event is over" in page
    assert "Download" not in page
    answer = browser.client.get(f"{browser.base}desk/archive/file/", follow=True)
    assert answer.redirect_chain
    assert "code-not_over" in answer.content.decode()


def test_the_desk_leads_there_for_organisers_alone(event: Event, cast: dict[str, User]):
    assert "desk/archive/" in Browser(event, event.account).read()
    assert "desk/archive/" not in Browser(event, cast["referee"]).read()


def test_whoever_asks_too_often_waits(event: Event):
    browser = Browser(event, event.account)
    answers = [browser.client.get(f"{browser.base}desk/archive/file/") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]
