"""The fold of disputes: what each of their events changes. Believes what it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, cast

from engine.hashing import Json
from engine.rulings import events as r
from engine.rulings.court import (
    SETTING,
    Appeal,
    Ballot,
    Case,
    Court,
    Grant,
    Interest,
    Penalty,
    Played,
    Points,
    Ruled,
    Ruling,
    Statement,
    plus,
)
from engine.scored.fold import ruled_sheet

if TYPE_CHECKING:
    from engine.play import events as e
    from engine.play.state import MatchState


def with_case(court: Court, case: Case) -> Court:
    """The court with a case as it is now."""
    return court._replace(cases=tuple([case if one.id == case.id else one for one in court.cases]))


def with_ruling(court: Court, ruling: Ruling) -> Court:
    """The court with a ruling as it is now."""
    return court._replace(
        rulings=tuple([ruling if one.id == ruling.id else one for one in court.rulings])
    )


def with_appeal(court: Court, appeal: Appeal) -> Court:
    """The court with an appeal as it is now."""
    return court._replace(
        appeals=tuple([appeal if one.id == appeal.id else one for one in court.appeals])
    )


def with_ruled(court: Court, hand: int, gains: Points | None) -> Court:
    """The court with what a hand is worth by ruling; None: no ruling says so."""
    others = tuple([one for one in court.ruled if one.hand != hand])
    return court._replace(ruled=others if gains is None else (*others, Ruled(hand, gains)))


def with_played(court: Court, played: Played) -> Court:
    """The court after a hand was scored."""
    # Every hand comes by here: a third of what `_replace` takes.
    return tuple.__new__(Court, ((*court.hands, played), *court[1:]))


def taken_back(court: Court, ruling: Ruling, by: str) -> Court:
    """The court without what a ruling did, replaced by another."""
    court = with_ruling(court, ruling._replace(superseded_by=by))
    if ruling.kind in SETTING:
        court = with_ruled(court, ruling.hand, ruling.before)
    if ruling.kind != "hand_replayed":
        return court
    replays = tuple([hand for hand in court.replays if hand != ruling.hand])
    replaying = court.replaying if replays[:1] == court.replays[:1] else None
    return court._replace(replays=replays, replaying=replaying)


def _with_court(state: MatchState, court: Court) -> MatchState:
    return state._replace(court=court)


def _referee_called(state: MatchState, event: r.RefereeCalled) -> MatchState:
    case = Case(event.case, event.place, event.hand, event.reason, event.text)
    return _with_court(state, state.court._replace(cases=(*state.court.cases, case)))


def _on_case(state: MatchState, id_: str, change: Callable[[Case], Case]) -> MatchState:
    case = state.court.case(id_)
    return state if case is None else _with_court(state, with_case(state.court, change(case)))


def _case_taken(state: MatchState, event: r.CaseTaken) -> MatchState:
    return _on_case(
        state, event.case, lambda case: case._replace(status="taken", referee=event.referee)
    )


def _case_released(state: MatchState, event: r.CaseReleased) -> MatchState:
    return _on_case(state, event.case, lambda case: case._replace(status="open", referee=None))


def _case_withdrawn(state: MatchState, event: r.CaseWithdrawn) -> MatchState:
    return _on_case(state, event.case, lambda case: case._replace(status="withdrawn"))


def _interest_declared(state: MatchState, event: r.InterestDeclared) -> MatchState:
    declared = Interest(event.referee, event.interest, event.text)
    return _on_case(
        state, event.case, lambda case: case._replace(interests=(*case.interests, declared))
    )


def _interest_decided(state: MatchState, event: r.InterestDecided) -> MatchState:
    def decided(case: Case) -> Case:
        interests = [
            one._replace(allowed=event.allowed)
            if one.referee == event.referee and one.allowed is None
            else one
            for one in case.interests
        ]
        return case._replace(interests=tuple(interests))

    return _on_case(state, event.case, decided)


def _statement_made(state: MatchState, event: r.StatementMade) -> MatchState:
    said = Statement(event.place, event.text)
    return _on_case(
        state, event.case, lambda case: case._replace(statements=(*case.statements, said))
    )


def _ruling_made(state: MatchState, event: r.RulingMade) -> MatchState:
    """What an earlier ruling did is taken back first, then this one counts."""
    standing = state.court.standing_of(event.hand)
    court, revived, appeal = _superseded(state.court, event)
    before = court.ruled_on(event.hand)
    after = plus(standing, event.points) if event.kind in SETTING else before
    court = with_ruled(court, event.hand, after)
    replayed = event.kind == "hand_replayed"
    if replayed:
        court = court._replace(replays=(*court.replays, event.hand))
    ruling = Ruling(
        id=event.ruling,
        case=event.case,
        hand=event.hand,
        kind=event.kind,
        cites=event.cites,
        text=event.text,
        referee=event.referee,
        supersedes=event.supersedes,
        points=event.points,
        before=before,
        after=after,
        penalty=penalty_in(event.decision) if event.kind == "penalty" else None,
        clock=_grant_in(event.decision) if event.kind == "clock_given" else None,
        appeal=appeal,
    )
    court = court._replace(rulings=(*court.rulings, ruling))
    court = _closed(court, event)
    if state.sheet:
        return ruled_sheet(state._replace(court=court), event)
    return state._replace(
        court=court,
        points=plus(state.points, event.points),
        played=state.played + revived - replayed,
    )


def _superseded(court: Court, event: r.RulingMade) -> tuple[Court, bool, str | None]:
    """The court without the ruling that is replaced; whether a hand counts again as played; the
    appeal that this is made on."""
    old = court.ruling(event.supersedes) if event.supersedes else None
    if old is None:
        return court, False, None
    court = taken_back(court, old, event.ruling)
    appeal = court.appeal_against(old.id)
    on_appeal = appeal.id if appeal and appeal.is_open else None
    return court, old.kind == "hand_replayed", on_appeal


def _closed(court: Court, event: r.RulingMade) -> Court:
    case = court.case(event.case) if event.case else None
    if case is None:
        return court
    return with_case(court, case._replace(status="ruled", ruling=event.ruling))


def penalty_in(decision: Mapping[str, Json]) -> Penalty:
    """What a ruling's decision takes."""
    # `decide` has checked each value: it has its field's type.
    return Penalty(*[decision.get(name) for name in _PENALTY])  # type: ignore[arg-type]


_PENALTY: Final = ("place", "penalty", "game", "table", "rule")


def _grant_in(decision: Mapping[str, Json]) -> Grant:
    return Grant(cast("int", decision.get("place")), cast("int", decision.get("ms")))


def _clock_only(state: MatchState, event: r.ClockTakenBack) -> MatchState:
    """Clocks keep their own fold."""
    return state


def _appeal_lodged(state: MatchState, event: r.AppealLodged) -> MatchState:
    appeal = Appeal(event.appeal, event.ruling, event.place, event.text)
    return _with_court(state, state.court._replace(appeals=(*state.court.appeals, appeal)))


def _on_appeal(state: MatchState, id_: str, change: Callable[[Appeal], Appeal]) -> MatchState:
    appeal = state.court.appeal(id_)
    return state if appeal is None else _with_court(state, with_appeal(state.court, change(appeal)))


def _panel_named(state: MatchState, event: r.PanelNamed) -> MatchState:
    return _on_appeal(state, event.appeal, lambda appeal: appeal._replace(judges=event.judges))


def _vote_cast(state: MatchState, event: r.VoteCast) -> MatchState:
    ballot = Ballot(event.judge, event.vote, event.text)
    return _on_appeal(
        state, event.appeal, lambda appeal: appeal._replace(votes=(*appeal.votes, ballot))
    )


def _appeal_decided(state: MatchState, event: r.AppealDecided) -> MatchState:
    return _on_appeal(
        state,
        event.appeal,
        lambda appeal: appeal._replace(outcome=event.outcome, replacement=event.ruling),
    )


# Each function takes the one event type that its key names, which a dict's type cannot say.
COURT_STEPS: Final = cast(
    "Mapping[type[e.Event], Callable[[MatchState, e.Event], MatchState]]",
    {
        r.RefereeCalled: _referee_called,
        r.CaseTaken: _case_taken,
        r.CaseReleased: _case_released,
        r.CaseWithdrawn: _case_withdrawn,
        r.InterestDeclared: _interest_declared,
        r.InterestDecided: _interest_decided,
        r.StatementMade: _statement_made,
        r.RulingMade: _ruling_made,
        r.ClockTakenBack: _clock_only,
        r.AppealLodged: _appeal_lodged,
        r.PanelNamed: _panel_named,
        r.VoteCast: _vote_cast,
        r.AppealDecided: _appeal_decided,
    },
)
