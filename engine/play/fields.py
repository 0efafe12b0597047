"""How single values are written in JSON, and read back strictly.

Owns one `Form` a kind of value. A reader raises InvalidInput, and the codec adds the
field's name to it. Must not know events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Generic, NamedTuple, NoReturn, TypeVar

from engine.errors import InvalidInput
from engine.hashing import Json
from engine.notation import format_tile, format_tiles, format_wall, parse_tile, parse_tiles
from engine.play.match import Aids, ClockSettings, Length, Player, Successor, TurnOrder
from engine.rules.contract import FORMS, Contract
from engine.rules.option import OptionValue
from engine.seats import SEATS, parse_seat
from engine.tiles import KINDS

_T = TypeVar("_T")
WALL_TILES: Final = 136
_MAX_TEXT: Final = 500
_MAX_NUMBER: Final = 2**53
_HEX_DIGITS: Final = frozenset("0123456789abcdef")


class Form(NamedTuple, Generic[_T]):
    """A kind of value: how it is written in JSON and read from it."""

    write: Callable[[_T], Json]
    read: Callable[[Json], _T]


def refuse(message: str) -> NoReturn:
    """Raise InvalidInput."""
    raise InvalidInput(message)


def as_text(value: Json) -> str:
    """A text of reasonable length."""
    if not isinstance(value, str) or len(value) > _MAX_TEXT:
        refuse(f"expected a text of at most {_MAX_TEXT} characters")
    return value


def as_number(value: Json) -> int:
    """A whole number that JavaScript holds exactly too."""
    if type(value) is not int or not -_MAX_NUMBER < value < _MAX_NUMBER:
        refuse("expected a whole number")
    return value


def as_count(value: Json) -> int:
    """A whole number from 0 on."""
    number = as_number(value)
    return number if number >= 0 else refuse("expected a number from 0 on")


def as_place(value: Json) -> int:
    """A chair, 0 to 3."""
    number = as_number(value)
    return number if 0 <= number < 4 else refuse("a place is 0, 1, 2 or 3")


def as_digest(value: Json) -> str:
    """32 bytes as 64 lower-case hexadecimal digits."""
    if not isinstance(value, str) or len(value) != 64 or not _HEX_DIGITS.issuperset(value):
        refuse("expected 64 lower-case hexadecimal digits")
    return value


def as_object(value: Json) -> Mapping[str, Json]:
    """A JSON object."""
    return value if isinstance(value, Mapping) else refuse("expected an object")


def as_list(value: Json) -> Sequence[Json]:
    """A JSON list."""
    return value if isinstance(value, list | tuple) else refuse("expected a list")


def as_tiles(value: Json) -> tuple[int, ...]:
    """Tiles in notation, sorted when read."""
    return tuple(sorted(parse_tiles(as_text(value))))


def one_of(*allowed: str) -> Callable[[Json], str]:
    """A reader for one of these texts."""

    def read(value: Json) -> str:
        if isinstance(value, str) and value in allowed:
            return value
        return refuse(f"expected one of {', '.join(allowed)}")

    return read


def optional(form: Form[_T]) -> Form[_T | None]:
    """The same kind of value, or null."""
    return Form(
        lambda value: None if value is None else form.write(value),
        lambda value: None if value is None else form.read(value),
    )


def word(*allowed: str) -> Form[str]:
    """One of these texts."""
    return Form(lambda value: value, one_of(*allowed))


def _read_tile(value: Json) -> int:
    return parse_tile(as_text(value))


def _read_wall(value: Json) -> bytes:
    if not isinstance(value, str) or len(value) != 2 * WALL_TILES:
        refuse(f"a wall has {WALL_TILES} tiles of two characters")
    kinds = bytes(parse_tiles(value))
    if len(kinds) != WALL_TILES or any(kinds.count(kind) != 4 for kind in range(KINDS)):
        refuse("a wall has four tiles of each of the 34 kinds (T1)")
    return kinds


def _write_contract(contract: Contract) -> Json:
    return contract.as_dict()


def _read_contract(value: Json) -> Contract:
    fields = exactly(value, "by", "tai", "form")
    form = FORMS[FORMS.index(WORD_FORM.read(fields["form"]))]
    return Contract(parse_seat(fields["by"]), as_count(fields["tai"]), form)


def exactly(value: Json, *names: str) -> Mapping[str, Json]:
    """An object with these keys and no others."""
    fields = as_object(value)
    if fields.keys() != set(names):
        refuse(f"expected exactly the keys {', '.join(names)}")
    return fields


def _write_length(length: Length) -> Json:
    counted = {"hands": length.hands, "rounds": length.rounds}
    return {"kind": length.kind, **{unit: n for unit, n in counted.items() if n is not None}}


def read_length(value: Json) -> Length:
    """When a match ends: `{"kind": "hands", "hands": 16}`, `dealer_rounds` or `open`.

    More dealer rounds than one are `{"kind": "dealer_rounds", "rounds": 2}`.
    """
    fields = as_object(value)
    if fields.get("kind") == "hands":
        hands = as_count(exactly(fields, "kind", "hands")["hands"])
        return Length("hands", hands) if hands else refuse("a match has at least one hand")
    if fields.get("kind") == "dealer_rounds" and "rounds" in fields:
        rounds = as_count(exactly(fields, "kind", "rounds")["rounds"])
        if not rounds:
            refuse("a match has at least one dealer round")
        return Length("dealer_rounds", rounds=rounds)
    match exactly(fields, "kind")["kind"]:
        case "dealer_rounds":
            return Length("dealer_rounds")
        case "open":
            return Length("open")
        case _:
            return refuse("a length is hands, dealer_rounds or open")


def read_order(value: Json) -> TurnOrder:
    """The four places in turn order, each once."""
    order = tuple(as_place(place) for place in as_list(value))
    if sorted(order) != [0, 1, 2, 3]:
        refuse("a turn order has each place once")
    first, second, third, fourth = order
    return first, second, third, fourth


def _write_plan(plan: tuple[TurnOrder, ...]) -> Json:
    return [list(order) for order in plan]


def _read_plan(value: Json) -> tuple[TurnOrder, ...]:
    return tuple(read_order(order) for order in as_list(value))


def _write_players(players: tuple[Player, ...]) -> Json:
    return [
        {"place": p.place, "name": p.name, "kind": p.kind, "level": p.level, "id": p.id}
        for p in players
    ]


def read_player(value: Json) -> Player:
    """Who sits at a place."""
    fields = exactly(value, "place", "name", "kind", "level", "id")
    return _successor(fields).at(as_place(fields["place"]))


def _successor(fields: Mapping[str, Json]) -> Successor:
    level = fields["level"]
    is_bot = one_of("human", "bot")(fields["kind"]) == "bot"
    return Successor(
        name=as_text(fields["name"]),
        kind="bot" if is_bot else "human",
        level=None if level is None else as_text(level),
        id=as_text(fields["id"]),
    )


def _write_successor(player: Successor) -> Json:
    return {"name": player.name, "kind": player.kind, "level": player.level, "id": player.id}


def _read_successor(value: Json) -> Successor:
    return _successor(exactly(value, "name", "kind", "level", "id"))


def _read_players(value: Json) -> tuple[Player, ...]:
    return tuple(read_player(player) for player in as_list(value))


def _write_clocks(clocks: ClockSettings) -> Json:
    return {name: getattr(clocks, name) for name in _CLOCK_NAMES}


def read_clocks(value: Json) -> ClockSettings:
    """Clock settings, every one of them written out."""
    fields = exactly(value, *_CLOCK_NAMES)
    return ClockSettings(**{name: as_count(fields[name]) for name in _CLOCK_NAMES})


_CLOCK_NAMES: Final = ("decision_ms", "claim_ms", "reserve_ms", "entropy_ms", "away_ms")


def _read_options(value: Json) -> Mapping[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    for name, setting in as_object(value).items():
        if not isinstance(setting, bool | int | str):
            refuse(f"option {name} is no text, number or truth value")
        options[name] = setting
    return options


def _read_aids(value: Json) -> Aids:
    waits = exactly(value, "waits")["waits"]
    return Aids(waits) if isinstance(waits, bool) else refuse("waits is true or false")


def _read_points(value: Json) -> tuple[int, ...]:
    points = tuple(as_number(number) for number in as_list(value))
    return points if len(points) == 4 else refuse("points are four numbers")


def _read_payments(value: Json) -> Mapping[str, Json]:
    payments = exactly(value, *SEATS)
    for seat in SEATS:
        as_number(payments[seat])
    return payments


def _read_breakdown(value: Json) -> Mapping[str, Json]:
    """The fold needs its payments; the rest is derived again by whoever verifies a record."""
    breakdown = as_object(value)
    _read_payments(breakdown.get("payments"))
    return breakdown


WORD_FORM: Final = word(*FORMS)
SEAT: Final = Form[int](SEATS.__getitem__, parse_seat)
MAYBE_SEAT: Final = optional(SEAT)
TILE: Final = Form[int](format_tile, _read_tile)
MAYBE_TILE: Final = optional(TILE)
TILES: Final = Form[tuple[int, ...]](lru_cache(maxsize=4096)(format_tiles), as_tiles)
WALL: Final = Form[bytes](format_wall, _read_wall)
PLACE: Final = Form[int](lambda value: value, as_place)
MAYBE_PLACE: Final = optional(PLACE)
ORDER: Final = Form[TurnOrder](list, read_order)
SEAT_PLAN: Final = Form(_write_plan, _read_plan)
COUNT: Final = Form[int](lambda value: value, as_count)
TEXT: Final = Form[str](lambda value: value, as_text)
DIGEST: Final = Form[str](lambda value: value, as_digest)
COMMITMENT: Final = Form[str](
    lambda value: value or None, lambda value: "" if value is None else as_digest(value)
)
MAYBE_CONTRACT: Final = optional(Form(_write_contract, _read_contract))
LENGTH: Final = Form(_write_length, read_length)
PLAYERS: Final = Form(_write_players, _read_players)
SUCCESSOR: Final = Form(_write_successor, _read_successor)
CLOCKS: Final = Form(_write_clocks, read_clocks)
OPTIONS: Final = Form[Mapping[str, OptionValue]](dict, _read_options)
AIDS: Final = Form[Aids](lambda aids: {"waits": aids.waits}, _read_aids)
POINTS: Final = Form[tuple[int, ...]](list, _read_points)
PAYMENTS: Final = Form[Mapping[str, Json]](lambda value: value, _read_payments)
PARTS: Final = Form[Sequence[Json]](lambda value: value, as_list)
BREAKDOWN: Final = Form[Mapping[str, Json]](lambda value: value, _read_breakdown)
