"""One of several people, as a field of a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

MOST_IN_SIGHT = 16
"""So many people are all in sight, each one tap away; more are a list that has to be opened."""


def people_field(label: Any, people: Sequence[tuple[str, Any]]) -> forms.ChoiceField:
    """Ids with names, the likeliest first: that one is chosen until another is."""
    widget = forms.RadioSelect if len(people) <= MOST_IN_SIGHT else forms.Select
    first = people[0][0] if people else None
    return forms.ChoiceField(label=label, choices=people, widget=widget, initial=first)
