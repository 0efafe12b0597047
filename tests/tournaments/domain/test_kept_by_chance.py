"""Whatever is corrected, kept or paired again, nobody is lost; questions are asked once."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.cup import cup, plan, result, start
from tests.tournaments.domain.desk import Desk
from tests.tournaments.domain.kept import at, codes, correct, decide, final_planned, is_whole
from tournaments.domain import commands as c
from tournaments.domain.corrections import decisions_open
from tournaments.domain.evolve import fold
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.terms import Stage

KINDS = st.sampled_from(["knockout", "double_elimination"])


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([8, 9, 16, 17, 20]), KINDS, st.integers(1, 2), st.randoms())
def test_whatever_is_corrected_kept_or_paired_again_nobody_is_lost(field, kind, top, random):
    top = 2 if kind == "double_elimination" else top
    desk = cup(field, Stage("main", kind, 1, top=top))
    for turn in range(40):
        if bracket_of(desk.state, "main").is_over:
            break
        number = plan(desk)
        sometimes_corrected(desk, random, f"a{turn}")
        if desk.state.rounds[number].status == "planned" and "plan_again" in codes(desk):
            number = plan(desk)
        start(desk, number)
        for one in desk.state.rounds[number].plan.tables:
            result(desk, number, one.key, " ".join(random.sample([e[1:] for e in one.seats], 4)))
        desk.do(c.ConfirmRound(number))
        if turn < 20:
            sometimes_corrected(desk, random, f"b{turn}")
        is_whole(desk)
    assert bracket_of(desk.state, "main").is_over
    is_whole(desk)
    assert fold(desk.events) == desk.state


def sometimes_corrected(desk: Desk, random: Random, id_: str) -> None:
    """A table that was played is corrected, and it is decided what rests on it."""
    played = [(one.number, table.key) for one in desk.state.rounds.values() if one.tables
              for table in one.plan.tables]  # fmt: skip
    if not played or random.random() < 0.4:
        return
    number, key = random.choice(played)
    seats = next(one.seats for one in desk.state.rounds[number].plan.tables if one.key == key)
    before = bracket_of(desk.state, "main").filled
    correct(desk, number, key, " ".join(random.sample([entry[1:] for entry in seats], 4)), id_)
    known = desk.state.corrections.get(id_)
    if known is None or not known.open_effects:
        return
    choice = random.choice(["keep", "keep", "pair_again"])
    decide(desk, choice, id_)
    assert not known_open(desk, id_)
    if choice == "keep":
        after = bracket_of(desk.state, "main").filled
        assert {k: set(one.players) for k, one in after.items()} == {
            k: set(one.players) for k, one in before.items()
        }


def known_open(desk: Desk, id_: str) -> object:
    return desk.state.corrections[id_].open_effects


def test_a_question_that_was_still_open_is_asked_with_the_next_correction():
    desk = final_planned()
    correct(desk, 1, "M1.1", "05 08 01 04")
    correct(desk, 1, "M1.1", "01 08 05 04", "r2")
    assert not desk.state.corrections["r1"].open_effects
    (effect,) = desk.state.corrections["r2"].open_effects
    assert (effect.leaving, effect.entering) == (("p04",), ("p08",))
    decide(desk, id_="r2")
    assert at(desk, "F") == "01 02 03 04"
    start(desk, 2)
    is_whole(desk)


def test_a_correction_that_leads_back_to_those_who_sit_there_asks_nothing():
    desk = final_planned()
    correct(desk, 1, "M1.1", "05 08 01 04")
    correct(desk, 1, "M1.1", "04 01 08 05", "r2")
    assert not list(decisions_open(desk.state))
    start(desk, 2)
