"""Penalties at the desk: given by the event's table of penalties or freely, listed, lifted."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import WordsField
from tables.by_post import command_id
from tables.imports.names import official_names, referees_brought
from tables.models import Event as LogLine
from tables.models import Ruling
from tournaments.domain import commands as c
from tournaments.domain.parts import EntryId
from tournaments.domain.state import Penalty, TournamentState
from tournaments.domain.terms import MOST_POINTS
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, back, carry_out, event_page, form_refused
from tournaments.pages.kept import refilled
from tournaments.pages.penalty_lines import MOST_TABLE_POINTS
from tournaments.penalty_words import rule_text, rule_texts
from tournaments.people_names import named
from tournaments.points.twelfths import WHOLE
from tournaments.selectors import fold_of, state_of
from tournaments.services import seed_of


class PenaltyForm(forms.Form):
    """Who, in which round, by which rule or for what reason, and how many points."""

    entry = forms.ChoiceField(label=_("Player"))
    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    rule = forms.ChoiceField(label=_("Rule"), required=False)
    game = forms.IntegerField(
        label=_("Game points off"), required=False, min_value=0, max_value=MOST_POINTS
    )
    table = forms.IntegerField(
        label=_("Table points off"), required=False, min_value=0, max_value=MOST_TABLE_POINTS,
        help_text=_("Empty: as the rule says; without a rule, a warning that costs nothing."),
    )  # fmt: skip
    reason = WordsField(
        label=_("Reason"), required=False, max_length=500,
        help_text=_("Needed where no rule is chosen."),
    )  # fmt: skip

    def __init__(
        self, *arguments: Any, state: TournamentState, first: tuple[EntryId, ...] = (), **rest: Any
    ) -> None:
        """`first`: those who are named before the others."""
        super().__init__(*arguments, **rest)
        self._choose("entry", [(one, named(state, one)) for one in _players(state, first)])
        rounds = sorted(state.rounds, reverse=True)
        self._choose("round", [(str(number), str(number)) for number in rounds])
        rules = state.terms.penalties if state.terms else ()
        self._choose(
            "rule", [("", _("no rule of the table")), *((r.code, rule_text(r)) for r in rules)]
        )

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Without a rule there has to be a reason."""
        data = super().clean() or {}
        if not data.get("rule") and not data.get("reason", "").strip():
            told = _("Say why, or choose a rule.")
            self.add_error("reason", forms.ValidationError(told, "required"))
        return data

    def command(self, penalty: str) -> c.GivePenalty:
        """What the valid form asks for."""
        data = self.cleaned_data
        table = data["table"]
        return c.GivePenalty(
            penalty,
            data["entry"],
            data["round"],
            data["rule"] or None,
            data["reason"].strip(),
            data["game"],
            None if table is None else table * WHOLE,
        )


def _players(state: TournamentState, first: tuple[EntryId, ...]) -> list[EntryId]:
    """Whoever has points to lose: those named first, then the others in the order of entering."""
    found = [e for e in state.entries.values() if e.person.kind == "player"]
    found = [e for e in found if e.status != "waiting"]
    return [e.id for e in sorted(found, key=lambda e: (e.id not in first, e.number))]


@dataclass(frozen=True, slots=True)
class Fact:
    """Who did something to a penalty, when, and what they said."""

    actor: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Row:
    """A penalty as the page lists it."""

    penalty: Penalty
    rule: str
    given: Fact | None
    lifted: Fact | None


def rows_of(tournament: Tournament, state: TournamentState) -> list[Row]:
    """All penalties, the newest first: at most four queries, however many there are."""
    if not state.penalties:
        return []
    texts = rule_texts(state.terms)
    facts = dict(_facts(tournament))
    rows = [
        Row(
            one,
            texts.get(one.given.rule or "", ""),
            facts.get(("PenaltyGiven", key)),
            facts.get(("PenaltyLifted", key)) if one.is_lifted else None,
        )
        for key, one in state.penalties.items()
    ]
    return rows[::-1]


def _facts(tournament: Tournament) -> Iterator[tuple[tuple[str, str], Fact]]:
    found = LogLine.objects.filter(
        stream=tournament.pk, type__in=("PenaltyGiven", "PenaltyLifted")
    ).order_by("version")
    lines = list(found.values_list("type", "data", "actor", "recorded_at"))
    ids = {actor.rpartition(":")[2] for _, _, actor, _ in lines}
    names = official_names(tournament.pk, ids)
    ruled = _ruled_by({data["ruling"] for _, data, _, _ in lines if data.get("ruling")})
    for type_, data, actor, at in lines:
        # What a ruling gives comes into the event's log by itself: it was its referee's.
        who = ruled.get(data.get("ruling")) or names.get(actor.rpartition(":")[2], actor)
        yield (type_, data["penalty"]), Fact(who, at, data["reason"])


def _ruled_by(rulings: Collection[str]) -> dict[str, str]:
    """Who made each ruling, by its id; also those of an event that was taken in."""
    found = list(Ruling.objects.filter(ruling__in=rulings).select_related("referee"))
    brought = referees_brought({one.table_id for one in found if one.referee is None})
    return {
        one.ruling: one.referee.public_name
        if one.referee
        else brought.get((one.table_id, one.ruling), "")
        for one in found
    }


@require_safe
@event_page("tournaments.referee")
def penalties(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """All penalties, and the form for another; `?round=&table=` names those of a table first."""
    state = state_of(tournament)
    number = _number(request, "round") or max(
        (one for one, round_ in state.rounds.items() if round_.status != "planned"), default=0
    )
    first = _at_table(state, number, _number(request, "table"))
    form = refilled(
        request,
        "desk-penalty-give",
        lambda data: PenaltyForm(data, state=state, first=first, initial={"round": number}),
    )
    return _page(request, tournament, form)


def _number(request: EventRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _at_table(state: TournamentState, number: int, table: int) -> tuple[EntryId, ...]:
    round_ = state.rounds.get(number)
    tables = round_.plan.tables if round_ else ()
    return next((one.seats for one in tables if one.table == table), ())


def _page(
    request: EventRequest, tournament: Tournament, form: PenaltyForm, status: int = 200
) -> HttpResponse:
    fold = fold_of(tournament)
    page = {
        "event": tournament,
        "state": fold.state,
        "version": fold.version,
        "tab": "desk",
        "rows": rows_of(tournament, fold.state),
        "form": form,
        "may_give": fold.state.phase == "running" and bool(fold.state.rounds),
    }
    return render(request, "tournaments/penalties.html", page, status=status)


@require_POST
@event_page("tournaments.referee")
def give(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Give a penalty; what is wrong with the form is told beside its fields."""
    form = PenaltyForm(request.POST, state=state_of(tournament))
    if not form.is_valid():
        form_refused(request, form)
        return _page(request, tournament, form, status=422)
    penalty = f"y{(command_id(request) or uuid4().hex)[:16]}"
    command = replace(form.command(penalty), seed=seed_of(tournament))
    carry_out(request, tournament, command, done=_("The penalty is given."))
    return back(request, "desk-penalties", tournament)


@require_POST
@event_page("tournaments.referee")
def lift(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Lift a penalty with a reason; it stays in the list, and counts no more."""
    reason = request.POST.get("reason", "").strip()
    seed = seed_of(tournament)
    command = c.LiftPenalty(request.POST.get("penalty", ""), reason, seed=seed)
    carry_out(request, tournament, command, done=_("The penalty is lifted."))
    return back(request, "desk-penalties", tournament)
