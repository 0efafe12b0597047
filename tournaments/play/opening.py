"""What a table of a round is opened with: terms, seats and names. Reads, writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from accounts.models import User
from engine.notation import parse_tiles
from engine.play.match import Aids
from tables.cases.terms import DisputeTerms
from tables.services import Sitter
from tables.services import Terms as MatchTerms
from tournaments.domain.parts import EntryId, Person
from tournaments.domain.state import Round, Table, TournamentState, stage_of, timeline
from tournaments.domain.terms import Terms
from tournaments.models import Tournament
from tournaments.seatplan import turn_orders

MOST_NAME = 40
"""What a name at a table may have; an entry's may be longer."""


def match_terms(state: TournamentState, round_: Round, table: Table, seed: str) -> MatchTerms:
    """The terms of an event as those of one match at it; place 0 deals first."""
    terms = _terms(state)
    return MatchTerms(
        ruleset=terms.ruleset,
        options=terms.options,
        length=terms.length,
        clocks=terms.clocks,
        aids=Aids(waits=terms.waits_aid),
        spectator_delay=terms.spectator_delay,
        fixed_wilds=parse_tiles(terms.fixed_wilds),
        first_dealer=0,
        seat_plan=_turn_orders(state, round_, table, seed),
        play="scored" if has_real_tiles(state) else "live",
        disputes=disputes_at(terms),
    )


def disputes_at(terms: Terms) -> DisputeTerms:
    """How disputes go at a table of the event."""
    ours = terms.disputes
    return DisputeTerms(
        pause_on_call=ours.pause_on_call,
        pause_limit_ms=ours.pause_limit_ms,
        window_ms=ours.window_ms,
        appeal_ms=ours.appeal_ms,
        panel_ms=ours.panel_ms,
    )


def has_real_tiles(state: TournamentState) -> bool:
    """Whether the event's matches are played with real tiles."""
    return _terms(state).has_real_tiles


def _turn_orders(
    state: TournamentState, round_: Round, table: Table, seed: str
) -> tuple[tuple[int, int, int, int], ...]:
    """By dealer round, who sits where; empty where nobody changes seats."""
    stage = stage_of(state, round_.plan.stage)
    rounds = _terms(state).length.rounds or 1
    if stage is None or stage.seat_rotation == "fixed" or rounds < 2:
        return ()
    key = bytes.fromhex(seed)
    return turn_orders(
        stage.seat_rotation, rounds, key, state.tournament, round_.number, table.number
    )


def _terms(state: TournamentState) -> Terms:
    if state.terms is None:
        raise ValueError("the event has no terms")
    return state.terms


def sitters_now(
    state: TournamentState, table: Table, accounts: Mapping[str, User], guests: str | None = None
) -> list[Sitter]:
    """Who sits at a table's four places now, by the ledger of seats."""
    now = [timeline(facts)[-1].person for facts in table.ledger]
    if has_real_tiles(state):
        return [real_sitter(state.entries[entry].person, accounts) for entry in now]
    return [sitter(state.entries[entry].person, accounts, guests) for entry in now]


def sitter(person: Person, accounts: Mapping[str, User], guests: str | None = None) -> Sitter:
    """An entry as it sits down at a live table: a person, or a built-in player.

    A guest has no account to play with: a built-in player of level `guests` plays for them from
    the start, or without one as soon as they have been away long enough.
    """
    name = person.name[:MOST_NAME]
    if person.kind == "bot":
        return Sitter(name, level=person.level or "sensible")
    account = accounts.get(person.account or "")
    return Sitter(name, account=account, level=None if account else guests)


def real_sitter(person: Person, accounts: Mapping[str, User]) -> Sitter:
    """An entry at a table with real tiles, where nobody but people can sit."""
    return Sitter(person.name[:MOST_NAME], account=accounts.get(person.account or ""))


def guests_level(tournament: Tournament) -> str | None:
    """The level at which built-in players play for guests at this event; None: they do not."""
    level = tournament.context.get("guests_played_by")
    return level if isinstance(level, str) else None


def accounts_of(state: TournamentState, entries: Iterable[EntryId]) -> dict[str, User]:
    """The accounts of these entries, by their ids as the log writes them: one query."""
    wanted = {state.entries[entry].person.account for entry in entries if entry in state.entries}
    ids = [int(id_) for id_ in wanted if id_ and id_.isdecimal()]
    return {str(user.pk): user for user in User.objects.filter(pk__in=ids)} if ids else {}


def table_name(number: int) -> str:
    """A table's name at an event, in the site's own language."""
    return _("Table %(number)d") % {"number": number}
