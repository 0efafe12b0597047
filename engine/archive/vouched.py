"""Files that no log holds, but whoever signed the manifest vouches for: the club and its officials,
and the regulations in words.

Owns what the logs say of them all the same: which officials there are, how an event is called, and
its own clauses, word for word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from engine.archive.derived import listed
from engine.archive.event_log import Data, Told
from engine.archive.report import Fault
from engine.errors import EngineError, InvalidInput
from engine.hashing import Json, parse
from engine.play.fields import as_list, as_object, exactly

ABOUT: Final = "about.json"
LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant")
REGULATION_TEXTS: Final = tuple(f"regulations/{language}.txt" for language in LANGUAGES)

_CLUB: Final = ("slug", "name", "place", "description")


class About(NamedTuple):
    """The club, and the names of officials by their ids in the logs."""

    club: Mapping[str, str]
    officials: Mapping[str, str]


def about_bytes(tournament: str, about: About) -> bytes:
    """The file."""
    head: dict[str, Json] = {"tournament": tournament, "club": dict(about.club)}
    pairs: list[Json] = [[id_, name] for id_, name in sorted(about.officials.items())]
    return listed("about", head, "officials", pairs)


def read_about(data: bytes) -> About:
    """The file read strictly. Raises EngineError."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InvalidInput("it is not UTF-8") from error
    fields = exactly(parse(text), "format", "schema", "tournament", "club", "officials")
    club = exactly(fields["club"], *_CLUB)
    pairs = [_pair(one) for one in as_list(fields["officials"])]
    found = About({key: _text(club[key]) for key in _CLUB}, dict(pairs))
    if about_bytes(_text(fields["tournament"]), found) != data:
        raise InvalidInput("it is not in canonical form")
    return found


def _pair(value: Json) -> tuple[str, str]:
    both = as_list(value)
    if len(both) != 2:
        raise InvalidInput("an official has an id and a name")
    return _text(both[0]), _text(both[1])


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise InvalidInput("expected a text")
    return value


def about_faults(data: bytes, tournament: str, officials: set[str]) -> Iterator[Fault]:
    """Officials whom no log names, or who are left out; anything else the file should not be."""
    try:
        found = read_about(data)
    except EngineError as error:
        yield Fault(ABOUT, None, "bad_data", f"it cannot be read: {error.message}")
        return
    if about_bytes(tournament, found) != data:
        yield Fault(ABOUT, 1, "wrong_header", "it is about another tournament")
    for line, id_ in enumerate(found.officials, start=2):
        if id_ not in officials:
            message = f"no log names an official {id_}"
            yield Fault(ABOUT, line, "differs_from_log", message)
    for id_ in sorted(officials - found.officials.keys()):
        message = f"the logs name an official {id_}, who is left out"
        yield Fault(ABOUT, None, "differs_from_log", message)


def regulation_faults(file: str, data: bytes, told: Told) -> Iterator[Fault]:
    """Where the words do not begin with the event's name and place, or do not end with its own
    clauses, as the log has them. In between they are the signer's."""
    head, clauses = _head(told.details), _clauses(told.terms)
    if not data.startswith(head):
        line = _first_missed(data, head)
        yield Fault(file, line, "differs_from_log", "name and place are not those agreed")
    if clauses and not _ends_with(data, clauses):
        line = data.count(b"\n") + 1 - clauses.count(b"\n")
        message = "the event's own clauses are not those agreed"
        yield Fault(file, max(line, 1), "differs_from_log", message)


def _head(details: Data) -> bytes:
    lines = [details.get("name"), details.get("place") or None]
    return "".join(f"{line}\n" for line in lines if line is not None).encode()


def _clauses(terms: Data) -> bytes:
    """The last lines: a clause each."""
    try:
        clauses = [as_object(one) for one in as_list(terms.get("regulations") or [])]
    except EngineError:
        return b""
    return "".join(f"- {one.get('number')}: {one.get('text')}\n" for one in clauses).encode()


def _ends_with(data: bytes, clauses: bytes) -> bool:
    """Whether they are the last section, below a gap and a title, and all of it."""
    before = data.removesuffix(clauses).split(b"\n")[-3:]
    return data.endswith(clauses) and before[0] == b"" and not before[1].startswith(b"- ")


def _first_missed(data: bytes, head: bytes) -> int:
    pairs = enumerate(zip(data.split(b"\n"), head.split(b"\n"), strict=False), start=1)
    return next((line for line, (a, b) in pairs if a != b), 1)
