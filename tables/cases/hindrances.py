"""What keeps an account from ruling as it wants, beside what the engine refuses.

Asked of the very state that a ruling would be made on. The engine looks at the case that a ruling
closes; what was said and taken on other cases of the match counts here.
"""

from __future__ import annotations

import re
from typing import Final

from accounts.models import User
from engine.play.state import MatchState
from engine.rulings.checks import refuse
from engine.rulings.court import BESIDE, Court, Interest
from tables import catalogue
from tables.cases.drafts import Draft
from tables.cases.errors import DisputeRefused
from tables.cases.guards import clauses_of
from tables.errors import NotYourSeat
from tables.models import Table

MARK: Final = "§"
_RULE: Final = re.compile(r"[A-Z]\d{1,3}")


def require_words(table: Table, draft: Draft) -> None:
    """Raises DisputeRefused: `no_text` without words for the players, `unknown_citation` for a rule
    that there is not, or a clause that the event's regulations do not have."""
    if not draft.text.strip():
        raise DisputeRefused("no_text", "a ruling has a text for the players")
    clauses = {one.id for one in clauses_of(table)}
    known = clauses | catalogue.rule_headings().keys()
    for cited in draft.cites:
        is_clause = bool(clauses) and cited.startswith(MARK)
        if cited not in known and (is_clause or _RULE.fullmatch(cited)):
            raise DisputeRefused("unknown_citation", f"there is no {cited}")


def require_unbound(court: Court, account: User, case: str = "") -> None:
    """Whoever declared an interest in a case of a match judges nothing there, until it was allowed:
    in that case, or in the one that is ruled on. Raises IllegalAction `interest_open`."""
    own = str(account.pk)
    declared = {one.id: one.may_rule(own) for one in court.cases if _is_bound(one.interests, own)}
    if not declared.get(case, all(declared.values())):
        refuse("interest_open", "this referee declared an interest that nobody has allowed")


def _is_bound(interests: tuple[Interest, ...], own: str) -> bool:
    return any(one.referee == own for one in interests)


def require_free(state: MatchState, draft: Draft, account: User) -> None:
    """Raises IllegalAction: `interest_open`, `case_taken` where another referee has a case about
    that hand, `final_ruling` where an appeal has decided what the hand is worth; NotYourSeat for
    another referee's ruling against which no appeal runs."""
    court = state.court
    old = court.ruling(draft.supersedes) if draft.supersedes else None
    require_unbound(court, account, (old.case if old else draft.case) or "")
    appeal = court.appeal_against(old.id) if old else None
    if appeal and appeal.is_open:
        return
    if old and old.stands and old.referee != str(account.pk):
        raise NotYourSeat("another referee made this ruling")
    if draft.kind in BESIDE:
        return
    _require_not_decided(court, draft.hand)
    if old is None:
        _require_not_taken(court, draft, account)


def _require_not_decided(court: Court, hand: int) -> None:
    word = court.last_word(hand)
    appeal = court.appeal_against(word.id) if word else None
    if word and (word.appeal or (appeal and appeal.outcome == "upheld")):
        refuse("final_ruling", f"an appeal has decided about hand {hand}")


def _require_not_taken(court: Court, draft: Draft, account: User) -> None:
    free = (None, str(account.pk))
    for case in court.cases:
        about_it = case.hand == draft.hand and case.id != draft.case
        if about_it and case.is_open and case.referee not in free:
            refuse("case_taken", f"case {case.id} is taken by another referee")
