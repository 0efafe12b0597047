"""What each kind of ruling does to the points, and what it brings with it."""

from __future__ import annotations

import json

from engine.play import commands as c
from engine.play import events as e
from engine.play.codec import event_from_text
from engine.play.evolve import fold
from engine.scored.forms import write_entry
from engine.verify import verify
from tests.engine.records import changed, indices, split
from tests.engine.rulings.table import JAN, JIM, JO, RAE, Table, disputed, payments
from tests.engine.scored.keeper import Keeper, won


def agreed(east: int) -> dict:
    return {"payments": payments(east)}


def made(table: Table, number: int) -> list[str]:
    """The types of the last events."""
    return [row.columns.type for row in table.log.rows[-number:]]


def test_a_score_set_replaces_what_the_hand_was_worth():
    table = Table().hands(2)
    east = table.court.hand(1).places[0]
    rest = table.court.original(2)
    table.set_hand(1, 30)
    expected = [gain + (30 if place == east else -10) for place, gain in enumerate(rest)]
    assert table.points == expected
    assert table.court.standing_of(1)[east] == 30
    assert verify(table.record()).ok


def test_a_later_ruling_is_relative_to_what_stands():
    table = Table().hands(1)
    table.set_hand(1, 30)
    table.set_hand(1, 60)
    assert max(table.points) == 60
    assert max(table.court.rulings[-1].points) == 30


def test_what_is_superseded_is_taken_back():
    table = Table().hands(1)
    played = table.points
    first = table.set_hand(1, 30)
    table.rule("score_stands", 1, supersedes=first)
    assert table.points == played
    assert table.court.ruling(first).superseded_by == "id-2"


def test_a_penalty_leaves_the_points_alone():
    table = Table().hands(1)
    played = table.points
    taken = {"place": 2, "penalty": "points", "game": 40, "table": 1, "rule": "late"}
    ruling = table.rule("penalty", 0, taken)
    assert table.points == played
    (penalty,) = table.court.penalties
    assert (penalty.id, penalty.penalty.game) == (ruling, 40)
    table.rule("score_stands", 0, supersedes=ruling)
    assert table.court.penalties == ()


def test_time_is_given_and_taken_back_again():
    table = Table().hands(1)
    first = table.rule("clock_given", 1, {"place": 3, "ms": 20_000})
    assert made(table, 2) == ["RulingMade", "ClockGranted"]
    table.rule("clock_given", 1, {"place": 3, "ms": 5_000}, supersedes=first)
    assert made(table, 3) == ["RulingMade", "ClockTakenBack", "ClockGranted"]
    assert verify(table.record()).ok


def test_an_adjusted_result_ends_the_match():
    table = Table().hands(1)
    table.rule("result_adjusted", 0, {"points": [50, 50, -50, -50]})
    assert made(table, 2) == ["RulingMade", "MatchEnded"]
    assert (table.state.phase, table.points) == ("ended", [50, 50, -50, -50])
    table.set_hand(1, 30)
    assert sum(table.points) == 0
    assert verify(table.record()).ok


def test_an_appeal_overturns_with_another_ruling():
    table = Table().hands(1)
    case = table.call(1)
    ruling = table.set_hand(1, 30, case=case)
    appeal = table.appeal(ruling, "overturn", "uphold", "overturn", judges=(JO, JIM, JAN))
    better = table.ruling("hand_agreed", 1, agreed(9), supersedes=ruling, referee=JO)
    table.say(c.DecideAppeal(appeal, "overturned", better))
    assert made(table, 2) == ["RulingMade", "AppealDecided"]
    assert max(table.points) == 9
    assert table.court.appeal(appeal).replacement == better.ruling
    assert table.court.ruling(better.ruling).case == case
    assert [step.kind for step in table.court.chain(1)] == [
        "original", "ruling", "appeal", "ruling",
    ]  # fmt: skip
    assert table.court.chain(1)[-1].standing == table.court.standing_of(1)
    assert verify(table.record()).ok


def test_a_call_pauses_the_table_once():
    table = Table().hands(0)
    table.deal()
    table.call(1, pause=True)
    assert (made(table, 2), table.state.paused) == (["RefereeCalled", "MatchPaused"], True)
    table.call(1, place=1, pause=True)
    assert made(table, 1) == ["RefereeCalled"]
    table.submit(c.ResumeMatch(), "clock")
    assert verify(table.record()).ok


def test_disputes_go_on_after_the_match():
    table = Table().hands(2)
    table.submit(c.EndMatch(), "organiser:ann")
    case = table.call(2)
    table.say(c.TakeCase(case, RAE))
    table.say(c.MakeStatement(case, 2, "ab" * 32))
    table.set_hand(2, 30, case=case)
    assert table.court.case(case).status == "ruled"
    assert table.state.phase == "ended"
    assert max(table.court.standing_of(2)) == 30
    assert verify(table.record()).ok


def test_replay_equals_live():
    table = Table().hands(1)
    ruling = table.set_hand(1, 30)
    table.appeal(ruling, "uphold")
    events: list[e.Event] = []
    for row in table.log.rows:
        events.append(event_from_text(row.columns.type, row.columns.v, row.columns.data))
    assert fold(events) == table.state


def test_true_is_not_one():
    record = disputed()
    at = next(
        n for n in indices(record, "RulingMade")
        if json.loads(split(record)[1][n].columns.data)["kind"] == "score_corrected"
    )  # fmt: skip

    def true_for_one(data: dict) -> None:
        elements = data["decision"]["breakdown"]["elements"]
        next(one for one in elements if one["tai"] == 1)["tai"] = True

    (problem,) = verify(changed(record, at, true_for_one)).problems
    assert (problem.code, problem.seq) == ("wrong_ruling", at + 1)


def test_a_score_is_corrected_from_an_entry_with_real_tiles():
    keeper = Keeper()
    keeper.enter(won(0, "all_pungs", "half_flush"))
    entry = write_entry(won(2, "full_flush", "all_chows", off=1))
    ruling = c.MakeRuling("r", None, 1, "score_corrected", ("E5",), RAE, {"entry": entry})
    keeper.submit(ruling, f"referee:{RAE}")
    other = Keeper()
    other.enter(won(2, "full_flush", "all_chows", off=1))
    assert keeper.points == other.points
    keeper.enter(won(1, "all_pungs", "half_flush"))
    assert keeper.state.court.total == keeper.state.points
    assert verify(keeper.record()).ok


def test_hands_that_follow_are_derived_anew_and_what_was_ruled_stands():
    keeper = Keeper()
    keeper.enter(won(0, "all_pungs", "half_flush"))
    keeper.enter(won(0, "all_pungs", "half_flush"))
    laozhuang = keeper.points
    ruling = c.MakeRuling("r", None, 2, "score_set", ("L7",), RAE, {"payments": payments(30)})
    keeper.submit(ruling, f"referee:{RAE}")
    keeper.say(c.CorrectHand(1, None, "slip", won(1, "all_pungs", "half_flush")))
    assert keeper.state.points != laozhuang
    assert keeper.state.court.standing_of(2) == (30, -10, -10, -10)
    assert keeper.state.points == keeper.state.court.total
    assert verify(keeper.record()).ok
