"""Corrections as pages tell them: what a result was and is, what rested on it, who decided what.

Owns the words. Whatever can be done about a correction is in `deciding`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.imports.names import official_names
from tables.models import Event as LogLine
from tournaments.domain.corrections import choices_for, why_final
from tournaments.domain.names import isolated
from tournaments.domain.parts import Choice, Effect, EntryId
from tournaments.domain.state import Correction, TournamentState
from tournaments.models import Tournament
from tournaments.pages.terms_text import stage_name
from tournaments.people_names import listed, named

State = TournamentState

DONE_THERE: Final[dict[str, str | Promise]] = {
    "TakeResult": gettext_lazy("entered the result"),
    "WithdrawResult": gettext_lazy("took the result out"),
    "CorrectResult": gettext_lazy("corrected the result"),
    "SettleDispute": gettext_lazy("decided a dispute"),
    "ReopenDispute": gettext_lazy("opened a dispute again"),
    "GivePenalty": gettext_lazy("gave a penalty"),
    "LiftPenalty": gettext_lazy("lifted a penalty"),
    "KeepExpelled": gettext_lazy("kept somebody who was expelled"),
    "ConfirmRound": gettext_lazy("confirmed the round although something was missing there"),
    "DecideDependent": gettext_lazy("decided what a correction there leads to"),
}
CHOICES: Final[dict[Choice, str | Promise]] = {
    "keep": gettext_lazy("Leave it as it is"),
    "pair_again": gettext_lazy("Pair again"),
    "undo_advance": gettext_lazy("Take the advance back"),
}
AFTER_ALL: Final[dict[Choice, str | Promise]] = {
    "pair_again": gettext_lazy("Pair it again after all"),
    "undo_advance": gettext_lazy("Take the advance back after all"),
}
FINAL: Final[dict[str, str | Promise]] = {
    "corrected_since": gettext_lazy(
        "This stands: the table was corrected once more since, and it is asked there."
    ),
    "round_already_started": gettext_lazy("This stands: it has started."),
}
CHOSEN: Final[dict[Choice, str | Promise]] = {
    "keep": gettext_lazy("The organiser leaves it as it is."),
    "pair_again": gettext_lazy("The organiser has it paired again."),
    "undo_advance": gettext_lazy("The organiser took the advance back."),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """What the only official there was did at their own table."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Change:
    """What a place had and has; `entry` sat there at the start."""

    entry: EntryId
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class EffectRow:
    """Something that rested on the old facts, in words, with what was decided about it last and
    `earlier`. `after_all` can still be chosen instead, or `stands` says why not."""

    effect: Effect
    text: str
    decided: str
    reason: str
    choices: tuple[tuple[Choice, str], ...]
    earlier: tuple[tuple[str, str], ...] = ()
    after_all: tuple[tuple[Choice, str], ...] = ()
    stands: str = ""
    pairing: tuple[tuple[str, str, str], ...] | None = None
    """Of a round that could be paired again: each table that would be another, before and after."""

    @property
    def is_open(self) -> bool:
        """Whether the organiser still has to say something."""
        return bool(self.choices)


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """A correction as pages tell it. Without `changes` it is a penalty that was given or lifted."""

    correction: Correction
    changes: tuple[Change, ...]
    effects: tuple[EffectRow, ...]
    at: datetime | None
    is_penalty: bool

    @property
    def is_open(self) -> bool:
        """Whether anything is to be decided."""
        return any(one.is_open for one in self.effects)


def marks_at(state: State, number: int, table: int) -> list[Mark]:
    """The marks of a table."""
    return [
        Mark(named(state, one.entry), str(DONE_THERE.get(one.what, one.what)))
        for one in state.own_tables
        if (one.round, one.table) == (number, table)
    ]


def correction_rows(tournament: Tournament, state: State) -> list[CorrectionRow]:
    """All corrections, the newest first: one query where there are any."""
    if not state.corrections:
        return []
    moments = _moments(tournament)
    return [_row(state, one, moments.get(key)) for key, one in state.corrections.items()][::-1]


def corrections_at(
    tournament: Tournament, state: State, number: int, table: int
) -> list[CorrectionRow]:
    """Those of one table's result, the newest first."""
    return [
        row
        for row in correction_rows(tournament, state)
        if (fact := row.correction.corrected) and (fact.round, fact.table) == (number, table)
    ]


def after_the_cut(tournament: Tournament, state: State, stage: str) -> list[CorrectionRow]:
    """Corrections that came when the players of this stage were named already: by the corrected
    facts others would play, and it is told who stays and why."""
    rows = correction_rows(tournament, state)
    found = []
    for row in rows:
        effects = tuple(
            one for one in row.effects
            if one.effect.kind != "round" and one.effect.ref.partition("/")[0] == stage
            and not _is_remade(row, one)
        )  # fmt: skip
        if effects:
            found.append(replace(row, effects=effects))
    return found


def _is_remade(row: CorrectionRow, one: EffectRow) -> bool:
    return (one.effect.kind, one.effect.ref) in row.correction.remade


def _moments(tournament: Tournament) -> dict[str, datetime]:
    found = LogLine.objects.filter(
        stream=tournament.pk, type__in=("ResultCorrected", "DependentsNoted")
    )
    lines = found.order_by("version").values_list("data", "recorded_at")
    return {data["correction"]: at for data, at in lines}


def deciders(tournament: Tournament) -> dict[tuple[str, str, str], str]:
    """Who decided about what rested on a correction: names by correction, kind and ref."""
    found = LogLine.objects.filter(stream=tournament.pk, type="DependentDecided")
    lines = list(found.order_by("version").values_list("data", "actor"))
    names = official_names(tournament.pk, {actor.rpartition(":")[2] for _data, actor in lines})
    return {
        (data["correction"], data["kind"], data["ref"]): names.get(actor.rpartition(":")[2], "")
        for data, actor in lines
    }


def _row(state: State, one: Correction, at: datetime | None) -> CorrectionRow:
    effects = tuple(_effect(state, one, effect) for effect in one.effects)
    return CorrectionRow(one, tuple(_changes(state, one)), effects, at, one.corrected is None)


def _changes(state: State, one: Correction) -> Iterator[Change]:
    fact = one.corrected
    if fact is None or one.was is None:
        return
    table = state.rounds[fact.round].tables[fact.table]
    for place, facts in enumerate(table.ledger):
        yield Change(facts[0].person, one.was.points[place], fact.result.points[place])


def _effect(state: State, one: Correction, effect: Effect) -> EffectRow:
    made = [(str(CHOSEN[each.choice]), each.reason) for each in one.decisions(effect)]
    if remade := _made_anew(one, effect):
        made.append((remade, ""))
    said, reason = made.pop() if made else ("", "")
    offered = [(choice, str(CHOICES[choice])) for choice in offered_for(state, effect)]
    choices = tuple(offered) if effect in one.open_effects else ()
    after_all, stands = _second_thoughts(state, one, effect)
    return EffectRow(effect, effect_text(state, effect), said, reason, choices, tuple(made),
                     after_all, stands)  # fmt: skip


def _made_anew(one: Correction, effect: Effect) -> str:
    """That there is nothing to be decided any more, if nobody decided it."""
    decided = one.decision(effect)
    if effect in one.open_effects or (decided and (effect.kind, effect.ref) not in one.remade):
        return ""
    if decided and decided.choice != "keep":
        return ""
    if one.is_followed and effect.bracket:
        return _("The table was corrected once more; it is asked there.")
    return _("It has been made anew since.")


def _second_thoughts(
    state: State, one: Correction, effect: Effect
) -> tuple[tuple[tuple[Choice, str], ...], str]:
    """What can be chosen after all where it was left as it was, or why nothing can."""
    decided = one.decision(effect)
    if decided is None or decided.choice != "keep":
        return (), ""
    if final := why_final(state, one, effect):
        return (), str(FINAL.get(final[0], ""))
    return tuple((it, str(AFTER_ALL[it])) for it in choices_for(effect) if it != "keep"), ""


def offered_for(state: State, effect: Effect) -> tuple[Choice, ...]:
    """What can be done now: what has been played is not paired again."""
    choices = choices_for(effect)
    if effect.kind == "round":
        round_ = state.rounds.get(int(effect.ref))
        if round_ is None or round_.status != "planned":
            return ("keep",)
    return choices


def effect_text(state: State, effect: Effect) -> str:
    """What rested on the old facts, and what it would be now."""
    if effect.kind == "round":
        return _("Round %(n)s was paired by standings that are different now.") % {"n": effect.ref}
    if effect.kind == "bracket":
        table = effect.ref.partition("/")[2]
        return _("Bracket, table %(table)s: %(change)s") % {
            "table": table, "change": _exchange(state, effect),
        }  # fmt: skip
    stage = stage_name(state.terms, effect.ref) if state.terms else effect.ref
    return _("%(stage)s: %(change)s") % {"stage": stage, "change": _exchange(state, effect)}


def _exchange(state: State, effect: Effect) -> str:
    """Who would leave and who would come."""
    words = {
        "leaving": _names(state, effect.leaving),
        "entering": _names(state, effect.entering),
        "level": _names(state, effect.level),
    }
    if effect.level:
        level = _("%(level)s are level across the cut now; the organiser would choose.")
        gone = _("%(leaving)s would not go on.") if effect.leaving else ""
        return f"{level} {gone}".strip() % words
    if not effect.leaving and not effect.entering:
        return _("the same players, in another order of seeds")
    return _("%(entering)s instead of %(leaving)s") % words


def _names(state: State, entries: tuple[EntryId, ...]) -> str:
    return listed(isolated(named(state, one)) for one in entries) or "–"
