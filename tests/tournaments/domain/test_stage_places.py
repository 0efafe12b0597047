"""Who did not come before a stage begins is followed by somebody else, in place, seed and seat."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.desk import SEED, Desk, running
from tournaments.domain import commands as c
from tournaments.domain.evolve import fold
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.next_steps import what_next
from tournaments.domain.parts import Person
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage

NAMES = [f"p{n:02}" for n in range(16)]


def cup(*, planned: bool = True, published: bool = True) -> Desk:
    desk = running(*NAMES, stages=(Stage("main", "knockout", 1),))
    desk.do(next_plan(desk.state, "main", SEED))
    if planned:
        desk.do(next_plan(desk.state, "main", SEED))
        if published:
            desk.do(c.PublishPairings(1, 1))
    desk.do(c.AddEntry("new", Person("Newcomer")))
    return desk


def replaced(desk: Desk, who: str = "p03") -> Desk:
    desk.do(c.WithdrawEntry(who, "no-show"), c.TakeStagePlace("main", "new", who))
    return desk


@pytest.mark.parametrize("published", [True, False])
def test_the_newcomer_has_the_seed_and_the_seat_and_play_begins(published: bool):
    desk = cup(published=published)
    seeds, plan = desk.state.stages["main"], desk.state.rounds[1].plan
    replaced(desk)
    assert desk.state.stages["main"] == tuple("new" if one == "p03" else one for one in seeds)
    now = desk.state.rounds[1]
    assert now.plan.edition == 2
    for before, after in zip(plan.tables, now.plan.tables, strict=True):
        assert after.seats == tuple("new" if one == "p03" else one for one in before.seats)
    assert now.plan.draw is None
    assert now.published == (2 if published else None)
    if not published:
        desk.do(c.PublishPairings(1, 2))
    desk.do(c.StartRound(1, 2, 0))
    desk.results(1).do(c.ConfirmRound(1))
    picture = bracket_of(desk.state, "main")
    assert "new" in {*(place.player for place in picture.places), *picture.still_in}
    assert fold(desk.events) == desk.state


def test_before_anything_is_planned_the_draw_counts_the_newcomer_in():
    desk = replaced(cup(planned=False))
    desk.do(next_plan(desk.state, "main", SEED))
    seated = {one for table in desk.state.rounds[1].plan.tables for one in table.seats}
    assert "new" in seated
    assert "p03" not in seated


def test_a_plan_that_a_helper_stands_in_for_is_to_be_made_again():
    desk = cup(planned=False).enter("s", kind="stand_in")
    desk.do(c.WithdrawEntry("p03", ""))
    desk.do(next_plan(desk.state, "main", SEED), c.TakeStagePlace("main", "new", "p03"))
    assert desk.state.rounds[1].plan.edition == 1
    due = [step.code for step in what_next(desk.state, SEED) if step.when == "now"]
    assert "plan_again" in due
    desk.do(next_plan(desk.state, "main", SEED))
    assert desk.state.rounds[1].plan.edition == 2


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.TakeStagePlace("main", "new", "p01"), "not_withdrawn"),
        (c.TakeStagePlace("main", "p02", "p03"), "seated_twice"),
        (c.TakeStagePlace("main", "s", "p03"), "not_a_player"),
        (c.TakeStagePlace("main", "new", "nobody"), "not_in_stage"),
        (c.TakeStagePlace("main", "nobody", "p03"), "unknown_entry"),
        (c.TakeStagePlace("other", "new", "p03"), "no_such_stage"),
    ],
)
def test_careless_replacements_are_refused(command: c.TakeStagePlace, code: str):
    desk = cup().enter("s", kind="stand_in")
    desk.do(c.WithdrawEntry("p03", ""))
    assert desk.code(command) == code


def test_once_the_stage_has_begun_others_sit_in_instead():
    desk = cup()
    desk.do(c.StartRound(1, 1, 0))
    desk.enter("s", kind="stand_in")
    desk.do(c.WithdrawEntry("p03", "", "s"))
    assert desk.code(c.TakeStagePlace("main", "new", "p03")) == "rounds_started"
