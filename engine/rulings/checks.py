"""What every command of a dispute is checked for: ids, texts, people who may not judge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NoReturn

from engine.play import refusals
from engine.play.state import PLACES, MatchState
from engine.rulings.court import Case, Ruling

RULE: Final = "Z4"
"""Rulings rest on this rule: what a referee voids is played again."""
MOST_ID: Final = 64
_ID: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_HEX: Final = frozenset("0123456789abcdef")


def refuse(code: str, message: str) -> NoReturn:
    """Raise IllegalAction."""
    refusals.refuse(code, RULE, message)


def require_match(state: MatchState) -> None:
    """Disputes are about a match that there is, over or not."""
    if state.setup is None:
        refuse("no_match", "no match is open")


def require_id(id_: str, taken: Iterable[object]) -> None:
    """A new id of 1 to 64 letters, digits, _ and -."""
    if not 0 < len(id_) <= MOST_ID or not _ID.issuperset(id_):
        refuse("bad_id", "an id has 1 to 64 letters, digits, _ or -")
    if any(getattr(one, "id", None) == id_ for one in taken):
        refuse("id_taken", f"there is a {id_} already")


def require_person(id_: str) -> None:
    """Somebody's account."""
    if not 0 < len(id_) <= MOST_ID or not _ID.issuperset(id_):
        refuse("bad_id", "an account's id has 1 to 64 letters, digits, _ or -")


def require_text(text: str, *, needed: bool = False) -> None:
    """A digest, or nothing where nothing need be said."""
    if text and (len(text) != 64 or not _HEX.issuperset(text)):
        refuse("bad_text", "a text is 64 lower-case hexadecimal digits, its digest")
    if needed and not text:
        refuse("nothing_said", "a statement says something")


def require_place(place: int) -> None:
    """A chair."""
    if place not in PLACES:
        refuse("no_place", f"there is no place {place}: 0 to 3")


def require_dealt(state: MatchState, hand: int) -> None:
    """A hand that was dealt or entered, or 0."""
    if not 0 <= hand <= state.hand_number:
        refuse("no_such_hand", f"there is no hand {hand} yet")


def people_of(state: MatchState) -> frozenset[str]:
    """The ids of all people who play or played at this match."""
    first = state.setup.players if state.setup else ()
    seated = [player.id for player in (*first, *state.players) if player.kind == "human"]
    return frozenset((*seated, *state.court.left)) - {""}


def require_stranger(state: MatchState, person: str) -> None:
    """Nobody judges a table at which they play or played."""
    require_person(person)
    if person in people_of(state):
        refuse("own_table", "nobody rules at a table where they play or played")


def open_case(state: MatchState, id_: str) -> Case:
    """A case that nobody has closed."""
    case = state.court.case(id_)
    if case is None:
        refuse("unknown_case", f"there is no case {id_}")
    if not case.is_open:
        refuse("case_closed", f"case {id_} is {case.status}")
    return case


def known_ruling(state: MatchState, id_: str) -> Ruling:
    """A ruling of this match."""
    ruling = state.court.ruling(id_)
    if ruling is None:
        refuse("unknown_ruling", f"there is no ruling {id_}")
    return ruling
