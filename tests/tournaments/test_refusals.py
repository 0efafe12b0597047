"""Whatever the domain refuses is told in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

import tournaments.claims
import tournaments.domain
from tournaments.domain.refusals import Refused
from tournaments.refusals import TEXTS, sentence

SOURCES = [
    path
    for package in (tournaments.domain, tournaments.claims)
    for path in Path(package.__file__).parent.glob("*.py")
]
CODES = {
    code
    for path in SOURCES
    for codes in re.findall(
        r'(?:refuse|Refused)\(\s*"([a-z_]+)"|_step\(state, "[a-z]+", "([a-z_]+)"', path.read_text()
    )
    for code in codes
    if code
} | {"stale"}


def test_every_code_of_the_domain_has_a_sentence_and_no_sentence_is_idle():
    assert len(CODES) > 80
    assert CODES - TEXTS.keys() == set()


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_a_refusal_is_told_in_the_readers_language(language: str):
    told = {
        "en": "No place is free.",
        "zh-hans": "没有空余名额。",
        "zh-hant": "沒有空餘名額。",
    }
    with translation.override(language):
        assert sentence(Refused("full", "no place is free")) == told[language]


def test_what_has_no_sentence_is_told_in_its_own_words():
    assert sentence(Refused("novel", "this is new")) == "this is new"
