"""The round's clock at its tables: pauses, going on, the last hand, and the end of the grace."""

from __future__ import annotations

import logging
from datetime import datetime

from engine.errors import EngineError
from engine.play.commands import (
    CallTime,
    Command,
    EndMatch,
    LiftTime,
    PauseMatch,
    ResumeMatch,
    VoidHand,
)
from tables import services as tables
from tables.acting import SYSTEM, Order
from tables.models import Event
from tables.models import Table as Match
from tables.scored import services as scored
from tournaments.domain.state import Table, TournamentState, clock_left, open_tables
from tournaments.domain.terms import Terms
from tournaments.models import Tournament
from tournaments.play.setbacks import Setbacks, Where
from tournaments.store.folds import lines_after

logger = logging.getLogger(__name__)


def stop_and_go(
    tournament: Tournament, state: TournamentState, at: datetime, setbacks: Setbacks
) -> list[str]:
    """What the log has asked of tables since this was last called, then what the clocks ask."""
    done = _obey(tournament, state, at)
    now = int(at.timestamp() * 1000)
    late = {
        table.match: table
        for _, table in open_tables(state)
        if table.match is not None and (left := clock_left(table, now)) is not None and left <= 0
    }
    for match in Match.objects.filter(pk__in=late, ended_at__isnull=True) if late else ():
        done += _time_is_up(state, late[str(match.pk)], match, now, at)
    done += _end_given_up(tournament, state, at)
    _compare(state, setbacks)
    return done


def _compare(state: TournamentState, setbacks: Setbacks) -> None:
    """Matches that do not stand as the log asks: what was refused when it was asked of them."""
    linked = {one.match: (round_, one) for round_, one in open_tables(state) if one.match}
    given_up = _given_up(state)
    asked = Match.objects.filter(pk__in=[*linked, *given_up], ended_at__isnull=True)
    running = {str(pk): paused for pk, paused in asked.values_list("pk", "paused")}
    still = [match for match, (_, one) in linked.items()
             if running.get(match) and not one.clock.held_for]  # fmt: skip
    waiting = set(still) - _paused_at_the_table(still) if still else set()
    for match, is_paused in running.items():
        if match in given_up:
            setbacks.note(Where(*given_up[match], "end"), "match_running")
            continue
        round_, one = linked[match]
        if one.clock.held_for and not is_paused:
            setbacks.note(Where(round_.number, one.number, "pause"), "plays_on")
        elif match in waiting:
            setbacks.note(Where(round_.number, one.number, "resume"), "stands_still")


def _given_up(state: TournamentState) -> dict[str, tuple[int, int]]:
    """Matches that were a table's once and are no more, with round and table."""
    return {
        match: (number, table)
        for match, (number, table) in state.matches.items()
        if (round_ := state.rounds.get(number)) is not None
        and (one := round_.tables.get(table)) is not None
        and one.match != match
    }


def _more_time(state: TournamentState, number: int, table: int | None, now: int) -> list[str]:
    """The matches to whose tables time was given that is not over yet."""
    return [
        one.match
        for round_, one in open_tables(state)
        if round_.number == number
        and table in (None, one.number)
        and one.match is not None
        and (clock_left(one, now) or 0) > 0
    ]


def _opened_while_held(state: TournamentState, match: str) -> list[tuple[str, Command]]:
    """A match that takes the place of another stands still as long as its table's clock does."""
    held = [one for _, one in open_tables(state) if one.match == match and one.clock.held_for]
    return [(match, PauseMatch("organiser"))] if held else []


def _obey(tournament: Tournament, state: TournamentState, at: datetime) -> list[str]:
    """Carry pauses, resumptions and dropped tables over to the matches, in their order."""
    done = []
    lines = lines_after(tournament.pk, tournament.handled)
    for line in lines:
        for match, command in _asked(state, line.type, line.event, int(at.timestamp() * 1000)):
            if _order(match, command, f"event-{line.version}-{type(command).__name__}", at):
                done.append(f"{type(command).__name__} at {match}")
    if lines:
        Tournament.objects.filter(pk=tournament.pk).update(handled=lines[-1].version)
    return done


def _end_given_up(tournament: Tournament, state: TournamentState, at: datetime) -> list[str]:
    """End the matches that are no table's any more; tried again until it can be."""
    given_up = _given_up(state)
    running = Match.objects.filter(pk__in=given_up, ended_at__isnull=True) if given_up else ()
    done = []
    for match in running:
        if match.play == Match.Play.SCORED:
            _take_back_contested(tournament, match, at)
        # In a pause a hand that was voided waits for its secret, and the match with it.
        for command in (VoidHand("organiser"), EndMatch(), ResumeMatch(), EndMatch()):
            if _order(str(match.pk), command, f"given-up-{type(command).__name__}", at):
                done.append(f"{type(command).__name__} at {match.pk}")
    return done


def _take_back_contested(tournament: Tournament, match: Match, at: datetime) -> None:
    """Nobody rules any more over what is contested there: in the name of who gave the match up."""
    told = Event.objects.filter(
        stream=tournament.pk, type="TableUnlinked", data__contains={"match": str(match.pk)}
    )
    actor = told.order_by("-version").values_list("actor", flat=True).first() or ""
    keeper = actor if actor.startswith(("organiser:", "referee:")) else f"organiser:{tournament.pk}"
    scored.contested_take_back(table=match, actor=keeper, command_id="given-up", at=at)


def _asked(
    state: TournamentState, type_: str, event: object, now: int
) -> list[tuple[str, Command]]:
    """The commands for matches that one event of the tournament leads to.

    A match that somebody at the table has paused goes on when they say so, not with the clock.
    """
    if type_ == "TableOpened":
        return _opened_while_held(state, str(getattr(event, "match", "")))
    if type_ == "ClockExtended":
        number, table = getattr(event, "round", 0), getattr(event, "table", None)
        return [(match, LiftTime()) for match in _more_time(state, number, table, now)]
    if type_ not in ("ClockPaused", "ClockResumed"):
        return []
    command: Command = PauseMatch("organiser") if type_ == "ClockPaused" else ResumeMatch()
    round_ = state.rounds.get(getattr(event, "round", 0))
    number = getattr(event, "table", None)
    meant = [t for t in (round_.tables.values() if round_ else ()) if number in (None, t.number)]
    if type_ == "ClockResumed":
        meant = [table for table in meant if not table.clock.held_for]
        own = _paused_at_the_table([table.match for table in meant if table.match])
        meant = [table for table in meant if table.match not in own]
    return [(table.match, command) for table in meant if table.match]


def _paused_at_the_table(matches: list[str]) -> set[str]:
    """Those whose last pause was not the clock's."""
    pauses = Event.objects.filter(stream__in=matches, type="MatchPaused").order_by("version")
    last = {str(stream): actor for stream, actor in pauses.values_list("stream", "actor")}
    return {match for match, actor in last.items() if actor != SYSTEM}


def _time_is_up(
    state: TournamentState, table: Table, match: Match, now: int, at: datetime
) -> list[str]:
    """The running hand is the last; after the grace, where there is one, it is not finished."""
    done = []
    ends_at = table.clock.ends_at
    if _order(str(match.pk), CallTime(), f"time-{ends_at}", at):
        done.append(f"time at table {table.number}")
    if _grace_is_over(state.terms, table, now) and _order(
        str(match.pk), VoidHand("time"), f"grace-{ends_at}", at
    ):
        done.append(f"grace over at table {table.number}")
    return done


def _grace_is_over(terms: Terms | None, table: Table, now: int) -> bool:
    left = clock_left(table, now)
    return (
        terms is not None
        and terms.round_end == "grace"
        and left is not None
        and left <= -terms.grace_ms
    )


def _order(match: str, command: Command, command_id: str, at: datetime) -> bool:
    """Give a match a command; whether it did something now. What is settled already is refused."""
    table = Match.objects.filter(pk=match).only("pk").first()
    if table is None:
        return False
    order = Order(table.pk, SYSTEM, command_id, lambda _state: command, deals=False)
    try:
        return not tables.table_command(order=order, at=at).repeated
    except EngineError as refusal:
        logger.info("match %s: %s", match, refusal)
        return False
