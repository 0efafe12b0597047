"""What the form of a hand says, as an entry; and what is still missing in it.

Reading only: whether such a hand can be is the engine's to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final, NamedTuple, TypeVar

from django.http import QueryDict

from engine.errors import EngineError, InvalidInput
from engine.melds import MELD_KINDS, Meld, MeldKind
from engine.notation import format_tile, format_tiles, parse_tile, parse_tiles
from engine.play.state import MatchState
from engine.rules.contract import FORMS
from engine.rules.melding import meld_readings
from engine.rules.ruleset import Ruleset
from engine.rules.settlement import SOURCES
from engine.scored.decide import Result, result_of
from engine.scored.decide import standing_of as next_standing
from engine.scored.entry import AUCTIONS, OUTCOMES, Entry, Promise, Tapped, Ticked, WinningHand
from engine.scored.forms import MOST_TICKS
from engine.scored.settle import Standing
from engine.scoring.case_json import BLESSINGS
from engine.tiles import Kind

T = TypeVar("T", bound=str)
PLACES: Final = ("0", "1", "2", "3")
WAYS: Final = ("ticks", "tiles")


class Incomplete(InvalidInput):
    """Something has yet to be said; `field` names it."""

    def __init__(self, field: str) -> None:
        super().__init__(f"{field} is missing", field, "incomplete")


class Read(NamedTuple):
    """An entry with what it comes to."""

    entry: Entry
    result: Result


def standing_of(state: MatchState, number: int) -> Standing:
    """Under what a hand of the sheet is played: one that is there, or the next."""
    if 1 <= number <= len(state.sheet):
        hand = state.sheet[number - 1]
        return Standing(hand.places, hand.repeat)
    return next_standing(state)


def read(state: MatchState, number: int, form: QueryDict) -> Read:
    """What the form says and what it comes to in this hand of the match.

    Raises Incomplete for the first thing that is missing, other InvalidInput or InvalidNotation
    for what cannot be read, IllegalAction with the rule for what cannot have been.
    """
    standing = standing_of(state, number)
    entry = facts(state.ruleset, form)
    if entry.outcome == "exhausted":
        return Read(entry, result_of(state, entry, standing))
    return _best(state, standing, entry, _hands(state, form))


def facts(ruleset: Ruleset, form: QueryDict) -> Entry:
    """The entry without the winning hand."""
    auction = promise = None
    if ruleset.has_auction:
        auction = _choice(form, "auction", AUCTIONS)
    if auction == "contract":
        tai = _number(form, "tai")
        promise = Promise(_place(form, "by"), tai, _choice(form, "form", FORMS))
    outcome = _choice(form, "outcome", OUTCOMES)
    if outcome == "exhausted":
        return Entry(auction, promise, outcome)
    winner = _place(form, "winner")
    source = _choice(form, "source", SOURCES)
    discarder = None if source == "self_draw" else _place(form, "discarder")
    return Entry(auction, promise, outcome, winner, source, discarder)


def _best(
    state: MatchState, standing: Standing, entry: Entry, hands: Sequence[WinningHand]
) -> Read:
    """The hand read so that it is worth most (W4): a wild at the end of a chow makes two runs."""
    found: list[Read] = []
    refused: EngineError | None = None
    for hand in hands:
        whole = replace(entry, hand=hand)
        try:
            found.append(Read(whole, result_of(state, whole, standing)))
        except EngineError as error:
            refused = refused or error
    if not found:
        raise refused or Incomplete("hand")
    return max(found, key=lambda one: int(_tai(one.result.breakdown)))


def _tai(breakdown: Mapping[str, Any]) -> int:
    return int(breakdown["tai"])


def _hands(state: MatchState, form: QueryDict) -> list[WinningHand]:
    if _choice(form, "way", WAYS) == "ticks":
        ticks = form.getlist("element")
        if len(ticks) > MOST_TICKS:
            raise InvalidInput(f"at most {MOST_TICKS} elements", "element")
        return [Ticked(tuple(ticks))]
    return list(_tapped(state, form))


def _tapped(state: MatchState, form: QueryDict) -> list[Tapped]:
    setup = state.setup
    fixed = setup.fixed_wilds if setup else ()
    wilds = fixed or _tiles(form, "wild_kinds")
    tile = form.get("winning_tile", "").strip()
    concealed = _tiles(form, "concealed")
    melds = _melds(state.ruleset, form.get("melds", ""), wilds)
    if not concealed and not melds:
        raise Incomplete("concealed")
    if not tile:
        raise Incomplete("winning_tile")
    blessing = form.get("blessing") or None
    base = Tapped(
        concealed=concealed,
        winning_tile=_kind(tile),
        melds=(),
        wild_kinds=tuple(sorted(wilds)),
        kong_draw="kong_draw" in form,
        blessing=next((one for one in BLESSINGS if one == blessing), None),
    )
    return [replace(base, melds=read) for read in product(*melds)]


def _melds(ruleset: Ruleset, text: str, wilds: tuple[Kind, ...]) -> list[tuple[Meld, ...]]:
    """`pung 555z, chow 123m`: each meld with all that its tiles may stand for."""
    melds = []
    for part in text.replace(";", ",").replace("\n", ",").split(","):
        words = part.split()
        if not words:
            continue
        if len(words) != 2 or words[0] not in MELD_KINDS:
            raise InvalidInput("a meld is its kind and its tiles, such as pung 555z", "melds")
        kind: MeldKind = next(one for one in MELD_KINDS if one == words[0])
        tiles = _noted(words[1], "melds")
        melds.append(meld_readings(ruleset.options, kind, tiles, wilds))
    return melds


def _choice(form: QueryDict, name: str, allowed: tuple[T, ...]) -> T:
    value = form.get(name, "")
    if not value:
        raise Incomplete(name)
    for one in allowed:
        if value == one:
            return one
    raise InvalidInput(f"{name} is one of {', '.join(allowed)}", name)


def _place(form: QueryDict, name: str) -> int:
    value = form.get(name, "")
    if not value:
        raise Incomplete(name)
    if value not in PLACES:
        raise InvalidInput("a place is 0, 1, 2 or 3", name)
    return int(value)


def _number(form: QueryDict, name: str) -> int:
    value = form.get(name, "").strip()
    if not value:
        raise Incomplete(name)
    if not (value.isascii() and value.isdecimal() and len(value) < 4):
        raise InvalidInput("a number is expected", name)
    return int(value)


def _kind(text: str) -> Kind:
    try:
        return parse_tile(text)
    except EngineError as error:
        raise InvalidInput(error.message, "winning_tile", error.code) from error


def _tiles(form: QueryDict, name: str) -> tuple[Kind, ...]:
    return tuple(sorted(_noted(form.get(name, "").strip(), name)))


def _noted(text: str, field: str) -> tuple[Kind, ...]:
    try:
        return parse_tiles(text)
    except EngineError as error:
        raise InvalidInput(error.message, field, error.code) from error


def form_of(entry: Entry) -> dict[str, Any]:
    """The fields with which the form says this entry, for putting it right."""
    fields: dict[str, Any] = {
        "auction": entry.auction,
        "outcome": entry.outcome,
        "winner": entry.winner,
        "source": entry.source,
        "discarder": entry.discarder,
        "way": "tiles" if isinstance(entry.hand, Tapped) else "ticks",
    }
    if entry.promise is not None:
        fields |= entry.promise._asdict()
    if isinstance(entry.hand, Ticked):
        fields["element"] = list(entry.hand.elements)
    if isinstance(entry.hand, Tapped):
        fields |= _tapped_fields(entry.hand)
    return {name: value for name, value in fields.items() if value is not None}


def _tapped_fields(hand: Tapped) -> dict[str, Any]:
    return {
        "concealed": format_tiles(hand.concealed),
        "winning_tile": format_tile(hand.winning_tile),
        "melds": ", ".join(f"{meld.kind} {format_tiles(meld.tiles)}" for meld in hand.melds),
        "wild_kinds": format_tiles(hand.wild_kinds),
        "kong_draw": hand.kong_draw,
        "blessing": hand.blessing,
    }
