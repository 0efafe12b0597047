"""play whole matches with built-in players; print hands, events, events per second"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from engine import players
from engine.cli.files import print_error
from engine.conservation import breaches
from engine.errors import EngineError, InvalidInput, InvalidNotation
from engine.hashing import Json, parse
from engine.play import events as e
from engine.play.match import Length
from engine.play.state import MatchState
from engine.record import SUFFIX
from engine.rules.ruleset import Ruleset
from engine.rulesets import get_ruleset
from engine.selfplay import SelfPlay, Watch, opening


@dataclass(slots=True)
class Tally:
    """What happened in the hands so far."""

    hands: int = 0
    matches: int = 0
    events: int = 0
    seconds: float = 0.0
    wins: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play."""

    ruleset: Ruleset
    hands: int
    seed: str
    levels: tuple[str, ...]
    length: Length
    out: Path | None
    check: bool


def run(arguments: Sequence[str]) -> int:
    """0 when all was played; 1 with the error otherwise."""
    try:
        plan = _plan(arguments)
        tally = _play(plan)
    except EngineError as error:
        print_error(error)
        return 1
    _print(plan, tally)
    return 1 if tally.faults else 0


def _plan(arguments: Sequence[str]) -> Plan:
    parser = ArgumentParser(prog="laozhuang-engine simulate", description=__doc__)
    add = parser.add_argument
    add("--ruleset", default="bao", help="bao or free")
    add("--hands", type=int, default=100, metavar="N", help="scored hands to play in all")
    add("--seed", default="0", help="the same seed plays the same matches")
    add("--out", type=Path, metavar="DIR", help="write each match's record there")
    add("--players", default="sensible", help="a level, or four of them separated by commas")
    add("--options", default="{}", metavar="JSON", help="options that differ from the defaults")
    add("--length", default="16", help="hands in a match, or dealer_rounds")
    add("--check", action="store_true", help="after every event, count all tiles and points")
    given = parser.parse_args(arguments)
    if given.hands < 1:
        raise InvalidInput("at least one hand is played", "hands")
    if not given.seed.isprintable():
        raise InvalidInput("a seed is printable text", "seed")
    return Plan(
        ruleset=get_ruleset(given.ruleset, _options(given.options)),
        hands=given.hands,
        seed=given.seed,
        levels=_levels(given.players),
        length=_length(given.length),
        out=given.out,
        check=given.check,
    )


def _options(text: str) -> dict[str, Json]:
    try:
        value = parse(text)
    except EngineError as error:
        raise InvalidNotation(f"options: {error.message}", "options") from error
    if not isinstance(value, dict):
        raise InvalidNotation("options are a JSON object", "options")
    return value


def _levels(text: str) -> tuple[str, ...]:
    levels = tuple(text.split(","))
    if len(levels) not in (1, 4):
        raise InvalidInput("players are one level, or four", "players")
    if unknown := set(levels) - set(players.LEVELS):
        known = ", ".join(players.LEVELS)
        raise InvalidInput(f"there is no level {min(unknown)!a}: {known}", "players")
    return levels * (4 // len(levels))


def _length(text: str) -> Length:
    if text == "dealer_rounds":
        return Length("dealer_rounds")
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise InvalidInput("a length is a number of hands, or dealer_rounds", "length")
    return Length("hands", int(text))


def _play(plan: Plan) -> Tally:
    """Matches until the hands are played; the last one is as short as it must be."""
    tally = Tally()
    if plan.out:
        _make(plan.out)
    while tally.hands < plan.hands:
        _play_match(plan, tally)
    return tally


def _play_match(plan: Plan, tally: Tally) -> None:
    length = plan.length
    if length.kind == "hands":
        length = Length("hands", min(length.hands or 0, plan.hands - tally.hands))
    tally.matches += 1
    name = f"{plan.ruleset.id}-{plan.seed}-{tally.matches}"
    command = opening(name, plan.ruleset, length, plan.levels, name)
    started = perf_counter()
    match = SelfPlay(command, name, _watch(plan, tally))
    state = match.play()
    tally.seconds += perf_counter() - started
    tally.hands += state.played
    tally.events += match.events
    if plan.out:
        _write(plan.out / f"{name}{SUFFIX}", match.record())


def _watch(plan: Plan, tally: Tally) -> Watch:
    def watch(state: MatchState, event: e.Event) -> None:
        if plan.check and len(tally.faults) < 10:
            tally.faults += breaches(state)
        _count(plan, tally, state, event)

    return watch


def _count(plan: Plan, tally: Tally, state: MatchState, event: e.Event) -> None:
    hand = state.hand
    if hand is None:
        return
    contract = "contract" if hand.contract else "no contract"
    match event:
        case e.HandWon(seat=seat):
            tally.wins[f"place {hand.place_of(seat)} {plan.levels[hand.place_of(seat)]}"] += 1
            tally.outcomes["won"] += 1
            if hand.contract:
                contract = "contract made" if hand.contract.by == seat else "contract failed"
            tally.outcomes[contract] += 1
        case e.HandExhausted():
            tally.outcomes["exhausted"] += 1
            tally.outcomes["contract failed" if hand.contract else contract] += 1
        case e.HandRedealt():
            tally.outcomes["redealt"] += 1


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"cannot make {folder}: {error.strerror}", "out") from error


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InvalidInput(f"cannot write {path}: {error.strerror}", "out") from error


def _print(plan: Plan, tally: Tally) -> None:
    lines = [
        f"ruleset {plan.ruleset.id}, players {', '.join(plan.levels)}, seed {plan.seed}",
        f"hands {tally.hands}",
        f"matches {tally.matches}",
        f"events {tally.events}",
        f"events/s {tally.events / max(tally.seconds, 1e-9):.0f}",
        *[f"{name}: {number}" for name, number in sorted(tally.outcomes.items())],
        *[f"wins of {name}: {number}" for name, number in sorted(tally.wins.items())],
    ]
    if plan.check:
        lines.append(f"conserved at every event: {'no' if tally.faults else 'yes'}")
    lines += tally.faults
    sys.stdout.write("\n".join(lines) + "\n")
