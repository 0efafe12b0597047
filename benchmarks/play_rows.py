"""Self-play and proving records, against the libraries of riichi mahjong that do the same.

An event of ours is what our log holds; one of theirs is a line of their mjai log. Ours are
finer: each answer to a discard, "nothing" too, is an event of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from jansou.core.rules import preset
from jansou.game.agents import Agent, SmartEfficiencyAgent
from jansou.game.agents import RandomAgent as JansouRandomAgent
from jansou.game.environment import Environment
from jansou.io.from_game import paifu_from_game
from jansou.io.mjai import dump_mjai, parse_mjai
from jansou.io.replay import replay_paifu
from jansou.validation.check import check_paifu
from riichienv import RiichiEnv
from riichienv.agents.random_agent import RandomAgent

from benchmarks.paired import Rates, Work, alternate
from benchmarks.row import Row
from engine.selfplay import SelfPlay, play_one
from engine.verify import verify

HANDS = 8
GAMES = 4


def self_play_against_riichienv(rounds: int) -> Rates:
    return _self_play(rounds, lambda match: match.events)


def written_self_play_against_riichienv(rounds: int) -> Rates:
    return _self_play(rounds, lambda match: len(match.log.lines))


def _self_play(rounds: int, logged: Callable[[SelfPlay], int]) -> Rates:
    """`logged` makes the log of a match as far as it is to be made, and counts it."""
    ours, theirs = count(), count()

    def play() -> int:
        return logged(play_one("bao", hands=HANDS, seed=f"bench {next(ours)}"))

    def peer() -> int:
        return sum(riichi_game(next(theirs)) for _ in range(GAMES))

    return alternate(play, peer, rounds)


def riichi_game(seed: int) -> int:
    """A whole game between random players, with its log."""
    env = RiichiEnv(game_mode="4p-red-half", seed=seed)
    agents = [RandomAgent(seed * 4 + place) for place in range(4)]
    observed = env.reset()
    while not env.done():
        observed = env.step({place: agents[place].act(seen) for place, seen in observed.items()})
    return len(env.mjai_log)


def verify_against_jansou(rounds: int) -> Rates:
    return _verify(rounds, "random", JansouRandomAgent)


def verify_sensible_against_jansou(rounds: int) -> Rates:
    return _verify(rounds, "sensible", lambda place: SmartEfficiencyAgent())


def _verify(rounds: int, level: str, agent: Callable[[int], Agent]) -> Rates:
    """A record that was not verified before in every round, and one more to warm up."""
    seeds = (f"bench record {number}" for number in range(rounds + 1))
    records = [
        play_one("bao", hands=HANDS * 2, seed=seed, levels=(level,) * 4).record() for seed in seeds
    ]

    def ours() -> int:
        report = verify(records.pop())
        assert report.ok, report
        return report.events

    return alternate(ours, jansou_check(jansou_record(5, agent)), rounds)


def jansou_record(seed: int, agent: Callable[[int], Agent]) -> str:
    """The mjai lines of a whole game between such players."""
    environment = Environment(preset("tenhou"), seed=seed)
    environment.run([agent(place) for place in range(4)])
    return dump_mjai(paifu_from_game(environment))


def jansou_check(text: str) -> Work:
    """Each event against what its engine emits, each choice against the menu, each win scored."""
    lines = len(text.splitlines())

    def work() -> int:
        paifu = parse_mjai(text)
        for _decision in replay_paifu(paifu):
            pass
        assert all(verdict.passed for verdict in check_paifu(paifu))
        return lines

    return work


ROWS = (
    Row(
        "self-play",
        "random self-play with legal menus, claims, settlement and log ÷ `riichienv` with its log",
        1.5,
        "events/s",
        self_play_against_riichienv,
    ),
    Row(
        "self-play-record",
        "the same with every event written as a chained line of a record",
        None,
        "events/s",
        written_self_play_against_riichienv,
    ),
    Row(
        "verify",
        "replay from JSONL with every check of `verify` ÷ `jansou` replay",
        20,
        "events/s",
        verify_against_jansou,
    ),
    Row(
        "verify-sensible",
        "the same for matches of players who try to win",
        None,
        "events/s",
        verify_sensible_against_jansou,
    ),
)
