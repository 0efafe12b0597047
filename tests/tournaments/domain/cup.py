"""A knock-out whose seeds are p01, p02 …, played by orders that a test names."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.desk import SEED, Desk, running
from tournaments.domain import commands as c
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.parts import Result
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage

CUP = Stage("main", "knockout", 1)
ORDER = (30, 10, -10, -30)


def cup(players: int, stage: Stage = CUP, helpers: int = 0, **changes: object) -> Desk:
    """A knock-out whose seeds are p01, p02 …"""
    names = [f"p{number:02}" for number in range(1, players + 1)]
    desk = running(*names, stages=(stage,), **changes)
    desk.enter(*(f"s{number}" for number in range(helpers)), kind="stand_in")
    desk.do(c.AdvanceStage("main", tuple(names)))
    return desk


def plan(desk: Desk, stage: str = "main") -> int:
    """Plan the next round; its number."""
    command = next_plan(desk.state, stage, SEED)
    assert isinstance(command, c.PlanRounds)
    desk.do(command)
    return command.plans[0].round


def start(desk: Desk, number: int) -> None:
    edition = desk.state.rounds[number].plan.edition
    desk.do(c.PublishPairings(number, edition), c.StartRound(number, edition, 0))


def result(desk: Desk, number: int, key: str, order: str = "") -> None:
    """The table's players in this order, best first; others behind, by their ids."""
    seating = table(desk, number, key)
    wanted = [f"p{part}" for part in order.split()]
    ranked = sorted(seating.seats, key=lambda e: (wanted.index(e) if e in wanted else 9, e))
    points = tuple(ORDER[ranked.index(entry)] for entry in seating.seats)
    desk.do(c.TakeResult(number, seating.table, None, Result(points, (), "organiser")))


def table(desk: Desk, number: int, key: str):
    return next(one for one in desk.state.rounds[number].plan.tables if one.key == key)


def play(desk: Desk, **orders: str) -> int:
    """The next round, all tables by seed unless an order is given: M1_1="08 01"."""
    number = plan(desk)
    start(desk, number)
    for one in desk.state.rounds[number].plan.tables:
        result(desk, number, one.key, orders.get(one.key.replace(".", "_"), ""))
    desk.do(c.ConfirmRound(number))
    return number


def seated(desk: Desk, number: int) -> dict[str, str]:
    """By key, the numbers of those at the table."""
    return {
        one.key: " ".join(entry[1:] for entry in sorted(one.seats))
        for one in desk.state.rounds[number].plan.tables
    }


def refusal(desk: Desk) -> str:
    """Why nothing can be planned."""
    with pytest.raises(Refused) as caught:
        next_plan(desk.state, "main", SEED)
    return caught.value.code


def podium(desk: Desk) -> str:
    return " ".join(player[1:] for player in bracket_of(desk.state, "main").podium)
