"""Whole matches by random players, event by event, for tests that compare two folds of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from engine.loading import load
from engine.play import commands as c
from engine.play.codec import event_from_text
from engine.play.decide import decide
from engine.play.events import Event
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.match import Length, Player
from engine.play.state import MatchState
from engine.players import Chance, get, seat_view
from engine.wall import commitment, make_chain


def random_match(
    ruleset: str, seed: str, *, hands: int, options: Mapping[str, object] | None = None
) -> Iterator[tuple[MatchState, Event, MatchState]]:
    """(state before, event, state after) for every event of a match."""
    chain = make_chain(hashlib.sha256(seed.encode()).digest())
    rng = Chance(seed)
    state = MatchState.empty()
    command: object | None = c.OpenMatch(
        match=seed,
        ruleset=ruleset,
        options=options or {},
        length=Length("hands", hands),
        players=tuple(Player(p, f"P{p}", "human", None, str(p)) for p in range(4)),
        commitment=commitment(chain[0]),
    )
    while command is not None:
        for event in decide(state, command):
            before, state = state, evolve(state, event)
            yield before, event, state
        command = _next_command(state, chain, rng, seed)


def recorded(record: bytes) -> Iterator[tuple[MatchState, Event, MatchState]]:
    """The same for the events of a record."""
    state = MatchState.empty()
    for row in load(record).rows:
        columns = row.columns
        event = event_from_text(columns.type, columns.v, columns.data)
        before, state = state, evolve(state, event)
        yield before, event, state


def _next_command(
    state: MatchState, chain: tuple[str, ...], rng: Chance, seed: str
) -> object | None:
    match state.phase:
        case "commit" | "open":
            return _entropy(state, seed)
        case "ready":
            return c.StartMatch(chain[0])
        case "between":
            return c.DealHand(chain[state.hand_number + 1])
        case "hand":
            return _seat_command(state, chain, rng)
    return None


def _entropy(state: MatchState, seed: str) -> object:
    place = next(
        p
        for p in range(4)
        if not (state.digests if state.phase == "commit" else state.entropies)[p]
    )
    entropy = hashlib.sha256(f"{seed}{place}".encode()).hexdigest()
    if state.phase == "commit":
        return c.CommitEntropy(place, hashlib.sha256(bytes.fromhex(entropy)).hexdigest())
    return c.OpenEntropy(place, entropy)


def _seat_command(state: MatchState, chain: tuple[str, ...], rng: Chance) -> object:
    hand = state.hand
    if hand is None or hand.phase == "over":
        return c.OpenSecret(chain[state.hand_number])
    for seat in range(4):
        allowed = legal(state, seat)
        if allowed:
            return get("random").choose(seat_view(state, seat), allowed, rng)
    raise AssertionError("nobody may act")
