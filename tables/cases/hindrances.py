"""What keeps an account from ruling as it wants, beside what a match's own engine refuses.

Asked of the very state that a ruling would be made on: words and citations, which the log has no
way to tell, and for matches of the engine's first version what later ones refuse by themselves.
"""

from __future__ import annotations

import re
from typing import Final

from accounts.models import User
from engine.errors import IllegalAction
from engine.play.state import MatchState
from engine.rulings import finality
from engine.rulings.court import Court
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
    """As the engine asks of matches of its version 2. Raises IllegalAction `interest_open`."""
    finality.require_unbound(court, str(account.pk), case)


def require_free(state: MatchState, draft: Draft, account: User) -> None:
    """What the engine asks of matches of its version 2, asked of all of them, and before a preview.

    Raises IllegalAction (`interest_open`, `final_ruling`, `case_taken`, `match_finished`);
    NotYourSeat for another referee's ruling against which no appeal runs.
    """
    meant = finality.Meant(
        str(account.pk), draft.kind, draft.hand, draft.case, draft.supersedes or ""
    )
    try:
        finality.require_free(state, meant)
    except IllegalAction as refusal:
        if refusal.code == "other_referee":
            raise NotYourSeat("another referee made this ruling") from refusal
        raise
