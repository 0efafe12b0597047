"""Whoever is expelled is neither taken out nor paired by itself: the organiser decides first."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.desk import SEED, SWISS, Desk
from tests.tournaments.domain.test_corrections import LAST, after_two_rounds
from tournaments.autopilot import ONWARD, due_step
from tournaments.domain import commands as c
from tournaments.domain.next_steps import what_next
from tournaments.domain.stages import next_plan
from tournaments.domain.steps import Step
from tournaments.domain.terms import Stage

RULED = c.GivePenalty("p1", "a", 2, None, "fraud", kind="expulsion", ruling="r1")
KEPT = c.KeepExpelled("p1", "The panel asked for it.")


def expelled(*stages: Stage) -> Desk:
    """After two rounds a ruling expels a, who is still there."""
    desk = after_two_rounds(*stages)
    desk.do(RULED)
    return desk


def plan(desk: Desk) -> c.Command:
    return next_plan(desk.state, "main", SEED)


def steps(desk: Desk) -> dict[str, Step]:
    return {one.code: one for one in what_next(desk.state, SEED)}


def test_nobody_is_paired_until_it_is_decided():
    desk = expelled()
    assert desk.code(plan(desk)) == "expulsion_open"
    assert steps(desk)["plan_round"].reason == "expulsion_open"
    by_itself = due_step(desk.state, SEED)
    assert by_itself is None or by_itself.code not in ONWARD | {"take_out_expelled"}


@pytest.mark.parametrize("choice", ["out", "kept", "lifted"])
def test_each_way_of_deciding_lets_the_event_go_on(choice: str):
    desk = expelled()
    taken = steps(desk)["take_out_expelled"]
    assert (taken.when, taken.entries, taken.keys) == ("now", ("a",), ("p1",))
    lifted = c.LiftPenalty("p1", "", ruling="r2")
    desk.do({"out": taken.command, "kept": KEPT, "lifted": lifted}[choice])
    desk.do(plan(desk))
    named = desk.state.rounds[3].plan
    seated = {entry for table in named.tables for entry in table.seats} | {*named.sitting_out}
    assert ("a" in seated) == (choice != "out")
    assert "take_out_expelled" not in steps(desk)


def test_a_plan_that_was_there_is_neither_published_nor_started():
    desk = after_two_rounds()
    desk.do(plan(desk))
    edition = desk.state.rounds[3].plan.edition
    desk.do(RULED)
    publish, start = c.PublishPairings(3, edition), c.StartRound(3, edition, 9_000)
    assert desk.code(publish) == "expulsion_open"
    waiting = steps(desk)["publish_pairings"]
    assert (waiting.when, waiting.reason) == ("wait", "expulsion_open")
    desk.do(KEPT, publish)
    desk.do(c.GivePenalty("p2", "b", 2, None, "fraud", kind="expulsion", ruling="r3"))
    assert desk.code(start) == "expulsion_open"
    assert steps(desk)["start_round"].reason == "expulsion_open"
    desk.do(c.KeepExpelled("p2", "As well."), start)


def test_nobody_who_is_expelled_advances_until_it_is_decided():
    desk = expelled(SWISS, LAST)
    advance = c.AdvanceStage("last", tuple("abcd"))
    assert desk.code(advance) == "expulsion_open"
    desk.do(c.AdvanceStage("last", tuple("efgh")), c.UndoAdvance("last"))
    desk.do(KEPT, advance)


def test_what_has_nothing_to_do_with_them_goes_on():
    desk = after_two_rounds(SWISS, LAST)
    desk.do(c.AdvanceStage("last", tuple("abcd")))
    desk.do(c.GivePenalty("p1", "h", 2, None, "fraud", kind="expulsion", ruling="r1"))
    desk.do(next_plan(desk.state, "last", SEED))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.KeepExpelled("p1", ""), "empty"),
        (c.KeepExpelled("p9", "Why"), "no_such_penalty"),
        (c.KeepExpelled("warned", "Why"), "no_such_penalty"),
    ],
)
def test_careless_decisions_are_refused(command: c.Command, code: str):
    desk = expelled()
    desk.do(c.GivePenalty("warned", "b", 2, None, "slow", kind="warning", ruling="r5"))
    assert desk.code(command) == code


def test_what_was_decided_is_not_decided_again():
    desk = expelled()
    desk.do(KEPT)
    assert desk.code(KEPT) == "already_decided"
    out = expelled()
    out.do(c.WithdrawEntry("a", "fraud"))
    assert out.code(KEPT) == "already_decided"


def test_whoever_plays_just_now_is_taken_out_where_it_is_said_who_goes_on():
    desk = after_two_rounds()
    desk.play(3, "abcd", "efgh")
    desk.do(RULED)
    assert steps(desk)["take_out_expelled"].command is None


def test_two_who_are_expelled_are_two_steps():
    desk = expelled()
    desk.do(c.GivePenalty("p2", "b", 2, None, "fraud", kind="expulsion", ruling="r3"))
    found = [one for one in what_next(desk.state, SEED) if one.code == "take_out_expelled"]
    assert [one.entries for one in found] == [("a",), ("b",)]
