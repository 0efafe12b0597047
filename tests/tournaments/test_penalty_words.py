"""Lines of a table of penalties in the reader's language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

from tests.tournaments.conftest import EventMaker
from tournaments.domain import commands as c
from tournaments.domain.terms import Stage
from tournaments.penalty_words import rule_text
from tournaments.presets import terms_of_preset

SLOW = {"en": "Slow play", "zh-hans": "拖延比赛", "zh-hant": "拖延比賽"}


def slow(language: str):
    """The line of a preset, as somebody of this language makes an event with it."""
    with translation.override(language):
        rules = terms_of_preset("evening", "bao", "online").penalties
    return next(one for one in rules if one.code == "slow")


@pytest.mark.parametrize("made", SLOW)
@pytest.mark.parametrize("reader", SLOW)
def test_a_line_of_a_preset_is_told_in_the_readers_language(made: str, reader: str):
    with translation.override(reader):
        assert rule_text(slow(made)) == SLOW[reader]


def test_own_words_stay_as_they_were_typed():
    with translation.override("zh-hans"):
        assert rule_text(replace(slow("en"), text="Slower than slow")) == "Slower than slow"
        assert rule_text(replace(slow("en"), code="rule-9")) == "Slow play"


@pytest.mark.django_db(transaction=True)
def test_the_events_page_tells_them_so(make_event: EventMaker):
    event = make_event(Stage("main", "swiss", 1), penalties=(slow("en"),)).do(c.OpenRegistration())
    page = Client(headers={"accept-language": "zh-hant"}).get(f"/events/{event.tournament.pk}/")
    assert SLOW["zh-hant"] in page.content.decode()
    assert "Slow play" not in page.content.decode()
