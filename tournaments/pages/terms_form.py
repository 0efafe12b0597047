"""The terms of an event as a form: every choice in plain words, stage below stage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, cast

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.play.match import Length
from engine.rules.option import Option, OptionValue
from engine.rules.options import OPTIONS
from engine.rulesets import get_ruleset
from tables.forms import PACE_NAMES, PACES, RULESETS
from tables.option_texts import value_text
from tournaments.domain.terms import Play, RoundEnd, Terms, Uneven, UnevenPolicy
from tournaments.pages.disputes_form import HOUR, DisputesForm
from tournaments.pages.penalty_lines import PenaltyLines
from tournaments.pages.stage_form import StageForm
from tournaments.points.twelfths import format_twelfths, parse_twelfths
from tournaments.standings.book import Criterion

MINUTE: Final = 60_000
OWN_PACE: Final = "own"
PLAYS: Final = (
    ("online", _("online, at tables of this site")),
    ("scored", _("with real tiles; every hand is entered")),
    ("points", _("with real tiles; only the final points are entered")),
)
LENGTHS: Final = (
    ("hands", _("a number of hands")),
    ("dealer_rounds", _("until every player has lost the deal")),
    ("open", _("until time is called")),
)
ROUND_ENDS: Final = (
    ("last_hand", _("the running hand is finished")),
    ("grace", _("the running hand is finished within some minutes, or counts for nothing")),
)
UNEVEN: Final = (
    ("sit_out", _("some sit out, in fair turns")),
    ("byes", _("some have a bye with a set score")),
    ("stand_ins", _("stand-ins of the club fill up the last table")),
    ("bots", _("built-in players fill up the last table (online)")),
)
VISIBILITY: Final = (
    ("public", _("everybody, and it is listed")),
    ("link", _("everybody who has the link")),
    ("club", _("the club's members and the players")),
)
ENTRY_BY: Final = (
    ("open", _("anybody with an account")),
    ("invitation", _("members of the club, and whoever is invited to the event")),
    ("organiser", _("nobody: the organiser enters people")),
)
SEED_OPENS: Final = (
    ("first_use", _("with the first draw: anybody can check at once")),
    ("end", _("at the end: later draws cannot be foreseen")),
)
TIE_BREAKS: Final[dict[Criterion, Any]] = {
    "table_points": _("table points"),
    "game_points": _("game points"),
    "wins": _("hands won"),
    "firsts": _("tables won"),
    "best_hand": _("best hand"),
    "head_to_head": _("head-to-head"),
    "opponents": _("strength of opponents"),
    "lot": _("lot, from the event's seed"),
}
MOST_STAGES: Final = 4

_ASKED_BY: Final = {
    "length": "length_kind",
    "round_ms": "round_minutes",
    "grace_ms": "grace_minutes",
    "tie_breaks": "tie_0",
}


def _minutes(ms: int | None) -> int | None:
    return None if ms is None else ms // MINUTE


class TermsForm(PenaltyLines):
    """One game's terms. `terms` gives what was chosen; the domain checks it once more."""

    ruleset = forms.ChoiceField(label=_("Game"), choices=RULESETS, widget=forms.HiddenInput)
    play = forms.ChoiceField(label=_("Played"), choices=PLAYS)
    length_kind = forms.ChoiceField(label=_("A match lasts"), choices=LENGTHS)
    hands = forms.IntegerField(label=_("Hands"), min_value=1, max_value=1000, required=False)
    dealer_rounds = forms.IntegerField(
        label=_("Dealer rounds"), min_value=1, max_value=16, required=False
    )
    pace = forms.ChoiceField(
        label=_("Clocks of a decision (online)"),
        choices=[*PACE_NAMES, (OWN_PACE, _("as they are"))],
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes for a round (empty: no clock)"),
        min_value=1,
        max_value=1440,
        required=False,
    )
    round_end = forms.ChoiceField(label=_("When time is up"), choices=ROUND_ENDS)
    grace_minutes = forms.IntegerField(
        label=_("Minutes of grace"), min_value=0, max_value=120, required=False
    )
    uneven = forms.ChoiceField(label=_("If four does not divide the players"), choices=UNEVEN)
    bye_game = forms.IntegerField(label=_("Game points of a bye"), required=False)
    bye_table = forms.CharField(label=_("Table points of a bye"), max_length=12, required=False)
    table_points = forms.CharField(
        label=_("Table points by place"),
        max_length=60,
        help_text=_("Four numbers, such as 4 2 1 0"),
    )
    place_bonus = forms.CharField(
        label=_("Bonus on the game points by place"),
        max_length=60,
        help_text=_("Four numbers that add up to zero"),
    )
    drop_worst = forms.IntegerField(
        label=_("Leave out the worst matches of each player"), min_value=0, max_value=50
    )
    best_of = forms.IntegerField(
        label=_("Or count only the best"), min_value=1, max_value=100, required=False
    )
    visibility = forms.ChoiceField(label=_("Who sees the event"), choices=VISIBILITY)
    entry_by = forms.ChoiceField(label=_("Who can enter by themselves"), choices=ENTRY_BY)
    seed_opens = forms.ChoiceField(label=_("The seed of all draws opens"), choices=SEED_OPENS)
    spectator_delay = forms.IntegerField(
        label=_("Spectators see a table this many hands later"), min_value=0, max_value=100
    )
    waits_aid = forms.BooleanField(
        label=_("Players may ask what they are waiting for"), required=False
    )
    fixed_wilds = forms.CharField(
        label=_("Wild kinds, where the options fix them (such as 5m6m)"),
        max_length=8,
        required=False,
    )

    def __init__(self, *arguments: Any, terms: Terms, **rest: Any) -> None:
        super().__init__(*arguments, **{"initial": _initial(terms), **rest})
        self.base = terms
        self.options = [option for option in OPTIONS if terms.ruleset in option.belongs_to]
        lengths = get_ruleset(terms.ruleset, None).lengths
        kinds = cast(forms.ChoiceField, self.fields["length_kind"])
        kinds.choices = [pair for pair in LENGTHS if pair[0] in lengths]
        for option in self.options:
            self.fields[f"option_{option.name}"] = _option_field(option, terms)
        for number in range(len(TIE_BREAKS)):
            self.fields[f"tie_{number}"] = _tie_field(number, terms)
        self.add_lines(terms.penalties)
        self.stages = [
            StageForm(
                self.data if self.is_bound else None,
                prefix=f"stage{number}",
                stage=terms.stages[number] if number < len(terms.stages) else None,
                number=number,
            )
            for number in range(MOST_STAGES)
        ]
        self.disputes = DisputesForm(
            self.data if self.is_bound else None, prefix="disputes", terms=terms
        )

    @property
    def option_fields(self) -> list[tuple[Option, forms.BoundField]]:
        """The game's options with their fields."""
        return [(option, self[f"option_{option.name}"]) for option in self.options]

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        """What places go by, in this order."""
        return [self[f"tie_{number}"] for number in range(len(TIE_BREAKS))]

    def is_valid(self) -> bool:
        """The form, its stages, and what it says of disputes."""
        stages = [stage.is_valid() for stage in self.stages]
        is_valid = all([super().is_valid(), self.disputes.is_valid(), *stages])
        return is_valid and self._seats_can_change()

    def _seats_can_change(self) -> bool:
        """Where players change seats after a dealer round there is another one to come."""
        if self._length().kind == "dealer_rounds" and (self._length().rounds or 1) > 1:
            return True
        told = _("Seats change after a dealer round: let a match last two of them or more.")
        for stage in self.stages:
            if stage.is_used and (stage.cleaned_data["seat_rotation"] or "fixed") != "fixed":
                stage.add_error("seat_rotation", told)
        return not any(stage.errors for stage in self.stages)

    def take_refusal(self, refusal: EngineError, told: str) -> bool:
        """Put what the domain refused beside its field; False where the form has none."""
        form, name = self._place_of(refusal.field or "")
        if form is None or name not in form.fields:
            return False
        form.add_error(name, forms.ValidationError(told, refusal.code))
        return True

    def _place_of(self, field: str) -> tuple[forms.Form | None, str]:
        """The part of the form and the field there that a field of the terms is asked by."""
        root, *rest = field.split(".")
        match root, rest:
            case "stages", [number, name, *_more]:
                used = [stage for stage in self.stages if stage.is_used]
                return used[int(number)], name
            case "stages", []:
                return self.stages[0], "kind"
            case "penalties", [number, name, *_more]:
                return self, f"penalty_{name}_{self.line_of(int(number))}"
            case "regulations", _:
                return self.disputes, "regulations"
            case "uneven", ["policy"]:
                return self, "uneven"
            case "uneven", [name]:
                return self, name
            case _:
                return self, _ASKED_BY.get(root, root if root in self.fields else f"option_{root}")

    def clean_table_points(self) -> tuple[int, ...]:
        """Four whole numbers."""
        return _numbers(self.cleaned_data["table_points"])

    def clean_place_bonus(self) -> tuple[int, ...]:
        """Four whole numbers."""
        return _numbers(self.cleaned_data["place_bonus"])

    def clean_bye_table(self) -> int:
        """Table points in twelfths."""
        text = self.cleaned_data["bye_table"].strip()
        try:
            return parse_twelfths(text) if text else 0
        except EngineError as error:
            raise forms.ValidationError(_("Write a number such as 2 or 1/2.")) from error

    def _tie_breaks(self) -> tuple[Criterion, ...]:
        given = [self.cleaned_data[f"tie_{number}"] for number in range(len(TIE_BREAKS))]
        return tuple(cast("list[Criterion]", [name for name in given if name]))

    def terms(self) -> Terms:
        """The terms that were chosen, on top of those the form began with."""
        data = self.cleaned_data
        pace = data["pace"]
        return replace(
            self.base,
            options=self._options(),
            play=cast(Play, data["play"]),
            length=self._length(),
            clocks=self.base.clocks if pace == OWN_PACE else PACES[pace],
            stages=tuple(stage.stage() for stage in self.stages if stage.is_used),
            round_ms=data["round_minutes"] * MINUTE if data["round_minutes"] else None,
            round_end=cast(RoundEnd, data["round_end"]),
            grace_ms=(data["grace_minutes"] or 0) * MINUTE,
            tie_breaks=self._tie_breaks(),
            table_points=data["table_points"],
            place_bonus=data["place_bonus"],
            drop_worst=data["drop_worst"],
            best_of=data["best_of"],
            penalties=tuple(self.penalties()),
            uneven=Uneven(
                cast(UnevenPolicy, data["uneven"]), data["bye_game"] or 0, data["bye_table"]
            ),
            visibility=data["visibility"],
            spectator_delay=data["spectator_delay"],
            entry_by=data["entry_by"],
            seed_opens=data["seed_opens"],
            fixed_wilds=data["fixed_wilds"],
            waits_aid=data["waits_aid"],
            disputes=self.disputes.disputes(),
            regulations=self.disputes.cleaned_data["regulations"],
            objections_ms=self.disputes.cleaned_data["objections_minutes"] * MINUTE,
            officials_ms=self.disputes.cleaned_data["officials_hours"] * HOUR,
        )

    def _length(self) -> Length:
        data = self.cleaned_data
        match data["length_kind"]:
            case "hands":
                return Length("hands", data["hands"] or 8)
            case "dealer_rounds":
                return Length("dealer_rounds", rounds=data["dealer_rounds"])
            case _:
                return Length("open")

    def _options(self) -> dict[str, OptionValue]:
        """Only what differs from the game's defaults."""
        chosen: dict[str, OptionValue] = {}
        for option in self.options:
            text = self.cleaned_data.get(f"option_{option.name}") or ""
            value = next((one for one in option.allowed if str(one) == text), None)
            if value is not None and value != option.defaults[self.base.ruleset]:
                chosen[option.name] = value
        return chosen


def _numbers(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").replace("−", "-").split()
    try:
        numbers = tuple(int(word) for word in words)
    except ValueError as error:
        raise forms.ValidationError(_("Write four whole numbers.")) from error
    if len(numbers) != 4:
        raise forms.ValidationError(_("Write four whole numbers."))
    return numbers


def _option_field(option: Option, terms: Terms) -> forms.ChoiceField:
    value = terms.options.get(option.name, option.defaults[terms.ruleset])
    return forms.ChoiceField(
        label=option.text.in_language(get_language() or "en"),
        choices=[(str(one), value_text(option, one)) for one in option.allowed],
        initial=str(value),
        required=False,
    )


def _tie_field(number: int, terms: Terms) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Criterion %(n)d") % {"n": number + 1},
        choices=[("", "–"), *TIE_BREAKS.items()],
        initial=terms.tie_breaks[number] if number < len(terms.tie_breaks) else "",
        required=False,
    )


def _initial(terms: Terms) -> dict[str, Any]:
    pace = next((name for name, clocks in PACES.items() if clocks == terms.clocks), OWN_PACE)
    return {
        "ruleset": terms.ruleset,
        "play": terms.play,
        "length_kind": terms.length.kind,
        "hands": terms.length.hands or 8,
        "dealer_rounds": terms.length.rounds or 1,
        "pace": pace,
        "round_minutes": _minutes(terms.round_ms),
        "round_end": terms.round_end,
        "grace_minutes": _minutes(terms.grace_ms),
        "uneven": terms.uneven.policy,
        "bye_game": terms.uneven.bye_game,
        "bye_table": format_twelfths(terms.uneven.bye_table),
        "table_points": " ".join(map(str, terms.table_points)),
        "place_bonus": " ".join(map(str, terms.place_bonus)),
        "drop_worst": terms.drop_worst,
        "best_of": terms.best_of,
        "visibility": terms.visibility,
        "entry_by": terms.entry_by,
        "seed_opens": terms.seed_opens,
        "spectator_delay": terms.spectator_delay,
        "waits_aid": terms.waits_aid,
        "fixed_wilds": terms.fixed_wilds,
    }
