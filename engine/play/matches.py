"""Decisions about the match itself: setting up, entropy, deals, pauses, its end.

Owns the commands that no seat gives. What seats do in a hand is in `decide`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine import wall
from engine.errors import EngineError
from engine.play import commands as c
from engine.play import events as e
from engine.play.fields import as_digest
from engine.play.handover import hand_over_seat
from engine.play.naming import partners
from engine.play.refusals import refuse, running_hand
from engine.play.reseating import dealer_after, order_in
from engine.play.setup import LEVELS, match_opened
from engine.play.state import PLACES, MatchState
from engine.rulings.replays import next_deal

Events = tuple[e.Event, ...]
MOST_MS: Final = 24 * 3600 * 1000
NETWORK_MOST_MS: Final = 2_000
"""What the network may take of one decision."""
NETWORK_QUOTA_MS: Final = 30_000
"""What it may take of a place's time in a match."""


def _open_match(state: MatchState, command: c.OpenMatch) -> Events:
    if state.phase != "new":
        refuse("already_open", "Z1", "the match is open already")
    return (match_opened(command),)


def _commit_entropy(state: MatchState, command: c.CommitEntropy) -> Events:
    _require_entropy(state, "commit", command.place)
    if state.digests[command.place] is not None:
        refuse("already_committed", "Z1", f"place {command.place} has committed already")
    _require_digest(command.digest)
    return (e.EntropyCommitted(command.place, command.digest),)


def _open_entropy(state: MatchState, command: c.OpenEntropy) -> Events:
    _require_entropy(state, "open", command.place)
    if state.entropies[command.place] is not None:
        refuse("already_opened", "Z1", f"place {command.place} has opened already")
    _require_digest(command.entropy)
    if wall.entropy_digest(command.entropy) != state.digests[command.place]:
        refuse("entropy_mismatch", "Z1", "this is not what was committed to")
    return (e.EntropyOpened(command.place, command.entropy),)


def _require_entropy(state: MatchState, phase: e.EntropyPhase, place: int) -> None:
    if state.phase != phase:
        refuse("wrong_phase", "Z1", f"no contribution to {phase} in phase {state.phase}")
    _require_place(place)
    if place in state.missed:
        refuse("entropy_missed", "Z1", f"place {place} missed its time to commit")


def _require_digest(text: str) -> None:
    try:
        as_digest(text)
    except EngineError as error:
        refuse("bad_digest", "Z1", error.message)


def _close_entropy(state: MatchState, command: c.CloseEntropy) -> Events:
    """Those missing are recorded. A built-in player never misses: the host, who plays it, could
    otherwise choose between two walls."""
    if state.phase not in ("commit", "open") or state.setup is None:
        refuse("wrong_phase", "Z1", f"no contributions are due in phase {state.phase}")
    phase: e.EntropyPhase = "commit" if state.phase == "commit" else "open"
    given = state.digests if phase == "commit" else state.entropies
    missing = [p for p in range(4) if given[p] is None and p not in state.missed]
    if any(state.players[place].kind == "bot" for place in missing):
        refuse("bot_missing", "Z1", "a built-in player has yet to contribute")
    return tuple([e.EntropyMissed(place, phase) for place in missing])


def _start_match(state: MatchState, command: c.StartMatch) -> Events:
    if state.phase != "ready" or state.setup is None:
        refuse("wrong_phase", "Z1", f"a match cannot start in phase {state.phase}")
    _require_running(state)
    _require_secret(state, command.secret)
    match = state.setup.match
    transcript = wall.transcript(match, state.secret, state.digests, state.entropies)
    dealer = state.setup.first_dealer
    if dealer is None:
        dealer = wall.first_dealer(command.secret, match, transcript)
    return (e.MatchStarted(command.secret, transcript, dealer),)


def _require_secret(state: MatchState, secret: str) -> None:
    _require_digest(secret)
    if not wall.next_secret_ok(state.secret, secret):
        refuse("wrong_secret", "Z1", "this secret is not the one committed to")


def _require_running(state: MatchState) -> None:
    if state.paused:
        refuse("paused", "P1", "the match is paused")


def _deal_hand(state: MatchState, command: c.DealHand) -> Events:
    if state.phase != "between" or state.setup is None:
        refuse("wrong_phase", "T2", f"no hand can be dealt in phase {state.phase}")
    _require_running(state)
    _require_secret(state, command.secret)
    number = state.hand_number + 1
    order = wall.deal_order(command.secret, state.setup.match, number, state.transcript)
    dealt = e.HandDealt(number, *next_deal(state), bytes(order))
    wilds = _wilds_without_asking(state, state.setup, number, command.secret)
    return (dealt,) if wilds is None else (dealt, e.WildsNamed(None, wilds))


def _wilds_without_asking(
    state: MatchState, setup: e.MatchOpened, number: int, secret: str
) -> tuple[int, ...] | None:
    """The wilds that the match or the draw names at the deal; None if a seat names them (C3)."""
    ruleset = state.ruleset
    if ruleset.options.free_wild == "dealer":
        return None
    if ruleset.options.free_wild == "fixed":
        return setup.fixed_wilds
    count = ruleset.wild_kinds_named(None)
    return wall.random_wilds(
        secret,
        setup.match,
        number,
        state.transcript,
        count,
        lambda kind: partners(ruleset, kind),
    )


def _open_secret(state: MatchState, command: c.OpenSecret) -> Events:
    hand = state.hand
    if state.phase != "hand" or hand is None or hand.result is None:
        refuse("wrong_phase", "Z2", "no finished hand waits for its secret")
    _require_secret(state, command.secret)
    opened = e.SecretOpened(hand.number, command.secret)
    reason = end_reason(state, state.time_called)
    if reason:
        return opened, e.MatchEnded(reason, state.points)
    changed = _seats_changed(state)
    return (opened, changed) if changed else (opened,)


def _seats_changed(state: MatchState) -> e.SeatsChanged | None:
    """The change of seats due now that a hand is over and the match goes on; None if nobody moves.

    A dealer round ends when every player has lost the deal in it.
    """
    plan = state.setup.seat_plan if state.setup else ()
    if len(state.lost_deal) < len(PLACES) or state.court.replays:
        return None
    order = order_in(plan, state.dealer_rounds_done, state.order)
    if order == state.order:
        return None
    return e.SeatsChanged(order, dealer_after(state.ruleset, state.order, order, state.dealer))


def end_reason(state: MatchState, time_called: bool) -> e.EndReason | None:
    """Why the match is over now that no hand is running; None if it goes on."""
    length = state.setup.length if state.setup else None
    if length and length.kind == "hands" and state.played >= (length.hands or 0):
        return "hands"
    if (
        length
        and length.kind == "dealer_rounds"
        and state.dealer_rounds_done >= (length.rounds or 1)
        and not state.court.replays
    ):
        return "dealer_rounds"
    if time_called:
        return "time"
    return "secrets" if state.hand_number >= wall.CHAIN_LENGTH else None


def _call_time(state: MatchState, command: c.CallTime) -> Events:
    _require_open(state)
    if state.time_called:
        refuse("time_called", "Z2", "time has been called already")
    # With real tiles only the players know whether a hand is running.
    if state.phase in ("hand", "scoring"):
        return (e.TimeCalled(),)
    return e.TimeCalled(), e.MatchEnded("time", state.points)


def _lift_time(state: MatchState, command: c.LiftTime) -> Events:
    _require_open(state)
    if not state.time_called:
        refuse("time_not_called", "Z2", "time has not been called")
    return (e.TimeLifted(),)


def _require_open(state: MatchState) -> None:
    if state.phase in ("new", "ended"):
        refuse("no_match", "Z2", f"no match is open: it is in phase {state.phase}")


def _end_match(state: MatchState, command: c.EndMatch) -> Events:
    _require_open(state)
    if state.phase == "hand":
        refuse("hand_running", "Z4", "finish or void the hand first, and open its secret")
    contested = [hand.number for hand in state.sheet if hand.is_contested]
    if contested:
        refuse("hand_contested", "L7", f"hand {contested[0]} is contested")
    if state.phase == "scoring":
        return (e.MatchEnded(end_reason(state, state.time_called) or "organiser", state.points),)
    return (e.MatchEnded("organiser", state.points),)


def _pause_match(state: MatchState, command: c.PauseMatch) -> Events:
    _require_open(state)
    _require_running(state)
    return (e.MatchPaused(command.reason),)


def _resume_match(state: MatchState, command: c.ResumeMatch) -> Events:
    _require_open(state)
    if not state.paused:
        refuse("not_paused", "P1", "the match is not paused")
    return (e.MatchResumed(),)


def _grant_clock(state: MatchState, command: c.GrantClock) -> Events:
    _require_open(state)
    _require_place(command.place)
    _require_ms(command.ms)
    return (e.ClockGranted(command.place, command.ms, command.reason),)


def _excuse_downtime(state: MatchState, command: c.ExcuseDowntime) -> Events:
    _require_open(state)
    _require_ms(command.ms)
    return (e.DowntimeExcused(command.ms),)


def _excuse_network(state: MatchState, command: c.ExcuseNetwork) -> Events:
    """Bounded each time, and over the match, so that nobody gains by answering slowly."""
    _require_person(state, command.place)
    ms, place = command.ms, command.place
    if not 0 < ms <= NETWORK_MOST_MS:
        refuse("bad_time", "P1", f"{ms} ms: from 1 to {NETWORK_MOST_MS}")
    if state.excused[place] + ms > NETWORK_QUOTA_MS:
        refuse("network_quota", "P1", f"place {place} has had its {NETWORK_QUOTA_MS} ms")
    return (e.NetworkExcused(place, ms),)


def _measure_network(state: MatchState, command: c.MeasureNetwork) -> Events:
    """Only when the hand is over, so that it tells nothing while one runs; the match may be too."""
    hand, ms = command.hand, command.ms
    if state.setup is None or state.setup.play != "live":
        refuse("real_tiles", "P1", "a way to the server is measured where hands are played there")
    if not 0 < hand <= state.hand_number:
        refuse("no_hand", "P1", f"there is no hand {hand}")
    if hand == state.hand_number and state.phase == "hand":
        refuse("hand_running", "P1", f"hand {hand} is not over")
    if len(ms) != len(PLACES) or not any(ms) or not all(0 <= m <= NETWORK_MOST_MS for m in ms):
        refuse("bad_time", "P1", f"{list(ms)} ms: four numbers up to {NETWORK_MOST_MS}, not all 0")
    return (e.NetworkMeasured(hand, ms),)


def _require_ms(ms: int) -> None:
    if not 0 < ms <= MOST_MS:
        refuse("bad_time", "P1", f"{ms} ms: from 1 ms to a day")


def _require_place(place: int) -> None:
    if place not in range(4):
        refuse("no_place", "T3", f"there is no place {place}: 0 to 3")


def _take_over(state: MatchState, command: c.TakeOver) -> Events:
    _require_person(state, command.place)
    if state.bots[command.place] is not None:
        refuse("bot_plays", "T3", f"a built-in player plays at place {command.place} already")
    if command.level not in LEVELS:
        refuse("no_level", "T3", f"a level is one of {', '.join(LEVELS)}")
    return (e.BotTookOver(command.place, command.level),)


def _return_player(state: MatchState, command: c.ReturnPlayer) -> Events:
    _require_person(state, command.place)
    if state.bots[command.place] is None:
        refuse("not_away", "T3", f"the player at place {command.place} was not away")
    return (e.PlayerReturned(command.place),)


def _require_person(state: MatchState, place: int) -> None:
    _require_open(state)
    _require_place(place)
    if state.phase == "scoring":
        refuse("real_tiles", "T3", "built-in players do not play with real tiles")
    if state.players[place].kind != "human":
        refuse("no_person", "T3", f"nobody but a built-in player sits at place {place}")


def _void_hand(state: MatchState, command: c.VoidHand) -> Events:
    """Paused or not (Z4)."""
    hand = running_hand(state._replace(paused=False))
    if hand.result is not None:
        refuse("hand_over", "Z4", "the hand is over; its score stands")
    return (e.HandVoided(command.reason),)


# Merged into the decider's table, where each key's function takes just that command.
MATCH_DECISIONS: Final[Mapping[type[c.MatchCommand] | type[c.PlaceCommand], object]] = {
    c.OpenMatch: _open_match,
    c.CommitEntropy: _commit_entropy,
    c.OpenEntropy: _open_entropy,
    c.CloseEntropy: _close_entropy,
    c.StartMatch: _start_match,
    c.DealHand: _deal_hand,
    c.OpenSecret: _open_secret,
    c.CallTime: _call_time,
    c.LiftTime: _lift_time,
    c.EndMatch: _end_match,
    c.PauseMatch: _pause_match,
    c.ResumeMatch: _resume_match,
    c.GrantClock: _grant_clock,
    c.ExcuseDowntime: _excuse_downtime,
    c.ExcuseNetwork: _excuse_network,
    c.MeasureNetwork: _measure_network,
    c.TakeOver: _take_over,
    c.ReturnPlayer: _return_player,
    c.HandOverSeat: hand_over_seat,
    c.VoidHand: _void_hand,
}
