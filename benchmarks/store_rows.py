"""One action through the write path, against one bare INSERT, on one connection each."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from benchmarks.database import RAW_INSERT, site_database, use_site
from benchmarks.paired import Rates, alternate
from benchmarks.row import Row

if TYPE_CHECKING:
    from accounts.models import User
    from tables.acting import Order

ACTIONS = 400
CLAIM_PASSED = '{"seat":"W"}'
DIGEST = "0" * 64


def append_against_insert(rounds: int) -> Rates:
    import psycopg

    with site_database() as url:
        use_site(url)
        from django.db import connections

        from tables.services import table_command

        orders = match_orders(Random(1))
        stream, numbers = uuid4(), count(1)
        with psycopg.connect(url, autocommit=True) as connection:

            def ours() -> tuple[int, float]:
                seconds = 0.0
                for _ in range(ACTIONS):
                    order = next(orders)
                    start = perf_counter()
                    table_command(order=order)
                    seconds += perf_counter() - start
                return ACTIONS, seconds

            def peer() -> int:
                for number in (next(numbers) for _ in range(ACTIONS)):
                    row = (stream, number, "ClaimPassed", 1, 1, CLAIM_PASSED, "place:2")
                    connection.execute(RAW_INSERT, (*row, f"c{number}", DIGEST, DIGEST))
                return ACTIONS

            rates = alternate(ours, peer, rounds, perf_counter)
        connections.close_all()
        return rates


def match_orders(rng: Random) -> Iterator[Order]:
    """Legal actions of four people, at random, at one table after another; made when asked for."""
    from engine.play.command_codec import command_to_json
    from engine.play.defaults import waiting_on
    from engine.play.legal import legal
    from tables.acting import Order
    from tables.services import FOLDS, seat_intent

    numbers = count(1)
    people = four_people()
    while True:
        table = new_table(people)
        while (fold := FOLDS.get(table)) and (hand := fold.state.hand):
            places = waiting_on(fold.state)
            if not places:
                break
            action = command_to_json(rng.choice(legal(fold.state, hand.seat_of(places[0]))))
            intent = seat_intent(places[0], action, people[places[0]].pk)
            yield Order(table, f"place:{places[0]}", f"a{next(numbers)}", intent)


def four_people() -> list[User]:
    from accounts.models import User

    return [User.objects.create_user(f"bench{place}") for place in range(4)]


def new_table(people: list[User]) -> UUID:
    """A table of four people who have contributed to its walls, with its first hand dealt."""
    from engine.play.match import Length
    from tables.services import Sitter, Terms, table_act, table_open

    table = table_open(
        terms=Terms(ruleset="bao", length=Length("hands", 8)),
        sitters=[Sitter(name=person.public_name, account=person) for person in people],
    )
    for type_, key, value in (
        ("commit_entropy", "digest", sha256(bytes(32)).hexdigest()),
        ("open_entropy", "entropy", bytes(32).hex()),
    ):
        for person in people:
            action = {"type": type_, key: value}
            table_act(table=table, account=person, action=action, command_id=type_)
    return table.pk


ROWS = (
    Row(
        "append",
        "one action through the write path ÷ one raw INSERT and commit, one connection each",
        0.4,
        "a second",
        append_against_insert,
    ),
)
