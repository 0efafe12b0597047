"""Who sits with whom over all open rounds: constructions first, then search.

Owns the order in which ways are tried and what makes one arrangement better
than another. Must not know names, winds or table numbers. Ends after a given
number of exchanges, whatever is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.draws import Draws
from tournaments.seating.anneal import anneal, repair
from tournaments.seating.board import Board, Flat, Price, repeats_price
from tournaments.seating.designs import known_rounds
from tournaments.seating.quality import least_excess

TRIES = 4_000_000
"""Exchanges tried before a search is content with what it has; some 3 seconds."""

STARTS = 8
"""Fresh starts among which the tries are divided."""

TRIES_A_SEAT = 2500
"""A start has no use for more tries than this for each seat of each open round."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be arranged.

    `seated` lists, for each open round, the players who play, a multiple of
    four; `played` the rounds that stay as they are; `prices` the pairs about
    which somebody wished something.
    """

    players: int
    seated: tuple[tuple[int, ...], ...]
    played: tuple[tuple[int, ...], ...] = ()
    prices: Mapping[tuple[int, int], Price] = field(default_factory=dict)

    @property
    def everybody_always(self) -> bool:
        """Whether all have a seat in every round, and none was played yet."""
        return not self.played and all(len(flat) == self.players for flat in self.seated)

    def board(self) -> Board:
        """An empty plan with what was played before counted in."""
        board = Board(self.players, len(self.played) + len(self.seated), dict(self.prices))
        for flat in self.played:
            board.count(flat)
        return board


@dataclass(frozen=True, slots=True)
class Found:
    """An arrangement with what it costs: the price first, then the number of repeated meetings."""

    cost: tuple[int, int]
    rounds: list[Flat]


def _bound(task: Task) -> int:
    """A number below which the cost cannot be: no price is below that of the bare repeats."""
    games = [0] * task.players
    for flat in (*task.played, *task.seated):
        for player in flat:
            games[player] += 1
    return least_excess(games)


def arrange(task: Task, draws: Draws, tries: int = TRIES) -> list[Flat]:
    """The best arrangement found of the open rounds."""
    bound = _bound(task)
    best: Found | None = None
    share = min(tries // STARTS, TRIES_A_SEAT * sum(map(len, task.seated)))
    for found in _attempts(task, draws, share, bound):
        if best is None or found.cost < best.cost:
            best = found
        if best.cost[0] <= bound:
            break
    return best.rounds if best else []


def _attempts(task: Task, draws: Draws, tries: int, bound: int) -> Iterator[Found]:
    if task.everybody_always:
        yield _constructed(task, draws, tries, bound)
    for _ in range(STARTS):
        board = task.board()
        for flat in task.seated:
            board.open(draws.shuffled(flat))
        yield _improved(board, draws, tries, bound)


def _improved(board: Board, draws: Draws, tries: int, bound: int) -> Found:
    """Mend what is wrong here and there; only if that is not enough, stir everything."""
    repair(board, draws.word, tries // 4, bound)
    if board.cost > bound:
        anneal(board, draws.word, tries, bound)
    return _found(board)


def _found(board: Board) -> Found:
    return Found((board.cost, _repeats(board)), board.snapshot())


def _repeats(board: Board) -> int:
    return sum(max(0, met - 1) for row in board.met for met in row) // 2


def _constructed(task: Task, draws: Draws, tries: int, bound: int) -> Found:
    """Rounds known by construction, and further ones sought beside them."""
    points = known_rounds(task.players, len(task.seated))
    further = len(task.seated) - len(points)
    seats = _seats(task, points, draws, tries)
    known = [[seats[point] for point in flat] for flat in points]
    board = task.board()
    for flat in known:
        board.count(flat)
    for _ in range(further):
        board.open(draws.shuffled(range(task.players)))
    _improved(board, draws, tries, bound)
    for flat in known:
        board.count(flat, -1)
        board.open(flat)
    if task.prices and board.cost > bound:
        repair(board, draws.word, tries, bound)
    return _found(board)


def _seats(task: Task, points: Sequence[Flat], draws: Draws, tries: int) -> list[int]:
    """The player for each point of a construction, drawn, then exchanged as long as wishes gain.

    Exchanging two players everywhere keeps every pair as it was, so the wishes cost no repeats.
    """
    seats = draws.shuffled(range(task.players))
    if not task.prices:
        return seats
    board = Board(task.players, len(points))
    for flat in points:
        board.count(flat)
    extra = _Wished(task, board.met, seats)
    wishing = sorted({player for pair in task.prices for player in pair})
    for _ in range(min(tries // 20, 400 * len(wishing))):
        one = wishing[draws.word() % len(wishing)]
        extra.try_exchange(one, draws.word() % task.players)
    return extra.seats


class _Wished:
    """The price of wishes for players put on the points of a construction."""

    def __init__(self, task: Task, met: list[list[int]], seats: list[int]) -> None:
        self.met = met
        self.seats = seats
        self.point = [0] * task.players
        for point, player in enumerate(seats):
            self.point[player] = point
        usual = repeats_price(len(task.seated) + 1)
        self.wished: dict[int, list[tuple[int, Price]]] = {}
        for (a, b), price in task.prices.items():
            over = tuple(with_wish - bare for with_wish, bare in zip(price, usual, strict=False))
            self.wished.setdefault(a, []).append((b, over))
            self.wished.setdefault(b, []).append((a, over))

    def _price(self, player: int) -> int:
        row = self.met[self.point[player]]
        return sum(price[row[self.point[other]]] for other, price in self.wished.get(player, ()))

    def try_exchange(self, one: int, other: int) -> None:
        before = self._price(one) + self._price(other)
        self._exchange(one, other)
        if self._price(one) + self._price(other) > before:
            self._exchange(one, other)

    def _exchange(self, one: int, other: int) -> None:
        at, to = self.point[one], self.point[other]
        self.point[one], self.point[other] = to, at
        self.seats[to], self.seats[at] = one, other
