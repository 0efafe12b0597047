"""What people tell about themselves: when they sign up, and later on their profile page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import seen

MOST_NAME = 40


class NameField(forms.CharField):
    """A name in any script, without what cannot be seen."""

    def clean(self, value: Any) -> str:
        """The name as others will read it; longer ones are refused, not cut."""
        return str(super().clean(seen(value) if isinstance(value, str) else value))


class WordsField(forms.CharField):
    """A text that somebody writes. What is too long is refused with all of it in the form; a
    browser that knew the limit would cut off the end of what is pasted without a word."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Those of the field, without `maxlength`."""
        attrs: dict[str, Any] = super().widget_attrs(widget)
        attrs.pop("maxlength", None)
        return attrs


class SignupDetails(forms.Form):
    """Beside what django-allauth asks for: the name that others read."""

    display_name = NameField(
        label=_("Your name, as the others at a table read it"),
        max_length=MOST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ("display_name", "email", "password1")

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep the name, and the language that somebody read the form in."""
        user.display_name = self.cleaned_data["display_name"]
        user.language = get_language() or ""
        user.save(update_fields=["display_name", "language"])


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """The own names and language."""

    display_name = NameField(
        label=_("Your name, as the others at a table read it"),
        max_length=MOST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    username = forms.CharField(
        label=_("Log-in name"),
        help_text=_("Nobody else sees it. You can log in with it or with your e-mail address."),
        max_length=40,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )

    language = forms.ChoiceField(
        label=_("Language"),
        choices=[("", _("as the browser says")), *settings.LANGUAGES],
        required=False,
    )

    class Meta:
        model = User
        fields = ("display_name", "username", "language", "event_mails")

    def clean_username(self) -> str:
        """A log-in name that looks like an address could be somebody else's address."""
        name: str = self.cleaned_data["username"]
        if "@" in name:
            raise forms.ValidationError(_("A log-in name has no @."))
        taken = User.objects.filter(username__iexact=name).exclude(pk=self.instance.pk)
        if taken.exists():
            raise forms.ValidationError(_("Somebody else has this log-in name."))
        return name


class LeavingForm(forms.Form):
    """Nobody deletes an account by a slip of the finger."""

    sure = forms.BooleanField(label=_("I want to delete my account."))
