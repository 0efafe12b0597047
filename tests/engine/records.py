"""Records for tests: played by built-in players, or scripted with everything a match can hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from engine import wall
from engine.hashing import Columns, canonical_data, event_hash, genesis
from engine.play import commands as c
from engine.play.defaults import waiting_on
from engine.play.legal import legal
from engine.play.match import Aids, ClockSettings, Length, Player, Successor
from engine.players import Chance
from engine.record import Row, parse_header, parse_row, record_bytes
from engine.rulesets import get_ruleset
from engine.selfplay import SelfPlay, opening, play_one

PEOPLE = tuple(
    Player(place, name, "human", None, f"p{place}")
    for place, name in enumerate(("阿庄", "Bea", 'C "quote"', "Dörte"))
)


@cache
def played(ruleset: str, seed: str = "t", hands: int = 3, level: str = "sensible") -> bytes:
    """The record of a match of built-in players."""
    return play_one(ruleset, hands=hands, seed=seed, levels=(level,) * 4).record()


class Scripted(SelfPlay):
    """A match with people, driven command by command."""

    def __init__(self, ruleset: str = "bao", options: dict | None = None, **changes) -> None:
        secrets = wall.make_chain(b"scripted")
        opening = c.OpenMatch(
            match="scripted 诸暨",
            ruleset=ruleset,
            options=get_ruleset(ruleset, options).options.as_dict(),
            length=Length("open"),
            players=PEOPLE,
            commitment=wall.commitment(secrets[0]),
            clocks=ClockSettings(),
            aids=Aids(),
        )
        for name, value in changes.items():
            opening = c.OpenMatch(
                **{f: value if f == name else getattr(opening, f) for f in opening.__slots__}
            )
        super().__init__(opening, "scripted")
        self._secrets = secrets
        self._chance = Chance("scripted")

    def start(self, *, missing: tuple[int, ...] = ()) -> None:
        """Contributions of all places but those missing; then the first dealer."""
        self.submit(self._opening, "organiser:ann")
        self.contribute(missing)
        self.submit(c.StartMatch(self._secrets[0]), "system")

    def contribute(self, missing: tuple[int, ...] = ()) -> None:
        entropies = [f"{place + 1:064x}" for place in range(4)]
        for place in range(4):
            if place not in missing:
                digest = wall.entropy_digest(entropies[place])
                self.submit(c.CommitEntropy(place, digest), f"place:{place}")
        if missing:
            self.submit(c.CloseEntropy(), "clock")
        for place in range(4):
            if place not in missing:
                self.submit(c.OpenEntropy(place, entropies[place]), f"place:{place}")

    def deal(self) -> None:
        self.submit(c.DealHand(self._secrets[self.state.hand_number + 1]), "system")

    def open_secret(self) -> None:
        self.submit(c.OpenSecret(self._secrets[self.state.hand_number]), "system")

    def turns(self, number: int, choose: Callable | None = None) -> None:
        """So many actions of people, at random unless chosen."""
        for _ in range(number):
            if not (places := waiting_on(self.state)):
                return
            self.person(places[0], choose)

    def person(self, place: int, choose: Callable | None = None) -> None:
        seat = self.state.hand.seat_of(place)
        choices = legal(self.state, seat)
        command = choose(choices) if choose else choices[self._chance.randrange(len(choices))]
        self.submit(command, f"place:{place}")

    def finish_hand(self) -> None:
        while waiting_on(self.state):
            self.turns(1)
        self.open_secret()

    def time_out(self) -> None:
        place = waiting_on(self.state)[0]
        self.submit(c.TimeOut(self.state.hand.seat_of(place)), "clock")


def passing(choices):
    """The quiet choice: no bid, no claim, the first tile."""
    return next(
        (x for x in choices if isinstance(x, c.PassBid | c.PassClaim)),
        next((x for x in choices if isinstance(x, c.Discard)), choices[0]),
    )


@cache
def eventful(ruleset: str = "bao") -> bytes:
    """A match in which everything that can happen around the table happens."""
    return _eventful(ruleset).record()


def _eventful(ruleset: str) -> Scripted:
    match = Scripted(ruleset)
    match.start(missing=(2,))
    match.deal()
    for _ in range(7):
        match.time_out()
    match.submit(c.PauseMatch("tea"), "referee:7")
    match.submit(c.GrantClock(1, 5000, "spilt tea"), "referee:7")
    match.submit(c.ResumeMatch(), "referee:7")
    match.submit(c.ExcuseDowntime(1234), "system")
    place = waiting_on(match.state)[0]
    match.submit(c.TakeOver(place, "random"), "clock")
    seat = match.state.hand.seat_of(place)
    match.submit(legal(match.state, seat)[-1], f"bot:{place}")
    match.submit(c.ReturnPlayer(place), f"place:{place}")
    match.turns(40, passing)
    match.submit(c.VoidHand("a tile was shown"), "referee:7")
    match.open_secret()
    match.deal()
    match.finish_hand()
    match.submit(c.MeasureNetwork(2, (35, 0, 180, 2_000)), "system")
    match.deal()
    match.submit(c.CallTime(), "organiser:ann")
    match.submit(c.LiftTime(), "organiser:ann")
    match.submit(c.CallTime(), "organiser:ann")
    match.finish_hand()
    return match


@cache
def handed_over() -> bytes:
    """A match in which a substitute and a built-in player take a seat over and give it back."""
    match = Scripted()
    match.submit(match._opening, "organiser:ann")
    for place in range(4):
        match.submit(c.CommitEntropy(place, wall.entropy_digest("ab" * 32)), f"place:{place}")
    substitute = Successor("Éva", "human", None, "p9")
    match.submit(c.HandOverSeat(1, substitute, "late"), "organiser:ann")
    for place in (0, 2, 3):
        match.submit(c.OpenEntropy(place, "ab" * 32), f"place:{place}")
    match.submit(c.StartMatch(match._secrets[0]), "system")
    match.deal()
    match.turns(9, passing)
    built_in = Successor("sensible", "bot", "sensible", "")
    place = waiting_on(match.state)[0]
    match.submit(c.HandOverSeat(place, built_in, "gone"), "referee:7")
    seat = match.state.hand.seat_of(place)
    match.submit(legal(match.state, seat)[-1], f"bot:{place}")
    here = PEOPLE[place]
    back = Successor(here.name, here.kind, here.level, here.id)
    match.submit(c.HandOverSeat(place, back, "here again"), "referee:7")
    match.submit(c.CallTime(), "organiser:ann")
    match.finish_hand()
    return match.record()


@cache
def reseated() -> bytes:
    """A match whose players change seats after the fourth of five hands."""
    seed, length = "seats-11", Length("hands", 5)
    opening_ = opening("seats", get_ruleset("bao", {}), length, ("sensible",) * 4, seed)
    plan = ((0, 1, 2, 3), (3, 1, 0, 2))
    run = SelfPlay(replace(opening_, first_dealer=0, seat_plan=plan), seed)
    run.play()
    return run.record()


def split(record: bytes) -> tuple[dict, list[Row]]:
    """A record as its header and rows."""
    lines = record.decode()[:-1].split("\n")
    rows = [parse_row(line, number) for number, line in enumerate(lines[1:], start=2)]
    return parse_header(lines[0]), rows


def rechained(header: dict, columns: list[Columns]) -> bytes:
    """A record whose chain, count and head fit whatever is in it."""
    rows, prev = [], genesis(header)
    for number, column in enumerate(columns, start=1):
        column = column._replace(seq=number)
        rows.append(Row(column, prev, event_hash(prev, column)))
        prev = rows[-1].hash
    return record_bytes(header, rows)


def changed(record: bytes, index: int, change: Callable[[dict], object], **columns) -> bytes:
    """A record with one event's data changed, chained anew."""
    header, rows = split(record)
    kept = [row.columns for row in rows]
    data = json.loads(kept[index].data)
    change(data)
    kept[index] = kept[index]._replace(data=canonical_data(data), **columns)
    return rechained(header, kept)


def index_of(record: bytes, type_: str, nth: int = 0) -> int:
    """The index of the n-th event of a type."""
    return list(indices(record, type_))[nth]


def indices(record: bytes, type_: str) -> Iterator[int]:
    """The indices of all events of a type."""
    for index, row in enumerate(split(record)[1]):
        if row.columns.type == type_:
            yield index
