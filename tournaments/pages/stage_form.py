"""One stage of an event as a part of the form of its terms."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.domain.terms import (
    Advance,
    FinalCarry,
    Pairing,
    PlayTo,
    SeatRotation,
    Stage,
    StageKind,
    Ties,
    WildCards,
)
from tournaments.store.projections import moment

NOTHING: Final = ("", _("– no further stage –"))
KINDS: Final = (
    ("swiss", _("Swiss: by standing, repeats avoided")),
    ("rotation", _("rotation: all tables known beforehand")),
    ("knockout", _("knock-out")),
    ("double_elimination", _("double elimination")),
    ("league", _("league: dates of a season")),
    ("final", _("final: one table, one or more matches")),
)
ADVANCES: Final = (
    ("all", _("everybody")),
    ("top_of_standings", _("the best of the standings")),
    ("top_of_table", _("the best of each table of the last round")),
    ("wild_cards", _("wild cards alone")),
)
ROTATIONS: Final = (
    ("fixed", _("stay where they are")),
    ("clockwise", _("move on clockwise after each dealer round")),
    ("drawn", _("are drawn after each dealer round")),
)


class DatesField(forms.CharField):
    """Moments in the site's time, one a line; in milliseconds."""

    def to_python(self, value: Any) -> Any:
        """The moments; the first line that is none is named."""
        line_of = forms.DateTimeField()
        found = []
        for number, line in enumerate(str(value or "").splitlines(), 1):
            if line.strip():
                try:
                    moment_ = line_of.clean(line.strip())
                except forms.ValidationError:
                    raise forms.ValidationError(
                        _("Line %(line)s is no date and time."),
                        code="invalid",
                        params={"line": number},
                    ) from None
                found.append(int(moment_.timestamp() * 1000))
        return tuple(found)

    def prepare_value(self, value: Any) -> Any:
        """As it is typed."""
        if not isinstance(value, tuple):
            return value
        moments = [timezone.localtime(moment(one)) for one in value]
        return "\n".join(f"{one:%Y-%m-%d %H:%M}" for one in moments)


ENTERING: Final = (
    "advance", "advance_count", "carry_percent", "wild_cards", "wild_cards_by", "ties",
)  # fmt: skip


class StageForm(forms.Form):
    """Kind, rounds, who comes in; a stage without a kind is none."""

    kind = forms.ChoiceField(label=_("Kind"), choices=(NOTHING, *KINDS), required=False)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=100, required=False)
    advance = forms.ChoiceField(label=_("Who comes in"), choices=ADVANCES, required=False)
    advance_count = forms.IntegerField(
        label=_("How many"), min_value=0, max_value=2000, required=False
    )
    carry_percent = forms.IntegerField(
        label=_("Points brought along, in percent"), min_value=0, max_value=100, required=False
    )
    wild_cards = forms.IntegerField(
        label=_("Wild cards besides"), min_value=0, max_value=2000, required=False
    )
    wild_cards_by = forms.ChoiceField(
        label=_("Wild cards are"),
        choices=(
            ("organiser", _("the organiser's choice")),
            ("standings", _("the best of the rest")),
        ),
        required=False,
    )
    ties = forms.ChoiceField(
        label=_("Level across the cut"),
        choices=(("organiser", _("the organiser chooses")), ("lot", _("a lot decides"))),
        required=False,
    )
    top = forms.ChoiceField(
        label=_("Go on from a table (knock-out)"),
        choices=(("2", "2"), ("1", "1")),
        required=False,
    )
    play_to = forms.ChoiceField(
        label=_("The bracket ends with"),
        choices=(
            ("final", _("a final")),
            ("last_four", _("the last four; the final is a stage of its own")),
        ),
        required=False,
    )
    final_matches = forms.IntegerField(
        label=_("Matches of the final"), min_value=1, max_value=20, required=False
    )
    final_carry = forms.ChoiceField(
        label=_("Into the final are brought"),
        choices=(
            ("none", _("no points")),
            ("last", _("the points of the last round")),
            ("all", _("all points of the stage")),
        ),
        required=False,
    )
    small_final = forms.BooleanField(label=_("A small final for the places 5 to 8"), required=False)
    pairing = forms.ChoiceField(
        label=_("Tables of a league's date"),
        choices=(("standing", _("by standing")), ("drawn", _("drawn"))),
        required=False,
    )
    dates = DatesField(
        label=_("Dates of a league, one a line"),
        help_text=_("Such as 2026-12-31 19:00"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    seat_rotation = forms.ChoiceField(
        label=_("In a match the players"), choices=ROTATIONS, required=False
    )

    def __init__(self, *arguments: Any, stage: Stage | None, number: int, **rest: Any) -> None:
        self.base, self.number = stage, number
        super().__init__(*arguments, **{"initial": _initial(stage, number), **rest})

    @property
    def shown(self) -> list[forms.BoundField]:
        """The first stage has nobody who comes in from another."""
        left_out = () if self.number else ENTERING
        return [field for field in self if field.name not in left_out]

    @property
    def is_used(self) -> bool:
        """There is such a stage."""
        return bool(self.cleaned_data.get("kind"))

    def stage(self) -> Stage:
        """The stage that was chosen. Its id stays what it was."""
        data = self.cleaned_data
        kind = cast(StageKind, data["kind"])
        known = self.base if self.base is not None and self.base.kind == kind else None
        id_ = known.id if known else f"s{self.number + 1}"
        first = self.number == 0
        return Stage(
            id=id_,
            kind=kind,
            rounds=data["rounds"] or 1,
            advance="all" if first else cast(Advance, data["advance"] or "all"),
            advance_count=0 if first else data["advance_count"] or 0,
            carry_percent=100 if data["carry_percent"] is None else data["carry_percent"],
            seat_rotation=cast(SeatRotation, data["seat_rotation"] or "fixed"),
            top=int(data["top"] or 2),
            play_to=cast(PlayTo, data["play_to"] or "final"),
            final_matches=data["final_matches"] or 1,
            final_carry=cast(FinalCarry, data["final_carry"] or "none"),
            small_final=data["small_final"],
            wild_cards=0 if first else data["wild_cards"] or 0,
            wild_cards_by=cast(WildCards, data["wild_cards_by"] or "organiser"),
            ties=cast(Ties, data["ties"] or "organiser"),
            pairing=cast(Pairing, data["pairing"] or "standing"),
            dates=data["dates"] if kind == "league" else (),
        )


def _initial(stage: Stage | None, number: int) -> dict[str, Any]:
    shown = stage or Stage(f"s{number + 1}", "swiss", 1, "top_of_standings", 4)
    names = (
        "rounds", "advance", "advance_count", "carry_percent", "wild_cards", "wild_cards_by",
        "ties", "top", "play_to", "dates", "final_matches", "final_carry", "small_final",
        "pairing", "seat_rotation",
    )  # fmt: skip
    return {"kind": stage.kind if stage else "", **{name: getattr(shown, name) for name in names}}
