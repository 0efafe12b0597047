"""The sheet of results: what a round brought at each table, and the standings after it.

Owns what stands on it. Must not know how a checkpoint is signed: its code and link are handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournaments.domain.books import book_of, rules_of, standings_of
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Round, Table, TournamentState
from tournaments.exports.files import File
from tournaments.exports.paper import Column, Paper
from tournaments.exports.people import club_of
from tournaments.exports.points import plain
from tournaments.exports.print_request import Checkpoint, Printing
from tournaments.exports.printing import printed, shown
from tournaments.exports.scores import sitting_at
from tournaments.exports.wording import Words
from tournaments.points.match import points_of_match
from tournaments.points.scheme import PointsScheme
from tournaments.points.twelfths import WHOLE, format_twelfths
from tournaments.standings.book import Criterion
from tournaments.standings.criteria import Value
from tournaments.standings.standing import Line, Standings
from tournaments.standings.values import values_of

_IN_TWELFTHS: Final = ("table_points", "game_points", "opponents")


def results_pdf(
    state: TournamentState,
    printing: Printing,
    number: int,
    checkpoint: Checkpoint | None = None,
) -> File:
    """Results and byes of a round that has started, then the standings of its stage after it.

    With a checkpoint, its code and a QR code that leads to it. Refuses `no_such_round` and
    `round_not_started`.
    """
    round_, words = _started(state, number), printing.words

    def draw(paper: Paper) -> None:
        paper.add_page()
        paper.head()
        _results(state, paper, words, round_)
        standings = standings_of(state, round_.plan.stage, number)
        paper.heading(_standings_title(state, words, standings))
        _standings(state, paper, words, standings)
        _proof(paper, words, checkpoint)

    subtitle = f"{words.round.format(number=number)} · {words.results}"
    return printed(state, printing, f"round-{number}-results", subtitle, draw)


def standings_pdf(
    state: TournamentState,
    printing: Printing,
    stage: str,
    after_round: int | None = None,
    checkpoint: Checkpoint | None = None,
) -> File:
    """The standings of a stage alone. Refuses `no_such_stage`."""
    words = printing.words
    standings = standings_of(state, stage, after_round)

    def draw(paper: Paper) -> None:
        paper.add_page()
        paper.head()
        _standings(state, paper, words, standings)
        _proof(paper, words, checkpoint)

    return printed(state, printing, "standings", _standings_title(state, words, standings), draw)


def _started(state: TournamentState, number: int) -> Round:
    round_ = state.rounds.get(number)
    if round_ is None:
        refuse("no_such_round", f"round {number} is not planned", "round")
    if round_.status == "planned":
        refuse("round_not_started", f"round {number} has not started", "round")
    return round_


def _results(state: TournamentState, paper: Paper, words: Words, round_: Round) -> None:
    scheme = rules_of(state).points
    columns = (
        Column(words.table_column, 1.6, "C"),
        *(Column(place, 5) for place in words.finish),
    )
    tables = [table for _, table in sorted(round_.tables.items())]
    paper.grid(columns, [_table(state, words, scheme, table) for table in tables], 10)
    if round_.plan.byes:
        paper.ln(2)
        paper.letters(10)
        names = words.between_names.join(shown(state, entry) for entry in round_.plan.byes)
        paper.line_of(words.byes.format(names=names))


def _table(
    state: TournamentState, words: Words, scheme: PointsScheme, table: Table
) -> tuple[str, ...]:
    """A table's four in the order of their points, each with game points and table points."""
    if table.result is None:
        return (str(table.number), words.no_result, "", "", "")
    worth = points_of_match(scheme, table.result.points)
    hands = len(table.result.hands)
    cells = []
    for place in sorted(range(4), key=lambda place: (worth[place].rank, place)):
        name = _player(state, words, table, place, hands)
        points = f"{worth[place].game:+d} · {format_twelfths(worth[place].table)}"
        cells.append(f"{name}\n{points}")
    return (str(table.number), *cells)


def _player(state: TournamentState, words: Words, table: Table, place: int, hands: int) -> str:
    """Who gets the points; whoever sat there in the end is named as well if it was another."""
    sitting = sitting_at(table, place, hands)
    person = shown(state, sitting.person)
    if sitting.credited_to in (None, sitting.person):
        return person
    return words.for_player.format(person=person, player=shown(state, sitting.credited_to))


def _standings_title(state: TournamentState, words: Words, standings: Standings) -> str:
    title = words.standings_after.format(number=standings.after_round)
    return f"{title} · {_standing_of(state, words, standings)}"


def _standing_of(state: TournamentState, words: Words, standings: Standings) -> str:
    """Official or provisional if these very lines were published, else not published."""
    here = (standings.stage, standings.after_round)
    editions = [
        one for one in state.standings if (one.standings.stage, one.standings.after_round) == here
    ]
    lines = [(line.player, line.place, line.totals.table_points) for line in standings.lines]
    if not editions or sorted(lines) != sorted(
        (line.entry, line.rank, line.table) for line in editions[-1].standings.lines
    ):
        return words.not_published
    return words.official if editions[-1].is_official else words.provisional


def _standings(state: TournamentState, paper: Paper, words: Words, standings: Standings) -> None:
    book, rules = book_of(state, standings.stage), rules_of(state)
    values = values_of(book, rules, standings.after_round)
    criteria = [name for name in standings.criteria if name != "lot"]
    columns = (
        Column(words.place_column, 1.5, "R"),
        Column(words.name_column, 6),
        Column(words.club_column, 3.5),
        *(Column(words.criteria[name], 2.2, "R") for name in criteria),
        Column(words.matches_column, 1.8, "R"),
        Column(words.penalties_column, 2, "R"),
    )
    rows = [_line(state, line, criteria, values[line.player]) for line in standings.lines]
    paper.grid(columns, rows, 9)


def _line(
    state: TournamentState,
    line: Line,
    criteria: Sequence[Criterion],
    values: dict[Criterion, Value],
) -> tuple[str, ...]:
    entry: EntryId = line.player
    place = f"{line.place}=" if line.sharing > 1 else str(line.place)
    shown_values = (_value(name, values.get(name)) for name in criteria)
    lost = _lost(line.totals.game_penalty, line.totals.table_penalty)
    club = club_of(state, entry) or ""
    return (place, shown(state, entry), club, *shown_values, str(line.totals.matches), lost)


def _value(name: Criterion, value: Value | None) -> str:
    if value is None:
        return ""
    if name not in _IN_TWELFTHS:
        return str(plain(value))
    if value.denominator == 1:
        return format_twelfths(int(value))
    return f"{float(value / WHOLE):.2f}"


def _lost(game: int, table: int) -> str:
    """Penalties as they were taken off: game points, then table points."""
    parts = [f"-{game}" if game else "", f"-{format_twelfths(table)}" if table else ""]
    return " · ".join(filter(None, parts))


def _proof(paper: Paper, words: Words, checkpoint: Checkpoint | None) -> None:
    """Where the sheet is signed by hand, and the code by which anybody can check it."""
    paper.keep_together(46)
    paper.ln(8)
    top = paper.get_y()
    side = 34
    if checkpoint is not None:
        paper.code(checkpoint.link, paper.l_margin, top, side, words.checkpoint)
        left = paper.l_margin + side + 4
        paper.fitted(words.checkpoint, left, top + 3, 60, 10, style="B")
        paper.fitted(checkpoint.code, left, top + 9, 60, 14, style="B")
        paper.fitted(words.scan_checkpoint, left, top + 17, 60, 8, grey=90)
    for at, title in enumerate(words.signatures):
        paper.signature(title, paper.w - paper.r_margin - 62, top + 12 + at * 17, 62)
