"""Tournament events as JSON data and back, with an upcaster for every older schema.

The fields of the dataclasses are the schema. Reading is strict: unknown keys,
missing keys and wrong types are InvalidInput with the field's path.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Literal, Union, cast, get_args, get_origin, get_type_hints

from engine.errors import InvalidInput
from engine.hashing import Json
from engine.play.upcasts import current_version, upcast
from tournaments.domain.events import EVENT_TYPES, Event
from tournaments.domain.upcasts import UPCASTS

_MOST_NUMBER = 2**53


def event_to_json(event: Event) -> dict[str, Json]:
    """The data of an event, in today's schema."""
    return _record(event)


def event_version(type_name: str) -> int:
    """The schema version in which events of this type are written now."""
    return current_version(type_name, UPCASTS)


def event_from_json(type_name: str, version: int, data: Json) -> Event:
    """An event of any schema version there ever was.

    Raises InvalidInput for an unknown type or version, and for data that does not fit.
    """
    if type_name not in EVENT_TYPES:
        raise InvalidInput(f"there is no event type {ascii(type_name)[:60]}", "type")
    if not isinstance(data, Mapping):
        raise InvalidInput("expected an object", "data")
    given = upcast(type_name, version, data, UPCASTS)
    return cast(Event, _read_record(EVENT_TYPES[type_name], given, type_name))


def _record(value: object) -> dict[str, Json]:
    names = [part.name for part in fields(cast("type[Event]", type(value)))]
    return {name: _write(getattr(value, name)) for name in names}


def _write(value: object) -> Json:
    if is_dataclass(value):
        return _record(value)
    if isinstance(value, tuple):
        return [_write(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _write(item) for key, item in value.items()}
    return cast(Json, value)


@cache
def _hints(kind: type) -> dict[str, object]:
    hints = get_type_hints(kind)
    return {part.name: hints[part.name] for part in fields(kind)}


def _read_record(kind: type, value: Json, path: str) -> object:
    hints = _hints(kind)
    if not isinstance(value, Mapping):
        raise InvalidInput("expected an object", path)
    if wrong := sorted(hints.keys() ^ value.keys()):
        state = "is missing" if wrong[0] in hints else "is unknown"
        raise InvalidInput(f"{ascii(wrong[0])[:60]} {state}", path)
    return kind(
        **{name: _read(hint, value[name], f"{path}.{name}") for name, hint in hints.items()}
    )


def _read(hint: object, value: Json, path: str) -> object:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _read_union(args, value, path)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise InvalidInput("expected a list", path)
        return tuple(_read(args[0], item, f"{path}.{n}") for n, item in enumerate(value))
    if origin is Literal:
        if not isinstance(value, str) or value not in args:
            raise InvalidInput(f"expected one of {', '.join(args)}", path)
        return value
    if is_dataclass(hint):
        return _read_record(cast(type, hint), value, path)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise InvalidInput("expected an object", path)
        return {key: _read(args[1], item, f"{path}.{key}") for key, item in value.items()}
    return _read_plain(cast(type, hint), value, path)


def _read_union(args: tuple[object, ...], value: Json, path: str) -> object:
    """Either something or null; or, for an option's value, one of several plain types."""
    if value is None and type(None) in args:
        return None
    kinds = [kind for kind in args if kind is not type(None)]
    if len(kinds) == 1:
        return _read(kinds[0], value, path)
    if type(value) in kinds:
        return value
    raise InvalidInput("expected another type", path)


def _read_plain(kind: type, value: Json, path: str) -> object:
    if type(value) is not kind:
        raise InvalidInput(f"expected {kind.__name__}", path)
    if isinstance(value, int) and not -_MOST_NUMBER < value < _MOST_NUMBER:
        raise InvalidInput("a number too large for other programs", path)
    return value
