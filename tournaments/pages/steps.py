"""The organiser's steps as buttons: what each is called, and the command that a tap means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.names import sorted_by_name
from tournaments.domain import commands as c
from tournaments.domain.next_rounds import to_publish
from tournaments.domain.next_steps import what_next
from tournaments.domain.pairing import lacks_helpers
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import Refused, refuse
from tournaments.domain.stages import next_plan
from tournaments.domain.state import TournamentState, field_of, stage_of
from tournaments.domain.steps import Step
from tournaments.domain.wish_clashes import clashes, named_clashes
from tournaments.people_names import named
from tournaments.refusals import TEXTS as REFUSALS
from tournaments.wishes_told import clashes_told

LABELS: Final[Mapping[str, str | Promise]] = {
    "open_registration": _("Open registration"),
    "close_registration": _("Close registration"),
    "reopen_registration": _("Open registration again"),
    "start_tournament": _("Start the event"),
    "start_without_absent": _("Start without those who are not checked in"),
    "let_in": _("Let in from the waiting list"),
    "advance": _("Name who plays the next stage"),
    "plan_round": _("Pair the next round"),
    "plan_again": _("Pair this round again"),
    "plan_early": _("Pair tables that are ready early"),
    "publish_pairings": _("Publish the pairings"),
    "publish_all": _("Publish all rounds planned"),
    "start_round": _("Start the round"),
    "wait_for_table": _("Wait for the table"),
    "settle_dispute": _("Decide the dispute"),
    "confirm_round": _("Confirm the round"),
    "play_again": _("Play again"),
    "decide_dependents": _("Decide what a correction changes"),
    "take_out_expelled": _("Take out who is expelled"),
    "restore_expelled": _("Let back in: the expulsion was lifted"),
    "publish_standings": _("Publish the standings"),
    "correct_standings": _("Publish the corrected standings"),
    "make_official": _("Make the standings official"),
    "clear_check_ins": _("Clear the check-ins"),
    "finish_tournament": _("Finish the event"),
    "archive": _("Archive the event"),
    "undo_registration": _("Back to the draft"),
    "undo_start": _("Take the start back"),
    "undo_finish": _("Go on playing"),
    "undo_archive": _("Take it out of the archive"),
    "drop_plan": _("Drop the pairings"),
    "undo_round_start": _("Take the start of the round back"),
    "undo_advance": _("Take the advance back"),
    "reopen_round": _("Reopen the round"),
}

REASONS: Final[Mapping[str, str | Promise]] = {
    **REFUSALS,
    "tie_at_the_cut": _("Players are level across the cut; choose."),
    "wild_cards_missing": _("Wild cards are to be given."),
    "helpers_missing": _(
        "The terms have helpers fill up the last table, but none is entered: some will sit out."
        " Enter stand-ins or built-in players to prevent that."
    ),
}

OWN_PAGE: Final = frozenset(
    {
        "reopen_round",
        "settle_dispute",
        "wait_for_table",
        "let_in",
        "play_again",
        "decide_dependents",
        "take_out_expelled",
    }
)
"""Steps that are done on a page of their own, or by waiting."""

OF_ONE: Final = frozenset({"take_out_expelled", "restore_expelled"})
"""Steps of which there is one for each person."""

CAREFUL: Final = frozenset(
    {"finish_tournament", "start_without_absent", "confirm_round", "archive"}
)
"""Steps that ask once more, being hard to take back."""


@dataclass(frozen=True, slots=True)
class Button:
    """A step as the desk shows it."""

    step: Step
    label: str
    reason: str
    is_tap: bool
    asks: bool
    present: tuple[tuple[EntryId, bool], ...] = ()
    """Whom a date of a league can be paired for, each with whether they seem to be there."""

    @property
    def key(self) -> str:
        """What names the step in a form."""
        return step_key(self.step)


def step_key(step: Step) -> str:
    """A step's name among all steps of an event: code, stage, round, table, and whom it is about
    where it is about one person."""
    parts = (step.code, step.stage, step.round, step.table)
    who = step.entries if step.code in OF_ONE else ()
    return ":".join(str(part or "") for part in (*parts, *who))


def is_stale(step: Step) -> bool:
    """Whether a round that was paired has to be paired again."""
    return step.code == "plan_again" and step.when == "now"


def buttons_of(state: TournamentState, seed: str) -> list[Button]:
    """All steps that can be taken or waited for, the due ones first."""
    return [_button(state, step) for step in _decided_together(what_next(state, seed))]


def _decided_together(steps: Iterable[Step]) -> Iterator[Step]:
    """What corrections leave to decide is decided on one page: one step leads there."""
    is_offered = False
    for step in steps:
        if step.code != "decide_dependents":
            yield step
        elif not is_offered:
            is_offered = True
            yield replace(step, round=None, table=None)


def _button(state: TournamentState, step: Step) -> Button:
    code = step.reason or _remark(state, step)
    reason = _clashes(state, step) or (str(REASONS.get(code, code)) if code else "")
    chooses = step.code == "advance" and bool(step.entries)
    is_barred = step.when == "wait" or (step.when == "undo" and step.reason is not None)
    is_tap = not is_barred and step.code not in OWN_PAGE and not chooses
    asks = step.code in CAREFUL
    return Button(step, str(LABELS[step.code]), reason, is_tap, asks, _present(state, step))


def _clashes(state: TournamentState, step: Step) -> str:
    """Wishes that stand against each other before a round is paired, with whose they are."""
    stage = stage_of(state, step.stage or "")
    if step.code not in ("plan_round", "plan_again") or stage is None or stage.is_bracket:
        return ""
    here = [one for one in field_of(state, stage.id) if state.entries[one].is_playing]
    found = clashes(state, here)
    return clashes_told(named_clashes(state, found)) if found else ""


def _remark(state: TournamentState, step: Step) -> str | None:
    """What somebody should know before they tap, though nothing stands against it."""
    stage = stage_of(state, step.stage or "")
    if step.code not in ("plan_round", "plan_again") or stage is None or stage.is_bracket:
        return None
    return "helpers_missing" if lacks_helpers(state, stage.id) else None


def _present(state: TournamentState, step: Step) -> tuple[tuple[EntryId, bool], ...]:
    """By name; ticked are those of the plan there is, or who checked in, or all if nobody has."""
    stage = stage_of(state, step.stage or "")
    if step.code not in ("plan_round", "plan_again") or stage is None or stage.kind != "league":
        return ()
    field = [one for one in field_of(state, stage.id) if state.entries[one].is_playing]
    here = {one for one in field if state.entries[one].checked_in} or set(field)
    planned = state.rounds.get(step.round or 0)
    if planned is not None:
        plan = planned.plan
        here = {*plan.byes, *plan.sitting_out, *(e for one in plan.tables for e in one.seats)}
    by_name = sorted_by_name(field, lambda entry: named(state, entry))
    return tuple((entry, entry in here) for entry in by_name)


def command_for(
    state: TournamentState,
    key: str,
    *,
    seed: str,
    at: datetime,
    chosen: Sequence[EntryId] = (),
    present: Sequence[EntryId] | None = None,
) -> c.Command | tuple[c.Command, ...]:
    """The command that a tapped step means now, or several.

    Refuses `stale` where it is no step any more, and with the step's own reason where something
    stands against it.
    """
    step = next((one for one in what_next(state, seed) if step_key(one) == key), None)
    if step is None:
        refuse("stale", "this step cannot be taken any more")
    now = int(at.timestamp() * 1000)
    match step.code:
        case "plan_round" | "advance":
            return next_plan(state, step.stage or "", seed, chosen=chosen, present=present)
        case "plan_again":
            return _again(state, step.stage or "", seed, present)
        case "plan_early":
            return next_plan(state, step.stage or "", seed, early=True)
        case "publish_all":
            return to_publish(state, step.stage or "")
        case "start_round":
            number = step.round or 0
            return c.StartRound(number, state.rounds[number].plan.edition, now)
        case "finish_tournament":
            return c.FinishTournament(seed)
        case "publish_standings" | "correct_standings":
            return _correctable(state, step.command, now)
    if step.command is None:
        refuse(step.reason or "stale", f"{step.code} cannot be done by a tap")
    return step.command


def _again(
    state: TournamentState, stage: str, seed: str, present: Sequence[EntryId] | None
) -> c.Command:
    """A round of early tables is made again as one, while their turn has not come."""
    try:
        return next_plan(state, stage, seed, present=present)
    except Refused as refusal:
        if refusal.code != "tables_unfinished":
            raise
        return next_plan(state, stage, seed, early=True)


def _correctable(state: TournamentState, command: c.Command | None, now: int) -> c.Command:
    """Standings with the end of the time for objections."""
    if not isinstance(command, c.PublishStandings) or state.terms is None:
        refuse("stale", "there are no standings to publish")
    until = now + state.terms.objections_ms
    return c.PublishStandings(command.stage, command.after_round, command.lines, until)
