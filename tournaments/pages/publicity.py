"""What a reader of public pages is told of rulings and penalties, as the event's terms say.

That a result was corrected and points were taken off is told to everybody, because standings that
moved have to be explained. What was ruled, against whom and why is told as the policy says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tables.permissions import Visitor
from tournaments.domain.dispute_terms import Publicity
from tournaments.domain.parts import EntryId
from tournaments.domain.state import Penalty, TournamentState
from tournaments.models import Tournament
from tournaments.penalty_words import rule_texts


class ToldPenalty(NamedTuple):
    """A penalty for a page; `text` is that of its rule, "" where the reader is not told."""

    penalty: Penalty
    text: str


def publicity_for(tournament: Tournament, state: TournamentState, reader: Visitor) -> Publicity:
    """How much of rulings this reader is told: officials all of it, everybody else as the terms
    say."""
    if reader.has_perm("tournaments.referee", tournament):
        return "all"
    return state.terms.disputes.publicity if state.terms else "none"


def penalties_told(
    state: TournamentState, how: Publicity, own: EntryId | None, penalties: Iterable[Penalty]
) -> list[ToldPenalty]:
    """Of penalties, which name somebody, what is told where rulings are not public with names: the
    points that were taken. Somebody's own are told to them; a referee's words to nobody here."""
    texts = rule_texts(state.terms)
    told = []
    for one in penalties:
        if how == "all" or (own is not None and one.given.entry == own):
            told.append(ToldPenalty(one, texts.get(one.given.rule or "", "")))
        elif one.given.game or one.given.table:
            told.append(ToldPenalty(one, ""))
    return told
