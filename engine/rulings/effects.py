"""What a ruling decides: its decision written out, and what its hand is worth by it.

Owns one function for each kind of ruling. Who may rule, and what is superseded, is in `making`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, NoReturn, cast

from engine.errors import EngineError, InvalidInput
from engine.hashing import Json
from engine.play import events as e
from engine.play import fields as f
from engine.play import refusals
from engine.play.matches import MOST_MS
from engine.play.state import MatchState
from engine.rulings import commands as c
from engine.rulings import events as r
from engine.rulings.checks import refuse, require_dealt
from engine.rulings.court import NOTHING, THE_MATCH, Court, Played, Points, minus, plus
from engine.rulings.facts import corrected
from engine.scored.decide import MOST_POINTS, result_of
from engine.scored.forms import read_entry, write_entry
from engine.scored.settle import Standing
from engine.scored.sheet import gains_of

Decision = dict[str, Json]
MOST_GAME: Final = 1_000_000
MOST_TABLE: Final = 80_000
"""What a penalty takes at most: no more than an event can take."""


class Effect(NamedTuple):
    """A decision in full, what the hand is worth (None: what it was worth before), and what
    happens besides."""

    decision: Decision
    standing: Points | None = None
    then: tuple[e.Event, ...] = ()


class Question(NamedTuple):
    """What a ruling is asked about: the match, the command, and the court without what it
    supersedes."""

    state: MatchState
    command: c.MakeRuling
    court: Court

    def given(self, *names: str) -> Mapping[str, Json]:
        """The decision with exactly these keys."""
        try:
            return f.exactly(cast("Json", self.command.decision), *names)
        except InvalidInput as error:
            raise InvalidInput(error.message, "decision", "bad_decision") from None

    def read(self, name: str, value: Json, read: Callable[[Json], object]) -> object:
        """One value of it."""
        try:
            return read(value)
        except EngineError as error:
            raise InvalidInput(f"{name}: {error.message}", "decision", "bad_decision") from None

    def hand(self) -> Played:
        """The scored hand that is ruled on; refuses one that was not finished."""
        state, number = self.state, self.command.hand
        require_dealt(state, number)
        if number == THE_MATCH:
            refuse("no_such_hand", "this is ruled about a hand, not about the match")
        hand = self.court.hand(number)
        if hand is None:
            _refuse_unscored(state, number)
        word = self.court.last_word(number)
        if word and word.kind == "hand_replayed":
            refuse("hand_voided", f"hand {number} was voided and is played again")
        return hand


def _refuse_unscored(state: MatchState, number: int) -> NoReturn:
    running = state.hand is not None and state.hand.result is None
    if state.phase == "hand" and number == state.hand_number and running:
        refuse("hand_not_finished", f"hand {number} is not finished")
    refuse("hand_not_scored", f"hand {number} was voided or dealt again: it has no score")


def _score_stands(question: Question) -> Effect:
    """Also of a hand that runs: play was right so far."""
    question.given()
    require_dealt(question.state, question.command.hand)
    return Effect({})


def _score_corrected(question: Question) -> Effect:
    hand, given = question.hand(), dict(question.command.decision)
    given.pop("breakdown", None)
    if hand.is_total:
        refuse("final_points", "these are the points of a whole match: set them by hand")
    if "entry" in given:
        return _entry_corrected(question, hand, given)
    facts = question._replace(command=_with(question.command, given)).given("facts")["facts"]
    fields = cast("Mapping[str, Json]", question.read("facts", facts, f.as_object))
    full, breakdown = corrected(question.state.ruleset, hand, fields)
    return Effect({"facts": full, "breakdown": breakdown}, gains_of(hand.places, breakdown))


def _entry_corrected(question: Question, hand: Played, given: Decision) -> Effect:
    """As people at a table with real tiles enter a hand, by places."""
    state = question.state
    if state.setup is None or state.setup.play != "scored":
        refuse("not_scored", "the score of this match is not entered by hand")
    value = question._replace(command=_with(question.command, given)).given("entry")["entry"]
    entry = read_entry(value)
    found = result_of(state, entry, Standing(hand.places, hand.repeat))
    decision: Decision = {"entry": write_entry(entry), "breakdown": found.breakdown}
    return Effect(decision, found.points)


def _with(command: c.MakeRuling, decision: Decision) -> c.MakeRuling:
    return c.MakeRuling(
        command.ruling, command.case, command.hand, command.kind, command.cites, command.referee,
        decision, command.text, command.supersedes,
    )  # fmt: skip


def _score_set(question: Question) -> Effect:
    """Payments by seat of that hand, adding up to zero."""
    hand = question.hand()
    value = question.given("payments")["payments"]
    payments = cast("Mapping[str, int]", question.read("payments", value, f.PAYMENTS.read))
    _require_sum(tuple(payments.values()))
    decision: Decision = {"payments": dict(payments)}
    return Effect(decision, gains_of(hand.places, decision))


def _require_sum(points: Points) -> None:
    total = sum(points)
    if total:
        refusals.refuse("not_zero_sum", "L7", f"the payments add up to {total:+}, not to 0")
    if max(map(abs, points)) > MOST_POINTS:
        refusals.refuse("points_too_many", "L7", f"at most {MOST_POINTS} points")


def _hand_replayed(question: Question) -> Effect:
    """While hands can still be dealt (Z4)."""
    state = question.state
    question.given()
    if state.phase == "ended":
        refuse("match_over", "the match is over: no hand is dealt any more")
    if state.time_called:
        refuse("time_called", "time has been called: no hand is dealt any more")
    if question.hand().is_total:
        refuse("final_points", "these are the points of a whole match, not of a hand")
    return Effect({}, NOTHING)


def _penalty(question: Question) -> Effect:
    """Apart from the match's points, and the only thing that need not add up to zero."""
    given = question.given("place", "penalty", "game", "table", "rule")
    require_dealt(question.state, question.command.hand)
    rule = f.optional(f.TEXT).read
    readers: Mapping[str, Callable[[Json], object]] = {
        "place": f.as_place,
        "penalty": f.one_of(*r.PENALTY_KINDS),
        "game": f.as_count,
        "table": f.as_count,
        "rule": rule,
    }
    read = {name: question.read(name, given[name], how) for name, how in readers.items()}
    taken = (read["game"], read["table"]) != (0, 0)
    if read["penalty"] == "points" and not taken:
        refuse("bad_penalty", "a penalty in points takes some")
    if read["penalty"] == "warning" and taken:
        refuse("bad_penalty", "a warning takes no points")
    if cast("int", read["game"]) > MOST_GAME or cast("int", read["table"]) > MOST_TABLE:
        refuse("points_too_many", f"at most {MOST_GAME} game and {MOST_TABLE} table points")
    return Effect(cast("Decision", read))


def _clock_given(question: Question) -> Effect:
    """Only where clocks run."""
    state, given = question.state, question.given("place", "ms")
    require_dealt(state, question.command.hand)
    place = cast("int", question.read("place", given["place"], f.as_place))
    ms = cast("int", question.read("ms", given["ms"], f.as_count))
    if state.phase == "ended":
        refuse("match_over", "the match is over: no clock runs any more")
    if state.phase == "scoring":
        refuse("no_clocks", "no clocks run at a table with real tiles")
    if not 0 < ms <= MOST_MS:
        refuse("bad_time", f"{ms} ms: from 1 ms to a day")
    granted = e.ClockGranted(place, ms, because(question.command))
    return Effect({"place": place, "ms": ms}, then=(granted,))


def because(command: c.MakeRuling) -> str:
    """The reason of what a ruling does to a clock."""
    return f"ruling {command.ruling}"


def _result_adjusted(question: Question) -> Effect:
    """What the match's points are to be."""
    state, value = question.state, question.given("points")["points"]
    if question.command.hand != THE_MATCH:
        refuse("no_such_hand", "the result of the match is adjusted, not a hand: hand 0")
    points = cast("Points", question.read("points", value, f.POINTS.read))
    _require_sum(points)
    if state.phase == "hand":
        refuse("hand_running", "a hand is being played: pause the table and void the hand first")
    adjustment = plus(state.court.standing_of(THE_MATCH), minus(points, state.points))
    runs = state.phase != "ended"
    ended = (e.MatchEnded("organiser", points),) if runs else ()
    return Effect({"points": list(points)}, adjustment, ended)


EFFECTS: Final[Mapping[r.RulingKind, Callable[[Question], Effect]]] = {
    "score_stands": _score_stands,
    "score_corrected": _score_corrected,
    "score_set": _score_set,
    "hand_replayed": _hand_replayed,
    "hand_agreed": _score_set,
    "penalty": _penalty,
    "clock_given": _clock_given,
    "result_adjusted": _result_adjusted,
}
