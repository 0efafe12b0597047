"""What is due at events at a moment. Doing it late or twice does no harm."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef

from engine.errors import EngineError
from tournaments.domain import commands as c
from tournaments.domain.expulsions import expelled, is_barred
from tournaments.domain.stages import needs_field, next_plan, stage_on
from tournaments.domain.state import Round, TournamentState, newest_standings
from tournaments.domain.undecided import require_decided, undecided
from tournaments.models import RoundTable, Tournament
from tournaments.play.keeping_up import keep_up
from tournaments.selectors import state_of
from tournaments.services import CLOCK, seed_of, tournament_do
from tournaments.store.acting import Intent

logger = logging.getLogger(__name__)


def tick(at: datetime) -> list[str]:
    """Do everything that is due; what fails at one event stops no other."""
    done: list[str] = []
    for work, found in (
        (registration_close, _registrations_over(at)),
        (rounds_start, _rounds_due(at)),
        (standings_settle, _objections_over(at)),
        (bracket_advance, _running()),
        (keep_up_at, _in_play()),
    ):
        done += _each(work, found, at)
    return done


def _each(
    work: Callable[[UUID, datetime], list[str]], ids: Iterable[UUID], at: datetime
) -> list[str]:
    done: list[str] = []
    for id_ in ids:
        try:
            done += work(id_, at)
        except Exception:
            logger.exception("%s failed at event %s", work.__name__, id_)
    return done


def _registrations_over(at: datetime) -> Iterable[UUID]:
    found = Tournament.objects.filter(is_registration_open=True, registration_closes_at__lte=at)
    return list(found.values_list("pk", flat=True))


def _rounds_due(at: datetime) -> Iterable[UUID]:
    found = Tournament.objects.filter(phase=Tournament.Phase.RUNNING, next_start_at__lte=at)
    return list(found.values_list("pk", flat=True))


def _objections_over(at: datetime) -> Iterable[UUID]:
    found = Tournament.objects.filter(next_official_at__lte=at)
    return list(found.values_list("pk", flat=True))


def _running() -> Iterable[UUID]:
    found = Tournament.objects.filter(phase=Tournament.Phase.RUNNING)
    return list(found.values_list("pk", flat=True))


def _in_play() -> Iterable[UUID]:
    """Running events with a table that is being played or waits to be opened."""
    tables = RoundTable.objects.filter(tournament=OuterRef("pk"), is_confirmed=False)
    found = Tournament.objects.filter(phase=Tournament.Phase.RUNNING)
    return list(found.filter(Exists(tables)).values_list("pk", flat=True))


def keep_up_at(id_: UUID, at: datetime) -> list[str]:
    """Bring tables and log in step; an event that somebody is at holds up no other."""
    return keep_up(id_, at=at, waits=False)


def registration_close(id_: UUID, at: datetime) -> list[str]:
    """Close the registration at its time."""
    tournament = Tournament.objects.get(pk=id_)
    closes = tournament.registration_closes_at
    return _do(tournament, c.CloseRegistration(), f"close-{closes and closes.timestamp()}", at)


def rounds_start(id_: UUID, at: datetime) -> list[str]:
    """Start rounds whose time has come, if their pairings are published and it is decided what
    corrections lead to there."""
    tournament = Tournament.objects.get(pk=id_)
    state = state_of(tournament)
    now = int(at.timestamp() * 1000)
    done: list[str] = []
    for round_ in _due(state, now):
        edition = round_.plan.edition
        command = c.StartRound(round_.number, edition, now)
        key = f"start-{round_.number}-{edition}-{round_.starts_at}"
        done += _do(tournament, _decided(round_.plan.stage, command), key, at)
    return done


def _due(state: TournamentState, now: int) -> list[Round]:
    return [
        round_
        for _, round_ in sorted(state.rounds.items())
        if round_.status == "planned"
        and round_.starts_at is not None
        and round_.starts_at <= now
        and round_.published == round_.plan.edition
        and not undecided(state, round_.plan.stage)
        and not is_barred(state, round_.plan)
    ]


def standings_settle(id_: UUID, at: datetime) -> list[str]:
    """Standings whose time for objections is over become official."""
    tournament = Tournament.objects.get(pk=id_)
    now = int(at.timestamp() * 1000)
    done: list[str] = []
    for known in newest_standings(state_of(tournament)):
        stage, after_round = known.standings.stage, known.standings.after_round
        until = known.standings.correctable_until
        if known.is_official or until is None or until > now:
            continue
        key = f"official-{stage}-{after_round}-{known.standings.edition}"
        done += _do(tournament, c.MakeOfficial(stage, after_round), key, at)
    return done


def bracket_advance(id_: UUID, at: datetime) -> list[str]:
    """When a round of a bracket is confirmed the next one is paired; publishing it is for people.

    Not while it is open what a correction or an expulsion leads to. Once only: pairings that an
    organiser drops are not made again by the clock.
    """
    tournament = Tournament.objects.get(pk=id_)
    if tournament.phase != Tournament.Phase.RUNNING:
        return []
    state = state_of(tournament)
    stage = stage_on(state)
    is_due = (
        stage is not None
        and stage.is_bracket
        and not needs_field(state, stage)
        and any(one.plan.stage == stage.id for one in state.rounds.values())
        and all(one.status == "confirmed" for one in state.rounds.values())
        and not undecided(state, stage.id)
        and not expelled(state)
    )
    if stage is None or not is_due:
        return []
    seed = seed_of(tournament)
    key = f"plan-{stage.id}-{len(state.rounds) + 1}"
    plan = _decided(stage.id, lambda state: next_plan(state, stage.id, seed))
    return _do(tournament, plan, key, at)


def _decided(stage: str, wanted: c.Command | Intent) -> Intent:
    """What is wanted, refused while something at the stage waits for the organiser.

    A correction may have come since it was looked.
    """

    def checked(state: TournamentState) -> c.Command | tuple[c.Command, ...]:
        require_decided(state, stage)
        return wanted(state) if callable(wanted) else wanted

    return checked


def _do(tournament: Tournament, command: c.Command | Intent, key: str, at: datetime) -> list[str]:
    try:
        receipt = tournament_do(
            tournament=tournament, command=command, actor=CLOCK, command_id=key, at=at
        )
    except EngineError as refusal:
        logger.info("%s %s: %s", tournament.pk, key, refusal)
        return []
    return [f"{line.type} at {tournament.pk}" for line in receipt.lines]
