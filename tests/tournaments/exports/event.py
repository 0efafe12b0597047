"""A small event with everything in it that an export has to get right."""

from __future__ import annotations

from dataclasses import replace

from tests.tournaments.domain.desk import SEED, Desk, terms
from tournaments.domain import commands as c
from tournaments.domain.parts import Hand, Person, Result
from tournaments.domain.terms import Stage, Uneven

COMPOSED = "\u00d3lafur"
DECOMPOSED = "O\u0301lafur J"
NAMES = {
    "a": "渡辺",
    "b": COMPOSED,
    "c": DECOMPOSED,
    "d": "Mahjong 🀄👩‍👩‍👧",
    "e": "עומר כהן",
    "f": "محمد",
    "g": "'t Hooft",
    "h": "=HYPERLINK(1)",
    "i": '- "Quote", Comma; Tab',
}
PLAYED = Result(
    (11, -17, 3, 3),
    (Hand(1, (11, -17, 3, 3), 0, 2), Hand(2, (0, 0, 0, 0))),
    "log",
)
SUMS = Result((30, 10, -10, -30), (), "organiser")


def player(key: str, **changes: object) -> c.AddEntry:
    return c.AddEntry(key, replace(Person(NAMES[key]), **changes))


def played(**changes: object) -> Desk:
    """Nine players and a stand-in; round 1 played with a substitute, round 2 only planned."""
    stage = Stage("main", "league", 3)
    made = terms(stage, uneven=Uneven("byes", 5, 24), **changes)
    desk = Desk().create(terms=made)
    desk.do(
        c.OpenRegistration(),
        player("a", club="東京; 老庄", apart=("渡辺家", "a;b\\c")),
        player("b", fixed_table=1),
        *(player(key) for key in "cdefghi"),
        c.AddEntry("s", Person("Stand-in", "stand_in")),
        c.StartTournament(),
    )
    desk.play(1, "abcd", "efgh", byes=("i",))
    desk.do(
        c.TakeSeat(1, 1, 3, "s", "substitute", "d", 2, "substitute"),
        c.TakeResult(1, 1, None, PLAYED),
        c.TakeResult(1, 2, None, SUMS),
        c.GivePenalty("p1", "e", 1, None, "@late", 10, 12),
        c.GivePenalty("p2", "f", 1, None, "a mistake", 1),
        c.LiftPenalty("p2", "not late at all"),
        c.PlanRounds((desk.plan(2, "aeib", "cfdg", byes=("h",)),)),
    )
    return desk


__all__ = ["NAMES", "PLAYED", "SEED", "SUMS", "played", "player"]
