"""What an event has to say about disputes at its tables: who may, until when, what may be cited.

Registered with `tables.cases.guards`, since tables know no events. What is public of a ruling and
what it would change in the event are told here as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.cases.guards import (
    Clause,
    Consequence,
    Deed,
    Guard,
    PenaltyRow,
    Proposal,
    Publicity,
    Refusal,
)
from tables.models import Table
from tournaments.correcting import corrections_end
from tournaments.domain.parts import ONCE
from tournaments.domain.state import Round, TournamentState, timeline
from tournaments.domain.terms import PenaltyRule, Terms
from tournaments.models import Tournament
from tournaments.officials import chief_of
from tournaments.own_tables import entry_at, officials_of
from tournaments.penalty_table import may_depart
from tournaments.penalty_words import rule_text
from tournaments.play.consequences import consequences_of
from tournaments.points.twelfths import WHOLE
from tournaments.selectors import state_of

MARK: Final = "§"
"""What stands before the number of a clause where a ruling cites it, so that it is no rule."""
PANEL: Final = 3
BY_PLAYERS: Final[frozenset[Deed]] = frozenset({"call"})
BY_JUDGES: Final[frozenset[Deed]] = frozenset({"take", "rule", "vote", "decide_appeal"})
CHANGING: Final[frozenset[Deed]] = frozenset({"rule"})

SAID: Final[dict[str, str | Promise]] = {
    "event_closed": _("The event is archived: nothing is disputed or ruled there any more."),
    "round_confirmed": _("The round is confirmed: its hands cannot be disputed any more."),
    "corrections_over": _("The time for officials to put errors of that round right is over."),
    "panel_of_three": _("By the terms of this event three decide on appeals."),
    "chief_decides": _("By the terms of this event the chief referee decides on appeals."),
    "own_table": _("You play at that table."),
    "own_team": _("You belong to the team of somebody at that table."),
}


class Seen(NamedTuple):
    """A table of an event, as the event's log has it."""

    tournament: Tournament
    state: TournamentState
    round: Round
    number: int


def seen(table: Table) -> Seen | None:
    """The event and the round that a match is played in; None for any other table."""
    named, match = table.context.get("tournament"), str(table.pk)
    if not named:
        return None
    try:
        tournament = Tournament.objects.select_related("club").filter(pk=named).first()
    except ValidationError:
        return None
    if tournament is None:
        return None
    state = state_of(tournament)
    where = state.matches.get(match)
    round_ = state.rounds.get(where[0]) if where else None
    if where is None or round_ is None or where[1] not in round_.tables:
        return None
    return Seen(tournament, state, round_, where[1])


def _terms(found: Seen | None) -> Terms | None:
    return found.state.terms if found else None


class EventGuard(Guard):
    """The answers of the event that a table belongs to."""

    def refusal(self, deed: Deed, table: Table, account: User | None, hand: int) -> Refusal | None:
        """`event_closed`, `round_confirmed`, `corrections_over`, `own_table`, `own_team`."""
        found = seen(table)
        code = _refused(found, deed, account) if found else None
        return Refusal(code, str(SAID[code])) if code else None

    def clauses(self, table: Table) -> Sequence[Clause]:
        """The event's own regulations."""
        terms = _terms(seen(table))
        own = terms.regulations if terms else ()
        return [Clause(f"{MARK}{one.number}", one.text) for one in own]

    def penalties(self, table: Table) -> Sequence[PenaltyRow]:
        """The table of penalties of its terms, which counts table points in twelfths."""
        terms = _terms(seen(table))
        return [_row(one) for one in terms.penalties] if terms else []

    def may_depart(self, table: Table, account: User) -> bool:
        """The chief referee, and who organises the event."""
        found = seen(table)
        return found is not None and may_depart(found.tournament, account)

    def judges(self, table: Table) -> Sequence[User]:
        """Referees of the event who do not play at that table, the chief referee first."""
        found = seen(table)
        if found is None:
            return []
        chief = chief_of(found.tournament)
        others = officials_of(found.tournament, "tournaments.referee")
        everybody = [*([chief] if chief else []), *(one for one in others if one != chief)]
        return [one for one in everybody if not _is_concerned(found, one)]

    def panel_refusal(
        self, table: Table, judges: Sequence[User], ruled_by: int | None
    ) -> Refusal | None:
        """`panel_of_three` or `chief_decides`, as the terms say who decides appeals; `own_team`."""
        found = seen(table)
        code = _wrong_panel(found, judges, ruled_by) if found else None
        return Refusal(code, str(SAID[code])) if code else None

    def publicity(self, table: Table) -> Publicity | None:
        """As the terms say."""
        terms = _terms(seen(table))
        return terms.disputes.publicity if terms else None

    def consequences(self, proposal: Proposal) -> Sequence[Consequence]:
        """Table points, standings, who goes on, what rests on it."""
        found = seen(proposal.table)
        if found is None:
            return []
        return consequences_of(found.tournament, found.state, (found.round.number, found.number),
                               proposal)  # fmt: skip


def _row(rule: PenaltyRule) -> PenaltyRow:
    whole, rest = divmod(rule.table, WHOLE)
    return PenaltyRow(rule.code, rule_text(rule), rule.kind, rule.game, None if rest else whole)


def _refused(found: Seen, deed: Deed, account: User | None) -> str | None:
    """The code of what stands against it."""
    if found.state.phase == "archived":
        return "event_closed"
    if deed in BY_PLAYERS and found.round.status == "confirmed":
        return "round_confirmed"
    if deed in CHANGING:
        end = corrections_end(found.tournament, found.state, found.round.number)
        if end is not None and timezone.now() > end:
            return "corrections_over"
    if deed in BY_JUDGES and account is not None:
        return _concern(found, account)
    return None


def _wrong_panel(found: Seen, judges: Sequence[User], ruled_by: int | None) -> str | None:
    """A chief referee who made the ruling, or is concerned, leaves it to others."""
    if concerned := next(filter(None, (_concern(found, judge) for judge in judges)), None):
        return concerned
    terms = found.state.terms
    if terms is not None and terms.disputes.appeal_to == "panel":
        return None if len(judges) == PANEL else "panel_of_three"
    chief = chief_of(found.tournament)
    is_free = chief is not None and chief.pk != ruled_by and not _is_concerned(found, chief)
    return "chief_decides" if is_free and list(judges) != [chief] else None


def _is_concerned(found: Seen, account: User) -> bool:
    return _concern(found, account) is not None


def _concern(found: Seen, account: User) -> str | None:
    """Whether somebody plays at the table, or is of a team with somebody who does."""
    where = (found.round.number, found.number)
    if entry_at(found.state, account, where) is not None:
        return "own_table"
    own = {
        mark
        for entry in found.state.entries.values()
        if entry.person.account == str(account.pk)
        for mark in entry.person.apart
    }
    return "own_team" if own & _teams_at(found) else None


def _teams_at(found: Seen) -> set[str]:
    """The marks of everybody at a table: entries that share one are kept from each other."""
    table = found.round.tables[found.number]
    people = [timeline(facts)[-1].person for facts in table.ledger]
    marks = (mark for one in people for mark in found.state.entries[one].person.apart)
    return {mark for mark in marks if not mark.startswith(ONCE)}


EVENT_GUARD: Final = EventGuard()
