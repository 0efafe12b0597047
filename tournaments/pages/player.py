"""A player of an event: every number of theirs, down to the hands it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.domain.books import match_of
from tournaments.domain.dispute_terms import Publicity
from tournaments.domain.parts import EntryId, Sitting
from tournaments.domain.state import Round, Table, TournamentState, field_of, timeline
from tournaments.exports.scores import sitting_at
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, event_page
from tournaments.pages.hand_links import HandLinks, links_to
from tournaments.pages.public import WINDS, page_of, plans_shown, spots_of
from tournaments.pages.publicity import ToldPenalty, penalties_told, publicity_for
from tournaments.pages.standings import Row, rows_of, value_text, why_text
from tournaments.pages.standings_kept import Kept, standings_kept
from tournaments.pages.terms_text import CRITERIA, stage_name
from tournaments.people import Player
from tournaments.permissions import entry_of
from tournaments.selectors import fold_of
from tournaments.standings.parts import Part
from tournaments.store.folds import Fold

State = TournamentState


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand at the player's place; `is_own` if the points went to the player."""

    number: int
    points: int
    winner: EntryId | None
    tai: int
    sitting: EntryId
    is_own: bool
    link: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A place of a table, and everybody who sat there: who, in which role, from hand to hand."""

    wind: str
    planned: EntryId
    sittings: tuple[tuple[Sitting, int | None], ...]
    points: int | None
    is_own: bool

    @property
    def is_changed(self) -> bool:
        """Somebody else sat there for some hands."""
        return len(self.sittings) > 1 or any(
            sitting.person != self.planned for sitting, _last in self.sittings
        )


@dataclass(frozen=True, slots=True)
class RoundRow:
    """What a round was for the player: a table, a bye, or sitting out."""

    number: int
    kind: str
    status: str
    table: int | None = None
    wind: str = ""
    seats: tuple[Seat, ...] = ()
    part: Part | None = None
    hands: tuple[HandRow, ...] = ()
    link: str = ""
    dispute: str = ""


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage the player takes part in."""

    name: str
    number: int
    row: Row | None
    rounds: tuple[RoundRow, ...]
    carried: tuple[Part, ...]
    penalties: tuple[ToldPenalty, ...]
    criteria: tuple[tuple[str, str], ...]
    behind: str
    ahead: str


@require_safe
@event_page()
def player(request: EventRequest, tournament: Tournament, entry: str) -> HttpResponse:
    """Everything about one entry."""
    fold = fold_of(tournament)
    known = fold.state.entries.get(entry)
    if known is None:
        raise Http404
    how = publicity_for(tournament, fold.state, request.user)
    stages = list(stage_views(fold, entry, how, entry_of(request.user, tournament)))
    if known.status == "withdrawn" and not any(one.rounds for one in stages):
        raise Http404
    page: dict[str, Any] = page_of(
        tournament,
        fold,
        "standings",
        entry=known,
        stages=stages,
    )
    return render(request, "tournaments/player.html", page)


def stage_views(
    fold: Fold, entry: EntryId, how: Publicity, own: EntryId | None
) -> Iterator[StageView]:
    """The stages that this entry has to do with: three queries at most. Penalties are told as the
    reader, whose entry is `own`, may read them."""
    state = fold.state
    stages = state.terms.stages if state.terms else ()
    links = links_to(
        table.match
        for round_ in state.rounds.values()
        for table in round_.tables.values()
        if table.match and _place_of(table, entry) is not None
    )
    penalties = [one for one in state.penalties.values() if one.given.entry == entry]
    told = penalties_told(state, how, own, penalties)
    for number, stage in enumerate(stages, 1):
        rounds = [
            state.rounds[n]
            for n, plan in sorted(plans_shown(state).items())
            if plan.stage == stage.id
        ]
        if not rounds and entry not in field_of(state, stage.id):
            continue
        kept = standings_kept(fold, stage.id)
        numbers = {one.number for one in rounds}
        taken = [one for one in told if one.penalty.given.round in numbers]
        yield replace(_stage(state, kept, number, rounds, entry, links), penalties=tuple(taken))


def _stage(
    state: State, kept: Kept, number: int, rounds: list[Round], entry: EntryId, links: HandLinks
) -> StageView:
    line = kept.standings.line(Player(entry))
    parts = line.parts if line else ()
    rows = [row for one in rounds if (row := _round(state, one, entry, parts, links))]
    own = next((row for row in rows_of(state, kept) if row.entry == entry), None)
    values = kept.values.get(Player(entry), {})
    return StageView(
        stage_name(state.terms, kept.standings.stage) if state.terms else "",
        number,
        own,
        tuple(rows),
        tuple(part for part in parts if part.kind == "carried"),
        (),
        tuple(
            (str(CRITERIA[name]), value_text(name, values.get(name)))
            for name in kept.standings.criteria if name not in ("lot", "reached")
        ) if line else (),
        why_text(state, line.behind) if line else "",
        why_text(state, line.ahead) if line else "",
    )  # fmt: skip


def _round(
    state: State, round_: Round, entry: EntryId, parts: tuple[Part, ...], links: HandLinks
) -> RoundRow | None:
    for table in round_.tables.values():
        place = _place_of(table, entry)
        if place is not None:
            return _table(round_, table, place, entry, parts, links)
    spot = spots_of(plans_shown(state)[round_.number]).get(entry)
    if spot is None:
        return None
    part = next((p for p in parts if p.round == round_.number and p.kind == "bye"), None)
    return RoundRow(
        round_.number, spot.kind, round_.status, spot.table or None, spot.wind, part=part
    )


def _place_of(table: Table, entry: EntryId) -> int | None:
    """The place that is the entry's, or else one at which it sat for somebody."""
    for place, facts in enumerate(table.ledger):
        if facts[0].person == entry or any(fact.credited_to == entry for fact in facts):
            return place
    for place, facts in enumerate(table.ledger):
        if any(fact.person == entry for fact in facts):
            return place
    return None


def _table(
    round_: Round,
    table: Table,
    place: int,
    entry: EntryId,
    parts: tuple[Part, ...],
    links: HandLinks,
) -> RoundRow:
    ref = match_of(round_, table)
    part = next((p for p in parts if p.kind == "match" and p.ref == ref), None)
    return RoundRow(
        round_.number,
        "table",
        round_.status,
        table.number,
        WINDS[place],
        tuple(seat_of(table, at, is_own=at == place) for at in range(len(table.ledger))),
        part,
        tuple(_hands(table, place, entry, links)),
        links.match(table.match),
    )


def seat_of(table: Table, place: int, *, is_own: bool = False) -> Seat:
    """A place of a table with everybody who sat there."""
    line = timeline(table.ledger[place])
    lasts = [*(fact.from_hand - 1 for fact in line[1:]), None]
    points = table.result.points[place] if table.result else None
    planned = table.ledger[place][0].person
    return Seat(WINDS[place], planned, tuple(zip(line, lasts, strict=True)), points, is_own)


def _hands(table: Table, place: int, entry: EntryId, links: HandLinks) -> Iterator[HandRow]:
    for hand in table.result.hands if table.result else ():
        own = sitting_at(table, place, hand.number)
        winner = None
        if hand.winner is not None:
            winner = sitting_at(table, hand.winner, hand.number).person
        yield HandRow(
            hand.number,
            hand.points[place],
            winner,
            hand.tai,
            own.person,
            own.credited_to == entry,
            links.hand(table.match, hand.number),
        )
