"""The preset penalties of an event as lines of its terms' form, which rulings choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.terms import MOST_POINTS, PenaltyRule
from tournaments.pages.disputes_form import PENALTY_KINDS
from tournaments.points.twelfths import WHOLE

MOST_PENALTIES: Final = 8
MOST_TABLE_POINTS: Final = MOST_POINTS // WHOLE


class PenaltyLines(forms.Form):
    """A form with lines of penalties. A line without words is none."""

    def add_lines(self, known: Sequence[PenaltyRule]) -> None:
        """The fields of every line, filled with the penalties there are."""
        self._known = known
        for number in range(MOST_PENALTIES):
            self._add_line(number, known[number] if number < len(known) else None)

    def _add_line(self, number: int, known: PenaltyRule | None) -> None:
        self.fields[f"penalty_text_{number}"] = forms.CharField(
            label=_("Offence"), max_length=200, required=False, initial=known and known.text
        )
        self.fields[f"penalty_game_{number}"] = forms.IntegerField(
            label=_("Game points"), min_value=0, required=False, initial=known and known.game
        )
        self.fields[f"penalty_table_{number}"] = forms.IntegerField(
            label=_("Table points"), min_value=0, max_value=MOST_TABLE_POINTS, required=False,
            initial=known and known.table // WHOLE,
        )  # fmt: skip
        self.fields[f"penalty_kind_{number}"] = forms.ChoiceField(
            label=_("Penalty"),
            choices=PENALTY_KINDS,
            required=False,
            initial=known.kind if known else "points",
        )

    @property
    def penalty_fields(self) -> list[tuple[forms.BoundField, ...]]:
        """The lines, each with its words, kind, game points and table points."""
        names = ("text", "kind", "game", "table")
        return [tuple(self[f"penalty_{name}_{n}"] for name in names) for n in range(MOST_PENALTIES)]

    def line_of(self, index: int) -> int:
        """The line that one of the penalties chosen was written on, both counted from 0."""
        lines = [n for n in range(MOST_PENALTIES) if self.cleaned_data[f"penalty_text_{n}"]]
        return lines[index]

    def clean(self) -> dict[str, Any]:
        """Each line is one that a ruling can give."""
        data = super().clean() or {}
        for number in range(MOST_PENALTIES):
            if (data.get(f"penalty_text_{number}") or "").strip():
                self._check_line(data, number)
        return data

    def _check_line(self, data: dict[str, Any], number: int) -> None:
        kind = data.get(f"penalty_kind_{number}") or "points"
        takes = any(data.get(f"penalty_{name}_{number}") for name in ("game", "table"))
        if kind == "points" and not takes:
            told = _("Say how many points it takes, or make it a warning.")
            self.add_error(f"penalty_game_{number}", forms.ValidationError(told, "bad_penalty"))
        elif kind == "warning" and takes:
            told = _("A warning takes no points.")
            self.add_error(f"penalty_kind_{number}", forms.ValidationError(told, "bad_penalty"))

    def penalties(self) -> Iterator[PenaltyRule]:
        """The penalties chosen; a line keeps its code as long as it keeps its words."""
        before = {rule.text: rule for rule in self._known}
        taken = {rule.code for rule in self._known}
        for number in range(MOST_PENALTIES):
            text = self.cleaned_data[f"penalty_text_{number}"].strip()
            if not text:
                continue
            known = before.get(text)
            code = known.code if known else next(
                f"p{n}" for n in range(1, 100) if f"p{n}" not in taken
            )  # fmt: skip
            taken.add(code)
            kind = cast(PenaltyKind, self.cleaned_data[f"penalty_kind_{number}"] or "points")
            game = self.cleaned_data[f"penalty_game_{number}"] or 0
            yield PenaltyRule(code, text, game, self._table_points(number, known), kind)

    def _table_points(self, number: int, known: PenaltyRule | None) -> int:
        """In twelfths; parts of a point that were there stay while the whole ones do."""
        given = self.cleaned_data[f"penalty_table_{number}"] or 0
        if known is not None and given == known.table // WHOLE:
            return known.table
        return int(given) * WHOLE
