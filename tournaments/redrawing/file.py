"""The file with which anybody can run an event's draws again: written from the log, and read.

Owns what of the log is in it: everything that a draw or a standing rests on, nobody's account,
nobody's words. Marks of those kept apart are numbers in it, names only those of published pairings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.errors import InvalidInput
from engine.hashing import Json
from tournaments.domain.codec import event_from_json, event_to_json, event_version
from tournaments.domain.events import Event, RoundPlanned
from tournaments.domain.parts import NEVER, ONCE
from tournaments.domain.state import TournamentState

FORMAT: Final = "laozhuang-draws"
SCHEMA: Final = 1
_LEFT_OUT: Final = frozenset(
    {"DisputeOpened", "DisputeSettled", "DisputeReopened", "EntryClaimed", "ClaimUndone"}
)
_WORDS: Final = frozenset({"reason", "text", "decision", "why", "note"})
_PUBLIC: Final = frozenset({"terms", "details"})
SeatPlans = Mapping[str, Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class DrawFile:
    """`steps`: the events of one command after another. `seat_plans`: by match, who sits at each
    place in each dealer round, of matches whose seats were drawn."""

    steps: tuple[tuple[Event, ...], ...]
    seat_plans: SeatPlans = field(default_factory=dict)


def draw_file(
    state: TournamentState, commands: Iterable[Sequence[Event]], seat_plans: SeatPlans
) -> bytes:
    """The file as JSON; `commands` are the log's events, those of one command together."""
    rounds: set[int] = set()
    shown = [events for one in commands if (events := _shown(state, one, rounds))]
    marks = _numbered(shown)
    named = {entry for plan in state.published for entry in _people(plan)}
    steps = [[_written(event, marks, named) for event in events] for events in shown]
    whole = {
        "format": FORMAT,
        "schema": SCHEMA,
        "tournament": state.tournament,
        "seat_plans": {match: [list(one) for one in plan] for match, plan in seat_plans.items()},
        "steps": steps,
    }
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _shown(state: TournamentState, events: Sequence[Event], rounds: set[int]) -> list[Event]:
    """Without what concerns no draw, and without plans that are still in the making.

    `rounds` are those planned so far, and grows: of others there is nothing to tell.
    """
    shown = []
    for event in events:
        if isinstance(event, RoundPlanned):
            if _is_in_the_making(state, event):
                continue
            rounds.add(event.round)
        number = getattr(event, "round", None)
        if type(event).__name__ not in _LEFT_OUT and (number is None or number in rounds):
            shown.append(event)
    return shown


def _is_in_the_making(state: TournamentState, plan: RoundPlanned) -> bool:
    round_ = state.rounds.get(plan.round)
    return (
        round_ is not None
        and round_.status == "planned"
        and round_.plan.edition == plan.edition
        and round_.published != plan.edition
    )


def _people(plan: RoundPlanned) -> Iterator[str]:
    yield from plan.byes
    yield from plan.sitting_out
    for seating in plan.tables:
        yield from seating.seats


def _numbered(steps: Iterable[Iterable[Event]]) -> dict[str, str]:
    """Marks as numbers that sort as the marks do: seating takes wishes in that order."""
    people = [getattr(event, "person", None) for events in steps for event in events]
    marks = sorted({mark for person in people for mark in getattr(person, "apart", ())})
    return {mark: f"{_kind(mark)}m{number:04}" for number, mark in enumerate(marks, 1)}


def _kind(mark: str) -> str:
    """What a mark begins with if that says what it means."""
    return mark[:1] if mark.startswith((NEVER, ONCE)) else ""


def _written(event: Event, marks: Mapping[str, str], named: set[str]) -> dict[str, Json]:
    name, data = type(event).__name__, event_to_json(event)
    data = {key: part if key in _PUBLIC else _without_words(part, key)
            for key, part in data.items()}  # fmt: skip
    person = data.get("person")
    if isinstance(person, dict):
        apart = [marks[mark] for mark in getattr(getattr(event, "person", None), "apart", ())]
        shown = person["name"] if data["entry"] in named else str(data["entry"])
        data["person"] = {**person, "account": None, "apart": list(apart), "name": shown}
    return {"type": name, "v": event_version(name), "data": data}


def _without_words(part: Json, key: str = "") -> Json:
    """What people wrote is for those whom it concerns."""
    if isinstance(part, str):
        return "" if key in _WORDS else part
    if isinstance(part, list):
        return [_without_words(one, key) for one in part]
    if isinstance(part, Mapping):
        return {name: _without_words(one, name) for name, one in part.items()}
    return part


def read_draws(content: bytes) -> DrawFile:
    """A file of `draw_file`, or the lines of an event's own log (one JSON object each).

    Raises InvalidInput for anything else.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput("not a text in UTF-8", "file") from error
    try:
        whole = json.loads(text)
    except ValueError:
        return DrawFile(tuple(_of_lines(text)))
    if not isinstance(whole, Mapping) or whole.get("format") != FORMAT:
        raise InvalidInput(f"this is no file of format {FORMAT}", "format")
    if whole.get("schema") != SCHEMA:
        raise InvalidInput(f"this program reads schema {SCHEMA}", "schema")
    steps = tuple(tuple(map(_read, one)) for one in _list(whole.get("steps"), "steps"))
    plans = whole.get("seat_plans", {})
    if not isinstance(plans, Mapping):
        raise InvalidInput("expected an object", "seat_plans")
    return DrawFile(steps, plans)


def _list(value: object, field_: str) -> list[list[Json]]:
    if not isinstance(value, list) or not all(isinstance(one, list) for one in value):
        raise InvalidInput("expected a list of lists", field_)
    return value


def _of_lines(text: str) -> Iterator[tuple[Event, ...]]:
    """A command's first event has its id, each further one the id with #2, #3, …"""
    step: list[Event] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InvalidInput(f"line {number} is no JSON", "file") from error
        if not isinstance(row, Mapping) or "type" not in row:
            continue
        command = str(row.get("cmd", row.get("command", "")))
        if step and "#" not in command.rpartition(":")[2]:
            yield tuple(step)
            step = []
        step.append(_read(row))
    if step:
        yield tuple(step)


def _read(row: object) -> Event:
    if not isinstance(row, Mapping):
        raise InvalidInput("expected an object", "steps")
    version = row.get("v", row.get("schema"))
    if type(version) is not int:
        raise InvalidInput("expected a number", "v")
    return event_from_json(str(row.get("type")), version, row.get("data"))
