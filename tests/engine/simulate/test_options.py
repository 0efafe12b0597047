"""Matches under any options whatever are played to the end and proved."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.conservation import breaches
from engine.rules.options import OPTIONS
from engine.selfplay import play_one
from engine.verify import verify

any_options = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from(option.allowed) for option in OPTIONS}
)
levels = st.tuples(*[st.sampled_from(("random", "sensible", "random"))] * 4)


@pytest.mark.parametrize("ruleset", ["bao", "free"])
@settings(max_examples=40, deadline=None)
@given(options=any_options, levels=levels, seed=st.integers(0, 10**9))
def test_any_options_are_played_conserved_and_proved(ruleset, options, levels, seed):
    faults: list[str] = []
    run = play_one(
        ruleset,
        options=options,
        hands=1,
        levels=levels,
        seed=str(seed),
        watch=lambda state, event: faults.extend(breaches(state)),
    )
    assert not faults
    report = verify(run.record())
    assert (report.problems, report.complete) == ((), True)
