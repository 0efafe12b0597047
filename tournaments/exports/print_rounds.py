"""Papers for the hall before a round: pairings to hang up, and a card for each table.

Owns what stands on them. Only pairings that everybody may know belong on paper: the published
edition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tournaments.domain.events import RoundPlanned
from tournaments.domain.parts import Seating
from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState
from tournaments.exports.files import File
from tournaments.exports.paper import MARGIN, Column, Paper
from tournaments.exports.print_request import Printing
from tournaments.exports.printing import printed, shown
from tournaments.exports.rounds import plans_of
from tournaments.exports.wording import Words

_CODE: Final = 72
"""Side of a card's code, millimetres."""

_MANY_LETTERS: Final = 200


def pairings_pdf(state: TournamentState, printing: Printing, number: int) -> File:
    """The published pairings of a round, byes and those sitting out below. Refuses as `plan_of`."""
    plan, words = plan_of(state, number), printing.words

    def draw(paper: Paper) -> None:
        paper.add_page()
        paper.head()
        seats = tuple(Column(wind, 5) for wind in words.winds)
        rows = (_row(state, table) for table in _in_order(plan))
        paper.grid((Column(words.table_column, 1.6, "C"), *seats), rows, 11)
        paper.ln(3)
        paper.letters(11)
        for text, entries in ((words.byes, plan.byes), (words.sitting_out, plan.sitting_out)):
            if entries:
                names = words.between_names.join(shown(state, one) for one in entries)
                paper.line_of(text.format(names=names))

    return printed(state, printing, f"round-{number}-pairings", _subtitle(words, plan), draw)


def plan_of(state: TournamentState, number: int) -> RoundPlanned:
    """The published plan of a round. Refuses `no_such_round` and `not_published`."""
    if number not in state.rounds:
        refuse("no_such_round", f"round {number} is not planned", "round")
    found = [plan for plan in plans_of(state, published=True) if plan.round == number]
    if not found:
        refuse("not_published", f"the pairings of round {number} are not published", "round")
    return found[0]


def _subtitle(words: Words, plan: RoundPlanned) -> str:
    parts = [words.round.format(number=plan.round), words.pairings]
    if plan.edition > 1:
        parts.append(words.edition.format(number=plan.edition))
    return " · ".join(parts)


def _in_order(plan: RoundPlanned) -> list[Seating]:
    return sorted(plan.tables, key=lambda table: table.table)


def _row(state: TournamentState, table: Seating) -> tuple[str, ...]:
    return (str(table.table), *(shown(state, entry) for entry in table.seats))


def cards_pdf(
    state: TournamentState, printing: Printing, number: int, link: Callable[[int], str]
) -> File:
    """A card for each table of a round, two on a page; `link` leads to a table by its number.

    Refuses as `plan_of`.
    """
    plan, words = plan_of(state, number), printing.words

    def draw(paper: Paper) -> None:
        paper.set_auto_page_break(False)
        for at, table in enumerate(_in_order(plan)):
            if at % 2 == 0:
                paper.add_page()
                paper.fold()
            top = (at % 2) * paper.h / 2
            _card(state, paper, words, plan, table, link(table.table), top)

    return printed(state, printing, f"round-{number}-tables", _subtitle(words, plan), draw)


def _card(
    state: TournamentState,
    paper: Paper,
    words: Words,
    plan: RoundPlanned,
    table: Seating,
    link: str,
    top: float,
) -> None:
    wide = paper.w - 2 * MARGIN
    left = wide - _CODE - 8
    paper.fitted(paper.imprint.title, MARGIN, top + 10, wide, 13)
    paper.fitted(words.round.format(number=plan.round), MARGIN, top + 17, wide, 11, grey=90)
    title = words.table.format(number=table.table)
    paper.fitted(title, MARGIN, top + 26, left, 40, style="B")
    _seats(paper, words, [shown(state, entry) for entry in table.seats], left, top + 50)
    right = MARGIN + left + 8
    paper.code(link, right, top + 26, _CODE, title)
    below = paper.fitted(words.scan_table, right, top + 99, _CODE, 10, align="C")
    paper.fitted(link, right, below + 1, _CODE, 7, align="C", grey=90)


def _seats(paper: Paper, words: Words, names: Sequence[str], width: float, at: float) -> None:
    """The four winds and who sits there; long names are set small, to stay on the card."""
    smallest = 10 if sum(map(len, names)) < _MANY_LETTERS else 6.5
    for wind, name in zip(words.winds, names, strict=True):
        paper.fitted(wind, MARGIN, at + 1.4, 24, 12, style="B", grey=70)
        end = paper.fitted(name, MARGIN + 26, at, width - 26, 17, smallest=smallest)
        at = max(at + 17, end + 3)
