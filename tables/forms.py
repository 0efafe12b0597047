"""The form that proposes a table: the game, its options, the length, the clocks, the chairs."""

from __future__ import annotations

from typing import Any, Final
from unicodedata import category

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError, InvalidNotation
from engine.notation import parse_tiles
from engine.play.match import Aids, ClockSettings, Length
from engine.players import LEVELS
from engine.rules.option import Option, OptionValue
from engine.rules.options import OPTIONS
from engine.rulesets import get_ruleset
from tables.option_texts import value_text
from tables.services import Terms

RULESETS: Final = (("bao", _("Bao: a contract is bid for")), ("free", _("Free: self-draw only")))
LENGTHS: Final = (
    ("hands", _("a number of hands")),
    ("dealer_rounds", _("until every player has lost the deal once")),
    ("open", _("until somebody calls time")),
)
TILES: Final = (
    ("live", _("on the screen")),
    ("scored", _("real tiles: only the score is kept here")),
)
CHAIRS: Final = (
    ("me", _("I sit here")),
    ("", _("open for a person")),
    ("sensible", _("built-in player, sensible")),
    ("random", _("built-in player, random")),
)
PACES: Final = {
    "normal": ClockSettings(),
    "quick": ClockSettings(decision_ms=10_000, claim_ms=5_000, reserve_ms=30_000),
    "slow": ClockSettings(decision_ms=60_000, claim_ms=15_000, reserve_ms=300_000),
}
PACE_NAMES: Final = (
    ("normal", _("normal: 20 s, claims 8 s, reserve 1 min")),
    ("quick", _("quick: 10 s, claims 5 s, reserve 30 s")),
    ("slow", _("slow: 60 s, claims 15 s, reserve 5 min")),
)
JOINER: Final = "\u200d"
UNSEEN: Final = frozenset({"Cc", "Cf", "Zl", "Zp"})


def _option_field(option: Option, ruleset: str) -> forms.ChoiceField:
    default = option.defaults[ruleset]
    choices = [(str(value), value_text(option, value)) for value in option.allowed]
    return forms.ChoiceField(
        label=option.text.in_language(get_language() or "en"),
        choices=choices,
        initial=str(default),
        required=False,
    )


class TableForm(forms.Form):
    """One ruleset's table; the page loads the form anew when the other is chosen."""

    ruleset = forms.ChoiceField(label=_("Game"), choices=RULESETS)
    play = forms.ChoiceField(label=_("Tiles"), choices=TILES, initial="live", required=False)
    name = forms.CharField(label=_("Name of the table"), max_length=40, required=False)
    hands = forms.IntegerField(
        label=_("Hands"), min_value=1, max_value=100, initial=8, required=False
    )
    pace = forms.ChoiceField(label=_("Clocks"), choices=PACE_NAMES)
    spectator_delay = forms.IntegerField(
        label=_("Spectators see the table this many hands later"),
        min_value=0,
        max_value=20,
        initial=1,
    )
    waits = forms.BooleanField(
        label=_("Players may ask what they are waiting for"), initial=True, required=False
    )
    fixed_wilds = forms.CharField(
        label=_("Wild kinds of the match, where they are fixed (such as 5m6m)"),
        max_length=8,
        required=False,
    )

    def __init__(self, *args: Any, ruleset: str = "bao", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options = [option for option in OPTIONS if ruleset in option.belongs_to]
        self.fields["ruleset"].initial = ruleset
        lengths = get_ruleset(ruleset, None).lengths
        self.fields["length"] = forms.ChoiceField(
            label=_("Length"), choices=[pair for pair in LENGTHS if pair[0] in lengths]
        )
        for place in range(4):
            self.fields[f"chair_{place}"] = forms.ChoiceField(
                label=_("Chair %(n)s") % {"n": place + 1},
                choices=CHAIRS,
                initial="me" if place == 0 else "sensible",
                required=False,
            )
        for option in self.options:
            self.fields[f"option_{option.name}"] = _option_field(option, ruleset)

    @property
    def chair_fields(self) -> list[forms.BoundField]:
        """The four chairs in turn order."""
        return [self[f"chair_{place}"] for place in range(4)]

    @property
    def option_fields(self) -> list[tuple[Option, forms.BoundField]]:
        """The game's options with their fields."""
        return [(option, self[f"option_{option.name}"]) for option in self.options]

    def clean_name(self) -> str:
        """The name without what cannot be seen: such a name would be no link, or turn its
        neighbours round. Emoji are joined by one such character, which stays inside a name."""
        kept = [c for c in self.cleaned_data["name"] if c == JOINER or category(c) not in UNSEEN]
        return "".join(kept).strip(JOINER + " ")

    def clean_fixed_wilds(self) -> str:
        """The tiles as they were written, if they are tiles."""
        given: str = self.cleaned_data["fixed_wilds"]
        try:
            parse_tiles(given)
        except InvalidNotation as error:
            raise forms.ValidationError(
                _("Write tiles as digits and a letter, such as 5m6m.")
            ) from error
        return given

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seats = [data.get(f"chair_{place}", "") for place in range(4)]
        if seats.count("me") > 1:
            raise forms.ValidationError(_("You can sit on one chair only."))
        if not self.errors:
            self._check_terms()
        return data

    def _check_terms(self) -> None:
        try:
            terms = self.terms()
            ruleset = get_ruleset(terms.ruleset, terms.options)
        except EngineError as error:
            raise forms.ValidationError(str(error)) from error
        if ruleset.options.free_wild != "fixed":
            return
        if len(terms.fixed_wilds) != ruleset.options.free_wild_kinds or not ruleset.wilds_fit(
            terms.fixed_wilds
        ):
            self.add_error("fixed_wilds", _("Give as many kinds as are wild, such as 5m6m."))

    def terms(self) -> Terms:
        """What the engine is to play by."""
        data = self.cleaned_data
        return Terms(
            ruleset=data["ruleset"],
            options=self._options(),
            length=Length(data["length"], data["hands"] or 8)
            if data["length"] == "hands"
            else Length(data["length"]),
            clocks=PACES[data["pace"]],
            aids=Aids(waits=data["waits"]),
            spectator_delay=data["spectator_delay"],
            fixed_wilds=parse_tiles(data["fixed_wilds"]),
            play="scored" if data["play"] == "scored" else "live",
        )

    def _options(self) -> dict[str, OptionValue]:
        """Only what differs from the game's defaults."""
        chosen = {}
        for option in self.options:
            text = self.cleaned_data.get(f"option_{option.name}") or ""
            value = next((v for v in option.allowed if str(v) == text), None)
            if value is not None and value != option.defaults[self.cleaned_data["ruleset"]]:
                chosen[option.name] = value
        return chosen

    def levels(self) -> tuple[list[str], int | None]:
        """By place the built-in player's level or "", and the host's place.

        Around real tiles every chair is a person's.
        """
        chairs = [self.cleaned_data.get(f"chair_{place}", "") for place in range(4)]
        mine = chairs.index("me") if "me" in chairs else None
        if self.cleaned_data.get("play") == "scored":
            return ["", "", "", ""], mine
        return [chair if chair in LEVELS else "" for chair in chairs], mine
