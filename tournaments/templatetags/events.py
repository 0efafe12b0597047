"""Names, points and times of events in templates."""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from django import template
from django.forms import BoundField, Form
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tables.cases.wording import KINDS, REASONS
from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import PenaltyRule
from tournaments.models import Setback
from tournaments.pages.disputes_text import PENALTIES
from tournaments.pages.kept import typed as typed_into
from tournaments.pages.round_rows import sitting_out
from tournaments.penalty_words import rule_text
from tournaments.people_names import listed, named
from tournaments.play.setbacks import why_text
from tournaments.points.twelfths import format_twelfths
from tournaments.seating.wishes import Wish
from tournaments.store.projections import moment
from tournaments.wishes_told import wish_told

register = template.Library()
register.filter(listed)
register.filter(sitting_out)


@register.filter
def fields_named(form: Form, names: str) -> list[BoundField]:
    """The form's fields of these names, in this order."""
    return [form[name] for name in names.split()]


@register.simple_tag
def command_id() -> SafeString:
    """A hidden field that makes a form act once, however often it is sent."""
    return format_html('<input type="hidden" name="command" value="{}">', uuid4().hex)


@register.simple_tag(takes_context=True)
def typed(context: Context, name: str, field: str, **same: object) -> str:
    """What was typed into a field of the form at the address of that name, if it was refused;
    `same` are hidden fields that tell several such forms of a page apart."""
    found = typed_into(context["request"], name, **same)
    return found.data.get(field, "") if found else ""


_TABS = {
    "pairings": pgettext_lazy("tab", "Pairings"),
    "standings": gettext_lazy("Standings"),
    "bracket": gettext_lazy("Bracket"),
    "tables": gettext_lazy("Tables"),
    "results": gettext_lazy("Results"),
    "rulings": gettext_lazy("Rulings"),
    "desk": gettext_lazy("Desk"),
    "players": gettext_lazy("Players"),
    "settings": gettext_lazy("Settings"),
}


@register.simple_tag(takes_context=True)
def tab_title(context: Context) -> str:
    """What a page of an event is about, for the beginning of its title; nothing on the first."""
    tab = _TABS.get(str(context.get("tab", "")))
    return f"{tab} · " if tab else ""


@register.simple_tag
def entry_name(state: TournamentState, entry: str | None) -> SafeString:
    """An entry's name, kept apart from the direction of the text around it."""
    known = state.entries.get(entry or "")
    return format_html("<bdi>{}</bdi>", known.person.name if known else entry or "–")


@register.simple_tag(takes_context=True)
def player_link(context: Context, entry: str) -> SafeString:
    """An entry's name as a link to its page."""
    state, event = context["state"], context["event"]
    known = state.entries.get(entry)
    if known is None:
        return format_html("<bdi>{}</bdi>", entry)
    address = reverse("event-player", args=[event.pk, entry])
    return format_html('<a href="{}"><bdi>{}</bdi></a>', address, known.person.name)


@register.filter
def setback_why(row: Setback) -> str:
    """Why something could not be done at a table."""
    return why_text(row)


_WINDS = {
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
    "N": gettext_lazy("North"),
}


@register.simple_tag
def wind(letter: str) -> str:
    """The name of a seat wind."""
    return str(_WINDS[letter])


@register.simple_tag
def wind_number(number: int) -> str:
    """The name of a seat wind, East being 0."""
    return str(_WINDS["ESWN"[number]])


@register.simple_tag
def wind_mark_of(letter: str) -> str:
    """A seat wind in one character."""
    return {"E": _("E"), "S": _("S"), "W": _("W"), "N": _("N")}[letter]


@register.simple_tag
def entry_text(state: TournamentState, entry: str) -> str:
    """An entry's name where no markup can be, as in the options of a list."""
    return named(state, entry)


@register.filter
def case_reason(reason: str) -> str:
    """Why the referee was called."""
    return str(REASONS.get(reason, reason))


@register.filter
def case_decision(decision: str) -> str:
    """How a call of the referee ended: what kind of ruling, or that it was withdrawn."""
    return _("withdrawn") if decision == "withdrawn" else str(KINDS.get(decision, decision))


@register.filter
def penalty_kind(kind: PenaltyKind) -> str:
    """What sort of penalty it is."""
    return str(PENALTIES[kind])


@register.filter
def words(text: str) -> list[str]:
    """The words of a text, to go through them in a template."""
    return text.split()


@register.filter
def signed(points: int | None) -> str:
    """Points won or lost, with their sign.

    >>> signed(12), signed(-3), signed(0)
    ('+12', '−3', '0')
    """
    if points is None:
        return "–"
    return f"{points:+}".replace("-", "−") if points else "0"


@register.filter
def minus(points: int | None) -> str:
    """A number with a minus as it is printed.

    >>> minus(-11), minus(0), minus(None)
    ('−11', '0', '–')
    """
    return "–" if points is None else str(points).replace("-", "−")


@register.filter
def table_points(twelfths: int | None) -> str:
    """Table points, which are shared in twelfths.

    >>> table_points(48), table_points(28), table_points(-4)
    ('4', '2⅓', '−⅓')
    """
    return "–" if twelfths is None else format_twelfths(twelfths).replace("-", "−")


@register.filter
def game_points(twelfths: int | None) -> str:
    """Game points, which are whole or shared in twelfths, with their sign.

    >>> game_points(480), game_points(-36), game_points(0)
    ('+40', '−3', '0')
    """
    return ("+" if twelfths and twelfths > 0 else "") + table_points(twelfths)


@register.filter
def at_ms(ms: int | None) -> datetime | None:
    """Milliseconds of the log as a time for `date` and `time`."""
    return moment(ms)


@register.filter
def penalty_rule(rule: PenaltyRule) -> str:
    """What a line of the table of penalties says."""
    return rule_text(rule)


@register.filter
def wish_text(wish: Wish) -> str:
    """What a wish asks for."""
    return wish_told(wish)
