"""The big screen: what a hall has to know, readable from afar, changing by itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.names import sorted_by_name
from tournaments.domain.knockouts import has_bracket
from tournaments.domain.parts import EntryId
from tournaments.domain.stages import stage_on
from tournaments.domain.state import Round, TournamentState
from tournaments.models import Tournament
from tournaments.pages.about import players_of
from tournaments.pages.brackets import bracket_view
from tournaments.pages.common import EventRequest, event_page
from tournaments.pages.kept_parts import part_kept
from tournaments.pages.public import clock_of, page_of, round_on
from tournaments.pages.round_rows import sitting_out
from tournaments.pages.standings import rows_of, stage_at, stage_now
from tournaments.pages.standings_kept import standings_kept
from tournaments.pages.terms_text import stage_name
from tournaments.pages.watching import TableView, table_views
from tournaments.people_names import named
from tournaments.selectors import fold_of
from tournaments.store.folds import Fold
from tournaments.store.projections import moment

State = TournamentState
MOST_CARDS = 12
"""With more tables, whoever looks for a seat finds it faster in a list of names."""


@dataclass(frozen=True, slots=True)
class Headline:
    """What the hall is told: one line, and one below it; `code` is for programs and tests."""

    code: str
    text: str
    more: str = ""


@require_safe
@event_page()
def screen(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The whole screen; its parts ask for themselves again."""
    fold = fold_of(tournament)
    state = fold.state
    round_ = round_on(state)
    head = headline(state, round_)
    tables = table_views(state, round_, None) if round_ and _shows_tables(head) else []
    by_name = head.code == "go" and len(tables) > MOST_CARDS
    bracket = bracket_on(state)
    # Beside a bracket there is room for one list: where to sit, or else how it stands.
    without_rows = head.code == "go" or (bracket and tables)
    page = page_of(
        tournament,
        fold,
        "screen",
        round=round_,
        clock=clock_of(round_),
        headline=head,
        tables=[] if by_name else tables,
        sitting_out=sitting_out(round_) if round_ else [],
        seats=seats_by_name(state, tables) if by_name else [],
        players=[] if round_ or bracket else players_of(state),
        **({"rows": []} if without_rows else _standings(state, fold)),
    )
    return render(request, "tournaments/screen.html", page | _parts(fold, page, bracket))


def _parts(fold: Fold, page: dict[str, Any], bracket: str | None) -> dict[str, str]:
    """What is the same for every screen as long as nothing happens."""
    folder, parts = "tournaments/parts", dict[str, str]()
    if bracket:
        shown = {"bracket": bracket_view(fold.state, bracket)}
        parts["bracket_picture"] = part_kept(fold, f"{folder}/screen_bracket.html", shown, bracket)
    if page["rows"]:
        parts["standings"] = part_kept(fold, f"{folder}/screen_standings.html", page)
    if page["seats"]:
        parts["seat_list"] = part_kept(fold, f"{folder}/screen_seats.html", page)
    return parts


def bracket_on(state: State) -> str | None:
    """The stage whose bracket the hall wants to see: the one that is on, or the last one played."""
    if state.terms is None or state.phase not in ("running", "finished", "archived"):
        return None
    on = stage_on(state)
    stage = state.terms.stages[-1] if on is None or state.phase != "running" else on
    return stage.id if stage.is_bracket and has_bracket(state, stage.id) else None


def seats_by_name(state: State, tables: list[TableView]) -> list[tuple[EntryId, int, str]]:
    """Everybody in the order of names with table and wind: who looks for a seat knows the name."""
    seats = [
        (place.person, one.row.number, place.wind) for one in tables for place in one.row.places
    ]
    return sorted_by_name(seats, lambda seat: named(state, seat[0]))


def _shows_tables(head: Headline) -> bool:
    return head.code in ("go", "playing", "paused", "all_in")


def headline(state: State, round_: Round | None) -> Headline:
    """Where the event stands, in the words of a hall."""
    if state.phase in ("finished", "archived"):
        return Headline("finished", _("Final standings"), _("Thank you for playing."))
    if round_ is None:
        if state.phase == "registration" and state.is_registration_open:
            return Headline("registration", _("Welcome"), _("Registration is open."))
        return Headline("waiting", _("Welcome"), _("The first pairings follow."))
    number = round_.number
    if round_.status == "planned":
        at = moment(round_.starts_at)
        more = _("Starts at %(time)s") % {"time": _clock_time(at)} if at else ""
        return Headline("go", _("Round %(n)d: go to your tables") % {"n": number}, more)
    if round_.status == "confirmed":
        more = _("The next pairings follow.") if _goes_on(state, round_) else ""
        return Headline("over", _("Round %(n)d is over") % {"n": number}, more)
    return _playing(state, round_)


def _clock_time(at: datetime) -> str:
    """As the hall's clock shows it, with the day if that is another."""
    local = timezone.localtime(at)
    is_today = local.date() == timezone.localdate()
    return date_format(local, "H:i" if is_today else "Y-m-d H:i")


def _goes_on(state: State, round_: Round) -> bool:
    stages = state.terms.stages if state.terms else ()
    last = stages[-1] if stages else None
    if last is None or round_.plan.stage != last.id or last.is_bracket:
        return True
    return sum(1 for one in state.rounds.values() if one.plan.stage == last.id) < last.rounds


def _playing(state: State, round_: Round) -> Headline:
    text = _("Round %(n)d") % {"n": round_.number}
    open_tables = [table for table in round_.tables.values() if table.result is None]
    if not open_tables:
        return Headline("all_in", text, _("All results are in."))
    if all(table.clock.held_for for table in open_tables):
        return Headline("paused", text, _("Paused. Please wait."))
    done = len(round_.tables) - len(open_tables)
    more = ""
    if done:
        more = _("%(done)d of %(all)d results are in.") % {"done": done, "all": len(round_.tables)}
    return Headline("playing", text, more)


def _standings(state: State, fold: Fold) -> dict[str, Any]:
    """The stage being played, once something has counted."""
    if not any(one.status != "planned" for one in state.rounds.values()):
        return {"rows": []}
    stage = stage_at(state, stage_now(state))
    kept = standings_kept(fold, stage)
    if not any(line.parts for line in kept.standings.lines):
        return {"rows": []}
    editions = [one for one in state.standings
                if (one.standings.stage, one.standings.after_round)
                == (stage, kept.standings.after_round)]  # fmt: skip
    return {
        "rows": rows_of(state, kept),
        "has_moved": bool(kept.moved),
        "after": kept.standings.after_round,
        "stage": stage_name(state.terms, stage) if state.terms else "",
        "standing": (
            "" if not editions else "official" if editions[-1].is_official else "provisional"
        ),
    }
