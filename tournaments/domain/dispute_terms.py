"""What an event's terms say of disputes: calls, periods, appeals, publicity, own regulations.

Owns these choices and what makes them valid. Must not know any case or ruling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from tournaments.domain.names import check_text, in_range
from tournaments.domain.refusals import refuse

AppealTo: TypeAlias = Literal["chief", "panel"]
Publicity: TypeAlias = Literal["all", "anonymous", "none"]
PenaltyKind: TypeAlias = Literal["points", "warning", "expulsion"]

MOST_CLAUSES: Final = 100
_MINUTE_MS: Final = 60 * 1000
_HOUR_MS: Final = 60 * _MINUTE_MS
_CLAUSE: Final = re.compile(r"[0-9A-Za-z]{1,6}(\.[0-9A-Za-z]{1,6}){0,4}")


@dataclass(frozen=True, slots=True)
class Disputes:
    """How disputes are run at the event's tables; spans in milliseconds.

    `pause_on_call`: a call stops the table's clocks, for `pause_limit_ms` at most. `window_ms`:
    so long after its end a hand, or the match, can be disputed. `appeal_ms`: so long after a
    ruling it can be appealed against, to the chief referee 裁判长 or to a panel of three, who have
    `panel_ms` for it: then the ruling stands. `publicity`: whether everybody reads rulings with
    names, without names, or not at all.
    """

    pause_on_call: bool = True
    pause_limit_ms: int = 5 * 60 * 1000
    window_ms: int = 30 * 60 * 1000
    appeal_ms: int = 30 * 60 * 1000
    appeal_to: AppealTo = "chief"
    publicity: Publicity = "anonymous"
    panel_ms: int = 24 * 60 * 60 * 1000


USUAL: Final = Disputes()
"""What holds where nobody chose."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered clause of the event's own regulations 规程, such as 4.2, for rulings to cite."""

    number: str
    text: str


def check_disputes(disputes: Disputes) -> None:
    """Refuses spans of more than a month (a pause: a day), less than a minute for an appeal to be
    decided, and unknown choices."""
    in_range(disputes.pause_limit_ms, 0, 24 * _HOUR_MS, "disputes.pause_limit_ms")
    in_range(disputes.window_ms, 0, 31 * 24 * _HOUR_MS, "disputes.window_ms")
    in_range(disputes.appeal_ms, 0, 31 * 24 * _HOUR_MS, "disputes.appeal_ms")
    in_range(disputes.panel_ms, _MINUTE_MS, 31 * 24 * _HOUR_MS, "disputes.panel_ms")
    for name, allowed in (("appeal_to", AppealTo), ("publicity", Publicity)):
        if getattr(disputes, name) not in get_args(allowed):
            choices = ", ".join(get_args(allowed))
            refuse("unknown_value", f"{name} is one of {choices}", f"disputes.{name}")


def check_clauses(clauses: tuple[Clause, ...]) -> None:
    """Refuses `bad_clause` for numbers that are none, `twice`, and clauses without a text."""
    if len(clauses) > MOST_CLAUSES:
        refuse("too_long", f"at most {MOST_CLAUSES} clauses", "regulations")
    if len({one.number for one in clauses}) < len(clauses):
        refuse("twice", "two clauses have the same number", "regulations")
    for at, one in enumerate(clauses):
        if not _CLAUSE.fullmatch(one.number):
            refuse("bad_clause", "a number such as 4 or 4.2", f"regulations.{at}.number")
        check_text(one.text, f"regulations.{at}.text", required=True)
