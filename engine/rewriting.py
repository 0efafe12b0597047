"""The quick proof of a record: write it anew from its commands, and compare.

What a record must say follows from the commands in it, and from the times and ids they came with.
So they are read, put to the engine, and what comes of them is chained and written as a record. If
those are the bytes there were, each line is canonical and in its place, each hash, wall and score
is right, and there is nothing left to check but the form of times and ids.

Owns this proof alone. A record that it cannot prove may hold all the same: it goes through
`engine.verify`, which names what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from engine.chaining import COMMAND, REST, TIME, Link, Mould, chained, mould
from engine.errors import EngineError
from engine.hashing import Json, genesis
from engine.play import commands as c
from engine.play import events as e
from engine.play.codec import event_from_text, event_to_json
from engine.play.quiet import QuietTurns
from engine.play.state import MatchState
from engine.play.upcasts import current_version
from engine.readers import ACTOR, SYSTEM_KEY, Readers, answer_in, draws_by, readers
from engine.recommand import CLOCK, SYSTEM, command_behind, may_send
from engine.record import header_problem, parse_header
from engine.seats import others
from engine.versions import Engine, engine_for
from engine.wall import CHAIN_LENGTH, entropy_digest

_SMALL: Final = 160
"""The command behind a line with no more data than this is remembered."""


class Rewritten(NamedTuple):
    """A record that holds: how many events, and what they led to."""

    events: int
    state: MatchState


class Differs(EngineError):
    """The record is not what its commands lead to, as far as this proof can tell."""

    def __init__(self) -> None:
        super().__init__("differs", "the record was not proved the quick way")


def rewritten(data: bytes, engines: Mapping[str, Engine]) -> Rewritten | None:
    """The match of a record that holds; None if that is for `verify` to find out."""
    try:
        return _rewritten(data, engines)
    except (EngineError, LookupError, ValueError):
        return None


def _rewritten(data: bytes, engines: Mapping[str, Engine]) -> Rewritten:
    first, *lines = data.decode().split("\n")
    _require(lines.pop() == "")
    header = parse_header(first)
    _require(header["events"] == len(lines))
    rewriting = Rewriting(lines, header, engines)
    rewriting.to_end()
    _require(header["head"] == rewriting.head)
    return Rewritten(len(lines), rewriting.state)


def _require(holds: bool) -> None:
    if not holds:
        raise Differs


_LONGEST_TURN: Final = 6
"""A discard, three answers, a kong and the draw that replaces it."""


class Rewriting:
    """A record that is being written anew. `head` is the hash of what is known to be the same."""

    def __init__(
        self, lines: Sequence[str], header: Mapping[str, Json], engines: Mapping[str, Engine]
    ) -> None:
        _, opening, data = _columns(lines[0])
        opened = event_from_text(opening, current_version(opening), data)
        _require(isinstance(opened, e.MatchOpened))
        _require(header_problem(header, event_to_json(opened)) is None)
        assert isinstance(opened, e.MatchOpened)
        self.state = MatchState.empty()
        self.head = genesis(header)
        self._people = tuple([player.kind == "human" for player in opened.players])
        self._engine = engine_for(opened.engine_version, engines)
        self._lines = lines
        self._secrets = _secrets(lines)
        # The wall of a hand that still runs cannot be derived: no need to begin.
        _require(not self._secrets or _hand_of(lines[-1]) <= max(self._secrets))
        self._done = 0
        self._at = 0
        self._hand = 0
        self._limit = 9
        self._digits = 2
        self._moulds: list[Mould] = []
        self._commands: list[str] = []

    def to_end(self) -> None:
        """All events. Raises Differs, or whatever else comes of a record that does not hold."""
        while self._at < len(self._lines):
            turns = self._engine.quiet_turns(self.state)
            if turns is not None:
                self._turns(turns)
            self._decide()
        self._compare()
        ids = [command for command in self._commands if command != "null"]
        _require(len(set(ids)) == len(ids))

    def _decide(self) -> None:
        """One command: all the events it makes."""
        state, engine = self.state, self._engine
        actor, type_, data = _columns(self._lines[self._at])
        if type_ == "HandDealt":
            command: c.Command | None = c.DealHand(self._secrets[state.hand_number + 1])
        elif len(data) <= _SMALL:
            command = _command_kept(type_, data, actor == CLOCK)
        else:
            command = _command(type_, data, actor == CLOCK)
        if command is None or not may_send(state, command, actor):
            raise Differs
        by = actor
        for event in engine.decide(state, command):
            state = engine.evolve(state, event)
            self._expect(event, by, state.hand_number)
            by = _follower(self._lines, self._at, actor)
        self.state = state

    def _expect(self, event: e.Event, actor: str, hand: int) -> None:
        """The next line, from what is to be in it."""
        if hand != self._hand or self._at >= self._limit:
            self._compare()
            digits = len(str(self._at + 1))
            self._hand, self._limit = hand, 10**digits - 1
            self._digits = digits + len(str(hand))
        self._moulds.append(mould(event, actor))
        self._at += 1

    def _turns(self, turns: QuietTurns) -> None:
        """On through whole turns, if there are any."""
        start, tables = self._at, self._readers()
        while not turns.is_over:
            self._quiet(turns, tables)
            if not self._claims(turns, tables):
                break
        if self._at > start:
            self.state = turns.state()

    def _quiet(self, turns: QuietTurns, tables: Readers) -> None:
        """On through turns in which nobody claims and the next seat draws."""
        seat, play, add = turns.seat, turns.play, self._moulds.extend
        discard, answer, discards, answers = tables
        by_system = draws_by(SYSTEM)
        lines = islice(self._lines, self._at, self._limit)
        try:
            for thrown, one, two, three, drawn in zip(*[lines] * 5, strict=False):
                by, last = drawn[ACTOR], three[ACTOR]
                tile, discarded = discards[seat][thrown[ACTOR]][thrown[discard]]
                first, one_passed, _ = answers[one[answer]][one[ACTOR]]
                second, two_passed, _ = answers[two[answer]][two[ACTOR]]
                third, three_passed, actor = answers[three[answer]][last]
                if first | second | third != _OTHERS[seat]:
                    break
                kind = play(tile)
                if kind is None:
                    break
                draws = by_system if by == SYSTEM_KEY else draws_by(actor)
                seat = turns.seat
                add((discarded, one_passed, two_passed, three_passed, draws[seat][kind]))
        except KeyError:
            pass  # Another kind of line, or another actor.
        self._at = self._done + len(self._moulds)

    def _claims(self, turns: QuietTurns, tables: Readers) -> bool:
        """Through a turn with claims for a meld, or the last of a hand; whether this is one."""
        at, lines = self._at, self._lines
        if at + _LONGEST_TURN > self._limit:
            return False
        thrown = lines[at]
        try:
            tile, discarded = tables.discards[turns.seat][thrown[ACTOR]][thrown[tables.discard]]
            answers = [answer_in(line, tables) for line in lines[at + 1 : at + 4]]
        except (KeyError, ValueError):
            return False
        if sorted([seat for seat, _, _ in answers]) != _ASKED[turns.seat]:
            return False
        resolved = turns.answered(tile, [(seat, claim) for seat, claim, _ in answers])
        if resolved is None:
            return False
        self._next(discarded)
        given, follows = resolved
        for event, (_, _, actor) in zip(given, answers, strict=True):
            self._next(mould(event, actor))
        for event in follows:
            self._next(mould(event, _follower(lines, self._at, actor)))
        return True

    def _next(self, shape: Mould) -> None:
        self._moulds.append(shape)
        self._at += 1

    def _readers(self) -> Readers:
        state = self.state
        assert state.hand is not None
        return readers(state.hand.places, self._people, state.bots, self._digits)

    def _compare(self) -> None:
        """What was expected since the last time against what there is."""
        moulds, spare = self._moulds, self._digits
        lines = self._lines[self._done : self._at]
        times = [line[shape[TIME]] for line, shape in zip(lines, moulds, strict=True)]
        commands = [
            line[shape[COMMAND] : shape[REST] - spare]
            for line, shape in zip(lines, moulds, strict=True)
        ]
        link = Link(self.head, self._done, self._hand)
        same, self.head = chained(link, moulds, commands, times)
        _require(same == lines)
        _require(_well_formed(times, commands))
        self._commands += commands
        self._moulds = []
        self._done = self._at


_OTHERS: Final = tuple(15 - (1 << seat) for seat in range(4))
_ASKED: Final = tuple(sorted(others(seat)) for seat in range(4))


def _columns(line: str) -> tuple[str, str, str]:
    """Actor, type and data of a line, not checked in any way."""
    data = line.index('"data":') + len('"data":')
    type_ = line.rindex('"type":"') + len('"type":"')
    return (
        line[len('{"actor":"') : line.index('"', len('{"actor":"'))],
        line[type_ : line.index('"', type_)],
        line[data : line.rindex(',"hand":')],
    )


def _hand_of(line: str) -> int:
    """The number of a line's hand, not checked in any way."""
    start = line.rindex(',"hand":') + len(',"hand":')
    return int(line[start : line.index(",", start)])


def _follower(lines: Sequence[str], at: int, actor: str) -> str:
    """Who is to be named in a line that follows from a command: the same, or nobody."""
    if at < len(lines) and lines[at].startswith(_BY_SYSTEM):
        return SYSTEM
    return actor


_BY_SYSTEM: Final = f'{{"actor":"{SYSTEM}",'


def _command(type_: str, data: str, clock: bool) -> c.Command | None:
    """The command whose first event this is, unless it is a deal."""
    event = event_from_text(type_, current_version(type_), data)
    return command_behind(event, CLOCK if clock else "", "")


_command_kept = lru_cache(maxsize=8192)(_command)


def _secrets(lines: Sequence[str]) -> dict[int, str]:
    """Hand number to secret, for all up to the one opened last: each is the digest of the next."""
    last = next((line for line in reversed(lines) if '"type":"SecretOpened"' in line), None)
    if last is None:
        return {}
    _, type_, data = _columns(last)
    opened = event_from_text(type_, current_version(type_), data)
    _require(isinstance(opened, e.SecretOpened))
    assert isinstance(opened, e.SecretOpened)
    _require(opened.hand <= CHAIN_LENGTH)
    secrets, secret = {}, opened.secret
    for hand in range(opened.hand, 0, -1):
        secrets[hand] = secret
        secret = entropy_digest(secret)
    return secrets


_TO_ZERO: Final = str.maketrans("123456789", "000000000")
_TIME: Final = '"0000-00-00T00:00:00.000Z"'
# ASCII without quotation mark and backslash. No line of a record holds a line feed.
_COMMANDS: Final = re.compile(r'(?:(?:null|"[ !#-\[\]-~]*")\n)*')


def _well_formed(times: Sequence[str], commands: Sequence[str]) -> bool:
    """Whether these are times, and texts that need no escapes, or null."""
    return "".join(times).translate(_TO_ZERO) == _TIME * len(times) and (
        _COMMANDS.fullmatch("\n".join([*commands, ""])) is not None
    )
