"""A hand to be scored, from JSON: types and notation checked, each fault with its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import Final, TypeVar

from engine.errors import EngineError, InvalidInput, InvalidNotation
from engine.melds import MELD_KINDS, Meld
from engine.notation import parse_tile, parse_tiles
from engine.rules.contract import FORMS, Contract
from engine.rules.melding import meld_readings
from engine.rules.ruleset import Blessing, Ruleset
from engine.rulesets import get_ruleset
from engine.scoring.case import ENDINGS, MOST_MELDS, ScoreInput
from engine.scoring.score import ScoreResult, score
from engine.seats import Seat, parse_seat
from engine.tiles import Kind

T = TypeVar("T", bound=str)

BLESSINGS: Final[tuple[Blessing, ...]] = ("heavenly", "earthly")
_Fields = Mapping[str, object]
_Melds = tuple[tuple[Meld, ...], ...]
"""What each meld may be."""


def case_from_json(data: object) -> tuple[Ruleset, ScoreInput]:
    """The ruleset and the facts; unknown keys are ignored, null is the same as left out.

    Raises InvalidInput or InvalidNotation, naming the field.
    """
    fields = _object(data, "")
    options = fields.get("options")
    ruleset = get_ruleset(
        fields.get("ruleset"), _object(options, "options") if options is not None else None
    )
    return ruleset, facts_from_json(ruleset, fields)


def facts_from_json(ruleset: Ruleset, fields: Mapping[str, object]) -> ScoreInput:
    """The facts alone, of a hand under a ruleset that is known.

    Raises InvalidInput or InvalidNotation, naming the field.
    """
    wild_kinds = _tiles(fields, "wild_kinds")
    melds = _melds(ruleset, fields.get("melds"), wild_kinds)
    tile = _text(fields, "winning_tile")
    case = ScoreInput(
        source=_choice(fields.get("source"), ENDINGS, "source"),
        winner=_seat(fields, "winner"),
        discarder=_seat(fields, "discarder"),
        concealed=_tiles(fields, "concealed"),
        winning_tile=_noted(parse_tile, tile, "winning_tile") if tile else None,
        melds=tuple(readings[0] for readings in melds),
        wild_kinds=wild_kinds,
        contract=_contract(fields.get("contract")),
        kong_draw=_truth(fields, "kong_draw"),
        blessing=_blessing(fields.get("blessing")),
        laozhuang=_whole(fields.get("laozhuang", 0), "laozhuang"),
    )
    return case if ruleset.options.fifth_copy else _best_read(ruleset, case, melds)


def _best_read(ruleset: Ruleset, case: ScoreInput, melds: _Melds) -> ScoreInput:
    """The case with its melds read so that it is worth most (W4): which run a wild makes a chow
    matters only where copies are counted (C8)."""
    cases = [replace(case, melds=read) for read in product(*melds)]
    if len(cases) == 1:
        return case
    results = [score(ruleset, one) for one in cases]
    return max(zip(results, cases, strict=True), key=lambda both: _worth(both[0]))[1]


def _worth(result: ScoreResult) -> tuple[bool, int]:
    return bool(result.reading), result.tai


def _object(value: object, field: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise InvalidInput("a JSON object is expected", field or None)
    return {str(key): item for key, item in value.items()}


def _text(fields: _Fields, name: str) -> str:
    value = fields.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidInput("a text is expected", name)
    return value


def _tiles(fields: _Fields, name: str) -> tuple[Kind, ...]:
    return _noted(parse_tiles, _text(fields, name), name)


R = TypeVar("R")


def _noted(parse: Callable[[str], R], text: str, field: str) -> R:
    try:
        return parse(text)
    except InvalidNotation as error:
        raise error.at(field) from None


def _seat(fields: _Fields, name: str) -> Seat | None:
    value = fields.get(name)
    if value is None:
        return None
    try:
        return parse_seat(value)
    except InvalidNotation as error:
        raise error.at(name) from None


def _truth(fields: _Fields, name: str) -> bool:
    value = fields.get(name)
    if value is not None and not isinstance(value, bool):
        raise InvalidInput("true or false is expected", name)
    return bool(value)


def _whole(value: object, field: str) -> int:
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidInput("a whole number is expected", field)
    return value


def _choice(value: object, allowed: tuple[T, ...], field: str) -> T:
    for one in allowed:
        if value == one:
            return one
    raise InvalidInput(f"{field} is one of {', '.join(allowed)}", field)


def _blessing(value: object) -> Blessing | None:
    return None if value is None else _choice(value, BLESSINGS, "blessing")


def _contract(value: object) -> Contract | None:
    if value is None:
        return None
    fields = _object(value, "contract")
    try:
        by = parse_seat(fields.get("by"))
    except InvalidNotation as error:
        raise error.at("contract.by") from None
    if fields.get("tai") is None:
        raise InvalidInput("a whole number is expected", "contract.tai")
    tai = _whole(fields["tai"], "contract.tai")
    return Contract(by, tai, _choice(fields.get("form"), FORMS, "contract.form"))


def _melds(ruleset: Ruleset, value: object, wild_kinds: tuple[Kind, ...]) -> _Melds:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise InvalidInput("a list of melds is expected", "melds")
    if len(value) > MOST_MELDS:
        raise InvalidInput(f"{len(value)} melds: a hand has at most four", "melds")
    return tuple(_meld(ruleset, item, wild_kinds) for item in value)


def _meld(ruleset: Ruleset, value: object, wild_kinds: tuple[Kind, ...]) -> tuple[Meld, ...]:
    """`stands_as` may be given beside `tiles`, where a wild could be at either end of a chow."""
    fields = _object(value, "melds")
    try:
        kind = _choice(fields.get("kind"), MELD_KINDS, "melds")
        tiles = _tiles(fields, "tiles")
        if fields.get("stands_as") is None:
            return meld_readings(ruleset.options, kind, tiles, wild_kinds)
        meaning = _tiles(fields, "stands_as")
    except EngineError as error:
        error.field = "melds"
        raise
    return (Meld(kind, tuple(sorted(tiles)), tuple(sorted(meaning))),)
