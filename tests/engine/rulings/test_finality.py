"""What is settled for good, and past whom nobody rules: the proof of a record asks for it too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.play import commands as c
from engine.play.decide import decide
from engine.play.match import Length
from engine.verify import verify
from tests.engine.rulings.table import JIM, JO, ROB, Table, payments

ADJUSTED = {"points": [40, -10, -10, -20]}
WARNING = {"place": 0, "penalty": "warning", "game": 0, "table": 0, "rule": None}
BETTER = {"payments": payments(30)}


def finished() -> Table:
    """A match of one hand, played to its end."""
    return Table(length=Length("hands", 1)).hands(1)


def stopped(kind: str) -> Table:
    """After a hand the organiser ended it."""
    table = Table(length=Length(kind, 4 if kind == "hands" else None)).hands(1)
    table.submit(c.EndMatch(), "organiser:ann")
    return table


def upheld(table: Table, ruling: str) -> None:
    table.say(c.DecideAppeal(table.appeal(ruling, "uphold"), "upheld"))


def adjusting(table: Table, **more: object) -> c.Command:
    return table.ruling("result_adjusted", 0, ADJUSTED, **more)


def test_the_result_of_a_match_that_was_played_to_its_end_is_not_adjusted() -> None:
    table = finished()
    assert table.state.end_reason == "hands"
    assert table.refused(adjusting(table)) == "match_finished"
    timed = Table().hands(1)
    timed.submit(c.CallTime(), "organiser:ann")
    assert timed.state.end_reason == "time"
    assert timed.refused(adjusting(timed)) == "match_finished"


@pytest.mark.parametrize("kind", ["hands", "open"])
def test_that_of_one_that_could_not_finish_is(kind: str) -> None:
    table = stopped(kind)
    table.rule("result_adjusted", 0, ADJUSTED)
    assert table.points == ADJUSTED["points"]
    assert verify(table.record()).ok


def test_what_an_appeal_settled_gives_way_to_a_match_that_could_not_finish_alone() -> None:
    unfinished, unclear = stopped("hands"), stopped("open")
    for table in (unfinished, unclear):
        upheld(table, table.set_hand(1, 30))
    assert unclear.refused(adjusting(unclear)) == "final_ruling"
    unfinished.rule("result_adjusted", 0, ADJUSTED)
    assert unfinished.points == ADJUSTED["points"]


def test_judges_adjust_a_whole_match_but_not_what_another_appeal_settled() -> None:
    for settled in (False, True):
        table = finished()
        if settled:
            upheld(table, table.set_hand(1, 30))
        ruling = table.rule("score_stands", 0)
        appeal = table.appeal(ruling, "overturn")
        instead = adjusting(table, supersedes=ruling, referee=JO)
        if settled:
            assert table.refused(c.DecideAppeal(appeal, "overturned", instead)) == "final_ruling"
        else:
            table.say(c.DecideAppeal(appeal, "overturned", instead))
            assert table.points == ADJUSTED["points"]
            assert table.refused(adjusting(table)) == "final_ruling"


@pytest.mark.parametrize("kind", ["score_set", "hand_agreed", "score_stands", "hand_replayed"])
def test_a_hand_about_which_an_appeal_has_decided_is_ruled_on_no_more(kind: str) -> None:
    table = Table().hands(1)
    ruling = table.set_hand(1, 30)
    upheld(table, ruling)
    decision = BETTER if kind in ("score_set", "hand_agreed") else {}
    assert table.refused(table.ruling(kind, 1, decision)) == "final_ruling"
    assert table.refused(table.ruling(kind, 1, decision, supersedes=ruling)) == "final_ruling"


def test_a_penalty_that_was_upheld_is_not_taken_back() -> None:
    table = Table().hands(1)
    ruling = table.rule("penalty", 1, {**WARNING, "penalty": "points", "game": 5})
    upheld(table, ruling)
    milder = table.ruling("penalty", 1, WARNING, supersedes=ruling)
    assert table.refused(milder) == "final_ruling"
    table.rule("penalty", 1, WARNING)


def test_another_referee_s_ruling_is_replaced_on_appeal_alone() -> None:
    table = Table().hands(1)
    ruling = table.set_hand(1, 30)
    other = table.ruling("score_set", 1, BETTER, supersedes=ruling, referee=ROB)
    assert table.refused(other) == "other_referee"
    appeal = table.appeal(ruling, "overturn")
    on_appeal = table.ruling("hand_agreed", 1, BETTER, supersedes=ruling, referee=JO)
    table.say(c.DecideAppeal(appeal, "overturned", on_appeal))


def test_nobody_rules_past_the_referee_who_has_a_case_about_that_hand() -> None:
    table = Table().hands(1)
    case = table.call(1)
    table.say(c.TakeCase(case, ROB))
    assert table.refused(table.ruling("score_set", 1, BETTER)) == "case_taken"
    table.rule("penalty", 1, WARNING)
    table.rule("score_set", 1, BETTER, case=case, referee=ROB)


def test_an_interest_binds_on_the_whole_match_and_on_panels() -> None:
    table = Table().hands(1)
    case = table.call(1)
    table.say(c.DeclareInterest(case, ROB, "relative"))
    assert table.refused(table.ruling("penalty", 0, WARNING, referee=ROB)) == "interest_open"
    appeal = table.appeal(table.set_hand(1, 30))
    assert table.refused(c.NamePanel(appeal, (ROB,))) == "interest_open"
    later = table.call(1)
    table.say(c.DeclareInterest(later, JO, "relative"))
    assert table.refused(c.CastVote(appeal, JO, "uphold")) == "interest_open"
    table.say(c.DecideInterest(later, JO, True))
    table.say(c.CastVote(appeal, JO, "uphold"))
    table.say(c.DecideInterest(case, ROB, True))
    table.rule("penalty", 0, WARNING, referee=ROB)


def evasive(table: Table) -> list[c.Command]:
    """Rulings that only the first version of the engine let pass."""
    case = table.call(1)
    table.say(c.TakeCase(case, ROB))
    return [table.ruling("score_set", 1, BETTER), adjusting(table, referee=JIM)]


def test_a_match_of_the_first_version_is_judged_as_it_was() -> None:
    table = finished()
    commands = evasive(table)
    setup = table.state.setup
    assert setup is not None
    old = table.state._replace(setup=replace(setup, engine_version="1"))
    for command in commands:
        table.refused(command)
        assert decide(old, command)


@pytest.mark.parametrize("which", [0, 1])
def test_a_record_with_such_a_ruling_does_not_prove_itself(
    which: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished()
    command = evasive(table)[which]
    with monkeypatch.context() as lenient:
        lenient.setattr("engine.rulings.making.is_held", lambda _state: False)
        table.say(command)
    (problem,) = verify(table.record()).problems
    assert problem.type == "RulingMade"
