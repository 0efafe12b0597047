"""The decider and a table kept by hand (tests/bruteforce/table.py) agree on whole matches.

At every step of matches with random options, all four menus are compared, what follows the last
answer, every draw, score, payment, point, deal and repeat.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.play import commands as c
from engine.play import events as e
from engine.play.codec import event_to_json
from engine.play.command_codec import command_to_json
from engine.play.defaults import default_action, waiting_on
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.match import Length
from engine.play.state import MatchState
from engine.rules.options import OPTIONS
from tests.bruteforce import oracle
from tests.bruteforce.table import SEATS, Action, Table, snake_case
from tests.bruteforce.tiles import split
from tests.engine.play.rigged_walls import rigged_wall
from tests.strategies import GAMES, TASTES, Choose
from tests.strategies import Table as Match

LENGTHS = (Length("hands", 2), Length("hands", 1), Length("open"))
MATCHES = 30
MOST_HANDS = 3


def short(command: c.SeatCommand) -> Action:
    """A command as the model writes it."""
    return tuple(str(value) for value in command_to_json(command).values())


def random_options(rng: random.Random, game: str) -> dict[str, Any]:
    """Half of the options at random, those in favour of more wins left alone more often."""
    keep = {"dead_wall": 0.6, "free_minimum": 0.5, "max_bid": 0.5}
    return {
        option.name: rng.choice(option.allowed)
        for option in OPTIONS
        if game in option.belongs_to and rng.random() > keep.get(option.name, 0.4)
    }


class Compared:
    """A match, and the model told of each of its events."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        game = self.rng.choice(GAMES)
        self.match = Match(seed)
        rounds = (Length("dealer_rounds"),) if game == "bao" else ()
        self.length = self.rng.choice((*LENGTHS, *rounds))
        self.match.start(game, random_options(self.rng, game), length=self.length)
        self.options: dict[str, Any] = self.match.state.ruleset.options.as_dict()
        self.free = game == "free"
        self.tastes = [self.rng.choice(TASTES[1:])(seed + place) for place in range(4)]
        self.dealer, self.repeat, self.points = self.match.state.dealer, 0, [0, 0, 0, 0]
        self.played, self.hands, self.lost, self.heard = 0, 0, set[int](), 0
        self.model: Table | None = None
        self.seen: Counter[str] = Counter()
        self.listen()

    def play(self) -> Counter[str]:
        """All of it, or as many hands as are enough."""
        while self.match.state.phase != "ended":
            if self.match.state.phase == "between":
                self.check_going_on()
                if self.hands == MOST_HANDS:
                    return self.seen
                self.deal()
            elif self.match.state.hand is not None and self.match.state.hand.phase == "over":
                self.match.open_secret()
            else:
                self.act()
            self.listen()
        assert self.is_over()
        return self.seen

    def is_over(self) -> bool:
        """Whether the match's length is reached (Z4: voided hands are not counted)."""
        if self.length.kind == "dealer_rounds":
            return len(self.lost) == 4
        return self.length.kind == "hands" and self.played == self.length.hands

    def check_going_on(self) -> None:
        assert not self.is_over()

    def deal(self) -> None:
        """A wall of the match, or a rigged one in its place."""
        before = self.match.state
        self.match.deal()
        if self.rng.random() < 0.3:
            return
        dealt, *named = self.match.events[self.heard :]
        assert isinstance(dealt, e.HandDealt)
        wall = rigged_wall(self.rng)
        self.match.events[self.heard :] = [
            e.HandDealt(dealt.hand, dealt.dealer, dealt.repeat, wall),
            *named,
        ]
        self.match.state = before
        for event in self.match.events[self.heard :]:
            self.match.state = evolve(self.match.state, event)

    def act(self) -> None:
        """One seat's action, once the menus of all have been compared."""
        state, model = self.match.state, self.model
        assert state.hand is not None
        assert model is not None
        for number, seat in enumerate(SEATS):
            menu = [short(command) for command in legal(state, number)]
            assert len(set(menu)) == len(menu)
            assert set(menu) == model.menu(seat), (seat, model.stage, self.options)
        place = self.rng.choice(waiting_on(state))
        number = state.hand.seat_of(place)
        command: c.Command = c.TimeOut(number)
        action = default_action(state, number)
        if self.rng.random() > 0.03:
            command = action = self.choose(state, number, self.tastes[place])
        assert action is not None
        if self.rng.random() < 0.0005:
            command, action = c.VoidHand("a tile was shown"), None
        if action and model.stage in ("discard", "kong") and len(model.answers) == 2:
            self.check_what_follows(command, number, short(action))
        else:
            self.match.do(command)

    def choose(self, state: MatchState, seat: int, taste: Choose) -> c.SeatCommand:
        menu = legal(state, seat)
        kongs = [
            x for x in menu if isinstance(x, c.DeclareKong) or getattr(x, "kind", "") == "kong"
        ]
        if isinstance(menu[0], c.PassBid):
            return self.rng.choice((menu[0], *menu[:4]))
        if kongs and self.rng.random() < 0.7:
            return self.rng.choice(kongs)
        return self.rng.choice(menu) if self.rng.random() < 0.1 else taste(state, seat, menu)

    def check_what_follows(self, command: c.Command, seat: int, action: Action) -> None:
        assert self.model is not None
        self.model.answers[SEATS[seat]] = action
        name, whose = self.model.follows()
        claims = sum(answer[0] == "claim" for answer in self.model.answers.values())
        del self.model.answers[SEATS[seat]]
        self.seen["contested"] += claims > 1
        _, event, *more = self.match.do(command)
        assert type(event).__name__ == name
        assert whose is None or SEATS[getattr(event, "seat", -1)] == whose
        is_kong = isinstance(event, e.MeldClaimed) and event.kind == "kong"
        assert [type(one).__name__ for one in more] == ["TileDrawn"] * is_kong

    def listen(self) -> None:
        """The model hears of what happened since."""
        for event in self.match.events[self.heard :]:
            name, data = type(event).__name__, event_to_json(event)
            self.seen[name] += 1
            handler: Callable[[dict[str, Any]], None] | None = getattr(
                self, f"_on_{snake_case(name)}", None
            )
            if handler:
                handler(data)
            elif self.model:
                self.model.hears(name, data)
        self.heard = len(self.match.events)
        assert list(self.match.state.points) == self.points

    def _on_hand_dealt(self, data: dict[str, Any]) -> None:
        self.hands += 1
        facts = (data["hand"], data["dealer"], data["repeat"])
        assert facts == (self.hands, self.dealer, self.repeat)
        self.model = Table(self.free, self.options, self.repeat, split(data["wall"]))

    def _on_hand_won(self, data: dict[str, Any]) -> None:
        assert self.model is not None
        line, found = self.model.line(data["seat"]), data["breakdown"]
        assert (line["source"], line["discarder"]) == (data["source"], data["discarder"])
        answer = oracle.score(line)
        assert (answer.wins, answer.tai) == (True, found["tai"])
        self.seen[data["source"]] += 1
        self.seen.update(element["id"] for element in found["elements"])
        self._scored(answer.payments, found["payments"], data["seat"])

    def _on_hand_exhausted(self, data: dict[str, Any]) -> None:
        assert self.model is not None
        assert len(self.model.wall) == self.options["dead_wall"]
        self._scored(self.model.exhausted_payments(), data["payments"], "E")

    def _scored(self, expected: dict[str, int], paid: dict[str, int], stays: str) -> None:
        """Points, and who deals next (Z2, Z3); an exhausted hand is as if the dealer had won."""
        assert paid == expected
        self.played += 1
        for turns, seat in enumerate(SEATS):
            self.points[(self.dealer + turns) % 4] += paid[seat]
        if stays == "E":
            self.repeat += 1
            return
        self.lost.add(self.dealer)
        rotates = self.options["dealer_succession"] == "rotate"
        self.dealer = (self.dealer + (1 if rotates else SEATS.index(stays))) % 4
        self.repeat = 0


def test_menus_resolutions_and_scores_are_those_of_a_table_kept_by_hand() -> None:
    seen: Counter[str] = Counter()
    for seed in range(MATCHES):
        seen += Compared(seed).play()
    for name in (
        "contested", "discard", "self_draw", "kong_draw", "heavenly", "earthly", "three_wilds",
        "HandExhausted", "MeldClaimed", "KongDeclared",
    ):  # fmt: skip
        assert seen[name], name
