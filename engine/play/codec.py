"""Events as JSON data and back, with an upcaster for every older schema.

Owns the field names; docs/record-format.md lists them. Reading is strict: unknown keys,
missing keys and wrong types are InvalidInput with the field's name. Must not know the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar, cast

from engine.errors import EngineError, InvalidInput
from engine.hashing import Json, canonical_data, parse, quote
from engine.play import events as e
from engine.play import fields as f
from engine.play.upcasts import current_version, upcast
from engine.rulings import forms as r
from engine.scored.forms import ENTRY, MAYBE_PLACE

_Field = tuple[str, str, Callable[[object], Json], Callable[[Json], object]]
"""Name in JSON, attribute, writer, reader; in the order of the event's attributes."""


_T = TypeVar("_T")


def _field(name: str, form: f.Form[_T], attribute: str = "") -> _Field:
    # Only ever called with the attribute of that name.
    write = cast("Callable[[object], Json]", form.write)
    return name, attribute or name, write, form.read


def _name(field: _Field) -> str:
    return field[0]


_SEAT: Final = _field("seat", f.SEAT)
_TILE: Final = _field("tile", f.TILE)
_TILES: Final = _field("tiles", f.TILES)
_STANDS_AS: Final = _field("stands_as", f.TILES)
_PLACE: Final = _field("place", f.PLACE)
_REASON: Final = _field("reason", f.TEXT)
_HAND: Final = _field("hand", f.COUNT)
_SECRET: Final = _field("secret", f.DIGEST)
_MS: Final = _field("ms", f.COUNT)
_BY: Final = _field("by", MAYBE_PLACE)
_ENTRY: Final = _field("entry", ENTRY)
_STANDING: Final = (
    _field("dealer", f.PLACE),
    _field("repeat", f.COUNT),
    _field("points", f.POINTS),
    _field("breakdown", f.BREAKDOWN),
)
_CASE: Final = _field("case", r.ID)
_APPEAL: Final = _field("appeal", r.ID)
_RULING: Final = _field("ruling", r.ID)
_REFEREE: Final = _field("referee", r.ID)
_SAID: Final = _field("text", r.TEXT)
_CLAIM: Final = f.word("win", "chow", "pung", "kong")

_FIELDS: Final[Mapping[type[e.Event], tuple[_Field, ...]]] = {
    e.MatchOpened: (
        _field("match", f.TEXT),
        _field("ruleset", f.TEXT),
        _field("options", f.OPTIONS),
        _field("ruleset_version", f.COUNT),
        _field("engine_version", f.TEXT),
        _field("length", f.LENGTH),
        _field("players", f.PLAYERS),
        _field("commitment", f.COMMITMENT),
        _field("fixed_wilds", f.TILES),
        _field("clocks", f.CLOCKS),
        _field("aids", f.AIDS),
        _field("spectator_delay", f.COUNT),
        _field("play", f.word("live", "scored")),
        _field("first_dealer", f.MAYBE_PLACE),
        _field("seat_plan", f.SEAT_PLAN),
    ),
    e.EntropyCommitted: (_PLACE, _field("digest", f.DIGEST)),
    e.EntropyOpened: (_PLACE, _field("entropy", f.DIGEST)),
    e.EntropyMissed: (_PLACE, _field("phase", f.word("commit", "open"))),
    e.MatchStarted: (
        _SECRET,
        _field("transcript", f.DIGEST),
        _field("first_dealer", f.PLACE),
    ),
    e.TimeCalled: (),
    e.TimeLifted: (),
    e.MatchEnded: (
        _field("reason", f.word("hands", "dealer_rounds", "time", "organiser", "secrets")),
        _field("points", f.POINTS),
    ),
    e.MatchPaused: (_REASON,),
    e.MatchResumed: (),
    e.ClockGranted: (_PLACE, _MS, _REASON),
    e.DowntimeExcused: (_MS,),
    e.NetworkExcused: (_PLACE, _MS),
    e.NetworkMeasured: (_HAND, _field("ms", f.POINTS)),
    e.BotTookOver: (_PLACE, _field("level", f.TEXT)),
    e.PlayerReturned: (_PLACE,),
    e.SeatHandedOver: (_PLACE, _field("player", f.SUCCESSOR), _REASON),
    e.SeatsChanged: (_field("order", f.ORDER), _field("dealer", f.PLACE)),
    e.HandDealt: (
        _HAND,
        _field("dealer", f.PLACE),
        _field("repeat", f.COUNT),
        _field("wall", f.WALL),
    ),
    e.BidMade: (_SEAT, _field("tai", f.COUNT), _field("form", f.WORD_FORM)),
    e.BidPassed: (_SEAT,),
    e.AuctionEnded: (
        _field("outcome", f.word("contract", "no_contract", "dealer_forced")),
        _field("contract", f.MAYBE_CONTRACT),
    ),
    e.WildsNamed: (_field("by", f.MAYBE_SEAT), _field("kinds", f.TILES)),
    e.TileDrawn: (_SEAT, _TILE, _field("source", f.word("head", "tail"))),
    e.TileDiscarded: (_SEAT, _TILE),
    e.ClaimMade: (_SEAT, _field("kind", _CLAIM), _TILES, _STANDS_AS),
    e.ClaimPassed: (_SEAT,),
    e.MeldClaimed: (
        _SEAT,
        _field("from", f.SEAT, "source"),
        _TILE,
        _field("kind", f.word("chow", "pung", "kong")),
        _TILES,
        _STANDS_AS,
    ),
    e.KongDeclared: (
        _SEAT,
        _field("kind", f.word("concealed_kong", "added_kong")),
        _TILES,
        _field("tile", f.MAYBE_TILE),
        _STANDS_AS,
    ),
    e.HandWon: (
        _SEAT,
        _field("source", f.word("self_draw", "discard", "robbed_kong")),
        _field("discarder", f.MAYBE_SEAT),
        _TILE,
        _field("breakdown", f.BREAKDOWN),
    ),
    e.HandExhausted: (
        _field("payments", f.PAYMENTS),
        _field("parts", f.PARTS),
        _field("multiplier", f.COUNT),
    ),
    e.HandRedealt: (),
    e.HandVoided: (_REASON,),
    e.SecretOpened: (_HAND, _SECRET),
    e.HandEntered: (_HAND, _BY, _ENTRY, *_STANDING),
    e.FinalPointsEntered: (_HAND, _BY, _field("points", f.POINTS)),
    e.HandConfirmed: (_HAND, _PLACE),
    e.HandContested: (_HAND, _PLACE, _field("text", f.TEXT)),
    e.HandUpheld: (_HAND, _REASON),
    e.HandCorrected: (_HAND, _BY, _REASON, _ENTRY, *_STANDING),
    e.HandRederived: (_HAND, *_STANDING),
    e.HandWithdrawn: (_HAND, _BY, _REASON),
    e.RefereeCalled: (
        _CASE,
        _PLACE,
        _HAND,
        _field("reason", r.REASON),
        _SAID,
        _field("pause", r.TRUTH),
    ),
    e.CaseTaken: (_CASE, _REFEREE),
    e.CaseReleased: (_CASE, _REFEREE),
    e.CaseWithdrawn: (_CASE,),
    e.InterestDeclared: (_CASE, _REFEREE, _field("interest", r.BOND), _SAID),
    e.InterestDecided: (_CASE, _REFEREE, _field("allowed", r.TRUTH)),
    e.StatementMade: (_CASE, _PLACE, _SAID),
    e.RulingMade: (
        _RULING,
        _field("case", r.MAYBE_ID),
        _HAND,
        _field("kind", r.KIND),
        _field("decision", r.DECISION),
        _field("cites", r.TEXTS),
        _SAID,
        _REFEREE,
        _field("supersedes", r.MAYBE_ID),
        _field("points", f.POINTS),
    ),
    e.ClockTakenBack: (_PLACE, _MS, _REASON),
    e.AppealLodged: (_APPEAL, _RULING, _PLACE, _SAID),
    e.PanelNamed: (_APPEAL, _field("judges", r.TEXTS)),
    e.VoteCast: (_APPEAL, _field("judge", r.ID), _field("vote", r.VOTE), _SAID),
    e.AppealDecided: (
        _APPEAL,
        _field("outcome", r.OUTCOME),
        _field("ruling", r.MAYBE_ID),
    ),
}
EVENT_TYPES: Final = {event_type.__name__: event_type for event_type in _FIELDS}


def event_to_json(event: e.Event) -> dict[str, Json]:
    """The data of an event, in today's schema."""
    return {
        name: write(getattr(event, attribute)) for name, attribute, write, _ in _FIELDS[type(event)]
    }


class Written(NamedTuple):
    """An event as it is stored: its type, the version of its schema, its data as canonical JSON."""

    type: str
    v: int
    data: str


def written(event: e.Event) -> Written:
    """An event as it is stored now; those that are made once, and frequent ones, are remembered."""
    shared = SHARED.get(id(event))
    return shared or (_frequent(event) if type(event) in _FREQUENT else _written(event))


def event_text(event: e.Event) -> str:
    """The data of an event as canonical JSON text."""
    return written(event).data


def _written(event: e.Event) -> Written:
    type_ = type(event).__name__
    return Written(type_, current_version(type_), _data(event))


def _data(event: e.Event) -> str:
    """As `canonical_data` of `event_to_json`, in a third of the time where the fields are plain."""
    parts = []
    for start, attribute, write in _WRITERS[type(event)]:
        value = write(getattr(event, attribute))
        if type(value) is str:
            parts.append(start + quote(value))
        else:
            parts.append(start + (str(value) if type(value) is int else canonical_data(value)))
    return "{" + ",".join(parts) + "}"


_WRITERS: Final = {
    type_: tuple(
        [
            (f'"{name}":', attribute, write)
            for name, attribute, write, _ in sorted(fields, key=_name)
        ]
    )
    for type_, fields in _FIELDS.items()
}
"""The fields in the order of canonical JSON: its key with the colon, attribute, writer."""


_FREQUENT: Final = frozenset(
    {
        e.TileDrawn,
        e.TileDiscarded,
        e.ClaimPassed,
        e.ClaimMade,
        e.MeldClaimed,
        e.BidMade,
        e.BidPassed,
    }
)
_frequent = lru_cache(maxsize=4096)(_written)
# They live as long as the program, so no other object can have their ids.
SHARED: Final[Mapping[int, Written]] = {id(event): _written(event) for event in e.SHARED}


def event_from_json(type_name: str, version: int, data: Json) -> e.Event:
    """An event of any schema version there ever was.

    Raises InvalidInput for an unknown type or version, and for data that does not fit.
    """
    event_type = EVENT_TYPES.get(type_name)
    if event_type is None:
        raise InvalidInput(f"there is no event type {ascii(type_name)[:60]}", "type")
    given = upcast(type_name, version, f.as_object(data))
    fields = _FIELDS[event_type]
    if len(given) != len(fields):
        raise _fault(type_name, fields, given)
    try:
        values = [read(given[name]) for name, _, _, read in fields]
    except (KeyError, EngineError):
        raise _fault(type_name, fields, given) from None
    return cast("Callable[[*tuple[object, ...]], e.Event]", event_type)(*values)


_SMALL: Final = 160
"""Most events are draws, discards and answers, whose few texts come again and again."""


def event_from_text(type_name: str, version: int, text: str) -> e.Event:
    """As `event_from_json`, from JSON text; what short texts say is remembered."""
    if len(text) <= _SMALL:
        return _small_event(type_name, version, text)
    return event_from_json(type_name, version, parse(text))


@lru_cache(maxsize=8192)
def _small_event(type_name: str, version: int, text: str) -> e.Event:
    return event_from_json(type_name, version, parse(text))


def _fault(type_name: str, fields: tuple[_Field, ...], given: Mapping[str, Json]) -> InvalidInput:
    """What is wrong with data that could not be read, naming the field."""
    for name, _, _, read in fields:
        if name not in given:
            return InvalidInput(f"{type_name} has no {name}", name)
        try:
            read(given[name])
        except EngineError as error:
            return InvalidInput(f"{type_name}.{name}: {error.message}", name, error.code)
    unknown = sorted(given.keys() - {name for name, *_ in fields})
    return InvalidInput(f"{type_name} has no field {ascii(unknown[0])[:60]}", "data")
