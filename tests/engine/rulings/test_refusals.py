"""Every refusal of a command in a dispute, by its code."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import engine.rulings
from engine.errors import IllegalAction
from engine.play import commands as c
from engine.play.decide import decide
from engine.play.match import Successor
from engine.play.state import MatchState
from tests.engine.rulings.table import JAN, JIM, JO, RAE, ROB, SAID, Table, payments
from tests.engine.scored.keeper import Keeper, won

Try = Callable[[Table], c.Command]
BETTER = {"payments": payments(30)}


def called(table: Table) -> str:
    """A case about the first hand."""
    return table.call(1)


def taken(table: Table) -> str:
    case = called(table)
    table.say(c.TakeCase(case, ROB))
    return case


def bound(table: Table, allowed: bool | None = None) -> str:
    """A case in which Rae has declared an interest."""
    case = called(table)
    table.say(c.DeclareInterest(case, RAE, "relative"))
    if allowed is not None:
        table.say(c.DecideInterest(case, RAE, allowed))
    return case


def lodged(table: Table, *votes: str, judges: tuple[str, ...] = (JO,)) -> tuple[str, str]:
    """A ruling on the first hand, and an appeal against it."""
    ruling = table.set_hand(1, 30)
    return ruling, table.appeal(ruling, *votes, judges=judges)


def closed(table: Table) -> str:
    case = called(table)
    table.say(c.WithdrawCase(case))
    return case


def lodge_twice(table: Table) -> c.Command:
    ruling, appeal = lodged(table, "uphold")
    table.say(c.DecideAppeal(appeal, "upheld"))
    return c.LodgeAppeal("again", ruling, 2)


def lodge_against_final(table: Table) -> c.Command:
    ruling, _ = lodged(table, "overturn")
    final = table.rule("score_stands", 1, supersedes=ruling, referee=JO)
    return c.LodgeAppeal("again", final, 2)


def superseded(table: Table) -> str:
    ruling = table.set_hand(1, 30)
    table.set_hand(1, 60, supersedes=ruling)
    return ruling


def outdated(table: Table) -> str:
    ruling = table.set_hand(1, 30)
    table.set_hand(1, 60)
    return ruling


def running(table: Table) -> c.Command:
    table.deal()
    return table.ruling("score_set", 2, BETTER)


def voided(table: Table) -> c.Command:
    table.deal()
    table.submit(c.VoidHand("a tile was shown"), "referee:7")
    return table.ruling("score_set", 2, BETTER)


def replayed(table: Table) -> c.Command:
    table.rule("hand_replayed", 1)
    return table.ruling("score_set", 1, BETTER)


def dealt_again(table: Table) -> c.Command:
    ruling = table.rule("hand_replayed", 1)
    table.hand()
    return table.ruling("score_stands", 1, supersedes=ruling)


def over(table: Table) -> Table:
    table.submit(c.EndMatch(), "organiser:ann")
    return table


def time_called(table: Table) -> c.Command:
    table.deal()
    table.submit(c.CallTime(), "organiser:ann")
    return table.ruling("hand_replayed", 1)


def while_dealt(table: Table) -> c.Command:
    table.deal()
    return table.ruling("result_adjusted", 0, {"points": [0, 0, 0, 0]})


def gone(table: Table) -> c.Command:
    """Somebody who played here and has left."""
    table.submit(c.HandOverSeat(0, Successor("Eva", "human", None, "eva")), "organiser:ann")
    table.submit(c.HandOverSeat(0, Successor("Fan", "human", None, "fan")), "organiser:ann")
    return table.ruling("score_stands", 1, referee="eva")


def under_appeal(table: Table) -> c.Command:
    lodged(table)
    return table.ruling("score_set", 1, BETTER)


def penalty(**changes) -> dict:
    return {"place": 0, "penalty": "points", "game": 5, "table": 0, "rule": None} | changes


CASES: dict[str, list[Try]] = {
    "bad_id": [
        lambda t: c.CallReferee("", 0, 1, "other"),
        lambda t: c.CallReferee("a b", 0, 1, "other"),
        lambda t: c.CallReferee("x" * 65, 0, 1, "other"),
        lambda t: c.TakeCase(called(t), "a:b"),
    ],
    "id_taken": [
        lambda t: c.CallReferee(called(t), 1, 1, "other"),
        lambda t: t.ruling("score_stands", 1, ruling=t.set_hand(1, 30)),
        lambda t: c.LodgeAppeal(lodged(t)[1], t.rule("score_stands", 0), 1),
    ],
    "no_place": [
        lambda t: c.CallReferee("x", 4, 1, "other"),
        lambda t: c.MakeStatement(called(t), -1, SAID),
        lambda t: c.LodgeAppeal("x", t.set_hand(1, 30), 7),
    ],
    "no_such_hand": [
        lambda t: c.CallReferee("x", 0, 2, "other"),
        lambda t: c.CallReferee("x", 0, -1, "other"),
        lambda t: t.ruling("score_stands", 2),
        lambda t: t.ruling("score_set", 2, BETTER),
        lambda t: t.ruling("score_set", 0, BETTER),
        lambda t: t.ruling("penalty", 9, penalty()),
        lambda t: t.ruling("clock_given", 9, {"place": 0, "ms": 1}),
        lambda t: t.ruling("result_adjusted", 1, {"points": [0, 0, 0, 0]}),
    ],
    "no_reason": [lambda t: c.CallReferee("x", 0, 1, "spite")],
    "bad_text": [
        lambda t: c.CallReferee("x", 0, 1, "other", "he cheated"),
        lambda t: c.MakeStatement(called(t), 0, "A" * 64),
        lambda t: t.ruling("score_stands", 1, text="because"),
        lambda t: c.CastVote(lodged(t)[1], JO, "uphold", "no"),
        lambda t: c.LodgeAppeal("x", t.set_hand(1, 30), 1, "no"),
        lambda t: c.DeclareInterest(called(t), RAE, "other", "no"),
    ],
    "nothing_said": [lambda t: c.MakeStatement(called(t), 0, "")],
    "unknown_case": [
        lambda t: c.TakeCase("x", RAE),
        lambda t: c.WithdrawCase("x"),
        lambda t: t.ruling("score_stands", 1, case="x"),
    ],
    "case_closed": [
        lambda t: c.TakeCase(closed(t), RAE),
        lambda t: c.MakeStatement(closed(t), 0, SAID),
        lambda t: t.ruling("score_stands", 1, case=closed(t)),
    ],
    "case_taken": [
        lambda t: c.TakeCase(taken(t), RAE),
        lambda t: t.ruling("score_stands", 1, case=taken(t)),
    ],
    "has_case": [lambda t: c.TakeCase(taken(t), ROB)],
    "case_not_taken": [
        lambda t: c.ReleaseCase(called(t), RAE),
        lambda t: c.ReleaseCase(taken(t), RAE),
    ],
    "own_table": [
        lambda t: c.TakeCase(called(t), "p2"),
        lambda t: t.ruling("score_stands", 1, referee="p0"),
        lambda t: c.NamePanel(lodged(t)[1], ("p3",)),
        gone,
    ],
    "interest_open": [
        lambda t: t.ruling("score_stands", 1, case=bound(t)),
        lambda t: t.ruling("score_stands", 1, case=bound(t, allowed=False)),
    ],
    "no_interest": [
        lambda t: c.DeclareInterest(called(t), RAE, "rich"),
        lambda t: c.DecideInterest(called(t), RAE, True),
    ],
    "interest_declared": [lambda t: c.DeclareInterest(bound(t), RAE, "other")],
    "interest_decided": [lambda t: c.DecideInterest(bound(t, allowed=True), RAE, False)],
    "nothing_cited": [lambda t: t.ruling("score_stands", 1, cites=())],
    "bad_citation": [
        lambda t: t.ruling("score_stands", 1, cites=("L2", "")),
        lambda t: t.ruling("score_stands", 1, cites=("x" * 201,)),
        lambda t: t.ruling("score_stands", 1, cites=("L2",) * 21),
    ],
    "no_kind": [lambda t: t.ruling("revenge", 1)],
    "bad_decision": [
        lambda t: t.ruling("score_stands", 1, {"points": 3}),
        lambda t: t.ruling("score_set", 1),
        lambda t: t.ruling("score_set", 1, {"payments": {"E": 0}}),
        lambda t: t.ruling("score_set", 1, {"payments": {**payments(3), "E": True}}),
        lambda t: t.ruling("score_corrected", 1, {"facts": 3}),
        lambda t: t.ruling("score_corrected", 1, {}),
        lambda t: t.ruling("penalty", 1, penalty(place=4)),
        lambda t: t.ruling("penalty", 1, penalty(penalty="jail")),
        lambda t: t.ruling("penalty", 1, penalty(game=-1)),
        lambda t: t.ruling("penalty", 1, penalty(rule=3)),
        lambda t: t.ruling("clock_given", 1, {"place": 0}),
        lambda t: t.ruling("result_adjusted", 0, {"points": [0, 0, 0]}),
        lambda t: t.ruling("hand_replayed", 1, {"why": "so"}),
    ],
    "bad_penalty": [
        lambda t: t.ruling("penalty", 1, penalty(game=0)),
        lambda t: t.ruling("penalty", 1, penalty(penalty="warning")),
    ],
    "not_zero_sum": [
        lambda t: t.ruling("score_set", 1, {"payments": {**payments(30), "E": 31}}),
        lambda t: t.ruling("hand_agreed", 1, {"payments": {**payments(30), "E": 29}}),
        lambda t: t.ruling("result_adjusted", 0, {"points": [1, 0, 0, 0]}),
    ],
    "points_too_many": [
        lambda t: t.ruling("score_set", 1, {"payments": payments(30_000_000)}),
        lambda t: t.ruling("result_adjusted", 0, {"points": [10_000_001, -10_000_001, 0, 0]}),
        lambda t: t.ruling("penalty", 1, penalty(game=1_000_001)),
        lambda t: t.ruling("penalty", 1, penalty(table=80_001)),
    ],
    "hand_not_finished": [running],
    "hand_not_scored": [voided],
    "hand_voided": [replayed],
    "already_replayed": [dealt_again],
    "match_over": [
        lambda t: over(t).ruling("hand_replayed", 1),
        lambda t: over(t).ruling("clock_given", 1, {"place": 0, "ms": 1}),
    ],
    "time_called": [time_called],
    "bad_time": [
        lambda t: t.ruling("clock_given", 1, {"place": 0, "ms": 0}),
        lambda t: t.ruling("clock_given", 1, {"place": 0, "ms": 86_400_001}),
    ],
    "hand_running": [while_dealt],
    "not_scored": [lambda t: t.ruling("score_corrected", 1, {"entry": {}})],
    "unknown_ruling": [
        lambda t: t.ruling("score_stands", 1, supersedes="x"),
        lambda t: c.LodgeAppeal("x", "y", 1),
    ],
    "superseded_already": [
        lambda t: t.ruling("score_stands", 1, supersedes=superseded(t)),
        lambda t: c.LodgeAppeal("x", superseded(t), 1),
    ],
    "other_hand": [lambda t: t.ruling("score_stands", 0, supersedes=t.set_hand(1, 30))],
    "not_the_last_ruling": [
        lambda t: t.ruling("score_stands", 1, supersedes=outdated(t)),
        lambda t: c.LodgeAppeal("x", outdated(t), 1),
    ],
    "other_case": [
        lambda t: t.ruling(
            "score_stands", 1, supersedes=t.set_hand(1, 30, case=called(t)), case=called(t)
        )
    ],
    "under_appeal": [
        lambda t: t.ruling("score_stands", 1, supersedes=lodged(t)[0]),
        under_appeal,
    ],
    "votes_missing": [
        lambda t: t.ruling("score_stands", 1, supersedes=lodged(t)[0], referee=JO),
        lambda t: c.DecideAppeal(lodged(t, "overturn")[1], "upheld"),
        lambda t: c.DecideAppeal(
            lodged(t, "uphold", "overturn", judges=(JO, JIM, JAN))[1], "upheld"
        ),
    ],
    "votes_cast": [
        lambda t: c.NamePanel(lodged(t, "uphold")[1], (JIM,)),
        lambda t: c.DecideAppeal(lodged(t, "uphold")[1], "expired"),
    ],
    "final_ruling": [lodge_against_final],
    "appealed_already": [lodge_twice, lambda t: c.LodgeAppeal("x", lodged(t)[0], 2)],
    "unknown_appeal": [lambda t: c.CastVote("x", JO, "uphold")],
    "appeal_decided": [lambda t: c.NamePanel(over_appeal(t), (JIM,))],
    "bad_panel": [
        lambda t: c.NamePanel(lodged(t)[1], ()),
        lambda t: c.NamePanel(lodged(t)[1], (JO, JIM)),
        lambda t: c.NamePanel(lodged(t)[1], (JO, JO, JIM)),
    ],
    "own_ruling": [lambda t: c.NamePanel(lodged(t)[1], (RAE,))],
    "no_vote": [lambda t: c.CastVote(lodged(t)[1], JO, "abstain")],
    "not_a_judge": [lambda t: c.CastVote(lodged(t)[1], JIM, "uphold")],
    "already_voted": [
        lambda t: c.CastVote(lodged(t, "uphold", judges=(JO, JIM, JAN))[1], JO, "overturn")
    ],
    "no_replacement": [
        lambda t: c.DecideAppeal(lodged(t, "overturn")[1], "overturned"),
        lambda t: c.DecideAppeal(
            lodged(t, "overturn")[1], "overturned", t.ruling("score_stands", 1, referee=JO)
        ),
        lambda t: c.DecideAppeal(lodged(t, "uphold")[1], "upheld", t.ruling("score_stands", 1)),
    ],
    "no_outcome": [lambda t: c.DecideAppeal(lodged(t)[1], "ignored")],
}


def test_an_appeal_that_was_to_be_overturned_can_end_without_a_new_ruling() -> None:
    table = Table().hands(1)
    ruling, appeal = lodged(table, "overturn")
    table.say(c.DecideAppeal(appeal, "expired"))
    ended = table.state.court.appeal(appeal)
    assert ended
    assert (ended.outcome, ended.ruling) == ("expired", ruling)
    assert table.state.court.last_word(1).id == ruling
    table.say(table.ruling("score_stands", 1))


def over_appeal(table: Table) -> str:
    _, appeal = lodged(table)
    table.say(c.DecideAppeal(appeal, "expired"))
    return appeal


@pytest.mark.parametrize(
    ("code", "attempt"),
    [(code, attempt) for code, attempts in CASES.items() for attempt in attempts],
)
def test_refused(code: str, attempt: Try):
    table = Table().hands(1)
    assert table.refused(attempt(table)) == code


def test_without_a_match_there_is_nothing_to_dispute():
    for command in (
        c.CallReferee("x", 0, 0, "other"),
        c.MakeRuling("x", None, 0, "score_stands", ("L2",), RAE),
        c.LodgeAppeal("x", "y", 0),
    ):
        with pytest.raises(IllegalAction) as caught:
            decide(MatchState.empty(), command)
        assert caught.value.code == "no_match"


def test_facts_that_are_no_win_are_refused_with_their_rule():
    table = Table().hands(1)
    facts = {"source": "self_draw", "winner": "E", "concealed": "123456789m123s9p"}
    ruling = table.ruling("score_corrected", 1, {"facts": {**facts, "winning_tile": "5s"}})
    assert table.refused(ruling) == "not_complete"


def test_with_real_tiles():
    keeper = Keeper()
    keeper.enter(won(0, "all_pungs", "half_flush"))
    keeper.submit(
        c.MakeRuling("r", None, 1, "score_set", ("L2",), RAE, {"payments": payments(30)}),
        f"referee:{RAE}",
    )
    given = c.MakeRuling("s", None, 1, "clock_given", ("L2",), RAE, {"place": 0, "ms": 1})
    assert keeper.refused(given)[0] == "no_clocks"
    assert keeper.refused(c.ContestHand(1, 2, "no"))[0] == "hand_ruled"
    assert keeper.refused(c.WithdrawHand(1, None, "slip"))[0] == "hand_ruled"
    assert (
        keeper.refused(c.CorrectHand(1, None, "slip", won(1, "all_pungs", "half_flush")))[0]
        == "hand_ruled"
    )


def test_the_points_of_a_whole_match_are_not_derived_from_one_hand():
    keeper = Keeper()
    keeper.say(c.EnterFinalPoints(2, (30, -12, 0, -18)))
    for kind, decision in (("score_corrected", {"facts": {}}), ("hand_replayed", {})):
        ruling = c.MakeRuling("r", None, 1, kind, ("L2",), RAE, decision)
        assert keeper.refused(ruling)[0] == "final_points"


def test_every_code_is_tried_here():
    tried = {*CASES, "no_match", "no_clocks", "hand_ruled", "final_points"}
    tried |= {"match_finished", "other_referee"}  # test_finality.py
    sources = Path(engine.rulings.__file__).parent.glob("*.py")
    text = "".join(file.read_text() for file in sources)
    codes = set(re.findall(r'refuse\(\s*"([a-z_]+)"', text)) | {"bad_decision"}
    assert codes <= tried
