"""Who may send what in a dispute: the player of the place, the referee who signs, the organiser."""

from __future__ import annotations

from typing import Final, assert_never

from engine.play.state import MatchState
from engine.rulings import commands as c

_REFEREE: Final = "referee:"
_ORGANISER: Final = "organiser:"
_SCORER: Final = "scorer:"
_HOUSE: Final = ("clock", "system")
_PERSON: Final = tuple(f"place:{place}" for place in range(4))


def may_dispute(state: MatchState, command: c.RulingCommand, actor: str) -> bool:
    """Whether this actor may have sent the command."""
    match command:
        case c.CallReferee(place=place) | c.MakeStatement(place=place) | c.LodgeAppeal(place=place):
            return _speaks_for(state, place, actor)
        case c.WithdrawCase(case=id_):
            case = state.court.case(id_)
            return case is None or _speaks_for(state, case.place, actor)
        case c.TakeCase(referee=who) | c.DeclareInterest(referee=who) | c.MakeRuling(referee=who):
            return _is(who, actor)
        case c.ReleaseCase(referee=who):
            return _is(who, actor) or actor.startswith(_ORGANISER)
        case c.DecideInterest(referee=who):
            return actor.startswith(_ORGANISER) and actor != _ORGANISER + who
        case c.CastVote(judge=judge):
            return _is(judge, actor)
        case c.NamePanel():
            return actor.startswith((_REFEREE, _ORGANISER))
        case c.DecideAppeal():
            return actor in _HOUSE or actor.startswith((_REFEREE, _ORGANISER))
        case _:
            assert_never(command)


def _is(who: str, actor: str) -> bool:
    """Whoever signs does it themselves."""
    return actor in (_REFEREE + who, _ORGANISER + who)


def _speaks_for(state: MatchState, place: int, actor: str) -> bool:
    """The person at the place; or an official, for somebody without a phone."""
    if actor.startswith((_REFEREE, _ORGANISER, _SCORER)):
        return True
    return (
        place in range(len(state.players))
        and actor == _PERSON[place]
        and state.players[place].kind == "human"
    )
