"""Each tie-break that decided a place is told on the page of standings in the reader's language,
and the big screen has the same order."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace
from typing import Final

import pytest

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.reading import planned, reader
from tournaments.domain import commands as c
from tournaments.domain.parts import Draw, Hand, Result
from tournaments.domain.terms import Stage
from tournaments.standings.book import CRITERIA, Criterion

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES: Final = ("en", "zh-hans", "zh-hant")
FALLING: Final = (30, 20, -20, -30)


def paper(*points: int) -> Result:
    return Result(points, (), "organiser")


def hands(*won: tuple[int, int, int]) -> Result:
    """Hands as (winner, points of each other player, tai)."""
    found = tuple(
        Hand(
            number, tuple(3 * paid if place == winner else -paid for place in range(4)), winner, tai
        )
        for number, (winner, paid, tai) in enumerate(won, 1)
    )
    sums = tuple(sum(hand.points[place] for hand in found) for place in range(4))
    return Result(sums, found, "scorer")


@dataclass(frozen=True)
class Case:
    """An order of criteria, rounds of tables with their results, and what is told of whom."""

    criteria: tuple[Criterion, ...]
    rounds: tuple[tuple[tuple[str, Result], ...], ...]
    line: str
    told: tuple[str, str, str]
    """The value of its own, the other's, and whose that is; empty for a lot."""


NAMES: Final[dict[Criterion, tuple[str, str, str]]] = {
    "table_points": ("Table points", "名次分", "名次分"),
    "game_points": ("Game points", "比赛分", "比賽分"),
    "wins": ("Hands won", "胡牌局数", "胡牌局數"),
    "firsts": ("Tables won", "桌内第一", "桌內第一"),
    "best_hand": ("Best hand", "最大台数", "最大台數"),
    "head_to_head": ("Head-to-head", "胜负关系", "勝負關係"),
    "opponents": ("Strength of opponents", "对手分", "對手分"),
    "lot": ("Lot", "抽签", "抽籤"),
}
VALUES: Final = (
    "{name} decided: {own}, against {other} of Name {who}",
    "由“{name}”决定：{own}，Name {who} 为 {other}",
    "由「{name}」決定：{own}，Name {who} 為 {other}",
)
LOTS: Final = (
    "{name} decided, against Name ",
    "由“{name}”决定，对手：Name ",
    "由「{name}」決定，對手：Name ",
)


CASES: Final[dict[Criterion, Case]] = {
    "table_points": Case(
        ("game_points", "table_points"),
        ((("abcd", paper(10, 20, -10, -20)), ("efgh", paper(10, 0, -5, -5))),),
        "a",
        ("2", "4", "e"),
    ),
    "game_points": Case(
        ("table_points", "game_points"),
        ((("abcd", paper(30, 10, -10, -30)), ("efgh", paper(20, 10, -10, -20))),),
        "e",
        ("+20", "+30", "a"),
    ),
    "wins": Case(
        ("table_points", "game_points", "wins"),
        ((("abcd", hands((0, 5, 2), (0, 5, 2))), ("efgh", hands((0, 10, 2)))),),
        "e",
        ("1", "2", "a"),
    ),
    "best_hand": Case(
        ("table_points", "game_points", "best_hand"),
        ((("abcd", hands((0, 5, 4))), ("efgh", hands((0, 5, 3)))),),
        "e",
        ("3", "4", "a"),
    ),
    "firsts": Case(
        ("game_points", "firsts"),
        ((("abcd", paper(10, 0, -5, -5)), ("efgh", paper(10, 20, -10, -20))),),
        "e",
        ("0", "1", "a"),
    ),
    "head_to_head": Case(
        ("game_points", "head_to_head"),
        (
            (("abcd", paper(10, 5, -5, -10)), ("efgh", paper(0, 0, 0, 0))),
            (("aefg", paper(0, 0, 0, 0)), ("bcdh", paper(5, 0, 0, -5))),
        ),
        "b",
        ("−1", "1", "a"),
    ),
    "opponents": Case(
        ("table_points", "opponents"),
        (
            (("abcd", paper(*FALLING)), ("efgh", paper(*FALLING))),
            (("aebf", paper(*FALLING)), ("cgdh", paper(*FALLING))),
        ),
        "g",
        ("2⅓", "5", "b"),
    ),
    "lot": Case(
        ("table_points", "lot"),
        ((("abcd", paper(*FALLING)), ("efgh", paper(*FALLING))),),
        "",
        ("", "", ""),
    ),
}  # fmt: skip


def played(make_event: EventMaker, case: Case) -> Event:
    stage = Stage("main", "swiss", len(case.rounds))
    event = make_event(stage, play="points", tie_breaks=case.criteria)
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    for number, tables in enumerate(case.rounds, 1):
        plan = planned(*(seats for seats, _ in tables), number=number)
        # The first draw opens the seed, which lots are drawn from.
        event.do(replace(plan, draw=Draw(("order", "main"), "order-1"), seed=event.seed))
        event.do(c.PublishPairings(number, 1), c.StartRound(number, 1, 0))
        for table, (_, result) in enumerate(tables, 1):
            event.do(c.TakeResult(number, table, None, result))
        event.do(c.ConfirmRound(number))
    return event


def page(event: Event, path: str, language: str) -> str:
    answer = reader(language=language).get(f"/events/{event.tournament.pk}/{path}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def plain(text: str) -> str:
    return re.sub("[\u2066-\u2069]", "", text)


def decided(text: str) -> dict[str, str]:
    """By entry what is told of its place; nothing where the first criterion did."""
    rows = re.findall(r'<tr id="p-(\w+)">(.*?)</tr>', text, re.S)
    told = {entry: re.search(r'class="decided">(.*?)</span>', row, re.S) for entry, row in rows}
    return {entry: plain(found[1]) if found else "" for entry, found in told.items()}


def on_screen(text: str) -> list[str]:
    """The entries of the big screen's standings, in its order."""
    return re.findall(r'class="who"><bdi>Name (\w)</bdi>', text[text.index("screen-standings") :])


def test_every_criterion_of_the_list_has_its_case():
    assert set(CASES) == set(CRITERIA) - {"reached"}


@pytest.mark.parametrize("criterion", CASES)
def test_the_page_tells_what_decided_and_the_screen_has_the_same_order(
    make_event: EventMaker, criterion: Criterion
):
    case = CASES[criterion]
    event = played(make_event, case)
    for at, language in enumerate(LANGUAGES):
        told = decided(page(event, "standings/", language))
        line = case.line or next(entry for entry, text in told.items() if text)
        own, other, who = case.told
        wanted = (VALUES if own else LOTS)[at]
        assert told[line].startswith(
            wanted.format(name=NAMES[criterion][at], own=own, other=other, who=who)
        )
        assert on_screen(page(event, "screen/", language)) == list(told)
