"""What people tell about a club, and what an invitation is to be."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField, WordsField
from tournaments.clubs.models import Role
from tournaments.clubs.services import ClubDetails, NewLink

DAYS: Final = (("1", _("a day")), ("7", _("a week")), ("30", _("30 days")), ("", _("for good")))


class ClubForm(forms.Form):
    """A club's words about itself."""

    name = NameField(label=_("Name of the club"), max_length=100)
    place = NameField(label=_("Where you play"), max_length=100, required=False)
    description = WordsField(
        label=_("About the club"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    is_listed = forms.BooleanField(
        label=_("Show the club in the list of clubs"), required=False, initial=True
    )

    def details(self) -> ClubDetails:
        return ClubDetails(**self.cleaned_data)


class InvitationForm(forms.Form):
    """A new invitation."""

    role = forms.ChoiceField(label=_("Whoever opens the link joins as"))
    days = forms.ChoiceField(label=_("Good for"), choices=DAYS, initial="7", required=False)
    uses = forms.IntegerField(
        label=_("How many people may use it"),
        help_text=_("Left empty: any number of players, or one person in any other role."),
        min_value=1,
        max_value=1000,
        required=False,
    )
    note = NameField(label=_("Note for yourself"), max_length=100, required=False)

    def __init__(self, *args: Any, roles: Sequence[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"] = forms.ChoiceField(
            label=_("Whoever opens the link joins as"),
            choices=[(role.value, role.label) for role in roles],
            initial=Role.PLAYER,
        )

    def wanted(self) -> NewLink:
        """The link that was asked for."""
        data = self.cleaned_data
        # A link that makes somebody a referee is not to be handed round.
        usual = None if data["role"] == Role.PLAYER else 1
        days = int(data["days"]) if data["days"] else None
        until = timezone.now() + timedelta(days=days) if days else None
        return NewLink(data["role"], until, data["uses"] or usual, data["note"])
