"""What is settled for good, and past whom nobody rules: from version 2 of the play engine on.

Matches of version 1 are judged without it, as their records were; the site asks for it there too.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.play.state import MatchState
from engine.rulings.checks import refuse
from engine.rulings.court import BESIDE, THE_MATCH, Court, Interest, Ruling
from engine.rulings.events import RulingKind

FIRST_VERSION: Final = "1"
FINISHED: Final = ("hands", "dealer_rounds", "time")
"""Ends of matches that were played as long as they were to be."""


class Meant(NamedTuple):
    """A ruling that is about to be made. `case` and `supersedes` are "" where there is none."""

    referee: str
    kind: RulingKind
    hand: int
    case: str = ""
    supersedes: str = ""


def is_held(state: MatchState) -> bool:
    """Whether this match's own engine asks for it."""
    return state.setup is not None and state.setup.engine_version != FIRST_VERSION


def require_free(state: MatchState, meant: Meant) -> None:
    """Raises IllegalAction: `interest_open`, `other_referee` for another's ruling against which no
    appeal runs, `final_ruling` where an appeal has decided, `case_taken` where another referee has
    a case about that hand, `match_finished` for the result of a match that was played to its end.
    """
    court = state.court
    old = court.ruling(meant.supersedes)
    require_unbound(court, meant.referee, (old.case if old else meant.case) or "")
    appeal = court.appeal_against(old.id) if old else None
    on_appeal = appeal is not None and appeal.is_open
    if old and not on_appeal:
        _require_own(court, old, meant.referee)
    if meant.kind in BESIDE:
        return
    if not on_appeal:
        _require_not_decided(court, meant.hand)
    if old is None:
        _require_not_taken(court, meant)
    if meant.kind == "result_adjusted":
        _require_unfinished(state, on_appeal=on_appeal)


def require_unbound(court: Court, person: str, case: str = "") -> None:
    """Whoever declared an interest in a case of a match judges nothing there, until it was allowed:
    in that case, or in the one that is ruled on."""
    bound = [one for one in court.cases if _is_bound(one.interests, person)]
    declared = {one.id: one.may_rule(person) for one in bound}
    if not declared.get(case, all(declared.values())):
        refuse("interest_open", "this referee declared an interest that nobody has allowed")


def _is_bound(interests: tuple[Interest, ...], person: str) -> bool:
    return any(one.referee == person for one in interests)


def _require_own(court: Court, old: Ruling, referee: str) -> None:
    """Only who made a ruling takes it back, and only until an appeal has decided."""
    if _is_final(court, old):
        refuse("final_ruling", f"an appeal has decided about ruling {old.id}")
    if old.stands and old.referee != referee:
        refuse("other_referee", f"ruling {old.id} is another referee's")


def _require_not_decided(court: Court, hand: int) -> None:
    word = court.last_word(hand)
    if word and _is_final(court, word):
        refuse("final_ruling", f"an appeal has decided about hand {hand}")


def _is_final(court: Court, ruling: Ruling) -> bool:
    """Made on appeal, or upheld by one."""
    appeal = court.appeal_against(ruling.id)
    return ruling.appeal is not None or (appeal is not None and appeal.outcome == "upheld")


def _require_not_taken(court: Court, meant: Meant) -> None:
    for case in court.cases:
        about_it = case.hand == meant.hand and case.id != meant.case
        if about_it and case.is_open and case.referee not in (None, meant.referee):
            refuse("case_taken", f"case {case.id} is taken by another referee")


def _require_unfinished(state: MatchState, *, on_appeal: bool) -> None:
    """A result is adjusted for a match that could not finish; of one that was played to its end the
    hands are ruled on, each by itself. What an appeal has settled is no way round that.

    A match of open length ends when people say so: whether it could not finish nobody can tell.
    """
    if state.end_reason in FINISHED and not on_appeal:
        refuse("match_finished", "this match was played to its end: rule on its hands")
    length = state.setup.length.kind if state.setup else None
    told = state.end_reason in FINISHED or (state.phase == "ended" and length == "open")
    if told and (settled := _settled(state.court)) is not None:
        refuse("final_ruling", f"an appeal has decided about hand {settled}")


def _settled(court: Court) -> int | None:
    """A hand about whose worth an appeal has decided."""
    for ruling in court.rulings:
        by_score = ruling.kind not in BESIDE and ruling.hand != THE_MATCH
        if by_score and ruling.stands and _is_final(court, ruling):
            return ruling.hand
    return None
