"""What a ruling would change in its event, in words, for the preview on the page of a case.

Owns the words. What changes is found by `tournaments.domain.previews`; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.cases.guards import Consequence, Proposal
from tables.templatetags.tables import signed
from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.events import PenaltyGiven
from tournaments.domain.parts import Result
from tournaments.domain.previews import (
    PREVIEW,
    LineChange,
    PlaceChange,
    Preview,
    Proposed,
    preview,
    shifted,
)
from tournaments.domain.state import TournamentState
from tournaments.models import Tournament
from tournaments.pages.corrections import effect_text
from tournaments.pages.paired_anew import pairing_rows, same_again
from tournaments.people_names import named
from tournaments.play.results import counted_as, result_of
from tournaments.play.rulings import charged
from tournaments.points.twelfths import WHOLE, format_twelfths
from tournaments.services import seed_of

State = TournamentState


def consequences_of(
    tournament: Tournament, state: State, where: tuple[int, int], proposal: Proposal
) -> Sequence[Consequence]:
    """The table's points, the standings, what rests on them: before and after."""
    proposed = _proposed(state, where, proposal)
    found = preview(state, proposed, seed_of(tournament))
    if found.is_nothing:
        return [Consequence(_("The event"), warning=_("Nothing of the event changes."))]
    return [
        Consequence(_("Table points"), tuple(_places(state, found.places))),
        _standings(tournament, state, found),
        *_resting(tournament, state, found),
    ]


def _proposed(state: State, where: tuple[int, int], proposal: Proposal) -> Proposed:
    """The table's result as it is, and with the points that the ruling would change."""
    table = state.rounds[where[0]].tables[where[1]]
    before = table.result or _so_far(proposal)
    change = [new - old for old, new in zip(proposal.before, proposal.after, strict=True)]
    penalties = tuple(_penalty(state, where, proposal))
    number = counted_as(proposal.table, proposal.hand)
    return Proposed(*where, before, shifted(before, change, number), penalties)


def _so_far(proposal: Proposal) -> Result:
    """As a match would end that is still being played."""
    if proposal.table.ended_at is not None:
        return result_of(proposal.table)
    return Result(tuple(proposal.before), (), "log")


def _penalty(state: State, where: tuple[int, int], proposal: Proposal) -> Iterator[PenaltyGiven]:
    if proposal.kind != "penalty":
        return
    decision = proposal.decision
    table = state.rounds[where[0]].tables[where[1]]
    yield PenaltyGiven(
        PREVIEW,
        charged(state, table, int(decision["place"])),
        where[0],
        int(decision["game"]),
        int(decision["table"]) * WHOLE,
        None,
        "",
        cast(PenaltyKind, decision["penalty"]),
        PREVIEW,
    )


def _places(state: State, places: Sequence[PlaceChange]) -> Iterator[tuple[str, str, str]]:
    for one in places:
        was, now = (
            _("%(points)s · place %(place)d")
            % {"points": format_twelfths(one.table[at]), "place": one.rank[at]}
            for at in (0, 1)
        )
        yield named(state, one.entry), was, now


def _standings(tournament: Tournament, state: State, found: Preview) -> Consequence:
    """Those who move or whose points change; the others keep what they have."""
    rows = tuple(_line(state, one) for one in found.lines)
    stages = [one.id for one in state.terms.stages] if state.terms else []
    number = stages.index(found.stage) + 1 if found.stage in stages else 1
    return Consequence(
        _("Standings"),
        rows,
        "" if rows else _("Nobody's place or points change."),
        reverse("stage-standings", args=[tournament.pk, number]),
    )


def _line(state: State, one: LineChange) -> tuple[str, str, str]:
    was, now = (_standing(one.place[at], one.table[at], one.game[at]) for at in (0, 1))
    return named(state, one.entry), was, now


def _standing(place: int | None, table: int, game: int) -> str:
    if place is None:
        return "–"
    said = _("place %(place)d · table points %(table)s · game points %(game)s")
    points = {"table": format_twelfths(table).replace("-", "−"), "game": signed(game)}
    return said % {"place": place, **points}


def _resting(tournament: Tournament, state: State, found: Preview) -> Iterator[Consequence]:
    """What had been made from the result as it is; it stays until the organiser decides."""
    if not found.effects:
        return
    count = len(found.effects)
    yield Consequence(
        _("What rests on the result"),
        warning=ngettext(
            "%(n)d thing was made from this result. It stays until the organiser decides.",
            "%(n)d things were made from this result. They stay until the organiser decides.",
            count,
        )
        % {"n": count},
        notes=tuple(effect_text(state, effect) for effect in found.effects),
        link=reverse("desk-corrections", args=[tournament.pk]),
    )
    for number, changes in found.pairings.items():
        yield Consequence(
            _("Round %(n)s, if it is paired again") % {"n": number},
            tuple(pairing_rows(state, changes)),
            "" if changes else same_again(),
        )
