"""Local search: exchange two players of a round again and again.

Owns the two searches, simulated annealing and repair. Must not know what the
prices of the board mean. Both end after a given amount of work, and both
follow from the words they are handed alone: thresholds are whole numbers, so
that machines cannot differ in the last bit of a float.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.seating.board import Board, Flat

WORD_BITS = 32
HOT = 257_698_037
"""The chance, of 2³², of accepting a loss of 1 at the start: six in a hundred."""

STEPS = 200
COOLING = 1_041_332
"""Each step multiplies the chance by this, of 2²⁰: a quarter of HOT is left at the end."""

DONE = 7
"""An exchange that is made takes as long as this many that are only weighed."""

WORST = 24
"""Losses from here on are never accepted."""


def anneal(board: Board, word: Callable[[], int], tries: int, bound: int = 0) -> None:
    """Leave the board at the cheapest arrangement met in `tries` exchanges; stop at `bound`."""
    if not board.rounds or len(board.rounds[0]) <= 4:
        return
    best, kept = board.cost, board.snapshot()
    chance = HOT
    for _ in range(STEPS):
        _exchange(board, word, tries // STEPS, _thresholds(chance), bound)
        if board.cost < best:
            best, kept = board.cost, board.snapshot()
        if best <= bound:
            break
        chance = chance * COOLING >> 20
    if board.cost > best:
        board.replace(kept)


def _thresholds(chance: int) -> list[int]:
    """By loss: words below are acceptances. The chance of a loss of d is chance^d."""
    values = [1 << WORD_BITS]
    while len(values) < WORST:
        values.append(values[-1] * chance >> WORD_BITS)
    return values


def _exchange(
    board: Board, word: Callable[[], int], tries: int, thresholds: list[int], bound: int
) -> None:
    """The inner loop: `Board.swap_costs` written out, because a call costs as much as the sum."""
    rounds, more, less = board.rounds, board.more, board.less
    count = len(rounds)
    while tries > 0:
        tries -= 1
        pick, which = divmod(word(), count)
        flat = rounds[which]
        size = len(flat)
        pick, i = divmod(pick, size)
        j = pick % size
        s, t = i & ~3, j & ~3
        if s == t:
            continue
        a, b = flat[i], flat[j]
        p, q, r, o = flat[s : s + 4]
        u, v, w, x = flat[t : t + 4]
        to_s, to_t, off_s, off_t = more[b], more[a], less[a], less[b]
        loss = to_s[p] + to_s[q] + to_s[r] + to_s[o] - to_s[a]
        loss += to_t[u] + to_t[v] + to_t[w] + to_t[x] - to_t[b]
        loss -= off_s[p] + off_s[q] + off_s[r] + off_s[o]
        loss -= off_t[u] + off_t[v] + off_t[w] + off_t[x]
        if loss <= 0 or (loss < WORST and word() < thresholds[loss]):
            board.swap(flat, i, j)
            tries -= DONE
            if board.cost <= bound:
                return


def repair(board: Board, word: Callable[[], int], tries: int, bound: int = 0) -> None:
    """Look for exchanges only at tables that cost something; quick where little is wrong."""
    while tries > 0 and board.cost > bound:
        before = tries
        for flat in board.rounds:
            for i in range(len(flat)):
                if tries > 0 and _is_costly(board, flat, i):
                    tries -= _relieve(board, word, flat, i)
        if tries == before:
            return


def _is_costly(board: Board, flat: Flat, i: int) -> bool:
    less = board.less[flat[i]]
    return any(less[other] > 0 for other in flat[i & ~3 : (i & ~3) + 4])


def _relieve(board: Board, word: Callable[[], int], flat: Flat, i: int) -> int:
    """Try drawn partners for place i until one is no loss; the number of tries."""
    size = len(flat)
    for tried in range(1, size + 1):
        j = word() % size
        if i & ~3 != j & ~3 and board.swap_costs(flat, i, j) <= 0:
            board.swap(flat, i, j)
            return tried + DONE
    return size
