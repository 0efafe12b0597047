"""What a table is opened with, and the rows it begins with.

Owns the terms and how they become the match's first command. Decides nothing about who may
open a table, and appends nothing: see tables.services.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from accounts.models import User
from engine.errors import InvalidInput
from engine.hashing import genesis
from engine.play.codec import event_to_json
from engine.play.commands import OpenMatch
from engine.play.decide import decide
from engine.play.events import MatchOpened
from engine.play.match import Aids, ClockSettings, Length, Play, Successor, TurnOrder
from engine.play.state import EMPTY
from engine.record import header_of
from engine.wall import commitment, make_chain
from tables.acting import SYSTEM, Order
from tables.cases.terms import DisputeTerms
from tables.models import Seat, Table, TableSecret

MOST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit at a place: a person's account, or a built-in player of a level."""

    name: str
    account: User | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before a match.

    Without `first_dealer` (a place) it is drawn, with real tiles it is place 0; `seat_plan` is
    the turn order of each dealer round, where players change seats.
    """

    ruleset: str
    options: Mapping[str, object] = field(default_factory=dict)
    length: Length = field(default_factory=lambda: Length("dealer_rounds"))
    clocks: ClockSettings = field(default_factory=ClockSettings)
    aids: Aids = field(default_factory=Aids)
    spectator_delay: int = 1
    fixed_wilds: tuple[int, ...] = ()
    first_dealer: int | None = None
    seat_plan: tuple[TurnOrder, ...] = ()
    play: Play = "live"
    disputes: DisputeTerms = field(default_factory=DisputeTerms)


@dataclass(frozen=True, slots=True)
class Opening:
    """One table to open."""

    terms: Terms
    sitters: Sequence[Sitter]
    organiser: User | None = None
    name: str = ""
    round_name: str = ""
    context: Mapping[str, Any] = field(default_factory=dict)


class Prepared(NamedTuple):
    """The rows of a table, not stored yet, and the order that opens its match."""

    table: Table
    seats: list[Seat]
    secret: TableSecret
    order: Order


def prepare(opening: Opening, at: datetime) -> Prepared:
    """Everything a table begins with. Raises InvalidInput for terms or players that cannot be."""
    table_id, seed = uuid4(), secrets.token_bytes(32)
    live = opening.terms.play == "live"
    published = commitment(make_chain(seed)[0]) if live else ""
    command = _command(opening, str(table_id), published)
    table = _table(opening, table_id, command, at)
    organiser = opening.organiser
    actor = f"organiser:{organiser.pk}" if organiser else SYSTEM
    built_in = [place for place, sitter in enumerate(opening.sitters) if sitter.level]
    secret = TableSecret(
        table=table,
        seed=seed if live else b"",
        entropy={str(place): secrets.token_hex(32) for place in built_in},
    )
    order = Order(table_id, actor, "open", lambda _state: command)
    return Prepared(table, _seats(table, opening.sitters), secret, order)


def rows_create(prepared: Sequence[Prepared]) -> None:
    """Store the rows of tables about to be opened."""
    Table.objects.bulk_create([one.table for one in prepared])
    Seat.objects.bulk_create([seat for one in prepared for seat in one.seats])
    TableSecret.objects.bulk_create([one.secret for one in prepared])


def player_of(sitter: Sitter) -> Successor:
    """A sitter as the log names them. Raises InvalidInput for a name that is too long."""
    if len(sitter.name) > MOST_NAME:
        raise InvalidInput(f"a name at a table has at most {MOST_NAME} characters", "name")
    return Successor(
        name=sitter.name,
        kind="bot" if sitter.level else "human",
        level=sitter.level,
        id=str(sitter.account.pk) if sitter.account else "",
    )


def _command(opening: Opening, match: str, published: str) -> OpenMatch:
    terms = opening.terms
    players = [player_of(sitter).at(place) for place, sitter in enumerate(opening.sitters)]
    return OpenMatch(
        match=match,
        ruleset=terms.ruleset,
        options=terms.options,
        length=terms.length,
        players=tuple(players),
        commitment=published,
        fixed_wilds=terms.fixed_wilds,
        clocks=terms.clocks,
        aids=terms.aids,
        spectator_delay=terms.spectator_delay,
        first_dealer=terms.first_dealer,
        seat_plan=terms.seat_plan,
        play=terms.play,
    )


def _table(opening: Opening, table_id: UUID, command: OpenMatch, at: datetime) -> Table:
    opened = decide(EMPTY, command)[0]
    if not isinstance(opened, MatchOpened):
        raise TypeError(f"a match begins with MatchOpened, not {type(opened).__name__}")
    data = event_to_json(opened)
    name, round_name = opening.name, opening.round_name
    header = header_of(data, table=name or None, round_=round_name or None)
    return Table(
        id=table_id,
        ruleset=opened.ruleset,
        ruleset_version=opened.ruleset_version,
        engine_version=opened.engine_version,
        options=data["options"],
        length=data["length"],
        play=opened.play,
        clocks=data["clocks"],
        aids=data["aids"],
        spectator_delay=opened.spectator_delay,
        name=name,
        round_name=round_name,
        context=dict(opening.context),
        dispute_terms=opening.terms.disputes.to_json(),
        organiser=opening.organiser,
        opened_at=at,
        head=genesis(header),
        phase="new",
    )


def _seats(table: Table, sitters: Sequence[Sitter]) -> list[Seat]:
    return [
        Seat(
            table=table,
            place=place,
            account=sitter.account,
            name=sitter.name,
            kind=Seat.Kind.BOT if sitter.level else Seat.Kind.HUMAN,
            level=sitter.level or "",
        )
        for place, sitter in enumerate(sitters)
    ]
