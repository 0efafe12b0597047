"""What each seat could have done at each event of a hand, who passed on what, and how long it took.

Pure: reads lines of a log, asks the engine. Reaction times run from the moment at which somebody
was asked, without the time during which the match was paused or the service was down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from engine.play import commands as c
from engine.play import events as e
from engine.play.defaults import waiting_on
from engine.play.legal import legal
from engine.play.state import PLACES, HandState, MatchState, Place
from engine.play.winning import judged
from engine.scoring import ScoreResult
from engine.seats import ALL_SEATS, Seat
from tables.events.log import Line

DEEDS: Final = (
    e.BidMade, e.BidPassed, e.WildsNamed, e.TileDiscarded, e.ClaimMade, e.ClaimPassed,
    e.KongDeclared, e.HandWon,
)  # fmt: skip
"""Events by which a seat answers what it was asked."""


class Chance(NamedTuple):
    """What a seat could do: its commands, and what a win would have come to or why it was none."""

    commands: tuple[c.SeatCommand, ...]
    win: ScoreResult | None


class Moment(NamedTuple):
    """One event with what it met. `place` and `reaction_ms` are None where nobody answered."""

    line: Line
    place: Place | None
    reaction_ms: int | None
    chances: tuple[Chance | None, ...]
    passed: tuple[str, ...]

    @property
    def is_by_clock(self) -> bool:
        """The time was up."""
        return self.line.actor == "clock"


def moments(lines: Sequence[Line], after: MatchState, *, of_all: bool = True) -> list[Moment]:
    """The moments of a hand, or of several that follow each other.

    Without `of_all` only the seat that answers is asked what it could have done.
    """
    watch = _Watch()
    found = []
    for index, line in enumerate(lines):
        then = lines[index + 1].before if index + 1 < len(lines) else after
        place = _actor(line)
        asked = () if place is None else PLACES if of_all else (place,)
        chances = _chances(line.before, asked)
        reaction = watch.take(line, place, then)
        found.append(Moment(line, place, reaction, chances, _passed(line, chances)))
    return found


def _actor(line: Line) -> Place | None:
    """The place that answers with this event; a win that was claimed was answered before."""
    event, hand = line.event, line.before.hand
    if not isinstance(event, DEEDS) or hand is None:
        return None
    if isinstance(event, e.WildsNamed):
        return None if event.by is None else hand.place_of(event.by)
    if isinstance(event, e.HandWon) and event.source != "self_draw":
        return None
    return hand.place_of(event.seat)


def _chances(state: MatchState, asked: Sequence[Place]) -> tuple[Chance | None, ...]:
    """By seat; None for those that are not asked, or could do nothing."""
    found: list[Chance | None] = [None] * len(ALL_SEATS)
    hand = state.hand
    for place in asked if hand else ():
        assert hand is not None
        seat = hand.seat_of(place)
        found[seat] = _chance(state, hand, seat)
    return tuple(found)


def _chance(state: MatchState, hand: HandState, seat: Seat) -> Chance | None:
    commands = legal(state, seat)
    if not commands:
        return None
    return Chance(commands, judged(state.ruleset, hand, seat))


def _passed(line: Line, chances: Sequence[Chance | None]) -> tuple[str, ...]:
    """What the seat that answered could have had instead: win, and melds it did not lay."""
    event, hand = line.event, line.before.hand
    if not isinstance(event, e.ClaimPassed | e.ClaimMade | e.TileDiscarded | e.KongDeclared):
        return ()
    chance = chances[event.seat]
    if chance is None or hand is None:
        return ()
    kinds = dict.fromkeys(_kind(command) for command in chance.commands)
    if isinstance(event, e.ClaimPassed):
        return tuple(kind for kind in kinds if kind)
    if isinstance(event, e.ClaimMade) and event.kind == "win":
        return ()
    if isinstance(event, e.TileDiscarded):
        return tuple(kind for kind in kinds if kind)
    return ("win",) if "win" in kinds else ()


def _kind(command: c.SeatCommand) -> str:
    """A claim or a declaration in one word; "" for what is always possible."""
    match command:
        case c.DeclareWin():
            return "win"
        case c.Claim(kind=kind):
            return kind
        case c.DeclareKong(kind=kind):
            return kind
    return ""


@dataclass(slots=True)
class _Watch:
    """Since when each place has been asked, on a clock that stands still in pauses."""

    _since: dict[Place, int] = field(default_factory=dict)
    _lost: int = 0
    _paused_at: int | None = None

    def take(self, line: Line, place: Place | None, after: MatchState) -> int | None:
        """The reaction time of the place that answers; then who is asked from here on."""
        now = ms_of(line.at)
        self._pause(line.event, now)
        asked = None if place is None else self._since.pop(place, None)
        running = now - self._lost
        waiting = waiting_on(after)
        self._since = {one: self._since.get(one, running) for one in waiting}
        return None if asked is None else max(0, running - asked)

    def _pause(self, event: e.Event, now: int) -> None:
        match event:
            case e.MatchPaused():
                self._paused_at = now
            case e.MatchResumed() if self._paused_at is not None:
                self._lost += now - self._paused_at
                self._paused_at = None
            case e.DowntimeExcused(ms=ms):
                self._lost += ms


def ms_of(at: str) -> int:
    """Milliseconds since 1970 of a time as the log writes it.

    >>> ms_of("1970-01-01T00:00:01.500Z")
    1500
    """
    return round(datetime.fromisoformat(at).timestamp() * 1000)
