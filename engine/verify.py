"""Proving a record: every event is decided again, and must come out the same.

Owns the walk through the events. The rules are not here: each
command is put to the engine whose version the record names, in the state that
the events before have led to. So draws, melds, tai, payments, points, dealers
and walls are all derived anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn

from engine.checkpoints import Checkpoint
from engine.errors import EngineError, IllegalAction
from engine.hashing import Json, canonical_data, parse
from engine.loading import Loaded, Problem, load, problem_at
from engine.play import commands as c
from engine.play import events as e
from engine.play.codec import event_from_text, event_to_json
from engine.play.state import MatchState
from engine.play.upcasts import current_version
from engine.recommand import CLOCK, SYSTEM, command_behind, may_send
from engine.record import Row, header_problem
from engine.report import Report
from engine.rewriting import rewritten
from engine.rulings.replays import next_deal
from engine.trailer import Signed, TrailerFails, parse_trailer, parted, proved
from engine.versions import ENGINES, Engine, engine_for
from engine.wall import next_secret_ok

_SMALL: Final = 160
"""What a line with no more data than this says is remembered."""

_HASH: Final = '"hash":"'

_FREE_FORM: Final = (
    e.MatchOpened,
    e.HandWon,
    e.HandExhausted,
    e.HandEntered,
    e.HandCorrected,
    e.HandRederived,
    e.RulingMade,
)
"""Events that hold JSON objects as they are."""

_WRONG: Final[Mapping[str, str]] = {
    "MatchStarted": "wrong_start",
    "HandDealt": "wrong_wall",
    "WildsNamed": "wrong_wilds",
    "TileDrawn": "wrong_draw",
    "HandWon": "wrong_score",
    "HandExhausted": "wrong_score",
    "HandEntered": "wrong_score",
    "HandCorrected": "wrong_score",
    "HandRederived": "wrong_score",
    "MatchEnded": "wrong_points",
    "SeatsChanged": "wrong_seats",
    "RulingMade": "wrong_ruling",
}


def verify(
    data: bytes,
    engines: Mapping[str, Engine] = ENGINES,
    *,
    checkpoint: Checkpoint | None = None,
    key: str | None = None,
) -> Report:
    """The report on the bytes of a record file; never raises.

    With a checkpoint the record has to be one of those signed there, with a key (32 bytes in
    hexadecimal) it has to be signed by its owner.
    """
    body, trailer = parted(data)
    report = _without_trailer(body, engines)
    if trailer is None and checkpoint is None and key is None:
        return report
    match, hashes = _hashes(body, holds=report.ok)
    try:
        signed = _signed(match, hashes, trailer, checkpoint, key)
    except EngineError as error:
        code = error.code if isinstance(error, TrailerFails) else "bad_trailer"
        problem = Problem(len(hashes) + 2, None, None, code, error.message)
        return replace(report, problems=(*report.problems, problem))
    return report if report.problems else replace(report, signed=signed)


def _hashes(body: bytes, *, holds: bool) -> tuple[str, list[str]]:
    """Which match a record is of, and the hash of each event. Where it `holds`, every line is known
    to be canonical, and need not be read again."""
    if not holds:
        loaded = load(body)
        return str(loaded.header.get("match")), [row.hash for row in loaded.rows]
    first, *lines = body.decode().split("\n")[:-1]
    header = parse(first)
    match = header.get("match") if isinstance(header, Mapping) else None
    return str(match), [_hash_in(line) for line in lines]


def _hash_in(line: str) -> str:
    # The keys are sorted: behind it stand prev, seq, type and v, in which it cannot occur.
    start = line.rfind(_HASH) + len(_HASH)
    return line[start : start + 64]


def _signed(
    match: str,
    hashes: Sequence[str],
    trailer: bytes | None,
    checkpoint: Checkpoint | None,
    key: str | None,
) -> Signed:
    if trailer is None:
        message = "the record does not say in which checkpoint it was signed"
        raise TrailerFails("no_trailer", message)
    return proved(parse_trailer(trailer), match, hashes, checkpoint=checkpoint, key=key)


def _without_trailer(data: bytes, engines: Mapping[str, Engine]) -> Report:
    quick = rewritten(data, engines)
    if quick is None:
        return examined(data, engines)
    return _report(quick.events, quick.state, None, ())


def examined(data: bytes, engines: Mapping[str, Engine] = ENGINES) -> Report:
    """As `verify` of a record without a trailer, line by line: the same, several times slower, but
    it tells what is wrong."""
    loaded = load(data)
    problems = [loaded.problem] if loaded.problem else []
    walk = Walk(loaded, engines)
    try:
        walk.to_end()
    except ProofFailed as failed:
        problems.append(failed.problem)
    return _report(len(loaded.rows), walk.state, walk.unproved, tuple(problems))


def _report(
    events: int, state: MatchState, unproved: int | None, problems: tuple[Problem, ...]
) -> Report:
    return Report(
        events=events,
        hands=state.hand_number,
        complete=state.phase == "ended",
        unproved=unproved if state.phase != "ended" else None,
        problems=problems,
        play=state.setup.play if state.setup else "live",
        points=state.points,
    )


class ProofFailed(EngineError):
    """The first event that does not follow by the rules."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code, str(problem))
        self.problem = problem


class Walk:
    """A way through a record's events, each of them decided again."""

    def __init__(self, loaded: Loaded, engines: Mapping[str, Engine] = ENGINES) -> None:
        self.state = MatchState.empty()
        self.done = 0
        self.unproved: int | None = None
        self._rows = loaded.rows
        self._whole = loaded.whole
        self._header = loaded.header
        self._engines = engines
        self._secrets = _secrets(loaded.rows)

    def to_end(self) -> None:
        """Through all events. Raises ProofFailed."""
        self.up_to(len(self._rows))

    def up_to(self, events: int) -> None:
        """On until so many events are done; `state` is what they led to. Raises ProofFailed."""
        if not self._rows:
            return
        engine = self._engine()
        while self.done < events:
            self._command(engine, events)

    def _engine(self) -> Engine:
        """The engine that the first event names; the header must say the same."""
        opened = self._read(0)
        if not isinstance(opened, e.MatchOpened):
            self._fail(0, "not_opened", "a match begins with MatchOpened")
        differing = header_problem(self._header, event_to_json(opened))
        if differing:
            message = f"the header's {differing} is not what MatchOpened says"
            raise ProofFailed(Problem(1, None, None, "wrong_header", message))
        try:
            return engine_for(opened.engine_version, self._engines)
        except EngineError as error:
            self._fail(0, "unknown_version", error.message)

    def _command(self, engine: Engine, until: int) -> None:
        """One command: all the events it makes."""
        rows, evolve = self._rows, engine.evolve
        actor = rows[self.done].columns.actor
        recorded = self._recorded(self.done)
        for following, expected in enumerate(self._decide(engine, recorded, actor)):
            if self.done >= until:
                self._stop(expected)
                return
            columns = rows[self.done].columns
            if following:
                recorded = self._recorded(self.done)
            if recorded.event != expected or not recorded.exact or _told_apart(recorded, expected):
                self._differs(recorded, expected)
            state = evolve(self.state, expected)
            if columns.hand != state.hand_number:
                message = f"hand is {columns.hand}, not {state.hand_number}"
                self._fail(self.done, "wrong_hand", message)
            if columns.actor != actor and columns.actor != SYSTEM:
                self._fail(self.done, "wrong_actor", f"{columns.actor} did not send this command")
            self.state = state
            self.done += 1

    def _stop(self, expected: e.Event) -> None:
        """An end between the events of one command: asked for, or a tail that was cut off."""
        if self.done == len(self._rows) and self._whole:
            message = f"the record ends before {type(expected).__name__}, which must follow"
            self._fail(self.done - 1, "cut_short", message)

    def _decide(self, engine: Engine, first: _Recorded, actor: str) -> Sequence[e.Event]:
        event, _, command = first
        secret: str | None = ""
        if command is None or actor == CLOCK:
            if isinstance(event, e.HandDealt):
                secret = self._secret_for(self.state.hand_number + 1)
            command = command_behind(event, actor, secret or "")
        if command is None:
            message = f"{type(event).__name__} does not follow from the event before"
            self._fail(self.done, "unexpected_event", message)
        if not may_send(self.state, command, actor):
            self._fail(self.done, "wrong_actor", f"{actor} may not do this")
        if secret is None and isinstance(event, e.HandDealt):
            return self._deal_unproved(event)
        try:
            return engine.decide(self.state, command)
        except IllegalAction as error:
            self._fail(self.done, "illegal_action", f"{error.code} ({error.rule}): {error.message}")
        except EngineError as error:
            self._fail(self.done, "illegal_action", f"{error.code}: {error.message}")

    def _secret_for(self, number: int) -> str | None:
        """The secret opened later for a hand, once it is known to be the one committed to."""
        index = self._secrets.get(number)
        if index is None:
            return None
        opened = self._read(index)
        assert isinstance(opened, e.SecretOpened)
        if self.state.phase == "between" and not next_secret_ok(self.state.secret, opened.secret):
            self._fail(index, "wrong_secret", "the secret is not the one committed to")
        return opened.secret

    def _deal_unproved(self, event: e.HandDealt) -> Sequence[e.Event]:
        """The deal of a hand whose secret is not opened yet: its wall is taken as it stands."""
        state = self.state
        if state.phase != "between" or state.paused:
            message = f"wrong_phase (T2): no hand can be dealt in phase {state.phase}"
            self._fail(self.done, "illegal_action", message)
        self.unproved = state.hand_number + 1
        dealt = e.HandDealt(self.unproved, *next_deal(state), event.wall)
        named = self._read(self.done + 1) if self.done + 1 < len(self._rows) else None
        if isinstance(named, e.WildsNamed) and named.by is None:
            return dealt, self._unproved_wilds(named)
        return (dealt,)

    def _unproved_wilds(self, named: e.WildsNamed) -> e.WildsNamed:
        ruleset, setup = self.state.ruleset, self.state.setup
        assert setup is not None
        if ruleset.options.free_wild == "dealer":
            self._fail(self.done + 1, "wrong_wilds", "a seat names the wilds of this match")
        if ruleset.options.free_wild == "fixed":
            return e.WildsNamed(None, setup.fixed_wilds)
        if len(named.kinds) != ruleset.wild_kinds_named(None) or not ruleset.wilds_fit(named.kinds):
            self._fail(self.done + 1, "wrong_wilds", "these kinds cannot be wild together")
        return named

    def _differs(self, recorded: _Recorded, expected: e.Event) -> NoReturn:
        """Say in what a recorded event is not the decided one."""
        if not recorded.exact:
            self._fail(self.done, "not_canonical", "the data is not in canonical form")
        name, found = type(expected).__name__, type(recorded.event).__name__
        if found != name:
            self._fail(self.done, "wrong_event", f"{name} must come here, not {found}")
        code = _WRONG.get(name, "wrong_event")
        differing = _differing(event_to_json(recorded.event), event_to_json(expected))
        if name == "HandDealt" and differing == ["wall"]:
            self._fail(self.done, code, "the wall is not the one committed to")
        message = f"{', '.join(differing)} is not what follows by the rules"
        self._fail(self.done, code, message)

    def _read(self, index: int) -> e.Event:
        return self._recorded(index).event

    def _recorded(self, index: int) -> _Recorded:
        """What an event's line says."""
        _, type_, v, _, _, _, _, data = self._rows[index].columns
        try:
            return _read_small(type_, v, data) if len(data) <= _SMALL else _read(type_, v, data)
        except EngineError as error:
            self._fail(index, "bad_data", error.message)

    def _fail(self, index: int, code: str, message: str) -> NoReturn:
        raise ProofFailed(problem_at(self._rows[index], index + 2, code, message))


def _secrets(rows: Sequence[Row]) -> dict[int, int]:
    """Hand number to the index of the event that opens its secret."""
    found: dict[int, int] = {}
    for index, row in enumerate(rows):
        if row.columns.type == "SecretOpened":
            found.setdefault(row.columns.hand, index)
    return found


class _Recorded(NamedTuple):
    """An event read from its line; `exact` if the line is how it is written.

    `command` is the one behind it if anybody but the clock sent it; None for
    a deal, whose command holds a secret, and for what only ever follows.
    """

    event: e.Event
    exact: bool
    command: c.Command | None


def _told_apart(recorded: _Recorded, expected: e.Event) -> bool:
    """Whether equal events are written differently: true and 1 are equal in Python."""
    if not isinstance(expected, _FREE_FORM):
        return False
    return _written(recorded.event) != _written(expected)


def _written(event: e.Event) -> str:
    return canonical_data(event_to_json(event))


def _read(type_: str, v: int, data: str) -> _Recorded:
    event = event_from_text(type_, v, data)
    if v == current_version(type_):
        exact = _written(event) == data
    else:
        exact = canonical_data(parse(data)) == data
    command = None if isinstance(event, e.HandDealt) else command_behind(event, "", "")
    return _Recorded(event, exact, command)


_read_small = lru_cache(maxsize=8192)(_read)


def _differing(found: Json, expected: Json) -> list[str]:
    """The keys, or the keys within, in which two objects differ."""
    if not isinstance(found, Mapping) or not isinstance(expected, Mapping):
        return ["data"]
    keys = sorted(found.keys() | expected.keys())
    return [key for key in keys if _differs(found.get(key), expected.get(key))] or ["its form"]


def _differs(found: Json, expected: Json) -> bool:
    return canonical_data(found) != canonical_data(expected)
