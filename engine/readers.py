"""Reading the commonest lines of a record without taking them apart.

Owns tables from what stands in a line at a known place to what it says. They may be wrong about a
line of another kind: whoever uses them writes the line anew and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, TypeVar

from engine.chaining import REST, Mould, mould
from engine.hashing import quote
from engine.play import events as e
from engine.play.codec import written
from engine.play.match import TurnOrder
from engine.recommand import CLOCK, SYSTEM
from engine.seats import ALL_SEATS, SEATS, Seat
from engine.tiles import Kind

ACTOR: Final[slice[int, int, None]] = slice(len('{"actor":"'), len('{"actor":"place:0'))
"""As much of a line as tells those apart who may act in a hand."""

Discards: TypeAlias = Mapping[str, tuple[Kind, Mould]]
"""By data: the tile, and the mould."""
Pass: TypeAlias = tuple[int, Mould, str]
"""The seat as a bit, the mould, the actor in full."""
_T = TypeVar("_T")


class Readers(NamedTuple):
    """For a hand and numbers of so many digits.

    `discards` go by seat, then by what stands at `ACTOR`, then by what stands at `discard`;
    `answers` by what stands at `answer`, then by what stands at `ACTOR`.
    """

    discard: slice[int, int, None]
    answer: slice[int, int, None]
    discards: tuple[Mapping[str, Discards], ...]
    answers: Mapping[str, Mapping[str, Pass]]


def _key(actor: str) -> str:
    return f'{{"actor":{quote(actor)},'[ACTOR]


SYSTEM_KEY: Final = _key(SYSTEM)


@lru_cache(maxsize=256)
def readers(
    places: TurnOrder, people: tuple[bool, ...], bots: tuple[str | None, ...], digits: int
) -> Readers:
    """`places` by seat; `people` and `bots` by place: whether a person sits there, and the level of
    the built-in player who plays."""
    actors = [tuple(_playing(places[seat], people, bots)) for seat in ALL_SEATS]
    return Readers(
        _data_of(e.DISCARDED[0][0], digits),
        _data_of(e.PASSED[0], digits),
        tuple([_by_actor(actors[seat], seat, _discards) for seat in ALL_SEATS]),
        {
            written(e.PASSED[seat]).data: _by_actor((*actors[seat], CLOCK), seat, _pass)
            for seat in ALL_SEATS
        },
    )


def answer_in(line: str, tables: Readers) -> tuple[Seat, str, str]:
    """Who answers in a line, the data of a claim or "" for a pass, and the actor.

    Raises KeyError or ValueError for a line that says something else.
    """
    passed = tables.answers.get(line[tables.answer])
    if passed is not None:
        seat, _, actor = passed[line[ACTOR]]
        return seat.bit_length() - 1, "", actor
    if not line.rindex(_CLAIMED):
        raise ValueError
    data = line[line.index(_DATA) + len(_DATA) : line.rindex(_HAND)]
    seat = SEATS.index(data[data.index(_SEAT) + len(_SEAT)])
    _, _, actor = tables.answers[_PASSED[seat]][line[ACTOR]]
    if actor == CLOCK:
        raise ValueError("the clock claims nothing")
    return seat, data, actor


_CLAIMED: Final = '"type":"ClaimMade"'
_DATA: Final = '"data":'
_HAND: Final = ',"hand":'
_SEAT: Final = '"seat":"'
_PASSED: Final = tuple(written(event).data for event in e.PASSED)


def _by_actor(actors: Iterable[str], seat: Seat, of: Callable[[Seat, str], _T]) -> Mapping[str, _T]:
    return {_key(actor): of(seat, actor) for actor in actors}


def _playing(place: int, people: Sequence[bool], bots: Sequence[str | None]) -> Iterator[str]:
    if people[place]:
        yield f"place:{place}"
    if bots[place] is not None:
        yield f"bot:{place}"


def _data_of(event: e.Event, digits: int) -> slice[int, int, None]:
    """Where the data of an event as long as this one stands."""
    data, rest = written(event).data, mould(event, SYSTEM)[REST] - digits
    start = rest + len(',"data":')
    return slice(start, start + len(data))


def _pass(seat: Seat, actor: str) -> Pass:
    return 1 << seat, mould(e.PASSED[seat], actor), actor


@lru_cache(maxsize=64)
def _discards(seat: Seat, actor: str) -> Discards:
    return {written(event).data: (event.tile, mould(event, actor)) for event in e.DISCARDED[seat]}


@lru_cache(maxsize=16)
def draws_by(actor: str) -> tuple[tuple[Mould, ...], ...]:
    """By seat and tile: the draw from the head of the wall that follows what an actor did."""
    return tuple(tuple(mould(event, actor) for event in events) for events in e.DRAWN_FROM_HEAD)
