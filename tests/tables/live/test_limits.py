"""The allowance of one connection."""

from __future__ import annotations

from tables.live.limits import FLOOD, Allowance


def test_a_burst_is_allowed_then_no_more() -> None:
    allowance = Allowance(at=0.0, burst=5, per_second=10)
    assert [allowance.take(0.0) for _ in range(7)] == [True] * 5 + [False] * 2


def test_the_allowance_comes_back_with_time_and_is_never_more_than_a_burst() -> None:
    allowance = Allowance(at=0.0, burst=2, per_second=10)
    assert [allowance.take(100.0) for _ in range(3)] == [True, True, False]
    assert not allowance.take(100.05)
    assert allowance.take(100.11)


def test_the_time_to_wait_is_enough() -> None:
    allowance = Allowance(at=0.0, burst=1, per_second=10)
    allowance.take(0.0)
    assert not allowance.take(0.0)
    assert allowance.take(allowance.retry_ms / 1000)


def test_only_refusals_in_a_row_are_a_flood() -> None:
    allowance = Allowance(at=0.0, burst=1, per_second=1)
    for n in range(FLOOD):
        allowance.take(float(n))
    assert not allowance.is_flooding
    for _ in range(FLOOD + 1):
        allowance.take(float(FLOOD))
    assert allowance.is_flooding
