"""A fixed cast, and tables to play at."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator

import pytest

from accounts.models import User
from engine.play.command_codec import command_to_json
from engine.play.legal import legal
from engine.play.match import Length
from engine.play.state import MatchState
from tables import acting, services
from tables.events.drivers import run
from tables.models import Table
from tables.services import Sitter, Terms

NAMES = ("ann", "bo", "cai", "dan")


@pytest.fixture(autouse=True)
def _fresh_folds() -> Iterator[None]:
    """No test sees the folds of another."""
    services.FOLDS.forget()
    yield
    services.FOLDS.forget()


@pytest.fixture
def world(db: None) -> None:
    """What everybody finds there: nothing, unless a folder's own fixture puts a world back."""


def account(name: str, **more: str) -> User:
    """The account of that name, made where the world has none."""
    return User.objects.filter(username=name).first() or User.objects.create_user(name, **more)


def four_players() -> list[User]:
    return [account(name, display_name=name.title()) for name in NAMES]


@pytest.fixture
def players(world: None) -> list[User]:
    """Four people, in the order of their places."""
    return four_players()


@pytest.fixture
def organiser(world: None) -> User:
    return account("organiser")


@pytest.fixture
def referee(world: None) -> User:
    return account("referee")


@pytest.fixture
def visitor(world: None) -> User:
    return account("visitor")


Opener = Callable[..., Table]


@pytest.fixture
def open_table(players: list[User], organiser: User) -> Opener:
    """Opens a table of the four players; contributions are made unless told otherwise."""

    def opener(ruleset: str = "bao", *, hands: int = 2, contribute: bool = True) -> Table:
        return open_between(players, organiser, ruleset, hands=hands, contribute=contribute)

    return opener


def open_between(
    players: list[User],
    organiser: User,
    ruleset: str = "bao",
    *,
    hands: int = 2,
    contribute: bool = True,
) -> Table:
    table = services.table_open(
        terms=Terms(ruleset=ruleset, length=Length("hands", hands)),
        sitters=[Sitter(name=p.public_name, account=p) for p in players],
        organiser=organiser,
        name="1",
    )
    if contribute:
        contribute_all(table, players)
    return table


def contribute_all(table: Table, players: list[User]) -> None:
    """Everybody commits to an entropy, then opens it."""
    entropies = [hashlib.sha256(p.username.encode()).hexdigest() for p in players]
    for player, entropy in zip(players, entropies, strict=True):
        digest = hashlib.sha256(bytes.fromhex(entropy)).hexdigest()
        action = {"type": "commit_entropy", "digest": digest}
        services.table_act(table=table, account=player, action=action, command_id="commit")
    for player, entropy in zip(players, entropies, strict=True):
        action = {"type": "open_entropy", "entropy": entropy}
        services.table_act(table=table, account=player, action=action, command_id="open")


def state_of(table: Table) -> MatchState:
    """Where the match stands, folded from the log without any cache."""
    return run(acting.load(table.pk)).state


def choices(state: MatchState) -> list[tuple[int, dict]]:
    """Every (place, action) that the match allows now, one place after the other."""
    hand = state.hand
    if hand is None or state.phase != "hand":
        return []
    return [
        (hand.place_of(seat), dict(command_to_json(command)))
        for seat in range(4)
        for command in legal(state, seat)
    ]


def play(table: Table, players: list[User], *, seed: int, steps: int | None = None) -> int:
    """Play random legal actions until the match is over, or for so many steps; returns how many."""
    chance = random.Random(seed)
    done = 0
    state = state_of(table)
    while state.phase != "ended" and (steps is None or done < steps):
        place, action = chance.choice(choices(state))
        receipt = services.table_act(
            table=table, account=players[place], action=action, command_id=f"s{seed}-{done}"
        )
        state = receipt.fold.state
        done += 1
    return done
