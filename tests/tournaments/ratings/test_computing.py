"""What ratings promise, whatever the matches: order, ties, uncertainty, repeatability."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.points.match import rank_of
from tournaments.ratings.computing import (
    NEWCOMER,
    Finish,
    Skill,
    changes_of,
    in_a_row,
    shown,
    shown_margin,
)

SKILLS = st.builds(Skill, st.floats(0, 50), st.floats(0.5, 9))


def ranked(points: tuple[int, ...]) -> list[Finish]:
    return [Finish(n, rank_of(points, own)) for n, own in enumerate(points)]


POINTS = st.tuples(*[st.integers(-3, 3)] * 4)
MATCH = POINTS.map(ranked)


@given(MATCH, st.lists(SKILLS, min_size=4, max_size=4))
def test_the_order_in_which_people_are_named_changes_nothing(match, skills):
    known = dict(enumerate(skills))
    wanted = {one.finish.account: one.after for one in changes_of(match, known)}
    for order in permutations(match):
        assert {one.finish.account: one.after for one in changes_of(order, known)} == wanted


@given(MATCH)
def test_among_newcomers_a_better_place_is_a_better_rating_and_a_shared_one_the_same(match):
    found = {one.finish: one.after.mu for one in changes_of(match, {})}
    for one, mu in found.items():
        for other, theirs in found.items():
            assert (mu > theirs) == (one.rank < other.rank)


def test_whoever_shares_a_place_gets_what_lies_between_the_places():
    apart = [one.after.mu for one in changes_of(ranked((9, 3, 1, -13)), {})]
    shared = [one.after.mu for one in changes_of(ranked((9, 2, 2, -13)), {})]
    assert shared[0] == pytest.approx(apart[0])
    assert shared[1] == shared[2] == pytest.approx((apart[1] + apart[2]) / 2)


@given(MATCH)
def test_what_one_wins_another_loses_among_equals(match):
    assert sum(one.after.mu - one.before.mu for one in changes_of(match, {})) == pytest.approx(0)


@given(MATCH)
def test_a_match_makes_newcomers_surer(match):
    assert all(one.after.sigma < NEWCOMER.sigma for one in changes_of(match, {}))


@given(st.lists(MATCH, max_size=8))
def test_ratings_stay_finite_and_uncertain(matches):
    for changes in in_a_row(matches, {}):
        for one in changes:
            assert -100 < one.after.mu < 150
            assert 0 < one.after.sigma < NEWCOMER.sigma


@given(st.lists(MATCH, max_size=8), st.integers(0, 8))
def test_going_on_from_what_is_known_equals_starting_over(matches, cut):
    whole = list(in_a_row(matches, {}))
    known: dict[int, Skill] = {}
    for changes in whole[:cut]:
        known.update((one.finish.account, one.after) for one in changes)
    assert list(in_a_row(matches[cut:], known)) == whole[cut:]


def test_beating_somebody_stronger_is_worth_more():
    weak, strong = Skill(15, 3), Skill(35, 3)
    match = [Finish(1, 1), Finish(2, 2)]
    surprise = changes_of(match, {1: weak, 2: strong})[0]
    expected = changes_of(match, {1: strong, 2: weak})[0]
    assert surprise.after.mu - 15 > expected.after.mu - 35 > 0


def test_alone_among_people_who_are_not_rated_nothing_changes():
    assert changes_of([Finish(1, 1)], {}) == ()
    assert changes_of([], {}) == ()


def test_nobody_finishes_twice():
    with pytest.raises(ValueError, match="two places"):
        changes_of([Finish(1, 1), Finish(1, 2)], {})


def test_a_newcomer_is_shown_as_1500_and_very_unsure():
    assert (shown(NEWCOMER), shown_margin(NEWCOMER)) == (1500, 667)
