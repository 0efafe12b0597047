"""The log of a tournament as lines, and what it says about matches, results and standings.

Owns its header and as much of its events as an archive is checked against. The domain of
tournaments is not here: nothing is decided again, facts are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from engine.errors import EngineError
from engine.hashing import Json, digest, parse
from engine.loading import Problem, problem_at
from engine.play.fields import as_count, as_list, as_number, as_object
from engine.record import Row, record_bytes

FORMAT: Final = "zjt"
SCHEMA: Final = 1
OVER: Final = ("finished", "archived")
"""Phases of an event that may be archived."""

Data: TypeAlias = Mapping[str, Json]


def header(tournament: str) -> dict[str, Json]:
    """What the chain of a tournament's hashes begins with."""
    return {"format": FORMAT, "schema": SCHEMA, "tournament": tournament}


def log_bytes(tournament: str, rows: Iterable[Row]) -> bytes:
    """The whole log as a file: the header, then a line an event."""
    return record_bytes(header(tournament), rows)


class At(NamedTuple):
    """A table of a round."""

    round: int
    table: int

    def __str__(self) -> str:
        return f"round {self.round}, table {self.table}"


class Taken(NamedTuple):
    """The result that stands at a table: `hands` holds the points of each by place, `adjusted`
    what rulings about the match as a whole add to them."""

    line: int
    match: str | None
    points: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    source: str
    adjusted: tuple[int, ...]


class Edition(NamedTuple):
    """Standings as they were published, and where."""

    seq: int
    at: str
    data: Data


@dataclass(slots=True)
class Told:
    """What a tournament's log tells, read to its end or to the first event that cannot be read."""

    tournament: str = ""
    details: Data = field(default_factory=dict)
    terms: Data = field(default_factory=dict)
    commitment: str = ""
    seed: str | None = None
    people: dict[str, dict[str, Json]] = field(default_factory=dict)
    opened: dict[str, At] = field(default_factory=dict)
    unlinked: set[str] = field(default_factory=set)
    results: dict[At, Taken] = field(default_factory=dict)
    editions: list[Edition] = field(default_factory=list)
    official: set[tuple[Json, Json, Json]] = field(default_factory=set)
    phase: str = ""
    problem: Problem | None = None

    @property
    def name(self) -> str:
        """The event's name as typed."""
        return _text(self.details.get("name"))

    @property
    def stages(self) -> list[str]:
        """The ids of the stages, in their order."""
        found = self.terms.get("stages", [])
        return [_text(as_object(one).get("id")) for one in as_list(found)]

    def named(self, entry: Json) -> str:
        """What an entry is called."""
        known = self.people.get(entry) if isinstance(entry, str) else None
        return _text(known["name"]) if known else ""


def told_by(rows: Sequence[Row]) -> Told:
    """Read a log; never raises."""
    told = Told()
    for line, row in enumerate(rows, start=2):
        try:
            _read(told, row, line)
        except (EngineError, KeyError) as error:
            message = f"the data cannot be read: {error}"
            told.problem = problem_at(row, line, "bad_data", message)
            break
    return told


def _read(told: Told, row: Row, line: int) -> None:
    reader = _READERS.get(row.columns.type)
    if reader is not None:
        reader(told, as_object(parse(row.columns.data)), row, line)


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _id(value: Json) -> str:
    """A text that names something. Raises KeyError for anything else."""
    if not isinstance(value, str):
        raise KeyError("a name is no text")
    return value


def _at(data: Data) -> At:
    return At(as_count(data["round"]), as_count(data["table"]))


def _created(told: Told, data: Data, row: Row, line: int) -> None:
    told.tournament, told.commitment = _id(data["tournament"]), _id(data["commitment"])
    told.phase = "draft"
    _detailed(told, data, row, line)
    _agreed(told, data, row, line)


def _detailed(told: Told, data: Data, row: Row, line: int) -> None:
    told.details = as_object(data["details"])


def _agreed(told: Told, data: Data, row: Row, line: int) -> None:
    told.terms = as_object(data["terms"])
    _ = told.stages


def _started(told: Told, data: Data, row: Row, line: int) -> None:
    _agreed(told, data, row, line)
    told.phase = "running"


def _opened_seed(told: Told, data: Data, row: Row, line: int) -> None:
    told.seed = _id(data["seed"])


def _entered(told: Told, data: Data, row: Row, line: int) -> None:
    entry, person = _id(data["entry"]), as_object(data["person"])
    status = data.get("status") or told.people.get(entry, {}).get("status")
    told.people[entry] = {
        "entry": entry,
        "name": _id(person["name"]),
        "kind": _id(person["kind"]),
        "status": status,
    }


def _status(word: str | None) -> Reader:
    def read(told: Told, data: Data, row: Row, line: int) -> None:
        told.people[_id(data["entry"])]["status"] = word or data["status"]

    return read


def _match_opened(told: Told, data: Data, row: Row, line: int) -> None:
    told.opened[_id(data["match"])] = _at(data)


def _match_left(told: Told, data: Data, row: Row, line: int) -> None:
    told.unlinked.add(_id(data["match"]))
    told.results.pop(_at(data), None)


def _result(told: Told, data: Data, row: Row, line: int) -> None:
    result, match = as_object(data["result"]), data["match"]
    hands = [_four(as_object(hand)["points"]) for hand in as_list(result["hands"])]
    told.results[_at(data)] = Taken(
        line,
        None if match is None else _id(match),
        _four(result["points"]),
        tuple(hands),
        _id(result["source"]),
        _four(result.get("adjusted") or (0, 0, 0, 0)),
    )


def _four(value: Json) -> tuple[int, ...]:
    points = tuple(as_number(number) for number in as_list(value))
    if len(points) != 4:
        raise KeyError("points are four numbers")
    return points


def _result_gone(told: Told, data: Data, row: Row, line: int) -> None:
    told.results.pop(_at(data), None)


def _published(told: Told, data: Data, row: Row, line: int) -> None:
    for one in as_list(data["lines"]):
        as_object(one)
    told.editions.append(Edition(row.columns.seq, row.columns.at, data))


def edition_key(data: Data) -> tuple[Json, Json, Json]:
    """What tells editions of standings apart: stage, round, number. Raises KeyError."""
    return _id(data["stage"]), as_count(data["after_round"]), as_count(data["edition"])


def _made_official(told: Told, data: Data, row: Row, line: int) -> None:
    told.official.add(edition_key(data))


def _phase(word: str) -> Reader:
    def read(told: Told, data: Data, row: Row, line: int) -> None:
        told.phase = word

    return read


Reader: TypeAlias = Callable[[Told, Data, Row, int], None]

_READERS: Final[Mapping[str, Reader]] = {
    "TournamentCreated": _created,
    "DetailsChanged": _detailed,
    "TermsChanged": _agreed,
    "TournamentStarted": _started,
    "StartUndone": _phase("registration"),
    "TournamentFinished": _phase("finished"),
    "FinishUndone": _phase("running"),
    "TournamentArchived": _phase("archived"),
    "ArchiveUndone": _phase("finished"),
    "SeedOpened": _opened_seed,
    "EntryAdded": _entered,
    "EntryChanged": _entered,
    "EntryPromoted": _status("registered"),
    "EntryWithdrawn": _status("withdrawn"),
    "EntryRestored": _status(None),
    "TableOpened": _match_opened,
    "TableUnlinked": _match_left,
    "ResultTaken": _result,
    "ResultCorrected": _result,
    "ResultWithdrawn": _result_gone,
    "StandingsPublished": _published,
    "StandingsMadeOfficial": _made_official,
}


def seed_problem(told: Told) -> str | None:
    """Why an opened seed is not the one that was committed to."""
    if told.seed is None:
        return None
    try:
        opened = digest(bytes.fromhex(told.seed))
    except ValueError:
        return "the seed is not hexadecimal"
    return None if opened == told.commitment else "the seed is not the one committed to"
