"""Changing seats inside a match 换位: where everybody sits in each dealer round.

Owns the plans. Must not know who the players are: they are 0 to 3, by the
place they sit down at first. A plan says, for each dealer round, the place of
player 0, 1, 2 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.errors import InvalidInput
from tournaments.draws import Draws

PlanKind = Literal["fixed", "clockwise", "drawn"]
Places = tuple[int, int, int, int]
Plan = tuple[Places, ...]

AS_SEATED: Places = (0, 1, 2, 3)


def seat_plan(kind: PlanKind, dealer_rounds: int, *, seed: bytes = b"", match: str = "") -> Plan:
    """The plan of a match with so many dealer rounds; the first is always as seated.

    clockwise: everybody moves one place clockwise each time, against the order
    of turns, so that after four rounds each sat at every place. drawn: every
    later round is drawn anew from the seed and the match.
    """
    if dealer_rounds < 1:
        raise InvalidInput(f"a match has at least one dealer round, not {dealer_rounds}", "rounds")
    if kind == "clockwise":
        return tuple(_moved(turn) for turn in range(dealer_rounds))
    if kind == "drawn":
        if not seed:
            raise InvalidInput("a drawn plan needs the event's seed", "seed")
        draws = Draws(seed, "seats", match)
        return (AS_SEATED, *(_drawn(draws) for _ in range(dealer_rounds - 1)))
    return (AS_SEATED,) * dealer_rounds


def given_plan(rounds: Sequence[Sequence[int]]) -> Plan:
    """A plan of the organiser's own; each round has to seat everybody once."""
    for number, places in enumerate(rounds, start=1):
        if sorted(places) != [0, 1, 2, 3]:
            raise InvalidInput(f"dealer round {number} does not use each place once", "rounds")
    if not rounds or tuple(rounds[0]) != AS_SEATED:
        raise InvalidInput("the first dealer round is played as seated", "rounds")
    return tuple((a, b, c, d) for a, b, c, d in rounds)


def _moved(turns: int) -> Places:
    first, second, third, fourth = ((place - turns) % 4 for place in AS_SEATED)
    return (first, second, third, fourth)


def _drawn(draws: Draws) -> Places:
    first, second, third, fourth = draws.shuffled(AS_SEATED)
    return (first, second, third, fourth)


def seated(plan: Plan, dealer_round: int) -> Places:
    """By place, who sits there in a dealer round from 1 on; after the plan's end as in its last."""
    places = plan[min(dealer_round, len(plan)) - 1]
    first, second, third, fourth = (places.index(place) for place in range(4))
    return (first, second, third, fourth)


def turn_orders(
    kind: PlanKind, dealer_rounds: int, seed: bytes, tournament: str, number: int, table: int
) -> tuple[Places, ...]:
    """Who sits at each place in each dealer round of the match at a table of round `number`."""
    match = f"{tournament}/{number}/{table}"
    plan = seat_plan(kind, dealer_rounds, seed=seed, match=match)
    return tuple(seated(plan, number) for number in range(1, dealer_rounds + 1))
