"""Decisions about cases: calling, taking, giving back, interests, statements."""

from __future__ import annotations

from engine.play import events as e
from engine.play.state import MatchState
from engine.rulings import commands as c
from engine.rulings import events as r
from engine.rulings.checks import (
    open_case,
    refuse,
    require_dealt,
    require_id,
    require_match,
    require_person,
    require_place,
    require_stranger,
    require_text,
)
from engine.rulings.court import Case

Events = tuple[e.Event, ...]
CALLED = "call"
"""Reason of a pause that a call brought about."""
_NOT_PAUSED = ("new", "ended", "scoring")


def call_referee(state: MatchState, command: c.CallReferee) -> Events:
    """The call; and the pause, where it is wanted and the table runs."""
    require_match(state)
    require_id(command.case, state.court.cases)
    require_place(command.place)
    require_dealt(state, command.hand)
    require_text(command.text)
    if command.reason not in r.REASONS:
        refuse("no_reason", f"a reason is one of {', '.join(r.REASONS)}")
    pause = command.pause and not state.paused and state.phase not in _NOT_PAUSED
    called = r.RefereeCalled(
        command.case, command.place, command.hand, command.reason, command.text, pause
    )
    return (called, e.MatchPaused(CALLED)) if pause else (called,)


def take_case(state: MatchState, command: c.TakeCase) -> Events:
    """The first who takes it has it."""
    case = open_case(state, command.case)
    require_stranger(state, command.referee)
    if case.referee == command.referee:
        refuse("has_case", "this referee has the case already")
    require_not_taken(case, command.referee)
    return (r.CaseTaken(case.id, command.referee),)


def require_not_taken(case: Case, referee: str) -> None:
    """Refuses a case that somebody else has."""
    if case.referee not in (None, referee):
        refuse("case_taken", f"case {case.id} is taken by another referee")


def release_case(state: MatchState, command: c.ReleaseCase) -> Events:
    """Only what the referee has can be given back."""
    case = open_case(state, command.case)
    if case.referee != command.referee:
        refuse("case_not_taken", "this referee does not have the case")
    return (r.CaseReleased(case.id, command.referee),)


def withdraw_case(state: MatchState, command: c.WithdrawCase) -> Events:
    """Before it is ruled on."""
    return (r.CaseWithdrawn(open_case(state, command.case).id),)


def declare_interest(state: MatchState, command: c.DeclareInterest) -> Events:
    """Once on a case; the organiser decides."""
    case = open_case(state, command.case)
    require_person(command.referee)
    require_text(command.text)
    if command.interest not in r.BONDS:
        refuse("no_interest", f"an interest is one of {', '.join(r.BONDS)}")
    if any(one.referee == command.referee for one in case.interests):
        refuse("interest_declared", "this referee has declared an interest already")
    return (r.InterestDeclared(case.id, command.referee, command.interest, command.text),)


def decide_interest(state: MatchState, command: c.DecideInterest) -> Events:
    """What was declared and is not decided yet."""
    case = open_case(state, command.case)
    declared = [one for one in case.interests if one.referee == command.referee]
    if not declared:
        refuse("no_interest", "this referee has declared no interest")
    if declared[0].allowed is not None:
        refuse("interest_decided", "this has been decided already")
    return (r.InterestDecided(case.id, command.referee, command.allowed),)


def make_statement(state: MatchState, command: c.MakeStatement) -> Events:
    """As often as a player likes, while the case is open."""
    case = open_case(state, command.case)
    require_place(command.place)
    require_text(command.text, needed=True)
    return (r.StatementMade(case.id, command.place, command.text),)
