"""Every criterion's value for every participant, also where nothing hung on it.

Owns the table of values that files show. Must not rank anybody.
"""

from __future__ import annotations

from tournaments.people import Player
from tournaments.standings.book import Book, Criterion, Rules
from tournaments.standings.criteria import MEASURES, Value
from tournaments.standings.ranking import order_of
from tournaments.standings.standing import Tally, counted_parts, facts_of, last_round, tally_of

Values = dict[Player, dict[Criterion, Value]]


def values_of(book: Book, rules: Rules, after_round: int | None = None) -> Values:
    """By player and criterion: twelfths for points, counts for the rest.

    Head-to-head means something only among those who are level in all before it; whoever is
    level with nobody has no value there.
    """
    return tally_values(tally_of(book, rules), after_round)


def tally_values(tally: Tally, after_round: int | None = None) -> Values:
    """As `values_of`, of a book that was gone through already."""
    book, rules = tally.book, tally.rules
    number = last_round(book) if after_round is None else after_round
    parts = counted_parts(tally, number, book.participants)
    facts = facts_of(book, rules, parts, book.participants)
    order = order_of(
        book.participants, rules.criteria, lambda name, group: MEASURES[name](facts, group)
    )
    values: Values = {player: {} for player in book.participants}
    for name in rules.criteria:
        everybody = MEASURES[name](facts, book.participants)
        for player in book.participants:
            if name != "head_to_head":
                values[player][name] = everybody[player]
            elif (name, player) in order.values:
                values[player][name] = order.values[name, player]
    return values
