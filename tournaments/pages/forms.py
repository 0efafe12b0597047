"""The small forms of the desk: swaps, schedules, clocks, points, seats."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.parts import EntryId
from tournaments.domain.state import Round, TournamentState
from tournaments.pages.moments import MomentField
from tournaments.pages.people_field import people_field
from tournaments.people_names import named
from tournaments.store.projections import moment

MOST_POINTS = 10**9


class SwapForm(forms.Form):
    """Two people of a round, for the edition that the page shows."""

    one = forms.ChoiceField(label=_("This player"))
    other = forms.ChoiceField(label=_("changes places with"))
    edition = forms.IntegerField(label=_("Edition"), widget=forms.HiddenInput)

    def __init__(
        self, *arguments: Any, state: TournamentState, round_: Round, **named_arguments: Any
    ) -> None:
        super().__init__(*arguments, **named_arguments)
        plan = round_.plan
        seated = [(entry, seating.table) for seating in plan.tables for entry in seating.seats]
        out = [(entry, None) for entry in (*plan.byes, *plan.sitting_out)]
        choices = [
            (entry, f"{named(state, entry)} · {table or '–'}") for entry, table in (*seated, *out)
        ]
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
        self.fields["edition"].initial = plan.edition


class ScheduleForm(forms.Form):
    """When a round starts by itself; empty: when somebody says so."""

    starts_at = MomentField(label=_("Starts by itself at"))

    def __init__(
        self, *arguments: Any, starts_at: int | None = None, **named_arguments: Any
    ) -> None:
        super().__init__(*arguments, **named_arguments)
        self.fields["starts_at"].initial = moment(starts_at)

    def clean_starts_at(self) -> datetime | None:
        """The time in the site's zone."""
        at: datetime | None = self.cleaned_data["starts_at"]
        return at


class ClockForm(forms.Form):
    """Pause, resume or extend, at one table or (empty) at all."""

    action = forms.ChoiceField(
        label=_("What to do"), choices=[(name, name) for name in ("pause", "resume", "extend")]
    )
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1)
    minutes = forms.IntegerField(label=_("Minutes"), required=False, min_value=1, max_value=600)

    def clean(self) -> dict[str, Any]:
        """Time can only be given in minutes."""
        data = super().clean() or {}
        if data.get("action") == "extend" and not data.get("minutes") and not self.errors:
            self.add_error("minutes", forms.ValidationError(_("How many minutes?"), "required"))
        return data


class PointsForm(forms.Form):
    """The final points of a table, which add up to zero."""

    def __init__(
        self, *arguments: Any, state: TournamentState, people: list[EntryId], **rest: Any
    ) -> None:
        super().__init__(*arguments, **rest)
        for place, entry in enumerate(people):
            self.fields[f"points_{place}"] = forms.IntegerField(
                label=named(state, entry),
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                widget=forms.NumberInput(attrs={"inputmode": "text", "pattern": "-?[0-9]*"}),
            )

    def clean(self) -> dict[str, Any]:
        """Whatever one wins another loses."""
        data = super().clean() or {}
        if not self.errors and sum(data.values()) != 0:
            raise forms.ValidationError(
                _("The points have to add up to zero; these add up to %(sum)d."),
                code="not_zero_sum",
                params={"sum": sum(data.values())},
            )
        return data

    @property
    def points(self) -> tuple[int, ...]:
        """By place."""
        return tuple(self.cleaned_data[f"points_{place}"] for place in range(4))


class SeatForm(forms.Form):
    """Who takes a seat over, in which role, from which hand on."""

    ROLES = (
        ("substitute", _("plays on for this player's score")),
        ("stand_in", _("plays on for nobody's score")),
        ("player", _("is this player, who has come or come back")),
    )

    place = forms.IntegerField(label=_("Seat"), widget=forms.HiddenInput, min_value=0, max_value=3)
    person = forms.ChoiceField(label=_("Who sits down"))
    role = forms.ChoiceField(label=_("How"), choices=ROLES, initial="substitute")
    from_hand = forms.IntegerField(label=_("From hand"), min_value=1, max_value=1000)

    def __init__(
        self,
        *arguments: Any,
        people: list[tuple[EntryId, str]],
        hand: int = 1,
        **rest: Any,
    ) -> None:
        super().__init__(*arguments, **rest)
        self.fields["person"] = people_field(self.fields["person"].label, people)
        self.fields["from_hand"].initial = max(hand, 1)
