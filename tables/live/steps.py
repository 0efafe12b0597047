"""What happens by itself: deals, built-in players' moves, time-outs.

Pure: orders made from the state and its clock. Any process may carry one out: its command id is
made from the decision it answers, so that doing it twice does it once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine import players
from engine.errors import IllegalAction
from engine.play.commands import CloseEntropy, Command, DealHand, ResumeMatch, TimeOut
from engine.play.defaults import waiting_on
from engine.play.state import MatchState
from tables.acting import SYSTEM, Intent, Order
from tables.clocks import decision, due_ms, limit_ms
from tables.events.log import engine_of
from tables.folds import Fold
from tables.pace import Pace

CLOCK = "clock"


class Stale(IllegalAction):
    """The decision that was answered is over."""

    def __init__(self) -> None:
        super().__init__("stale", "", "that decision is over")


def due_orders(fold: Fold, now: int, pace: Pace) -> Iterator[Order]:
    """The orders that are due at `now` (ms since 1970), in the order to give them."""
    state, clock = fold.state, fold.clock
    due = due_ms(clock, state, pace)
    if due is None or now < due:
        return
    if clock.paused_at is not None:
        yield _end_of_pause(fold)
        return
    limit = limit_ms(clock, state, pace)
    if limit is None:
        return
    match clock.kind:
        case "between":
            yield _order(fold, SYSTEM, f"deal:{clock.version}", _deal(fold))
        case "entropy":
            yield _order(fold, CLOCK, f"{clock.version}:entropy", lambda _: CloseEntropy())
        case "turn" | "claims":
            for place in waiting_on(state):
                if place in clock.bots:
                    yield _order(fold, f"bot:{place}", str(clock.version), _play(fold, place))
                elif now >= clock.since + limit:
                    yield _order(fold, CLOCK, f"{clock.version}:{place}", _time_out(place))


def _order(fold: Fold, actor: str, id_: str, command: Callable[[MatchState], Command]) -> Order:
    return Order(fold.table, actor, id_, _same_decision(fold.state, command), deals=False)


def _end_of_pause(fold: Fold) -> Order:
    """Go on, the time that a call may stop the table for being over: unless somebody has
    resumed it meanwhile, and perhaps stopped it again."""
    id_ = f"pause:{fold.clock.paused_at}"
    return Order(fold.table, CLOCK, id_, lambda _: ResumeMatch(), fold.version, deals=False)


def _same_decision(planned: MatchState, command: Callable[[MatchState], Command]) -> Intent:
    """The command, unless the match has gone on since it was planned."""
    key = decision(planned)

    def intent(state: MatchState) -> Command:
        if decision(state) != key:
            raise Stale
        return command(state)

    return intent


def _deal(fold: Fold) -> Intent:
    return lambda state: DealHand(fold.secrets.of_hand(state.hand_number + 1))


def _time_out(place: int) -> Intent:
    def intent(state: MatchState) -> Command:
        assert state.hand is not None
        return TimeOut(state.hand.seat_of(place))

    return intent


def _play(fold: Fold, place: int) -> Intent:
    """What the built-in player of a place does.

    Its chance comes from the table's own secret: nobody can foresee it, and two processes
    that move for it at once make the same move.
    """
    seed = f"{fold.secrets.seed.hex()}:{fold.version}:{place}"

    def intent(state: MatchState) -> Command:
        level = state.bots[place]
        if state.hand is None or level is None:
            raise Stale
        seat = state.hand.seat_of(place)
        choices = engine_of(state).legal(state, seat)
        if not choices:
            raise Stale
        view = players.seat_view(state, seat)
        return players.get(level).choose(view, choices, players.Chance(seed))

    return intent
