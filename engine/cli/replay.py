"""rebuild a record event by event and print the state it leads to as JSON"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence

from engine.cli.files import print_error, print_json, read_bytes
from engine.errors import EngineError, InvalidInput, InvalidNotation
from engine.loading import load
from engine.play.state import MatchState
from engine.seats import parse_seat
from engine.trailer import parted
from engine.verify import ProofFailed, Walk
from engine.view import view
from engine.viewer import Viewer


def run(arguments: Sequence[str]) -> int:
    """0 after printing the state; 1, with the error, if the record does not hold that far."""
    parser = ArgumentParser(prog="laozhuang-engine replay", description=__doc__)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--at", type=int, metavar="N", help="stop after N events")
    parser.add_argument("--seat", metavar="S", help="show only what seat E, S, W or N may see")
    options = parser.parse_args(arguments)
    try:
        state = state_at(read_bytes(options.file), options.at)
        viewer = Viewer("replay") if options.seat is None else _seat(state, options.seat)
    except EngineError as error:
        print_error(error)
        return 1
    print_json(view(state, viewer))
    return 0


def state_at(data: bytes, events: int | None) -> MatchState:
    """The state after so many events, all if None, each of them proved on the way.

    Raises EngineError if the record ends before, or does not hold that far.
    """
    loaded = load(parted(data)[0])
    last = len(loaded.rows)
    problem = loaded.problem
    if problem and (events is None or problem.line <= events + 1):
        raise ProofFailed(problem)
    count = last if events is None else events
    if not 0 <= count <= last:
        raise InvalidInput(f"the record has {last} events, not {count}", "at")
    walk = Walk(loaded)
    walk.up_to(count)
    return walk.state


def _seat(state: MatchState, letter: str) -> Viewer:
    """Who has a seat in the hand at that point; before the first deal nothing is hidden."""
    try:
        seat = parse_seat(letter)
    except InvalidNotation as error:
        raise error.at("seat") from None
    if state.hand is None:
        return Viewer("spectator")
    return Viewer("seat", state.hand.place_of(seat))
