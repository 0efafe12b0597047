"""A match with disputes for tests: played by people at random, judged by Rae, Rob and Jo."""

from __future__ import annotations

from functools import cache

import pytest

from engine.errors import EngineError
from engine.play import commands as c
from engine.play.decide import decide
from engine.seats import SEATS
from tests.engine.records import Scripted

RAE, ROB, JO, JIM, JAN = "rae", "rob", "jo", "jim", "jan"
SAID = "5a" * 32


class Table(Scripted):
    """Commands of a dispute come from whom they name."""

    def __init__(self, ruleset: str = "bao", **changes) -> None:
        super().__init__(ruleset, **changes)
        self.ids = 0

    def hands(self, number: int) -> Table:
        """Started, with so many hands finished."""
        self.start()
        for _ in range(number):
            self.hand()
        return self

    def hand(self) -> None:
        """A hand that is scored, whatever it takes."""
        self.deal()
        self.finish_hand()

    def new_id(self) -> str:
        self.ids += 1
        return f"id-{self.ids}"

    def say(self, command: c.Command, actor: str | None = None) -> None:
        self.submit(command, actor or sender(command))

    def call(self, hand: int = 1, place: int = 0, reason: str = "wrong_score", **more) -> str:
        case = self.new_id()
        self.say(c.CallReferee(case, place, hand, reason, **more))
        return case

    def rule(self, kind: str, hand: int = 1, decision: dict | None = None, **more) -> str:
        command = self.ruling(kind, hand, decision, **more)
        self.say(command)
        return command.ruling

    def ruling(self, kind: str, hand: int = 1, decision: dict | None = None, **more):
        given = {"case": None, "referee": RAE, "cites": ("L2",), "ruling": self.new_id()} | more
        return c.MakeRuling(hand=hand, kind=kind, decision=decision or {}, **given)

    def set_hand(self, hand: int = 1, east: int = 30, **more) -> str:
        """East of that hand gains so much, the others pay alike."""
        return self.rule("score_set", hand, {"payments": payments(east)}, **more)

    def appeal(self, ruling: str, *votes: str, judges: tuple[str, ...] = (JO,)) -> str:
        appeal = self.new_id()
        self.say(c.LodgeAppeal(appeal, ruling, 1, SAID))
        self.say(c.NamePanel(appeal, judges))
        for judge, vote in zip(judges, votes, strict=False):
            self.say(c.CastVote(appeal, judge, vote))
        return appeal

    def refused(self, command: c.Command) -> str:
        """The code with which a command is refused."""
        with pytest.raises(EngineError) as caught:
            decide(self.state, command)
        return caught.value.code

    @property
    def court(self):
        return self.state.court

    @property
    def points(self) -> list[int]:
        return list(self.state.points)


def payments(east: int) -> dict[str, int]:
    """East gains it, a third from each."""
    return {seat: east if seat == "E" else -east // 3 for seat in SEATS}


@cache
def disputed() -> bytes:
    """A match with everything that can happen in a dispute, going on after its end."""
    table = Table().hands(2)
    table.deal()
    case = table.call(2, 1, text=SAID, pause=True)
    table.submit(c.ResumeMatch(), "clock")
    table.say(c.TakeCase(case, ROB))
    table.say(c.MakeStatement(case, 3, SAID))
    table.say(c.DeclareInterest(case, ROB, "same_club", SAID))
    table.say(c.DecideInterest(case, ROB, False))
    table.say(c.ReleaseCase(case, ROB))
    table.say(c.TakeCase(case, RAE))
    table.say(c.WithdrawCase(table.call(3, 2, "mis_tap")))
    given = table.rule("clock_given", 3, {"place": 1, "ms": 9000})
    table.rule("clock_given", 3, {"place": 1, "ms": 4000}, supersedes=given)
    ruling = table.rule("score_corrected", 2, {"facts": SELF_DRAWN}, case=case, text=SAID)
    table.rule("hand_replayed", 1)
    table.submit(c.ExcuseNetwork(2, 180), "system")
    table.finish_hand()
    table.hand()
    appeal = table.appeal(ruling, "overturn", "overturn", judges=(JO, JIM, JAN))
    better = table.ruling(
        "hand_agreed", 2, {"payments": payments(9)}, supersedes=ruling, referee=JIM
    )
    table.say(c.DecideAppeal(appeal, "overturned", better))
    upheld = table.appeal(table.rule("score_stands", 3), "uphold")
    table.say(c.DecideAppeal(upheld, "upheld"))
    late = {"place": 2, "penalty": "points", "game": 10, "table": 0, "rule": "late"}
    table.rule("penalty", 0, late, cites=("L7", "§ 3.2 罚分"))
    table.say(c.DecideAppeal(table.appeal(table.set_hand(4, 12)), "expired"))
    table.rule("result_adjusted", 0, {"points": [40, -10, -10, -20]})
    table.rule("score_stands", 0)
    return table.record()


SELF_DRAWN = {
    "source": "self_draw",
    "winner": "E",
    "concealed": "123m456m789m123p5s",
    "winning_tile": "5s",
    "wild_kinds": "",
    "contract": None,
}


def sender(command: c.Command) -> str:
    """Who would send a command of a dispute."""
    match command:
        case c.CallReferee(place=place) | c.MakeStatement(place=place) | c.LodgeAppeal(place=place):
            return f"place:{place}"
        case c.CastVote(judge=judge):
            return f"referee:{judge}"
        case c.DecideInterest() | c.NamePanel() | c.WithdrawCase():
            return "organiser:ann"
        case c.DecideAppeal(ruling=ruling):
            return "system" if ruling is None else f"referee:{ruling.referee}"
        case _:
            return f"referee:{getattr(command, 'referee', RAE)}"
