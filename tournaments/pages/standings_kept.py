"""Standings as pages need them, kept in this process for as long as the log does not move on.

Owns the cache. An entry is named by the hash of the log's head, so it can never be out of date.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final, NamedTuple

from tournaments.domain.books import book_of, rules_of
from tournaments.domain.state import TournamentState, stage_of
from tournaments.people import Player
from tournaments.standings.book import Book
from tournaments.standings.standing import (
    Standings,
    Tally,
    last_round,
    movement,
    tally_of,
    tally_standings,
)
from tournaments.standings.values import Values, tally_values
from tournaments.store.folds import Fold

MOST_KEPT: Final = 48


class Kept(NamedTuple):
    """Standings, the book behind them, every criterion's values, and places won since before."""

    book: Book
    standings: Standings
    values: Values
    moved: dict[Player, int | None]


_KEPT: OrderedDict[tuple[str, str, int | None], Kept] = OrderedDict()
_LOCK = threading.Lock()


def standings_kept(fold: Fold, stage: str, after_round: int | None = None) -> Kept:
    """The standings of a stage as the log has them now, or as after a round."""
    key = (fold.head, stage, after_round)
    with _LOCK:
        if (found := _KEPT.get(key)) is not None:
            _KEPT.move_to_end(key)
            return found
    made = _made(fold.state, stage, after_round)
    with _LOCK:
        _KEPT[key] = made
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return made


def _made(state: TournamentState, stage: str, after_round: int | None) -> Kept:
    rules = rules_of(state, stage)
    book = book_of(state, stage, after_round)
    tally = tally_of(book, rules)
    standings = tally_standings(tally, after_round)
    values = tally_values(tally, after_round)
    return Kept(book, standings, values, _moved(state, standings, tally))


def _moved(state: TournamentState, now: Standings, tally: Tally) -> dict[Player, int | None]:
    """Places won since the round before; nothing after the first round of a stage."""
    book = tally.book
    number = min(now.after_round, last_round(book))
    if not any(one.plan.stage == now.stage and one.number < number
               for one in state.rounds.values()):  # fmt: skip
        return {}
    known = stage_of(state, now.stage)
    if known and known.is_bracket:
        tally = tally_of(book_of(state, now.stage, number - 1), tally.rules)
    return movement(tally_standings(tally, number - 1), now)
