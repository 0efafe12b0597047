"""A bracket corrected after people went on by it, and what the organiser decides."""

from __future__ import annotations

from tests.tournaments.domain.cup import cup, plan, play
from tests.tournaments.domain.desk import SEED, Desk
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.next_steps import what_next
from tournaments.domain.parts import Result

WHY = "The final was announced."
POINTS = (30, 10, -10, -30)


def correct(desk: Desk, number: int, key: str, order: str, id_: str = "r1") -> None:
    """By a ruling the table's players came in this order."""
    seating = next(one for one in desk.state.rounds[number].plan.tables if one.key == key)
    ranked = [f"p{part}" for part in order.split()]
    points = tuple(POINTS[ranked.index(entry)] for entry in seating.seats)
    desk.do(c.CorrectResult(id_, number, seating.table, None, Result(points, (), "log"), id_))


def decide(desk: Desk, choice: str = "keep", id_: str = "r1") -> None:
    effect = desk.state.corrections[id_].open_effects[0]
    desk.do(c.DecideDependent(id_, effect.kind, effect.ref, choice, WHY))


def at(desk: Desk, key: str) -> str:
    players = bracket_of(desk.state, "main").filled[key].players
    return " ".join(sorted((one or "???")[1:] for one in players))


def places(desk: Desk) -> str:
    return " ".join(
        f"{one.place}:{one.player[1:]}" for one in bracket_of(desk.state, "main").places
    )


def codes(desk: Desk) -> set[str]:
    return {one.code for one in what_next(desk.state, SEED) if one.when == "now"}


def is_whole(desk: Desk, stage: str = "main") -> None:
    """Everybody leaves each table by one way, and has one place at most."""
    picture = bracket_of(desk.state, stage)
    found = [one.player for one in picture.places]
    assert len(found) == len(set(found))
    if picture.is_over and picture.has_final:
        assert sorted(found) == sorted(picture.entrants)
    for sitting in picture.filled.values():
        known = [one for one in sitting.players if one is not None]
        assert len(known) == len(set(known))
        assert set(sitting.ways) in (set(), set(known))
    ranked = [line.player for line in standings_of(desk.state, stage).lines]
    assert sorted(ranked) == sorted(picture.entrants)


def final_planned() -> Desk:
    """Sixteen, the final of p01 p04 p02 p03 planned."""
    desk = cup(8)
    play(desk)
    assert plan(desk) == 2
    return desk


def start_published(desk: Desk, number: int = 2) -> None:
    desk.do(c.StartRound(number, desk.state.rounds[number].plan.edition, 0))
