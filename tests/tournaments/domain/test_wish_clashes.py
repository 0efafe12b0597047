"""Wishes that cannot hold together are found, with whose they are and what they are."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.tournaments.domain.desk import SEED, Desk
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage
from tournaments.domain.wish_clashes import Clash, clashes
from tournaments.refusals import sentence

NAMES = ("张伟", "Ólafur", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def desk(*people: tuple[tuple[str, ...], int | None], stage: str = "rotation") -> Desk:
    """Eight players, the first of whom have these marks and fixed tables."""
    made = Desk().create(stages=(Stage("main", stage, 2),))
    made.do(c.OpenRegistration())
    for n, name in enumerate(NAMES):
        marks, table = people[n] if n < len(people) else ((), None)
        made.do(c.AddEntry(f"p{n}", Person(name, apart=marks, fixed_table=table)))
    made.do(c.StartTournament())
    return made


NEVER_ONCE = ((("!feud", "&pals"), None), (("!feud", "&pals"), None))
NEVER_TABLE = ((("!feud",), 2), (("!feud",), 2))
ONCE_TABLE = ((("&pals",), 1), (("&pals",), 1))
ONCE_TABLES = ((("&pals",), 1), (("&pals",), 2))
APART_TABLE = ((("club",), 1), (("club",), 1))
FIVE = tuple(((), 2) for _ in range(5))


@pytest.mark.parametrize(
    ("people", "found"),
    [
        (NEVER_ONCE, Clash(("p0", "p1"), ("never", "feud"), ("once", "pals"))),
        (NEVER_TABLE, Clash(("p0", "p1"), ("never", "feud"), ("same_table", "2"))),
        (ONCE_TABLE, Clash(("p0", "p1"), ("once", "pals"), ("same_table", "1"))),
        (ONCE_TABLES, Clash(("p0", "p1"), ("once", "pals"), ("other_tables", "1, 2"))),
        (FIVE, Clash(("p0", "p1", "p2", "p3", "p4"), ("same_table", "2"))),
    ],
)
def test_every_two_kinds_of_wishes_that_cannot_hold_together_are_found(people, found: Clash):
    state = desk(*people).state
    assert clashes(state, state.entries) == (found,)


@pytest.mark.parametrize(
    "people",
    [
        APART_TABLE,
        ((("!feud",), None), (("&feud",), None)),
        ((("!feud",), 1), (("!feud",), 2)),
        ((("!feud",), 9), (("!feud",), 9)),
        ((("&pals",), None), (("&pals", "club"), None), (("club",), 1)),
    ],
)
def test_wishes_that_can_hold_together_or_only_prefer_are_none(people):
    state = desk(*people).state
    assert clashes(state, state.entries) == ()


@pytest.mark.parametrize("stage", ["rotation", "swiss"])
@pytest.mark.parametrize("people", [NEVER_ONCE, NEVER_TABLE, ONCE_TABLE, FIVE])
def test_pairing_is_refused_with_names_and_changes_nothing(people, stage: str):
    made = desk(*people, stage=stage)
    before = made.state
    with pytest.raises(Refused) as refused:
        next_plan(made.state, "main", SEED)
    assert refused.value.code == "wishes_contradict"
    assert "张伟, Ólafur" in refused.value.message
    assert made.state == before


def test_two_who_keep_different_tables_are_seated_though_they_cannot_meet():
    made = desk(*ONCE_TABLES)
    made.do(next_plan(made.state, "main", SEED))
    assert 1 in made.state.rounds


TOLD = {
    "en": "\u2068张伟\u2069, \u2068Ólafur\u2069: “never at one table (mark feud)” and "
    "“always at table 2, so always together”",
    "zh-hans": "“绝不同桌（标记 feud）”与“总在第 2 桌，因此总是同桌”",
    "zh-hant": "「絕不同桌（標記 feud）」與「總在第 2 桌，因此總是同桌」",
}


@pytest.mark.parametrize("language", TOLD)
def test_the_refusal_says_which_wishes_of_whom_in_the_readers_language(language: str):
    with pytest.raises(Refused) as refused:
        next_plan(desk(*NEVER_TABLE).state, "main", SEED)
    with translation.override(language):
        assert TOLD[language] in sentence(refused.value)


def test_many_clashes_are_told_in_part_with_how_many_more():
    crowd = tuple((("!feud", "&pals"), None) for _ in NAMES)
    with pytest.raises(Refused) as refused:
        next_plan(desk(*crowd).state, "main", SEED)
    with translation.override("en"):
        told = sentence(refused.value)
    assert told.count("never at one table") == 5
    assert "and 23 more" in told
