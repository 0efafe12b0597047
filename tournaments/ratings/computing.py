"""Ratings from finishing places: the model, and what matches in a row make of it. Pure.

Owns the choice of the model and its parameters. Must not know where matches come from. The same
matches in the same order give the same ratings to the last bit on the same machine.

Bradley-Terry in openskill's reading compares everybody at the table with everybody else, so that
people who share a place get exactly what lies between the places. One match of mahjong says
little; therefore `beta`, the part of luck, is larger than usual.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final, TypeAlias

from openskill.models import BradleyTerryFull

Account: TypeAlias = int

MODEL: Final = "BradleyTerryFull"
PARAMETERS: Final[Mapping[str, float]] = {
    "mu": 25.0,
    "sigma": 25.0 / 3.0,
    "beta": 12.5,
    "kappa": 0.0001,
    "tau": 25.0 / 300.0,
}
_MODEL: Final = BradleyTerryFull(
    mu=PARAMETERS["mu"],
    sigma=PARAMETERS["sigma"],
    beta=PARAMETERS["beta"],
    kappa=PARAMETERS["kappa"],
    tau=PARAMETERS["tau"],
)


@dataclass(frozen=True, slots=True)
class Method:
    """What ratings were computed with: another method makes other numbers of the same matches."""

    model: str
    parameters: Mapping[str, float]
    library: str


def method_now() -> Method:
    """The method of this version of the site."""
    return Method(MODEL, PARAMETERS, f"openskill {version('openskill')}")


@dataclass(frozen=True, slots=True)
class Skill:
    """An estimate `mu` of somebody's strength and its standard deviation `sigma`."""

    mu: float = PARAMETERS["mu"]
    sigma: float = PARAMETERS["sigma"]


NEWCOMER: Final = Skill()


@dataclass(frozen=True, slots=True)
class Finish:
    """Somebody's place at the end of a match, 1 to 4; who shares a place has the best of those."""

    account: Account
    rank: int


@dataclass(frozen=True, slots=True)
class Change:
    """What one match did to one person's rating."""

    finish: Finish
    before: Skill
    after: Skill


def changes_of(finishes: Sequence[Finish], skills: Mapping[Account, Skill]) -> tuple[Change, ...]:
    """What a match changes, in the order of places; nothing where fewer than two are rated.

    Whoever has no skill yet is a newcomer. Raises ValueError where somebody finishes twice.
    """
    # Sums of floating numbers depend on their order, so the order is ours.
    order = sorted(finishes, key=lambda one: (one.rank, one.account))
    if len({one.account for one in order}) < len(order):
        raise ValueError(f"somebody has two places in one match: {order}")
    if len(order) < 2:
        return ()
    before = [skills.get(one.account, NEWCOMER) for one in order]
    teams = [[_MODEL.create_rating([skill.mu, skill.sigma])] for skill in before]
    rated = _MODEL.rate(teams, ranks=[float(one.rank) for one in order])
    after = [Skill(team[0].mu, team[0].sigma) for team in rated]
    return tuple(map(Change, order, before, after))


def in_a_row(
    matches: Iterable[Sequence[Finish]], skills: Mapping[Account, Skill]
) -> Iterator[tuple[Change, ...]]:
    """The changes of each match, every one starting from what those before it left."""
    known = dict(skills)
    for finishes in matches:
        changes = changes_of(finishes, known)
        known.update((one.finish.account, one.after) for one in changes)
        yield changes


SCALE: Final = 40.0
FLOOR: Final = 500.0


def shown(skill: Skill) -> int:
    """The rating as people read it: a newcomer has 1500."""
    return round(FLOOR + SCALE * skill.mu)


def shown_margin(skill: Skill) -> int:
    """The ± beside it: two standard deviations, within which the truth lies 19 times of 20."""
    return round(2 * SCALE * skill.sigma)
