"""What is out of the ordinary in the logs of matches: figures, each beside its base rate.

Pure functions over logs. A figure is a count out of a number of occasions; its base rate is the
same of everybody else in the same set of matches. Nothing here says what is too much: who reads
the figures judges, and a few hands prove nothing. Built-in players, and people while one of them
plays for them, are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from engine.play import commands as c
from engine.play import events as e
from engine.play.defaults import waiting_on
from engine.play.state import HandState, MatchState, Place
from tables.events.log import Line
from tables.review.connections import Loss, Losses
from tables.review.moments import Moment, moments, ms_of

Person: TypeAlias = str
"""The id of a player's account, or `guest:` and the name of somebody without one."""
Pair: TypeAlias = tuple[Person, Person]
"""Whose tile it was, and who could claim it."""
Kind: TypeAlias = Literal["time_out", "lost", "away", "passed_win", "claims", "fed_wins"]

KINDS: Final[tuple[Kind, ...]] = ("time_out", "lost", "away", "passed_win", "claims", "fed_wins")
OF_PAIRS: Final = ("claims", "fed_wins")


@dataclass(frozen=True, slots=True)
class Rate:
    """So many times out of so many occasions."""

    count: int
    of: int

    @property
    def share(self) -> float | None:
        """The part of one; None where there was no occasion."""
        return self.count / self.of if self.of else None


class Figure(NamedTuple):
    """One figure of a player, or of a player and whose tiles they claimed, with the base rate."""

    kind: Kind
    who: Person
    whose: Person | None
    rate: Rate
    base: Rate


class PassedWin(NamedTuple):
    """A win that a seat could have had and did not take."""

    hand: int
    seq: int
    who: Person
    tai: int


class LostAt(NamedTuple):
    """A decision during which the player's connection was lost; `gone_ms` until it was there
    again, None where it never was."""

    hand: int
    seq: int
    who: Person
    gone_ms: int | None


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of some matches: for each kind the occasions, and how often it came to it."""

    names: dict[Person, str] = field(default_factory=dict)
    count: Counter[tuple[Kind, Person, Person | None]] = field(default_factory=Counter)
    of: Counter[tuple[Kind, Person, Person | None]] = field(default_factory=Counter)
    passed_wins: tuple[PassedWin, ...] = ()
    lost: tuple[LostAt, ...] = ()
    hands: int = 0


def tally(lines: Sequence[Line], after: MatchState, losses: Losses | None = None) -> Tally:
    """The counts of one match, or of so much of it as these lines are."""
    return _Counting(losses or {}).through(moments(lines, after, of_all=False))


def together(tallies: Iterable[Tally]) -> Tally:
    """The counts of a set of matches; what was passed up in them is told by each alone."""
    names: dict[Person, str] = {}
    count: Counter[tuple[Kind, Person, Person | None]] = Counter()
    of: Counter[tuple[Kind, Person, Person | None]] = Counter()
    hands = 0
    for one in tallies:
        names |= one.names
        count += one.count
        of += one.of
        hands += one.hands
    return Tally(names, count, of, (), (), hands)


def tally_to_json(found: Tally) -> dict[str, Any]:
    """The counts as plain values, to be kept."""
    return {
        "names": found.names,
        "rates": [[*key, found.count[key], occasions] for key, occasions in found.of.items()],
        "passed": [list(one) for one in found.passed_wins],
        "lost": [list(one) for one in found.lost],
        "hands": found.hands,
    }


def tally_from_json(kept: dict[str, Any]) -> Tally:
    """What `tally_to_json` has written."""
    rates = [(tuple(row[:3]), row[3], row[4]) for row in kept["rates"]]
    return Tally(
        names=kept["names"],
        count=Counter({key: count for key, count, _ in rates if count}),
        of=Counter({key: of for key, _, of in rates}),
        passed_wins=tuple(PassedWin(*one) for one in kept["passed"]),
        lost=tuple(LostAt(*one) for one in kept["lost"]),
        hands=kept["hands"],
    )


def figures(found: Tally) -> list[Figure]:
    """Every figure of which there was an occasion, by kind and then by how far it stands out."""
    told = [
        Figure(kind, who, whose, Rate(found.count[kind, who, whose], occasions),
               _base(found, kind, who, whose))
        for (kind, who, whose), occasions in found.of.items()
    ]  # fmt: skip
    return sorted(told, key=_order)


def _order(one: Figure) -> tuple[int, float, Person, Person]:
    excess = (one.rate.share or 0.0) - (one.base.share or 0.0)
    return KINDS.index(one.kind), -excess, one.who, one.whose or ""


def _base(found: Tally, kind: Kind, who: Person, whose: Person | None) -> Rate:
    """Of everybody else; of a pair, of all other pairs."""
    keys = [key for key in found.of if key[0] == kind and key != (kind, who, whose)]
    return Rate(sum(found.count[key] for key in keys), sum(found.of[key] for key in keys))


class _Counting:
    """Walks through a match."""

    def __init__(self, losses: Losses) -> None:
        self.found = Tally()
        self._losses = losses
        self._lost: list[LostAt] = []
        self._asked: dict[Place, int] = {}
        self._at = 0
        self._passed: list[PassedWin] = []
        self._hands = 0

    def through(self, walk: Iterable[Moment]) -> Tally:
        for moment in walk:
            event, state = moment.line.event, moment.line.before
            hand = state.hand
            self._asking(state, moment)
            if isinstance(event, e.SecretOpened):
                self._hands += 1
            if isinstance(event, e.BotTookOver):
                self._away(state, event.place, moment)
            if hand is None or moment.place is None:
                continue
            who = _person(state, moment)
            if who is None:
                continue
            self._name(state, moment.place, who)
            self._add("time_out", who, None, moment.is_by_clock)
            self._add("away", who, None, False)
            self._connection(state, moment.place, who, moment)
            self._win(moment, who)
            if isinstance(event, e.ClaimMade | e.ClaimPassed):
                self._claim(moment, hand, state, who, event)
        found = self.found
        return Tally(
            found.names, found.count, found.of, tuple(self._passed), tuple(self._lost), self._hands
        )

    def _asking(self, state: MatchState, moment: Moment) -> None:
        """Since when each place is asked: since the event before, if it was not already."""
        asked = self._asked
        self._asked = {place: asked.get(place, self._at) for place in waiting_on(state)}
        self._at = ms_of(moment.line.at)

    def _connection(self, state: MatchState, place: Place, who: Person, moment: Moment) -> None:
        """A decision is over: whether the connection was lost during it."""
        asked = self._asked.pop(place, self._at)
        loss = _lost_within(self._losses.get(place, ()), asked, self._at)
        self._add("lost", who, None, loss is not None)
        if loss is not None:
            gone = None if loss.back is None else loss.back - loss.lost
            self._lost.append(LostAt(state.hand_number, moment.line.seq, who, gone))

    def _add(self, kind: Kind, who: Person, whose: Person | None, happened: bool) -> None:
        self.found.of[kind, who, whose] += 1
        self.found.count[kind, who, whose] += happened

    def _away(self, state: MatchState, place: Place, moment: Moment) -> None:
        """Somebody was gone for so long that a built-in player took over while they were asked."""
        person = _id(state, place)
        if person is not None and place in waiting_on(state):
            self._name(state, place, person)
            self._add("away", person, None, True)
            self._connection(state, place, person, moment)

    def _name(self, state: MatchState, place: Place, person: Person) -> None:
        self.found.names[person] = state.players[place].name

    def _win(self, moment: Moment, who: Person) -> None:
        """A legal win, taken or not."""
        event, hand = moment.line.event, moment.line.before.hand
        assert hand is not None
        assert moment.place is not None
        chance = moment.chances[hand.seat_of(moment.place)]
        if chance is None or chance.win is None or not chance.win.wins:
            return
        taken = isinstance(event, e.HandWon) or (
            isinstance(event, e.ClaimMade) and event.kind == "win"
        )
        self._add("passed_win", who, None, not taken)
        if not taken:
            win = PassedWin(hand.number, moment.line.seq, who, chance.win.tai)
            self._passed.append(win)

    def _claim(
        self,
        moment: Moment,
        hand: HandState,
        state: MatchState,
        who: Person,
        event: e.ClaimMade | e.ClaimPassed,
    ) -> None:
        """Of a seat's tiles on offer: how often another seat that could lay a meld asked for it,
        and how often one that could win did."""
        from_place = hand.place_of(hand.turn)
        whose = _id(state, from_place)
        chance = moment.chances[event.seat]
        if whose is None or chance is None:
            return
        self._name(state, from_place, whose)
        made = event.kind if isinstance(event, e.ClaimMade) else ""
        self._add("fed_wins", who, whose, made == "win")
        if any(isinstance(one, c.Claim) and one.kind != "win" for one in chance.commands):
            self._add("claims", who, whose, made not in ("", "win"))


def _lost_within(losses: Sequence[Loss], asked: int, answered: int) -> Loss | None:
    """The first that began while the answer was awaited."""
    return next((one for one in losses if asked < one.lost <= answered), None)


def _person(state: MatchState, moment: Moment) -> Person | None:
    """Who answered, by themselves or by letting the time run out; None for a built-in player."""
    if moment.place is None or moment.line.actor.startswith("bot:"):
        return None
    return _id(state, moment.place)


def _id(state: MatchState, place: Place) -> Person | None:
    """The person at a place; None where a built-in player sits or plays there."""
    player = state.players[place]
    if player.kind != "human" or state.bots[place] is not None:
        return None
    return player.id or f"guest:{player.name}"
