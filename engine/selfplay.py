"""A match that built-in players play among themselves, with the record of it.

Owns the loop a host runs: contributions, deals, every seat's turn, secrets. All
chance follows from a seed, and times are counted, not read, so the same seed
gives the same record byte for byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

from engine import players, wall
from engine.counted_log import CountedLog
from engine.play import commands as c
from engine.play import events as e
from engine.play.decide import decide
from engine.play.defaults import waiting_on
from engine.play.evolve import evolve, fold
from engine.play.legal import legal
from engine.play.match import Length, Player
from engine.play.naming import partners
from engine.play.state import MatchState
from engine.players import Chance
from engine.recommand import SYSTEM
from engine.rules.option import OptionValue
from engine.rules.ruleset import Ruleset
from engine.rulesets import get_ruleset
from engine.tiles import KINDS, Kind

Watch = Callable[[MatchState, e.Event], None]
"""Called after every event with the state it led to."""
Fold = Callable[[tuple[e.Event, ...], MatchState], MatchState]


def opening(
    match: str,
    ruleset: Ruleset,
    length: Length,
    levels: Sequence[str],
    seed: str,
) -> c.OpenMatch:
    """The command that opens a match of built-in players, one level for each place."""
    table = tuple(
        Player(place, f"{level} {place + 1}", "bot", level, f"bot-{place}")
        for place, level in enumerate(levels)
    )
    options: dict[str, OptionValue] = ruleset.options.as_dict()
    return c.OpenMatch(
        match=match,
        ruleset=ruleset.id,
        options=options,
        length=length,
        players=table,
        commitment=wall.commitment(wall.make_chain(_seed_bytes(seed))[0]),
        fixed_wilds=_fixed_wilds(ruleset, Chance(f"{seed} wilds")),
    )


def _seed_bytes(seed: str) -> bytes:
    return hashlib.sha256(f"{seed} secrets".encode()).digest()


def _fixed_wilds(ruleset: Ruleset, chance: Chance) -> tuple[Kind, ...]:
    """Where the wilds are fixed for the match (C3), some that may be."""
    if ruleset.options.free_wild != "fixed":
        return ()
    first = chance.randrange(KINDS)
    if ruleset.wild_kinds_named(None) == 1:
        return (first,)
    beside = partners(ruleset, first)
    return tuple(sorted((first, beside[chance.randrange(len(beside))])))


_BOTS: Final = tuple(f"bot:{place}" for place in range(4))


class SelfPlay:
    """One match from its opening to its end. `state` is where it stands."""

    def __init__(self, command: c.OpenMatch, seed: str, watch: Watch | None = None) -> None:
        self.state = MatchState.empty()
        self.log = CountedLog()
        self._fold: Fold = _watched_by(watch) if watch else fold
        self._secrets = wall.make_chain(_seed_bytes(seed))
        self._entropies = [_entropy(seed, place) for place in range(4)]
        self._chances = [Chance(f"{seed} place {place}") for place in range(4)]
        self._players = [players.get(player.level or "random") for player in command.players]
        self._opening = command

    def play(self) -> MatchState:
        """The whole match."""
        self.submit(self._opening, SYSTEM)
        for place, entropy in enumerate(self._entropies):
            self.submit(c.CommitEntropy(place, wall.entropy_digest(entropy)), f"bot:{place}")
        for place, entropy in enumerate(self._entropies):
            self.submit(c.OpenEntropy(place, entropy), f"bot:{place}")
        self.submit(c.StartMatch(self._secrets[0]), SYSTEM)
        while self.state.phase != "ended":
            self.play_hand()
        return self.state

    def play_hand(self) -> None:
        """One hand with its secret, from the deal to the opening."""
        secret = self._secrets[self.state.hand_number + 1]
        self.submit(c.DealHand(secret), SYSTEM)
        self._play_out()
        self.submit(c.OpenSecret(secret), SYSTEM)

    def _play_out(self) -> None:
        """The running hand to its end; as `submit` of what each place chooses."""
        state, add, fold_all = self.state, self.log.add, self._fold
        while places := waiting_on(state):
            for place in places:
                assert state.hand is not None
                seat = state.hand.seat_of(place)
                choices = legal(state, seat)
                command = choices[0]
                if len(choices) > 1:
                    view = players.seat_view(state, seat)
                    command = self._players[place].choose(view, choices, self._chances[place])
                events = decide(state, command)
                state = fold_all(events, state)
                add((events, state.hand_number, _BOTS[place]))
        self.state = state

    def submit(self, command: c.Command, actor: str) -> None:
        """Decide a command, fold its events and log them."""
        events = decide(self.state, command)
        self.state = self._fold(events, self.state)
        self.log.add((events, self.state.hand_number, actor))

    @property
    def events(self) -> int:
        """How many events there are so far, all of them in the log."""
        return len(self.log)

    def record(self) -> bytes:
        """The record of what was played so far."""
        return self.log.record()


def _watched_by(watch: Watch) -> Fold:
    def fold_watched(events: tuple[e.Event, ...], state: MatchState) -> MatchState:
        for event in events:
            state = evolve(state, event)
            watch(state, event)
        return state

    return fold_watched


def _entropy(seed: str, place: int) -> str:
    return hashlib.sha256(f"{seed} place {place} entropy".encode()).hexdigest()


def play_one(
    ruleset: str,
    *,
    options: dict[str, OptionValue] | None = None,
    hands: int = 4,
    levels: Sequence[str] = ("random",) * 4,
    seed: str = "0",
    watch: Watch | None = None,
) -> SelfPlay:
    """A whole match of a number of hands, played."""
    rules = get_ruleset(ruleset, options)
    match = f"self-play-{seed}"
    run = SelfPlay(opening(match, rules, Length("hands", hands), levels, seed), seed, watch)
    run.play()
    return run
