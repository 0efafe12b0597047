"""Score sheets for tests: entries in short, and a match that is entered command by command."""

from __future__ import annotations

from random import Random

import pytest

from engine.errors import EngineError, IllegalAction
from engine.melds import Meld
from engine.notation import parse_tiles
from engine.play import commands as c
from engine.play.decide import decide
from engine.play.match import Length
from engine.play.state import MatchState
from engine.scored.decide import result_of, standing_of
from engine.scored.entry import Entry, Promise, Tapped, Ticked, seat_of
from engine.scored.ticks import HONOUR_PUNGS, Winning, elements_for
from engine.selfplay import SelfPlay
from tests.engine.records import PEOPLE


def won(
    winner: int,
    *ticks: str,
    source: str = "self_draw",
    off: int | None = None,
    bid: tuple = (0, 2),
    auction: str | None = "contract",
) -> Entry:
    """A win of bao; `bid` is contractor, tai and, if need be, form."""
    promise = (
        Promise(bid[0], bid[1], *(bid[2:] or ("two_wild",))) if auction == "contract" else None
    )
    if off is not None and source == "self_draw":
        source = "discard"
    return Entry(auction, promise, "won", winner, source, off, Ticked(ticks))


def free_won(winner: int, *ticks: str, source: str = "self_draw", off: int | None = None) -> Entry:
    """A win of the free game."""
    return Entry(None, None, "won", winner, source, off, Ticked(ticks))


def exhausted(*bid, auction: str | None = "contract") -> Entry:
    """An exhausted hand of bao."""
    promise = Promise(bid[0], bid[1], *(bid[2:] or ("two_wild",))) if bid else None
    return Entry(auction, promise, "exhausted")


def tapped(concealed: str, tile: str, wilds: str, melds=(), **facts) -> Tapped:
    """A hand by its tiles."""
    (kind,) = parse_tiles(tile)
    return Tapped(parse_tiles(concealed), kind, tuple(melds), parse_tiles(wilds), **facts)


class Keeper(SelfPlay):
    """A match with real tiles. Commands come from the place they name, or from a scorer."""

    def __init__(self, ruleset: str = "bao", options: dict | None = None, **changes) -> None:
        given = {"length": Length("open"), "players": PEOPLE} | changes
        opening = c.OpenMatch(
            match="scored 诸暨",
            ruleset=ruleset,
            options=options or {},
            commitment="",
            play="scored",
            **given,
        )
        super().__init__(opening, "scored")
        self.submit(opening, "organiser:ann")

    def enter(self, entry: Entry, by: int | None = None, hand: int | None = None) -> None:
        number = len(self.state.sheet) + 1 if hand is None else hand
        self.say(c.EnterHand(number, by, entry))

    def say(self, command: c.Command) -> None:
        """From whom the command says that it comes; rulings from a referee."""
        if isinstance(command, c.UpholdHand):
            return self.submit(command, "referee:7")
        place = getattr(command, "by", getattr(command, "place", None))
        return self.submit(command, "scorer:5" if place is None else f"place:{place}")

    def refused(self, command: c.Command) -> tuple[str, str | None]:
        """Code and rule with which a command is refused."""
        with pytest.raises(EngineError) as caught:
            decide(self.state, command)
        error = caught.value
        return error.code, error.rule if isinstance(error, IllegalAction) else error.field

    def refused_entry(self, entry: Entry) -> tuple[str, str | None]:
        return self.refused(c.EnterHand(len(self.state.sheet) + 1, None, entry))

    @property
    def points(self) -> list[int]:
        return list(self.state.points)


def random_entry(state: MatchState, rng: Random) -> Entry:
    """Something that may be entered as the next hand."""
    while True:
        entry = _some_entry(state, rng)
        try:
            result_of(state, entry, standing_of(state))
        except EngineError:
            continue
        return entry


def _some_entry(state: MatchState, rng: Random) -> Entry:
    rules = state.ruleset
    auction = rng.choice(("contract", "contract", "no_contract")) if rules.has_auction else None
    promise = None
    if auction == "contract":
        promise = Promise(rng.randrange(4), rng.randint(2, 4), rng.choice(("two_wild", "one_wild")))
    if rng.random() < 0.2:
        return Entry(auction, promise, "exhausted")
    winner = rng.randrange(4)
    source = rng.choice(rules.game.sources)
    off = None if source == "self_draw" else rng.choice([p for p in range(4) if p != winner])
    contract = promise and promise.at(standing_of(state).places)
    winning = Winning(
        seat_of(winner, standing_of(state).places),
        source,
        None if off is None else seat_of(off, standing_of(state).places),
        rules.wild_kinds_named(contract),
    )
    if rng.random() < 0.3:
        hand = _some_tiles(rng, winning.wild_kinds)
        return Entry(auction, promise, "won", winner, source, off, hand)
    menu = [name for name in elements_for(rules, winning) if name != "no_wild"]
    ticks = rng.sample(menu, rng.randint(1, min(5, len(menu))))
    ticks += [name for name in ticks if name in HONOUR_PUNGS and rng.random() < 0.2]
    return Entry(auction, promise, "won", winner, source, off, Ticked(tuple(ticks)))


def _some_tiles(rng: Random, wild_kinds: int) -> Tapped:
    """A flush of pungs and chows, a pung of it laid; copies are not counted here."""
    first = rng.choice((0, 9, 18))
    wilds = tuple(range(first, first + wild_kinds))
    sets = [
        (first + 3 + n,) * 3 if rng.random() < 0.5 else tuple(range(first + 4, first + 7))
        for n in range(3)
    ]
    laid = (rng.choice((31, 32, 33)),) * 3
    pair = (first + 8,) * 2
    tiles = sorted((*sets[0], *sets[1], *sets[2], *pair))
    tile = tiles.pop(rng.randrange(len(tiles)))
    return Tapped(tuple(tiles), tile, (Meld("pung", laid, laid),), wilds)
