"""Dates with a time as forms ask for them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

FIRST: Final = datetime(2000, 1, 1, tzinfo=UTC)
LAST: Final = datetime(2200, 1, 1, tzinfo=UTC)
_YEARS: Final = _("The year has to be from 2000 to 2199.")
_ERRORS: Final = {"invalid": _("This is no date with a time, such as 2026-12-31 19:00.")}


class MomentField(forms.DateTimeField):
    """A date and a time in the site's zone, or nothing; years that nobody means are refused."""

    def __init__(self, **named: Any) -> None:
        attributes = {"type": "datetime-local"}
        widget = forms.DateTimeInput(attrs=attributes, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=widget, error_messages=_ERRORS, **named)
        self.validators += [MinValueValidator(FIRST, _YEARS), MaxValueValidator(LAST, _YEARS)]
