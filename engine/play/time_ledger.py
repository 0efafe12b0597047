"""To whom each millisecond of a match belongs, from its log alone.

Every moment from MatchOpened to MatchEnded is a player's, a built-in player's, a pause's, or the
house's: gathering contributions, between two hands, time the service was down, or (with real
tiles) the table's own. While several have yet to answer a tile, its time is shared evenly among
them. Of each decision of a player's the network took as much as the way to the server and back was
measured at in that hand (NetworkMeasured), and where it was more, what a NetworkExcused gave back:
never more than the decision lasted, nor than NETWORK_COUNTED_MS of a place's time in a match by
measure alone. Nothing is counted twice and nothing is left out.

The reserves are kept as the clocks of a table keep them. Knows no clock: times arrive with events.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.play import events as e
from engine.play.evolve import evolve
from engine.play.state import OPEN_WINDOWS, PLACES, HandState, MatchState, Place

Owner: TypeAlias = Literal[
    "player", "network", "bot", "pause", "entropy", "between", "downtime", "table"
]
NETWORK_COUNTED_MS: Final = 300_000
"""What is counted as the network's by measure, of a place's time in a match."""
HOUSE: Final[tuple[Owner, ...]] = ("bot", "entropy", "between", "downtime", "table")
"""What the organiser or the service is answerable for."""
_UNMEASURED: Final = (0,) * len(PLACES)
_NOT_LOST: Final = ("pause", "downtime")


class Timed(NamedTuple):
    """An event with its number and when it was recorded, in ms of any fixed epoch."""

    seq: int
    at: int
    event: e.Event


class Slice(NamedTuple):
    """Some ms up to event `seq` that belong to one owner, in the hand dealt last.

    `place` is whose turn it was, None where nobody's.
    """

    seq: int
    hand: int
    owner: Owner
    place: Place | None
    ms: int


class Given(NamedTuple):
    """Time put on a place's reserve, or taken off it (below zero), by event `seq`."""

    seq: int
    place: Place
    ms: int
    reason: str


class Trip(NamedTuple):
    """How long the way to each place and back was in a hand, in ms; 0 where it was not measured."""

    hand: int
    ms: tuple[int, ...]


class Ledger(NamedTuple):
    """The whole account. `reserve` is what each place has left; `unfounded` are the NetworkExcused
    that gave more than the decision before had taken from the reserve; `uncounted` is, by place,
    what the network may have taken beyond NETWORK_COUNTED_MS and is the player's all the same."""

    duration: int
    slices: tuple[Slice, ...]
    given: tuple[Given, ...]
    reserve: tuple[int, ...]
    unfounded: tuple[int, ...]
    trips: tuple[Trip, ...]
    uncounted: tuple[int, ...]

    def of(self, *owners: Owner, hand: int | None = None) -> int:
        """The ms of these owners, in one hand or in all."""
        return sum(
            [one.ms for one in self.slices if one.owner in owners and hand in (None, one.hand)]
        )

    def of_places(self, owner: Owner = "player", hand: int | None = None) -> tuple[int, ...]:
        """The ms of an owner by place."""
        found = [0] * len(PLACES)
        for one in self.slices:
            if one.owner == owner and one.place is not None and hand in (None, one.hand):
                found[one.place] += one.ms
        return tuple(found)

    @property
    def total(self) -> int:
        """All slices together: the match's duration."""
        return sum([one.ms for one in self.slices])


def time_ledger(log: Iterable[Timed]) -> Ledger:
    """The account of a match, to its end or as far as it has come.

    A time that lies before the one recorded last counts as that.
    """
    told = list(log)
    book = _Book(_trips(told))
    for timed in told:
        if book.state.phase == "ended":
            break
        book.note(timed)
    return Ledger(
        book.at - book.began,
        tuple([one for one in book.slices if one.ms]),
        tuple(book.given),
        tuple(book.reserve),
        tuple(book.unfounded),
        tuple([Trip(*item) for item in book.trips.items()]),
        tuple(book.uncounted),
    )


def _trips(log: Iterable[Timed]) -> dict[int, tuple[int, ...]]:
    """By hand, also those noted after the end; of several measures of a place the longest."""
    found: dict[int, tuple[int, ...]] = {}
    for _, _, event in log:
        if isinstance(event, e.NetworkMeasured):
            before = found.get(event.hand, _UNMEASURED)
            found[event.hand] = tuple(map(max, before, event.ms))
    return found


class _Book:
    """The account while it is written. `begun` is where the slices of the decision begin that is
    awaited; `over` what the last turn of each place took from its reserve, `lost` what of it was
    the network's by measure."""

    def __init__(self, trips: dict[int, tuple[int, ...]]) -> None:
        self.trips = trips
        self.state = MatchState.empty()
        self.began = self.at = 0
        self.slices: list[Slice] = []
        self.given: list[Given] = []
        self.unfounded: list[int] = []
        self.reserve = [0] * len(PLACES)
        self.over = [0] * len(PLACES)
        self.lost = [0] * len(PLACES)
        self.counted = [0] * len(PLACES)
        self.uncounted = [0] * len(PLACES)
        self._decision_ms = 0
        self._begun = 0

    def note(self, timed: Timed) -> None:
        """One more event."""
        seq, at, event = timed
        if isinstance(event, e.MatchOpened):
            self.began = self.at = at
            self.reserve = [event.clocks.reserve_ms] * len(PLACES)
            self._decision_ms = event.clocks.decision_ms
        self._pass(seq, max(0, at - self.at))
        self.at = max(self.at, at)
        self._adjust(seq, event)
        before, self.state = self.state, evolve(self.state, event)
        if _decision(before) != _decision(self.state):
            self._charge(before)
            self._count(before)
            self._begun = len(self.slices)

    def _pass(self, seq: int, ms: int) -> None:
        """Time goes by before an event."""
        owners = _owners(self.state)
        share, rest = divmod(ms, len(owners))
        for number, (owner, place) in enumerate(owners):
            one = share + (number < rest)
            self.slices.append(Slice(seq, self.state.hand_number, owner, place, one))

    def _adjust(self, seq: int, event: e.Event) -> None:
        match event:
            case e.ClockGranted(place, ms, reason):
                self._give(Given(seq, place, ms, reason))
            case e.ClockTakenBack(place, ms, reason):
                self._give(Given(seq, place, -ms, reason))
            case e.NetworkExcused(place, ms):
                self._excuse_network(seq, place, ms)
            case e.DowntimeExcused(ms=ms):
                self._excuse_downtime(ms)
            case _:
                pass

    def _give(self, given: Given) -> None:
        self.given.append(given)
        self.reserve[given.place] = max(0, self.reserve[given.place] + given.ms)

    def _excuse_network(self, seq: int, place: Place, ms: int) -> None:
        """Only what the decision took from the reserve is known to have been lost."""
        if ms > self.over[place]:
            self.unfounded.append(seq)
        self.over[place] = max(0, self.over[place] - ms)
        self._give(Given(seq, place, ms, "network"))
        counted = min(ms, self.lost[place])
        self.lost[place] -= counted
        self._excuse("network", ms - counted, self._own(place, range(self._begun)))

    def _own(self, place: Place, among: Iterable[int]) -> list[int]:
        """Which of these slices are a player's at this place."""
        told = self.slices
        return [n for n in among if told[n].owner == "player" and told[n].place == place]

    def _count(self, before: MatchState) -> None:
        """Of a decision that is over, what the way took of each place's time."""
        measured, turn = self.trips.get(before.hand_number, _UNMEASURED), _turn(before)
        if turn is not None:
            self.lost[turn] = 0
        for place in PLACES if any(measured) else ():
            own = self._own(place, range(self._begun, len(self.slices)))
            took = min(measured[place], sum([self.slices[n].ms for n in own]))
            counted = min(took, NETWORK_COUNTED_MS - self.counted[place])
            self.counted[place] += counted
            self.uncounted[place] += took - counted
            if place == turn:
                self.lost[place] = counted
            self._excuse("network", counted, own)

    def _excuse_downtime(self, ms: int) -> None:
        """Nobody loses time of the decision that is awaited while the service is down."""
        awaited = range(self._begun, len(self.slices))
        self._excuse("downtime", ms, [n for n in awaited if self.slices[n].owner not in _NOT_LOST])

    def _excuse(self, owner: Owner, ms: int, among: list[int]) -> None:
        """Hand so much time over to another owner, of these slices the newest first."""
        for at in reversed(among):
            if not ms:
                return
            one = self.slices[at]
            moved = min(ms, one.ms)
            ms -= moved
            self.slices[at] = one._replace(ms=one.ms - moved)
            self.slices.insert(at + 1, one._replace(owner=owner, ms=moved))
            self._begun += at < self._begun

    def _charge(self, before: MatchState) -> None:
        """What a turn took beyond its own time comes out of the reserve of who had it."""
        place = _turn(before)
        if place is None:
            return
        spent = sum([x.ms for x in self.slices[self._begun :] if x.owner in ("player", "bot")])
        self.over[place] = max(0, spent - self._decision_ms)
        self.reserve[place] = max(0, self.reserve[place] - self.over[place])


def _turn(state: MatchState) -> Place | None:
    """Who is in turn, unless a tile is on offer."""
    hand = state.hand
    if state.phase != "hand" or hand is None or hand.phase in (*OPEN_WINDOWS, "over"):
        return None
    return hand.place_of(hand.turn)


def _owners(state: MatchState) -> list[tuple[Owner, Place | None]]:
    """To whom the time goes while the match is in this state."""
    if state.paused:
        return [("pause", None)]
    if state.phase in ("commit", "open"):
        return [("entropy", None)]
    if state.phase == "scoring":
        return [("table", None)]
    hand = state.hand
    if state.phase != "hand" or hand is None or hand.result is not None:
        return [("between", None)]
    awaited = _awaited(hand)
    if not awaited:
        return [("between", None)]  # All have answered: what comes of it follows at once.
    people: list[tuple[Owner, Place | None]] = [
        ("player", place) for place in awaited if state.bots[place] is None
    ]
    return people or [("bot", awaited[0])]


def _awaited(hand: HandState) -> list[Place]:
    """The places that the hand is waiting for."""
    seats = hand.unanswered if hand.phase in OPEN_WINDOWS else (hand.turn,)
    return [hand.place_of(seat) for seat in seats]


def _decision(state: MatchState) -> tuple[object, ...]:
    """What is being decided, and by whom: equal for two states exactly if it is the same."""
    hand = state.hand
    if state.phase != "hand" or hand is None:
        return (state.phase, state.hand_number)
    window = hand.phase in OPEN_WINDOWS
    turn = hand.place_of(hand.turn)
    players = [p for p in state.players if (p.place == turn) != window]
    return (
        hand.number, hand.phase, hand.turn, hand.source, hand.tile, len(hand.spoken), hand.head,
        hand.tail, sum(map(len, hand.discards)), sum(map(len, hand.melds)), players,
    )  # fmt: skip
