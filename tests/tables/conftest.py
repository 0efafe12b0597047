"""A fixed cast, and tables to play at."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Hashable, Iterator

import pytest

from accounts.models import User
from engine.play.command_codec import command_to_json
from engine.play.legal import legal
from engine.play.match import Length
from engine.play.state import MatchState
from tables import folds, services
from tables.events.drivers import run
from tables.models import Table
from tables.services import Sitter, Terms
from tests.emptying import used_tables
from tests.worlds import World

NAMES = ("ann", "bo", "cai", "dan")


@pytest.fixture(autouse=True)
def _fresh_folds() -> Iterator[None]:
    """No test sees the folds of another."""
    services.FOLDS.forget()
    yield
    services.FOLDS.forget()


OTHERS = ("organiser", "referee", "visitor")


def _make_cast() -> None:
    for name in NAMES:
        User.objects.create_user(name, display_name=name.title())
    for name in OTHERS:
        User.objects.create_user(name)


CAST = World(_make_cast)


@pytest.fixture
def cast(db: None) -> dict[str, User]:
    """Everybody by name, the same in every test to their primary keys: worlds are made on them."""
    if used_tables():
        _make_cast()
    else:
        CAST()
    return {
        account.username: account for account in User.objects.filter(username__in=NAMES + OTHERS)
    }


@pytest.fixture
def players(cast: dict[str, User]) -> list[User]:
    """Four people, in the order of their places."""
    return [cast[name] for name in NAMES]


@pytest.fixture
def organiser(cast: dict[str, User]) -> User:
    return cast["organiser"]


@pytest.fixture
def referee(cast: dict[str, User]) -> User:
    return cast["referee"]


@pytest.fixture
def visitor(cast: dict[str, User]) -> User:
    return cast["visitor"]


_PLAYED: dict[Hashable, World] = {}


def once(key: Hashable, make: Callable[[], object]) -> None:
    """What `make` does among the cast: done once in a process for each key, and put back from then
    on, wherever nothing was done before it."""
    if CAST.is_all_there():
        _PLAYED.setdefault(key, World(make, on=CAST, name=key))()
    else:
        make()


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
    return run(folds.load(table.pk)).state


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
