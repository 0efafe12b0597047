"""What can be done about rounds that are planned or played.

Owns these steps. Must not know stages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournaments.domain import commands as c
from tournaments.domain.decide import refusal_of
from tournaments.domain.expulsions import expelled, is_barred
from tournaments.domain.planning import check_plan
from tournaments.domain.refusals import Refused
from tournaments.domain.results import what_is_missing
from tournaments.domain.state import Round, TournamentState, timeline
from tournaments.domain.steps import Step, When

State = TournamentState


def round_steps(state: State) -> Iterator[Step]:
    """Rounds being played, then the next one that is planned."""
    rounds = [state.rounds[number] for number in sorted(state.rounds)]
    for one in rounds:
        if one.status == "started":
            yield from _playing(state, one)
    planned = next((one for one in rounds if one.status == "planned"), None)
    if planned is not None:
        yield from _planned(state, planned)
        hidden = to_publish(state, planned.plan.stage)
        if len(hidden) > 1 and stale_plan(state, planned) is None and not expelled(state):
            yield Step("publish_all", "may", planned.plan.stage, count=len(hidden))


def to_publish(state: State, stage: str) -> tuple[c.PublishPairings, ...]:
    """What publishes every round of a stage that is planned and not published."""
    return tuple(
        c.PublishPairings(number, one.plan.edition)
        for number, one in sorted(state.rounds.items())
        if one.plan.stage == stage and one.status == "planned" and one.published != one.plan.edition
    )


def _playing(state: State, one: Round) -> Iterator[Step]:
    stage, missing = one.plan.stage, what_is_missing(state, one)
    for number, code in missing.items():
        last = [timeline(facts)[-1].person for facts in one.tables[number].ledger]
        step = Step("wait_for_table", "wait", stage, one.number, number, tuple(last))
        disputed = replace(step, code="settle_dispute", when="now")
        yield disputed if code == "dispute_open" else step
    if missing:
        reason = next(iter(missing.values()))
        yield Step("confirm_round", "wait", stage, one.number, count=len(missing), reason=reason)
    else:
        confirm = c.ConfirmRound(one.number)
        yield Step("confirm_round", "now", stage, one.number, command=confirm)


def _planned(state: State, one: Round) -> Iterator[Step]:
    stage, number, edition = one.plan.stage, one.number, one.plan.edition
    if reason := stale_plan(state, one):
        yield Step("plan_again", "now", stage, number, reason=reason)
        return
    barred = "expulsion_open" if is_barred(state, one.plan) else None
    yield Step("plan_again", "may", stage, number, reason=barred)
    if one.published != edition:
        publish = c.PublishPairings(number, edition)
        yield Step(
            "publish_pairings", "wait" if barred else "now", stage, number, at=one.starts_at,
            reason=barred, command=publish,
        )  # fmt: skip
        return
    refusal = refusal_of(state, c.StartRound(number, edition, 0))
    reason = refusal.code if refusal else None
    when: When = "wait" if refusal else "now"
    yield Step("start_round", when, stage, number, at=one.starts_at, reason=reason)


def stale_plan(state: State, one: Round) -> str | None:
    """Why a plan cannot be played as it is any more: the code of a refusal."""
    try:
        check_plan(state, one.plan)
    except Refused as refusal:
        return refusal.code
    return None
