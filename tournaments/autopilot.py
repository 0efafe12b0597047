"""An event that runs itself: every step that is due is taken as soon as it is.

For the demo and for simulated nights. Takes the same steps, through the same services, as an
organiser who taps whatever the desk offers.
"""

from __future__ import annotations

from datetime import datetime

from tournaments.domain.commands import Command
from tournaments.domain.expulsions import expelled
from tournaments.domain.next_steps import what_next
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState
from tournaments.domain.steps import Step
from tournaments.domain.undecided import require_decided, undecided
from tournaments.models import Tournament
from tournaments.pages.steps import command_for, step_key
from tournaments.selectors import state_of
from tournaments.services import seed_of, tournament_do
from tournaments.store.acting import Intent

NOT_BY_ITSELF = frozenset(
    {
        "open_registration",
        "archive",
        "settle_dispute",
        "play_again",
        "finish_tournament",
        "take_out_expelled",
    }
)
ONWARD = frozenset(
    {
        "plan_round", "plan_again", "plan_early", "publish_pairings", "publish_all", "start_round",
        "advance", "finish_tournament",
    }
)  # fmt: skip
"""Steps that wait for the organiser while it is not decided what a correction or an expulsion leads
to."""
MOST_STEPS = 50


def due_step(state: TournamentState, seed: str, *, finishes: bool = True) -> Step | None:
    """The first step that is due, or whose turn it is although it only may be taken."""
    steps = what_next(state, seed)
    standings = [one for one in steps if one.code == "publish_standings"]
    due = [one for one in steps if one.when == "now" and one.code not in NOT_BY_ITSELF]
    end = [one for one in steps if one.code == "finish_tournament" and one.when == "now"]
    found = [*standings, *due, *(end if finishes else [])]
    if undecided(state) or expelled(state):
        found = [one for one in found if one.code not in ONWARD]
    # That a plan is stale is the reason to make it again, not one against it.
    return next((one for one in found if not one.reason or one.code == "plan_again"), None)


def steps_take(tournament: Tournament, at: datetime, *, finishes: bool = True) -> list[str]:
    """Take due steps until none is left; what was done, by code."""
    seed, done = seed_of(tournament), []
    for _number in range(MOST_STEPS):
        tournament.refresh_from_db()
        step = due_step(state_of(tournament), seed, finishes=finishes)
        if step is None:
            break
        try:
            tournament_do(tournament=tournament, command=_taking(step, seed, at), at=at)
        except Refused:
            break
        done.append(step.code)
    return done


def _taking(step: Step, seed: str, at: datetime) -> Intent:
    """The step as things stand when its turn has come."""

    def intent(state: TournamentState) -> Command | tuple[Command, ...]:
        if step.code in ONWARD:
            require_decided(state)
        return command_for(state, step_key(step), seed=seed, at=at)

    return intent
