"""A club with somebody in every role, and events to run at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import User
from tests.emptying import used_tables
from tests.tournaments.domain.desk import terms
from tests.worlds import World
from tournaments import services
from tournaments.clubs.models import Club, Role
from tournaments.clubs.services import member_add
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import Details
from tournaments.models import Tournament
from tournaments.selectors import state_of
from tournaments.store.folds import FOLDS


@pytest.fixture(autouse=True)
def _fresh_tournament_folds() -> Iterator[None]:
    """No test sees the folds of another."""
    FOLDS.forget()
    yield
    FOLDS.forget()


def club_make(slug: str = "") -> tuple[Club, dict[str, User]]:
    """A club, and an account in each role; `visitor` belongs to no club."""
    slug = slug or f"club-{uuid4().hex[:8]}"
    club = Club.objects.create(slug=slug, name=f"Club {slug}")
    cast = {}
    for role in Role.values:
        cast[role] = User.objects.create_user(f"{slug}-{role}", display_name=role.title())
        member_add(club=club, account=cast[role], role=role)
    cast["visitor"] = User.objects.create_user(f"{slug}-visitor", display_name="Visitor")
    return club, cast


def cast_of(club: Club) -> dict[str, User]:
    """Who is what in the club."""
    people = {m.role: m.account for m in club.memberships.select_related("account")}
    return {**people, "visitor": User.objects.get(username=f"{club.slug}-visitor")}


CLUB = World(club_make)


@pytest.fixture
def club(db: None) -> Club:
    """The same in every test that begins with it, to its primary keys: worlds are made on it."""
    if used_tables():
        return club_make()[0]
    CLUB()
    return Club.objects.get()


@pytest.fixture
def cast(club: Club) -> dict[str, User]:
    return cast_of(club)


class Event:
    """An event run by its organiser; `do` gives commands through the services."""

    def __init__(self, tournament: Tournament, account: User) -> None:
        self.tournament = tournament
        self.account = account

    @property
    def state(self) -> TournamentState:
        self.tournament.refresh_from_db()
        return state_of(self.tournament)

    @property
    def seed(self) -> str:
        return services.seed_of(self.tournament)

    def do(self, *commands: c.Command | Callable[[TournamentState], c.Command]) -> Event:
        for command in commands:
            services.tournament_do(
                tournament=self.tournament, command=command, account=self.account
            )
        return self

    def enter(self, *names: str, kind: str = "player") -> Event:
        level = "sensible" if kind == "bot" else None
        return self.do(*(c.AddEntry(name, Person(f"Name {name}", kind, level=level))
                         for name in names))  # fmt: skip


EventMaker = Callable[..., Event]


@pytest.fixture
def make_event(club: Club, cast: dict[str, User]) -> EventMaker:
    return partial(event_make, club, cast)


def event_make(
    club: Club, cast: dict[str, User], *stages: Any, capacity: int | None = None, **changes: Any
) -> Event:
    """A draft; stages and changes to the terms as for the domain's desk."""
    tournament = services.tournament_create(
        club=club,
        account=cast["organiser"],
        details=Details("Spring cup", club=club.slug),
        terms=terms(*stages, **changes),
        capacity=capacity,
    )
    return Event(tournament, cast["organiser"])


def only_event() -> Event:
    """The one that a world holds, with its organiser."""
    tournament = Tournament.objects.select_related("club").get()
    return Event(tournament, cast_of(tournament.club)["organiser"])
