"""Whole matches by seed, and hypothesis strategies for options and matches.

A match is played by random choice among what is legal, with a taste: eager tables claim
and win whenever they can, so that every sort of event comes up.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from hypothesis import strategies as st

from engine import wall
from engine.errors import IllegalAction
from engine.play import commands as c
from engine.play import events as e
from engine.play.decide import decide
from engine.play.defaults import waiting_on
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.match import Length, Player, Successor, TurnOrder
from engine.play.naming import wild_choices
from engine.play.state import MatchState
from engine.players import get, seat_view
from engine.rules.option import OptionValue
from engine.rules.options import OPTIONS
from engine.rulesets import get_ruleset

GAMES = ("bao", "free")
TWO_HANDS = Length("hands", 2)
Options = Mapping[str, OptionValue]
Choose = Callable[[MatchState, int, tuple[c.SeatCommand, ...]], c.SeatCommand]


SUBSTITUTES = (
    Successor("Eva", "human", None, "u4"),
    Successor("Fan", "human", None, "u5"),
    Successor("Ann", "human", None, "u0"),
    Successor("random", "bot", "random", ""),
)


def people(*names: str) -> tuple[Player, ...]:
    """Four persons."""
    names = names or ("Ann", "Ben", "Cai", "Dai")
    return tuple(Player(i, name, "human", None, f"u{i}") for i, name in enumerate(names))


@dataclass
class Table:
    """A match being played: its events and its state, and the commands that led there."""

    seed: int
    state: MatchState = field(default_factory=MatchState.empty)
    events: list[e.Event] = field(default_factory=list)
    commands: list[c.Command] = field(default_factory=list)

    @property
    def chain(self) -> tuple[str, ...]:
        """The secrets of the match."""
        return wall.make_chain(hashlib.sha256(str(self.seed).encode()).digest())

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """Decide and fold one command."""
        made = decide(self.state, command)
        for event in made:
            self.state = evolve(self.state, event)
        self.events += made
        self.commands.append(command)
        return made

    def open(
        self,
        ruleset: str = "bao",
        options: Options | None = None,
        length: Length = TWO_HANDS,
        players: tuple[Player, ...] | None = None,
        spectator_delay: int = 1,
        first_dealer: int | None = None,
        seat_plan: tuple[TurnOrder, ...] = (),
    ) -> None:
        """Set the match up."""
        options = options or {}
        self.do(
            c.OpenMatch(
                match=f"match-{self.seed}",
                ruleset=ruleset,
                options=options,
                length=length,
                players=players or people(),
                commitment=wall.commitment(self.chain[0]),
                fixed_wilds=fixed_wilds(ruleset, options, self.seed),
                spectator_delay=spectator_delay,
                first_dealer=first_dealer,
                seat_plan=seat_plan,
            )
        )

    def contribute(self) -> None:
        """All four commit and open."""
        entropies = [hashlib.sha256(f"{self.seed}/{p}".encode()).hexdigest() for p in range(4)]
        for place, entropy in enumerate(entropies):
            self.do(c.CommitEntropy(place, wall.entropy_digest(entropy)))
        for place, entropy in enumerate(entropies):
            self.do(c.OpenEntropy(place, entropy))

    def start(self, ruleset: str = "bao", options: Options | None = None, **more: object) -> None:
        """Set up, contribute, draw the first dealer."""
        self.open(ruleset, options, **more)
        self.contribute()
        self.do(c.StartMatch(self.chain[0]))

    def deal(self) -> None:
        """Deal the next hand."""
        self.do(c.DealHand(self.chain[self.state.hand_number + 1]))

    def open_secret(self) -> None:
        """Open the secret of the hand that is over."""
        self.do(c.OpenSecret(self.chain[self.state.hand_number]))

    def step(self, choose: Choose) -> None:
        """One step of the match by itself: deal, open, or one seat's choice."""
        state = self.state
        if state.phase == "between":
            self.deal()
        elif state.hand is not None and state.hand.phase == "over":
            self.open_secret()
        else:
            assert state.hand is not None
            seat = state.hand.seat_of(waiting_on(state)[-1])
            self.do(choose(state, seat, legal(state, seat)))

    def meddle(self, rng: random.Random) -> None:
        """Something that no player does: a pause, a time-out, an absence, a voided hand."""
        state, place = self.state, rng.randrange(4)
        waiting = waiting_on(state)
        tries: list[c.Command] = [
            c.PauseMatch("rest"),
            c.ResumeMatch(),
            c.GrantClock(place, 1000, "lag"),
            c.ExcuseDowntime(500),
            c.ExcuseNetwork(place, 40),
            c.MeasureNetwork(max(1, state.hand_number - 1), (place, 90, 0, 1_200)),
            c.TakeOver(place, "random"),
            c.ReturnPlayer(place),
            c.HandOverSeat(place, rng.choice(SUBSTITUTES), "ill"),
        ]
        if state.hand is not None and waiting:
            tries += [c.TimeOut(state.hand.seat_of(waiting[0]))] * 3
        if not rng.randrange(40):
            tries = [c.VoidHand("dispute"), c.CallTime()]
        with suppress(IllegalAction):
            self.do(rng.choice(tries))
        if self.state.paused and rng.randrange(2):
            self.do(c.ResumeMatch())

    def play_meddled(self, choose: Choose, seed: int) -> Iterator[MatchState]:
        """As `play`, with somebody meddling now and then."""
        rng = random.Random(seed)
        for state in self.play(choose):
            yield state
            while self.state.paused or not rng.randrange(6):
                self.meddle(rng)

    def play(self, choose: Choose, most: int = 100_000) -> Iterator[MatchState]:
        """Steps until the match ends; yields the state before each."""
        for _ in range(most):
            if self.state.phase == "ended":
                return
            yield self.state
            # Whoever looks at the state may have ended the match meanwhile.
            if self.state.phase != "ended":
                self.step(choose)


def fixed_wilds(ruleset: str, options: Options, seed: int) -> tuple[int, ...]:
    """Kinds for a match that fixes them."""
    rules = get_ruleset(ruleset, options)
    if rules.options.free_wild != "fixed":
        return ()
    choices = wild_choices(rules, rules.wild_kinds_named(None))
    return choices[seed % len(choices)]


def at_random(seed: int) -> Choose:
    """Any legal command."""
    rng = random.Random(seed)
    return lambda state, seat, menu: rng.choice(menu)


def eager(seed: int) -> Choose:
    """Wins, then melds and kongs, when there are any; then any command."""
    rng = random.Random(seed)

    def choose(state: MatchState, seat: int, menu: tuple[c.SeatCommand, ...]) -> c.SeatCommand:
        first = menu[0]
        if isinstance(first, c.DeclareWin) or (isinstance(first, c.Claim) and first.kind == "win"):
            return first
        kongs = [one for one in menu if isinstance(one, c.DeclareKong)]
        claims = [one for one in menu if isinstance(one, c.Claim)]
        if isinstance(first, c.PassBid):
            return rng.choice((first, *menu[:4]))
        return rng.choice(kongs or claims or menu)

    return choose


def sensible(seed: int) -> Choose:
    """The built-in player that tries to win."""
    rng = random.Random(seed)
    player = get("sensible")
    return lambda state, seat, menu: player.choose(seat_view(state, seat), menu, rng)


def mixed(seed: int) -> Choose:
    """A different taste for each place."""
    tastes = (at_random(seed), eager(seed), sensible(seed), sensible(seed))

    def choose(state: MatchState, seat: int, menu: tuple[c.SeatCommand, ...]) -> c.SeatCommand:
        assert state.hand is not None
        return tastes[(state.hand.place_of(seat) + seed) % 4](state, seat, menu)

    return choose


TASTES = (at_random, eager, sensible, mixed)


def options_of(ruleset: str) -> st.SearchStrategy[dict[str, OptionValue]]:
    """Some of a game's options, with any value allowed."""
    named = {
        option.name: st.sampled_from(option.allowed)
        for option in OPTIONS
        if ruleset in option.belongs_to
    }
    return st.fixed_dictionaries({}, optional=named)


@st.composite
def tables(draw: st.DrawFn, ruleset: str | None = None) -> tuple[Table, Choose]:
    """A match of either game with random options, right before its first deal, and a taste."""
    game = ruleset or draw(st.sampled_from(GAMES))
    options = draw(options_of(game))
    seed = draw(st.integers(0, 10_000))
    table = Table(seed)
    hands = draw(st.integers(1, 2))
    table.start(
        game, options, length=Length("hands", hands), spectator_delay=draw(st.integers(0, 2))
    )
    return table, draw(st.sampled_from(TASTES))(seed)
