"""How disputes are run at an event, as the part of the settings page that says so in plain words.

Owns these fields and how the event's own regulations are typed. The domain checks the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import WordsField
from tournaments.domain.dispute_terms import AppealTo, Clause, Disputes, Publicity
from tournaments.domain.terms import Terms
from tournaments.pages.disputes_text import PENALTIES

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
APPEAL_TO: Final = (
    ("chief", _("the chief referee")),
    ("panel", _("a panel of three")),
)
PUBLICITY: Final = (
    ("all", _("with the names of everybody concerned")),
    ("anonymous", _("without names: the table and the hand alone")),
    ("none", _("not at all; the players concerned read theirs")),
)
PENALTY_KINDS: Final = tuple(PENALTIES.items())
MOST_TEXT: Final = 40_000
# A number at the start of a line begins a clause: "4.2 Text", "4.2) Text", "§4 Text", "第4条 Text".
_BEGINS: Final = re.compile(
    r"^\s*(?:§|第)?\s*([0-9]{1,3}[a-z]?(?:\.[0-9]{1,3}[a-z]?){0,4})\s*(?:[.)、:：．条條]\s*|\s+)(\S.*)$"
)


class DisputesForm(forms.Form):
    """Calls, periods, appeals, publicity, regulations. `chosen` and `clauses` give the values."""

    pause_on_call = forms.BooleanField(
        label=_("A call of the referee stops the table"),
        help_text=_(
            "The clocks of an online table stand still for everybody at once, so that nobody loses"
            " time while the referee looks."
        ),
        required=False,
    )
    pause_limit_minutes = forms.IntegerField(
        label=_("Minutes until play goes on by itself"),
        help_text=_("A call that nobody has answered by then stays open, but the table plays on."),
        min_value=0,
        max_value=1440,
    )
    window_minutes = forms.IntegerField(
        label=_("Minutes for disputing after a match has ended"),
        help_text=_(
            "Any player can dispute a finished hand while the match is played, and for so long"
            " after it; not any more once the round is confirmed."
        ),
        min_value=0,
        max_value=44_640,
    )
    appeal_minutes = forms.IntegerField(
        label=_("Minutes for appealing against a ruling"),
        help_text=_("An appeal is one step: what it comes to is final."),
        min_value=0,
        max_value=44_640,
    )
    appeal_to = forms.ChoiceField(
        label=_("Appeals are decided by"),
        choices=APPEAL_TO,
        help_text=_(
            "Nobody decides on a ruling of their own. A panel votes, and its votes are kept."
        ),
    )
    panel_hours = forms.IntegerField(
        label=_("Hours for deciding an appeal"),
        help_text=_(
            "Counted from the appeal. If it is not decided by then, the ruling stands. Judges who"
            " have voted to overturn it have as long again to write what is ruled instead."
        ),
        min_value=1,
        max_value=744,
    )
    objections_minutes = forms.IntegerField(
        label=_("Minutes for players' objections to published standings"),
        help_text=_("Until then standings are provisional, afterwards official."),
        min_value=0,
        max_value=86_400,
    )
    officials_hours = forms.IntegerField(
        label=_("Hours for officials to put errors right"),
        help_text=_(
            "So long after a round is confirmed a result can still be corrected, by a ruling. The"
            " standings get a new edition; the earlier ones stay readable."
        ),
        min_value=0,
        max_value=1440,
    )
    publicity = forms.ChoiceField(
        label=_("Everybody reads rulings"),
        choices=PUBLICITY,
        help_text=_(
            "That a result was corrected, and by how much, is public in any case: on the pages and"
            " in the records. A match's record can be downloaded by everybody who may see the match"
            " and holds its whole log, or it would prove nothing: of rulings their kind, what was"
            " decided, places and numbers of accounts, but no words."
        ),
    )
    regulations = WordsField(
        label=_("The event's own regulations"),
        help_text=_(
            "One clause a line, its number first, such as: 4.2 Whoever comes late loses ten"
            " points. Rulings cite them by their number."
        ),
        widget=forms.Textarea(attrs={"rows": 8}),
        max_length=MOST_TEXT,
        required=False,
    )

    def __init__(self, *arguments: Any, terms: Terms, **rest: Any) -> None:
        super().__init__(*arguments, **{"initial": _initial(terms), **rest})

    def clean_regulations(self) -> tuple[Clause, ...]:
        """The clauses; text in front of the first number is refused."""
        clauses = list(clauses_of(self.cleaned_data["regulations"]))
        if any(not clause.number for clause in clauses):
            told = _("Begin every clause with its number, such as 4 or 4.2.")
            raise forms.ValidationError(told, "bad_clause")
        return tuple(clauses)

    def disputes(self) -> Disputes:
        """How disputes are run, as chosen."""
        data = self.cleaned_data
        return Disputes(
            data["pause_on_call"],
            data["pause_limit_minutes"] * MINUTE,
            data["window_minutes"] * MINUTE,
            data["appeal_minutes"] * MINUTE,
            cast(AppealTo, data["appeal_to"]),
            cast(Publicity, data["publicity"]),
            data["panel_hours"] * HOUR,
        )


def clauses_of(text: str) -> Iterator[Clause]:
    """The clauses of a text as it is typed; a line without a number goes on with the one above.

    >>> list(clauses_of("1 Be on time.\\n4.2) No phones.\\nNot even silent."))[1].text
    'No phones.\\nNot even silent.'
    """
    number, lines = "", list[str]()
    for line in text.replace("\r\n", "\n").split("\n"):
        begun = _BEGINS.match(line)
        if begun:
            yield from _clause(number, lines)
            number, lines = begun[1], [begun[2].rstrip()]
        elif line.strip() or lines:
            lines.append(line.rstrip())
    yield from _clause(number, lines)


def _clause(number: str, lines: list[str]) -> Iterator[Clause]:
    text = "\n".join(lines).strip()
    if text:
        yield Clause(number, text)


def typed(clauses: Sequence[Clause]) -> str:
    """The clauses as the field shows them."""
    return "\n".join(f"{clause.number} {clause.text}" for clause in clauses)


def _initial(terms: Terms) -> dict[str, Any]:
    disputes = terms.disputes
    return {
        "pause_on_call": disputes.pause_on_call,
        "pause_limit_minutes": disputes.pause_limit_ms // MINUTE,
        "window_minutes": disputes.window_ms // MINUTE,
        "appeal_minutes": disputes.appeal_ms // MINUTE,
        "appeal_to": disputes.appeal_to,
        # What is no whole hour is rounded up: nobody loses time by looking at a form.
        "panel_hours": -(-disputes.panel_ms // HOUR),
        "objections_minutes": terms.objections_ms // MINUTE,
        "officials_hours": terms.officials_ms // HOUR,
        "publicity": disputes.publicity,
        "regulations": typed(terms.regulations),
    }
