"""Standings: as the log has them now, and every edition as it was published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.domain.names import isolated
from tournaments.domain.next_standings import published_lines
from tournaments.domain.parts import EntryId
from tournaments.domain.parts import Line as PublishedLine
from tournaments.domain.state import Published, TournamentState
from tournaments.exports.points import plain
from tournaments.models import Tournament
from tournaments.pages.as_of import fold_at, moments_of, version_asked
from tournaments.pages.common import EventRequest, event_page
from tournaments.pages.corrections import after_the_cut
from tournaments.pages.kept_parts import part_kept
from tournaments.pages.public import page_of
from tournaments.pages.searching import asked_for, found_in
from tournaments.pages.standings_kept import Kept, standings_kept
from tournaments.pages.terms_text import CRITERIA, stage_name
from tournaments.people_names import listed, named
from tournaments.points.twelfths import WHOLE, format_twelfths
from tournaments.selectors import fold_of
from tournaments.standings.book import Criterion
from tournaments.standings.criteria import Value
from tournaments.standings.standing import Decision, Line
from tournaments.store.folds import Fold

State = TournamentState

IN_TWELFTHS: Final = ("table_points", "game_points", "opponents")
OWN_COLUMN: Final = ("table_points", "game_points", "lot", "reached")
"""Criteria that have a column of their own, or none."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings as the page shows it; points in twelfths."""

    entry: EntryId
    place: int
    is_shared: bool
    moved: int | None
    table: int
    game: int
    penalty: str
    values: tuple[str, ...]
    matches: int
    byes: int
    dropped: int
    why: str
    has_left: bool

    @property
    def won(self) -> int:
        """Places won or lost, without the sign."""
        return abs(self.moved or 0)


def value_text(name: Criterion, value: Value | None) -> str:
    """A criterion's value as people read it."""
    if value is None:
        return "–"
    # Game points are won and lost, and written with their sign like everywhere.
    sign = "+" if name == "game_points" and value > 0 else ""
    return sign + _unsigned(name, value).replace("-", "−")


def _unsigned(name: Criterion, value: Value) -> str:
    if name not in IN_TWELFTHS:
        return str(plain(value))
    if value.denominator == 1:
        return format_twelfths(int(value))
    return f"{float(value / WHOLE):.2f}"


def why_text(state: State, decision: Decision | None) -> str:
    """What separates a line from a neighbouring place, in words; nothing at the ends."""
    if decision is None:
        return ""
    name = decision.criterion
    others = [named(state, other) for other in decision.others[:2]]
    who = listed(map(isolated, others))
    who += " …" if len(decision.others) > len(others) else ""
    if name in ("lot", "reached"):
        return _("%(criterion)s decided, against %(who)s") % {
            "criterion": CRITERIA[name], "who": who,
        }  # fmt: skip
    return _("%(criterion)s decided: %(own)s, against %(other)s of %(who)s") % {
        "criterion": CRITERIA[name],
        "own": value_text(name, decision.own),
        "other": value_text(name, decision.other),
        "who": who,
    }


def penalty_text(game: int, table: int) -> str:
    """What was taken off: game points, then table points."""
    parts = [f"−{game}" if game else "", f"−{format_twelfths(table)}" if table else ""]
    return " · ".join(filter(None, parts))


def extra_columns(kept: Kept) -> list[Criterion]:
    """The tie-breaks that have a column beside the points."""
    return [name for name in kept.standings.criteria if name not in OWN_COLUMN]


def rows_of(state: State, kept: Kept, most: int | None = None) -> list[Row]:
    """The lines, best first; the first so many if asked for."""
    names = extra_columns(kept)
    return [_row(state, kept, line, names) for line in kept.standings.lines[:most]]


def _row(state: State, kept: Kept, line: Line, names: Sequence[Criterion]) -> Row:
    totals, values = line.totals, kept.values[line.player]
    behind = line.behind
    is_tie_break = behind is not None and behind.criterion != kept.standings.criteria[0]
    known = state.entries.get(line.player)
    return Row(
        line.player,
        line.place,
        line.sharing > 1,
        kept.moved.get(line.player),
        totals.table_points,
        totals.game_points,
        penalty_text(totals.game_penalty, totals.table_penalty),
        tuple(value_text(name, values.get(name)) for name in names),
        totals.matches,
        sum(part.kind == "bye" and part.counted for part in line.parts),
        len({part.round for part in line.parts if not part.counted}),
        why_text(state, behind) if is_tie_break else "",
        known is not None and known.status == "withdrawn",
    )


def stage_at(state: State, number: int) -> str:
    """The id of the so-manieth stage. Raises Http404."""
    stages = state.terms.stages if state.terms else ()
    if not 1 <= number <= len(stages):
        raise Http404
    return stages[number - 1].id


def stage_now(state: State) -> int:
    """The number of the latest stage of which a round has started; else the first."""
    stages = [one.id for one in state.terms.stages] if state.terms else []
    started = [one.plan.stage for one in state.rounds.values() if one.status != "planned"]
    return max((stages.index(stage) + 1 for stage in started if stage in stages), default=1)


def standings_page(state: State, fold: Fold, number: int) -> dict[str, Any]:
    """What the list of a stage is shown with."""
    stage = stage_at(state, number)
    kept = standings_kept(fold, stage)
    columns = [str(CRITERIA[name]) for name in extra_columns(kept)]
    has_penalties = any(line.totals.game_penalty or line.totals.table_penalty
                        for line in kept.standings.lines)  # fmt: skip
    return {
        "kept": kept,
        "rows": rows_of(state, kept),
        "columns": columns,
        "has_penalties": has_penalties,
        "has_dropped": any(not part.counted for line in kept.standings.lines
                           for part in line.parts),
        "has_byes": any(part.kind == "bye" for line in kept.standings.lines
                        for part in line.parts),
        "has_moved": bool(kept.moved),
        "criteria": [str(CRITERIA[name]) for name in kept.standings.criteria],
        "number": number,
    }  # fmt: skip


def editions_of(state: State, stage: str) -> list[Published]:
    """What was published of a stage, the newest first."""
    return [one for one in reversed(state.standings) if one.standings.stage == stage]


@require_safe
@event_page()
def standings(request: EventRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
    """The standings of a stage as results come in, or (`?at=`) as of any event of the log."""
    newest = fold_of(tournament)
    asked = version_asked(request.GET.get("at"), newest.version)
    fold = newest if asked is None else fold_at(tournament, asked)
    state = fold.state
    number = number or stage_now(state)
    stage = stage_at(state, number)
    page = page_of(
        tournament,
        fold,
        "standings",
        editions=editions_of(newest.state, stage),
        stages=_stages(state),
        as_of=asked,
        newest=newest.version,
        moments=moments_of(tournament),
        after_the_cut=after_the_cut(tournament, state, stage),
        **standings_page(state, fold, number),
    )
    page["published"] = _same_published(page)
    page["asked"] = asked_name = asked_for(request)
    page["kept_fields"] = [("at", asked)] if asked is not None else []
    if asked_name:
        page["rows"] = found_in(page["rows"], asked_name, lambda row: named(state, row.entry))
        page["table"] = render_to_string("tournaments/parts/standings_table.html", page)
    else:
        page["table"] = part_kept(fold, "tournaments/parts/standings_table.html", page, number)
    return render(request, "tournaments/standings.html", page)


def _stages(state: State) -> list[tuple[int, str]]:
    terms = state.terms
    if terms is None:
        return []
    return [(n, stage_name(terms, one.id)) for n, one in enumerate(terms.stages, 1)]


def _same_published(page: dict[str, Any]) -> Published | None:
    """The newest edition of the round that the list shows, if it says the same."""
    kept: Kept = page["kept"]
    found = next(
        (one for one in page["editions"]
         if one.standings.after_round == kept.standings.after_round), None,
    )  # fmt: skip
    if found is None:
        return None
    lines = published_lines(page["state"], kept.standings.stage, kept.standings.after_round)
    return found if lines == found.standings.lines else None


@dataclass(frozen=True, slots=True)
class EditionRow:
    """A published line, with what stood in the edition before where it is another number."""

    entry: EntryId
    place: int | None
    game: int | None
    table: int | None
    was: PublishedLine | None
    is_new: bool

    @property
    def place_was(self) -> int | None:
        """The place in the edition before, if it was another."""
        return self.was.rank if self.was and self.was.rank != self.place else None

    @property
    def game_was(self) -> int | None:
        """The game points in the edition before, if they were others."""
        return self.was.game if self.was and self.was.game != self.game else None

    @property
    def table_was(self) -> int | None:
        """The table points in the edition before, if they were others."""
        return self.was.table if self.was and self.was.table != self.table else None


@require_safe
@event_page()
def edition(
    request: EventRequest, tournament: Tournament, number: int, after: int, edition: int
) -> HttpResponse:
    """Standings as they were published, and what they changed."""
    fold = fold_of(tournament)
    state = fold.state
    stage = stage_at(state, number)
    own = [one for one in state.standings
           if (one.standings.stage, one.standings.after_round) == (stage, after)]  # fmt: skip
    at = next((n for n, one in enumerate(own) if one.standings.edition == edition), None)
    if at is None:
        raise Http404
    before = own[at - 1] if at else None
    page = page_of(
        tournament,
        fold,
        "standings",
        number=number,
        stage=stage_name(state.terms, stage) if state.terms else "",
        published=own[at],
        others=own,
        before=before,
        rows=list(_edition_rows(own[at], before)),
    )
    return render(request, "tournaments/standings_edition.html", page)


def _edition_rows(now: Published, before: Published | None) -> Iterator[EditionRow]:
    old = {line.entry: line for line in before.standings.lines} if before else {}
    listed = set()
    for line in now.standings.lines:
        listed.add(line.entry)
        was = old.get(line.entry)
        is_new = before is not None and was is None
        yield EditionRow(line.entry, line.rank, line.game, line.table, was, is_new)
    for entry, was in old.items():
        if entry not in listed:
            yield EditionRow(entry, None, None, None, was, False)
