"""A ruling as somebody writes it, before anything is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from accounts.models import User
from engine.errors import IllegalAction
from engine.hashing import Json
from engine.play.state import MatchState
from engine.rulings import commands as c
from engine.rulings.events import RulingKind


@dataclass(frozen=True, slots=True)
class Draft:
    """A ruling as somebody writes it.

    `decision` is the event's without what the engine derives, by kind: {} score_stands,
    hand_replayed; {"facts": …} score_corrected; {"payments": {"E": …}} score_set, hand_agreed;
    {"place", "penalty", "game", "table", "rule"} penalty; {"place", "ms"} clock_given;
    {"points": […]} result_adjusted. `hand` is 0 for the match as a whole. `cites` are rule ids or
    clauses. `case` is the case that it closes, `supersedes` the ruling that it replaces. `known` is
    how many rulings on the match its writer knows of, None where nobody says. `departs` says that
    a penalty is not what the event's table of penalties says, for a reason in `text`.
    """

    kind: RulingKind
    hand: int
    cites: tuple[str, ...]
    decision: Mapping[str, Json] = field(default_factory=dict)
    text: str = ""
    case: str = ""
    supersedes: str = ""
    known: int | None = None
    departs: bool = False

    def require_known(self, state: MatchState, ruling: str) -> None:
        """Refuses `ruled_meanwhile` where somebody has ruled since this was begun."""
        made = state.court.rulings
        if self.known is None or any(one.id == ruling for one in made):
            return
        if len(made) != self.known:
            raise IllegalAction(
                "ruled_meanwhile", "", "somebody has ruled on this match meanwhile: look again"
            )

    def command(self, ruling: str, account: User, digest: str) -> c.MakeRuling:
        """As the engine is asked for it."""
        return c.MakeRuling(
            ruling=ruling,
            case=self.case or None,
            hand=self.hand,
            kind=self.kind,
            cites=self.cites,
            referee=str(account.pk),
            decision=self.decision,
            text=digest,
            supersedes=self.supersedes or None,
        )
