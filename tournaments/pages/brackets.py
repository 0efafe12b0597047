"""A stage's bracket as a page shows it: a picture, and the same as a list for who cannot see it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.brackets.drawing import SeatLine
from tournaments.brackets.layout import HEAD, HEIGHT, LINE, WIDTH, Box, Heading, Wire, layout
from tournaments.brackets.plan import Part
from tournaments.brackets.results import Score, Status
from tournaments.domain.knockout_changes import Affected, what_changes
from tournaments.domain.knockouts import Picture, bracket_of, has_bracket
from tournaments.domain.lifecycle import terms_of
from tournaments.domain.names import isolated
from tournaments.domain.parts import Result
from tournaments.domain.state import TournamentState
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, event_page
from tournaments.pages.corrections import after_the_cut, deciders
from tournaments.people_names import listed
from tournaments.points.twelfths import format_twelfths
from tournaments.selectors import fold_of

State = TournamentState

STATUS: Final[dict[Status, str | Promise]] = {
    "waiting": gettext_lazy("waiting"),
    "ready": gettext_lazy("ready"),
    "running": gettext_lazy("between matches"),
    "finished": gettext_lazy("finished"),
    "overtaken": gettext_lazy("to be played again"),
}
_ROOM: Final = 17
"""Half-width letters of a name that fit into a line of the picture."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A line of a table: `name` in full, `short` as far as there is room for it."""

    name: str
    short: str
    is_known: bool
    seed: int | None
    points: str
    rank: int | None
    advances: bool
    by_seed: bool
    absent: bool
    y: int
    top: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with its place in the picture. `where` is its round and number on the day."""

    key: str
    status: Status
    text: str
    where: str
    x: int
    y: int
    seats: tuple[SeatView, ...]
    kept: str = ""
    """Why those sit there who would not by a corrected result."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round by its name, with its tables for the list."""

    name: str
    x: int
    y: int
    tables: tuple[TableView, ...]


@dataclass(frozen=True, slots=True)
class BracketView:
    """Everything the template needs; positions are pixels."""

    width: int
    height: int
    rounds: tuple[RoundView, ...]
    wires: tuple[Wire, ...]
    podium: tuple[str, ...]
    byes: tuple[str, ...]
    box: tuple[int, int, int, int] = (WIDTH, HEIGHT, HEAD, LINE)

    @property
    def tables(self) -> Iterator[TableView]:
        """All tables, round by round."""
        return (table for one in self.rounds for table in one.tables)


@require_safe
@event_page()
def bracket(request: EventRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The bracket of the so-manieth stage, which keeps itself up to date."""
    fold = fold_of(tournament)
    stages = terms_of(fold.state).stages[number - 1 : number] if number else ()
    if not stages or not stages[0].is_bracket:
        raise Http404
    stage = stages[0].id
    settled = has_bracket(fold.state, stage)
    kept = settled and bracket_of(fold.state, stage).kept
    names = deciders(tournament) if kept else {}
    page = {
        "event": tournament,
        "state": fold.state,
        "version": fold.version,
        "tab": "bracket",
        "number": number,
        "after_the_cut": after_the_cut(tournament, fold.state, stage),
        "bracket": bracket_view(fold.state, stage, names) if settled else None,
    }
    return render(request, "tournaments/bracket.html", page)


def bracket_view(
    state: State, stage: str, names: Mapping[tuple[str, str, str], str] | None = None
) -> BracketView:
    """The bracket with names in the reader's language. Refuses as `bracket_of` does.

    `names` of those who decided, by correction, kind and ref.
    """
    picture = bracket_of(state, stage)
    placed = layout(picture.drawing())
    rounds = []
    for heading in placed.headings:
        boxes = [
            box
            for box in placed.boxes
            if (box.node.part, box.node.round) == (heading.part, heading.round)
        ]
        tables = tuple(_table(state, picture, box, names or {}) for box in boxes)
        name = round_name(picture, heading)
        rounds.append(RoundView(name, heading.x, heading.y, tables))
    return BracketView(
        placed.width,
        placed.height,
        tuple(rounds),
        placed.wires,
        tuple(_name(state, player) for player in picture.podium[:3]),
        tuple(_name(state, player) for player in picture.byes),
    )


def told_changes(state: State, number: int, table: int, result: Result | None) -> list[str]:
    """What else of the bracket changes with a result, as sentences for the organiser."""
    change = what_changes(state, number, table, result)
    return [] if change is None else [_told(state, one) for one in change.affected if one.spot]


def _told(state: State, affected: Affected) -> str:
    replacement, spot = affected.replacement, affected.spot
    words = {
        "table": replacement.table,
        "round": spot.round if spot else 0,
        "leaving": listed(_name(state, one) for one in replacement.leaving) or "–",
        "entering": listed(_name(state, one) for one in replacement.entering) or "–",
    }
    if spot and spot.status == "planned":
        text = _("%(table)s: %(entering)s instead of %(leaving)s. Pair round %(round)s again.")
    else:
        text = _(
            "%(table)s: %(entering)s instead of %(leaving)s. Round %(round)s was begun with the "
            "others; that table is to be played again, or this change taken back."
        )
    return text % words


def round_name(picture: Picture, heading: Heading) -> str:
    """What a round of the bracket is called."""
    if heading.part == "final":
        return _("Final") if picture.has_final else _("The last four")
    names: dict[Part, str] = {
        "play_in": _("Play-in"),
        "main": _("Round %(number)s"),
        "upper": _("Upper round %(number)s"),
        "lower": _("Lower round %(number)s"),
        "small_final": _("Places 5 to 8"),
    }
    return names[heading.part] % {"number": heading.round}


def _table(
    state: State, picture: Picture, box: Box, names: Mapping[tuple[str, str, str], str]
) -> TableView:
    node = box.node
    seats = tuple(
        _seat(state, picture, seat, y - box.y)
        for seat, y in zip(node.seats, box.lines, strict=True)
    )
    text = str(STATUS[node.status])
    if node.key in picture.walkovers:
        text = _("not played")
    elif node.key == "F" and not picture.has_final:
        text = ""
    where, kept = _where(state, picture, node.key), _kept(picture, node.key, names)
    return TableView(node.key, node.status, text, where, box.x, box.y, seats, kept)


def _kept(picture: Picture, key: str, names: Mapping[tuple[str, str, str], str]) -> str:
    """That it was decided to leave those there, by whom and why."""
    made = picture.kept.get(key)
    if made is None:
        return ""
    who = names.get((made.correction, made.kind, made.ref), "")
    text = (
        _("kept by decision of %(who)s: %(why)s")
        if who
        else _("kept by decision of the organiser: %(why)s")
    )
    return text % {"who": isolated(who), "why": isolated(made.reason)}


def _where(state: State, picture: Picture, key: str) -> str:
    """The table on the day, once its pairings were published."""
    spots = [one for one in picture.spots.get(key, ()) if _is_public(state, one.round)]
    if not spots:
        return ""
    return _("round %(round)s, table %(table)s") % {
        "round": spots[-1].round,
        "table": spots[-1].table,
    }


def _is_public(state: State, number: int) -> bool:
    """A newer edition in the making is not public, though an older one was published."""
    return state.rounds[number].published == state.rounds[number].plan.edition


def _seat(state: State, picture: Picture, seat: SeatLine, y: int) -> SeatView:
    name = source_text(seat.source) if seat.player is None else _name(state, seat.player)
    return SeatView(
        name,
        shortened(name),
        seat.player is not None,
        seat.seed,
        points_text(state, seat.score),
        seat.rank,
        seat.advances,
        seat.by_seed,
        seat.player in picture.absent,
        y + 4,
        y - LINE // 2,
    )


def source_text(source: str) -> str:
    """Who is going to sit there: `M1.2/1` is the winner of M1.2."""
    if source.startswith("#"):
        return _("Seed %(number)s") % {"number": source[1:]}
    table, rank = source.split("/")
    texts = {
        "1": _("Winner of %(table)s"),
        "2": _("Second of %(table)s"),
        "3": _("Third of %(table)s"),
        "4": _("Fourth of %(table)s"),
    }
    return texts[rank] % {"table": table}


def points_text(state: State, score: Score) -> str:
    """Game points with their sign; nothing where nobody played."""
    if len(score) < 2:
        return ""
    ties = terms_of(state).tie_breaks
    asked = [name for name in ties if name in ("table_points", "game_points")]
    game = score[0] if asked[:1] == ["game_points"] else score[1]
    sign = "+" if game > 0 else ""
    return sign + format_twelfths(game).replace("-", "−")


def shortened(name: str) -> str:
    """As much of a name as there is room for; wide letters take two places.

    >>> shortened("Bartholomew Featherstonehaugh"), shortened("渡辺")
    ('Bartholomew Feat…', '渡辺')
    """
    width, kept = 0, ""
    for letter in name:
        width += _width(letter)
        if width > _ROOM:
            return _fitting(kept) + "…"
        kept += letter
    return kept


def _width(letter: str) -> int:
    if unicodedata.combining(letter) or letter in "\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _fitting(text: str) -> str:
    """Room for the dots, without a joiner or mark at the end that belongs to what follows."""
    text = text[:-1] if sum(map(_width, text)) >= _ROOM else text
    return text.rstrip("\u200d")


def _name(state: State, entry: str) -> str:
    return state.entries[entry].person.name
