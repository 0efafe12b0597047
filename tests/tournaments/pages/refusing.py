"""A form that is refused: what is sent, and the answer in three languages."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from accounts.models import User
from tests.tournaments.conftest import Event, club_make, event_make
from tests.tournaments.pages.test_desk import Browser
from tournaments.domain import commands as c
from tournaments.domain.terms import Stage
from tournaments.store.folds import lines_after

LANGUAGES = ("en", "zh-hans", "zh-hant")
LONG = "长" * 300
MARKUP = "<script>alert(1)</script>"


@dataclass(frozen=True)
class Case:
    """A form's address below the event's, what is sent to it, and the answer.

    `lost` are fields that cannot be shown again: choices that there are none of."""

    path: str
    sent: dict[str, object]
    code: str
    field: str
    lost: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        wrong = {name: str(value)[:12] for name, value in self.sent.items()}
        return f"{self.path} {wrong}"


def log_of(event: Event) -> list[str]:
    return [line.type for line in lines_after(event.tournament.pk, 0)]


def told(page: str) -> list[tuple[str, str]]:
    """Class and text of every message of refusal."""
    found = re.findall(r'<p class="([^"]*\bcode-[^"]*)"[^>]*>(.*?)</p>', page, re.S)
    return [(classes, html.unescape(text).strip()) for classes, text in found]


def check(event: Event, account: User, case: Case) -> None:
    before, said = log_of(event), set()
    for language in LANGUAGES:
        browser = Browser(event, account, language)
        page = browser.send(case.path, **case.sent)
        wanted = f"code-{case.code} field-{case.field}" if case.field else f"code-{case.code}"
        texts = [text for classes, text in told(page) if wanted in classes]
        assert texts, (wanted, told(page))
        said.add(texts[0])
        for name, value in case.sent.items():
            if isinstance(value, str) and value and name not in case.lost:
                assert html.escape(value) in page, name
    assert len(said) == len(LANGUAGES), said
    assert log_of(event) == before


def opened() -> Event:
    made = event_make(*club_make(), Stage("main", "swiss", 3), play="points", round_ms=3_600_000)
    return made.do(c.OpenRegistration()).enter(*"abcdefgh")
