"""What came of proving a record, for people and for programs.

Owns the words of the report alone; the proof is `engine.verify`'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.hashing import Json
from engine.loading import Problem
from engine.play.match import Play
from engine.trailer import Signed


@dataclass(frozen=True, slots=True)
class Report:
    """What came of verifying a record.

    `complete` is False while the match runs: then the wall of the last hand may
    not be opened yet, and `unproved` is that hand's number. `play` is how the match
    was played: with real tiles there is no wall to prove. `points` is where the score stood, by
    place, as far as the record holds. `signed` is what the record's trailer proves, if it has one.
    """

    events: int
    hands: int
    complete: bool
    unproved: int | None
    problems: tuple[Problem, ...]
    play: Play = "live"
    points: tuple[int, ...] = (0, 0, 0, 0)
    signed: Signed | None = None

    @property
    def ok(self) -> bool:
        """Nothing fails. A record may be ok and not complete."""
        return not self.problems

    def as_dict(self) -> dict[str, Json]:
        """Its JSON form, for pages and programs."""
        return {
            "ok": self.ok,
            "events": self.events,
            "hands": self.hands,
            "complete": self.complete,
            "unproved": self.unproved,
            "problems": [problem.as_dict() for problem in self.problems],
            "play": self.play,
            "signed": self.signed.as_dict() if self.signed else None,
        }

    def __str__(self) -> str:
        if self.problems:
            return "\n".join(f"failed: {problem}" for problem in self.problems)
        text = f"ok: {self.events} events, {self.hands} hands"
        if self.play == "scored":
            text += ", played with real tiles: there is no wall to prove"
        if not self.complete:
            text += f"; incomplete: {_still_running(self.hands, self.unproved)}"
        return f"{text}; {signed_text(self.signed, self.events)}" if self.signed else text


def _still_running(hands: int, unproved: int | None) -> str:
    if unproved is None:
        return "the match has not ended"
    return f"hand {unproved} is still running, its wall cannot be proved yet"


def signed_text(signed: Signed, events: int) -> str:
    """In which checkpoint a log of so many events was signed, and whether to its end."""
    found = signed.checkpoint
    where = f"in checkpoint {found.number} ({found.code()}) of {found.at} by the key {found.key}"
    if signed.events == events:
        return f"signed {where}"
    return f"its first {signed.events} events were signed {where}, the rest came later"
