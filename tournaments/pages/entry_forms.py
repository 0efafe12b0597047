"""The forms of one entry: who somebody is, and how they leave."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.players import LEVELS
from tournaments.domain import commands as c
from tournaments.domain.parts import NEVER, ONCE, EntryId, EntryKind, Person
from tournaments.domain.state import TournamentState, seats_now, waiting_list
from tournaments.pages.people_field import people_field
from tournaments.play.results import hand_now

NEW = "new"
NOBODY = ""


def _marks_shown(person: Person, begins: str) -> str:
    """Those that begin so, without what they begin with; `begins` empty: all others."""
    kinds = (begins,) if begins else (NEVER, ONCE)
    marks = [mark for mark in person.apart if mark.startswith(kinds) == bool(begins)]
    return ", ".join(mark.removeprefix(begins) for mark in marks)


class EntryForm(forms.Form):
    """A person of an event, as the organiser types them."""

    KINDS = (
        ("player", _("player")),
        ("stand_in", _("stand-in")),
        ("bot", _("built-in player")),
    )

    name = forms.CharField(label=_("Name"), max_length=100, strip=True)
    kind = forms.ChoiceField(label=_("Takes part as"), choices=KINDS, initial="player")
    club = forms.CharField(label=_("Club"), max_length=100, required=False)
    apart = forms.CharField(
        label=_("Kept apart from others with the mark"),
        help_text=_("Marks such as a family's name, separated by commas."),
        max_length=200,
        required=False,
    )
    never = forms.CharField(
        label=_("Never at one table with others with the mark"), max_length=200, required=False
    )
    once = forms.CharField(
        label=_("Meets others with the mark exactly once"),
        help_text=_("In a rotation; other stages only see to it that they do not meet again."),
        max_length=200,
        required=False,
    )
    fixed_table = forms.IntegerField(
        label=_("Always at table"), min_value=1, max_value=500, required=False
    )
    same = forms.BooleanField(label=_("There may be another person of this name"), required=False)

    @staticmethod
    def initial_of(person: Person) -> dict[str, object]:
        """What the form shows of somebody known."""
        return {
            "name": person.name,
            "kind": person.kind,
            "club": person.club or "",
            "apart": _marks_shown(person, ""),
            "never": _marks_shown(person, NEVER),
            "once": _marks_shown(person, ONCE),
            "fixed_table": person.fixed_table,
        }

    def person(self, known: Person | None = None) -> Person:
        """The person meant; what the form does not ask stays as it was."""
        data = self.cleaned_data
        marks = tuple(
            begins + mark
            for name, begins in (("apart", ""), ("never", NEVER), ("once", ONCE))
            for mark in dict.fromkeys(m.strip() for m in data[name].split(",") if m.strip())
        )
        kind = cast(EntryKind, data["kind"])
        level = (known.level if known else None) or "sensible"
        return replace(
            known or Person(data["name"]),
            name=data["name"],
            kind=kind,
            club=data["club"].strip() or None,
            apart=tuple(dict.fromkeys(marks)),
            fixed_table=data["fixed_table"],
            level=level if kind == "bot" and level in LEVELS else None,
        )


class WithdrawForm(forms.Form):
    """Leaving: why, and who goes on in the seat if somebody is playing."""

    CREDITS = (
        ("nobody", _("for nobody's score")),
        ("leaver", _("for the score of whoever leaves")),
    )

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(
        self, *arguments: Any, state: TournamentState, entry: EntryId, **rest: Any
    ) -> None:
        super().__init__(*arguments, **rest)
        self.state, self.entry = state, entry
        self.seat = seats_now(state).get(entry)
        if self.seat is not None:
            self.fields["instead"] = people_field(_("Who goes on at the table"), self._free())
            self.fields["credit"] = forms.ChoiceField(
                label=_("Plays on"), choices=self.CREDITS, initial="nobody"
            )
            self.fields["from_hand"] = forms.IntegerField(
                label=_("From hand"),
                min_value=1,
                max_value=1000,
                initial=self._hand(*self.seat[:2]),
            )

    def _hand(self, number: int, table: int) -> int:
        return hand_now(self.state.rounds[number].tables[table].match)

    def _free(self) -> list[tuple[str, Any]]:
        busy = seats_now(self.state)
        free = [
            entry
            for entry in self.state.entries.values()
            if entry.status == "registered" and entry.id not in busy and entry.id != self.entry
        ]
        free.sort(key=lambda entry: (entry.person.kind == "player", entry.number))
        return [*((e.id, e.person.name) for e in free), (NEW, _("somebody new, named below"))]

    def commands(self, new_id: EntryId, new_name: str) -> tuple[c.Command, ...]:
        """The withdrawal, with whoever comes in entered before it."""
        data = self.cleaned_data
        if self.seat is None:
            return (c.WithdrawEntry(self.entry, data["reason"]),)
        instead: EntryId = NEW if new_name else data["instead"]
        before: tuple[c.Command, ...] = ()
        if instead == NEW:
            instead = new_id
            before = (c.AddEntry(new_id, Person(new_name, "stand_in"), same_name_ok=True),)
        known = self.state.entries.get(instead)
        role: Literal["bot", "substitute", "stand_in"] = "stand_in"
        if known is not None and known.person.kind == "bot":
            role = "bot"
        elif data["credit"] == "leaver":
            role = "substitute"
        leave = c.WithdrawEntry(
            self.entry,
            data["reason"],
            instead,
            role,
            self.entry if data["credit"] == "leaver" else None,
            data["from_hand"],
        )
        return (*before, leave)


def stage_to_begin(state: TournamentState, entry: EntryId) -> str | None:
    """The stage in which somebody has a place and of which no round has started."""
    begun = {one.plan.stage for one in state.rounds.values() if one.status != "planned"}
    own = (key for key, field in state.stages.items() if entry in field and key not in begun)
    return next(own, None) if state.phase == "running" else None


class PlaceForm(forms.Form):
    """Who plays a stage in the place of somebody who did not come."""

    def __init__(
        self, *arguments: Any, state: TournamentState, entry: EntryId, stage: str, **rest: Any
    ) -> None:
        super().__init__(*arguments, **rest)
        self.state, self.entry, self.stage = state, entry, stage
        field = state.stages[stage]
        others = [one for one in state.entries.values() if one.person.kind == "player"]
        free = [one for one in others if one.status != "withdrawn" and one.id not in field]
        free.sort(key=lambda one: (one.status != "waiting", one.number))
        people = [*((one.id, one.person.name) for one in free), (NEW, _("somebody new"))]
        self.fields["person"] = people_field(_("Who plays instead"), people)

    def commands(self, new_id: EntryId, new_name: str, reason: str) -> tuple[c.Command, ...]:
        """The one leaves, the other enters or is let in, and has the place."""
        state, person = self.state, self.cleaned_data["person"]
        commands: list[c.Command] = []
        if state.entries[self.entry].status != "withdrawn":
            commands.append(c.WithdrawEntry(self.entry, reason))
        waits = bool(waiting_list(state))
        if new_name or person == NEW:
            person = new_id
            commands.append(c.AddEntry(person, Person(new_name, "player"), same_name_ok=True))
        else:
            waits = state.entries[person].status == "waiting"
        if waits:
            commands.append(c.PromoteEntry(person))
        return (*commands, c.TakeStagePlace(self.stage, person, self.entry))
