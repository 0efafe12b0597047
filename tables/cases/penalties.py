"""Penalties by the event's own table of penalties: what a row says, and who may depart from it.

A ruling that names a row gives what stands there. Whoever presides over referees at that event
may depart from the table, says so, and says why in the ruling's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from tables.cases import wording
from tables.cases.drafts import Draft
from tables.cases.errors import DisputeRefused
from tables.cases.guards import PenaltyRow, may_depart, penalties_of
from tables.models import Appeal, Table

MOST_OF_A_RULE: Final = 60
_TAKES = {"penalty": "kind", "penalty-game": "game", "penalty-table": "table"}
"""Fields of the form, and what of a row stands in them."""


def words(kind: str, game: int, table: int) -> str:
    """What a penalty is, in words.

    >>> str(words("points", 10, 0))
    'game points −10'
    """
    # That points come off is said by how many.
    says_itself = kind == "points" and bool(game or table)
    said = [] if says_itself else [str(wording.PENALTIES[kind])]
    if game:
        said.append(_("game points −{n}").format(n=game))
    if table:
        said.append(_("table points −{n}").format(n=table))
    return " · ".join(said)


def row_of(rows: Sequence[PenaltyRow], code: object) -> PenaltyRow | None:
    """The row with this code."""
    return next((row for row in rows if row.id == code), None)


def rule_words(decision: Mapping[str, Any], rows: Sequence[PenaltyRow]) -> str:
    """The row that a penalty was given by, in its own words; its code where there is no such row
    any more."""
    row = row_of(rows, decision["rule"])
    return str(row.text) if row else decision["rule"] or ""


def departs(decision: Mapping[str, Any], rows: Sequence[PenaltyRow]) -> bool:
    """Whether a penalty is none of the table's, or another than its row says. Without a table
    there is nothing to depart from."""
    if not rows:
        return False
    row = row_of(rows, decision["rule"])
    given = (decision["penalty"], decision["game"], decision["table"])
    return row is None or given != (row.kind, row.game, row.table)


def filled(form: QueryDict, rows: Sequence[PenaltyRow]) -> QueryDict:
    """The form with what its row says, where nothing was written."""
    row = row_of(rows, form.get("penalty-rule"))
    if row is None:
        return form
    given = form.copy()
    for name, part in _TAKES.items():
        if not given.get(name, "").strip():
            given[name] = str(getattr(row, part) or 0)
    return given


def require_table(table: Table, account: User, draft: Draft, *, written: bool = True) -> None:
    """Raises DisputeRefused for a penalty that is not what the event's table says.

    `text_too_long` for a rule in words where there is no table, `no_such_penalty` for a code that
    is not there, `penalty_differs` where it is not said that the ruling departs from the table,
    `may_not_depart` for who is neither chief referee nor organiser nor judge of an appeal against
    the ruling that it replaces, `departure_unexplained` without a text; a preview asks for none
    (`written`).
    """
    rows = penalties_of(table) if draft.kind == "penalty" else []
    decision: Mapping[str, Any] = {"rule": None, "penalty": "", "game": 0, "table": 0}
    decision = {**decision, **draft.decision}
    if not rows:
        _require_short(decision["rule"])
        return
    row = row_of(rows, decision["rule"])
    if decision["rule"] and row is None:
        _refuse("no_such_penalty", _("The table of penalties has no such row."))
    if not departs(decision, rows):
        return
    if not draft.departs:
        _refuse("penalty_differs", _differs(row))
    if not may_depart(table, account) and not _judges_appeal(table, account, draft.supersedes):
        said = _("Only the chief referee and organisers depart from the table of penalties.")
        _refuse("may_not_depart", said)
    if written and not draft.text.strip():
        said = _("Say in the text why you depart from the table of penalties.")
        _refuse("departure_unexplained", said)


def _require_short(rule: object) -> None:
    """In words where there is no table: they stand in the log themselves."""
    given = len(rule) if isinstance(rule, str) else 0
    if given > MOST_OF_A_RULE:
        label = _("By the penalty table") + pgettext("after a label", ": ")
        said = _("At most %(most)s characters; this has %(given)s.")
        _refuse("text_too_long", label + said % {"most": MOST_OF_A_RULE, "given": given})


def _judges_appeal(table: Table, account: User, ruling: str) -> bool:
    found = Appeal.objects.filter(table=table, ruling=ruling, decided_at=None).first()
    return found is not None and str(account.pk) in found.judges


def _differs(row: PenaltyRow | None) -> str:
    if row is None:
        return _("Choose a row of the table of penalties, or say that you depart from it.")
    if row.table is None:
        return _("That row takes parts of a table point, which a ruling cannot: depart from it.")
    said = _("By the table of penalties it is: {row}. Or say that you depart from it.")
    return said.format(row=words(row.kind, row.game, row.table))


def _refuse(code: str, said: str) -> None:
    raise DisputeRefused(code, said, said)
