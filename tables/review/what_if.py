"""What if: a hand scored again with other facts or options, beside what it came to. Stores nothing.

Pure: the facts of a seat at a moment come from the folded state, the changes from a form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from engine.errors import InvalidInput
from engine.hands import unpack
from engine.play.state import HandState
from engine.play.winning import WIN_SOURCE, facts_of
from engine.rules.contract import FORMS, Contract
from engine.rules.option import Option, OptionValue
from engine.rules.options import OPTIONS
from engine.rules.ruleset import Ruleset
from engine.rulesets import get_ruleset
from engine.scoring import ScoreInput, ScoreResult, score
from engine.scoring.case_json import facts_from_json
from engine.seats import SEATS, Seat, parse_seat
from engine.tiles import Kind

_DEAL_AND_PLAY: Final = ("T5", "C2", "C3", "C4", "A1", "A3", "A4", "P8", "Z3")
"""Rules of options that say how a hand is dealt and played: they change no finished score."""


FactsOf: TypeAlias = Callable[[Seat], ScoreInput]
"""The facts of a win by another seat of the same hand."""
Scorer: TypeAlias = Callable[[Ruleset, ScoreInput], ScoreResult]
"""What a hand comes to; another than the engine's own where the tiles are not known."""


class WhatIf(NamedTuple):
    """A hand's score as it was and as it is assumed to be; no `result` where nothing was scored."""

    facts: ScoreInput
    result: ScoreResult | None
    assumed: ScoreInput
    ruleset: Ruleset
    answer: ScoreResult


def options_that_score(ruleset: Ruleset) -> list[Option]:
    """The options of this game that a finished hand's score can depend on."""
    return [
        option
        for option in OPTIONS
        if ruleset.id in option.belongs_to and option.rule not in _DEAL_AND_PLAY
    ]


def facts_at(ruleset: Ruleset, hand: HandState, seat: Seat) -> ScoreInput:
    """The win of a seat at a moment: on the tile drawn, on offer, or the last that was shown."""
    tile, phase = hand.tile, hand.phase
    own = phase == "turn" and seat == hand.turn
    if tile is not None and (own or (phase in ("claims", "rob") and seat != hand.turn)):
        return facts_of(ruleset, hand, seat, tile)
    return ScoreInput(
        source=WIN_SOURCE.get(phase, "discard") if seat != hand.turn else "self_draw",
        winner=seat,
        discarder=hand.turn if seat != hand.turn and phase in ("claims", "rob") else None,
        concealed=unpack(hand.hands[seat]),
        winning_tile=tile if seat != hand.turn else None,
        melds=tuple([laid.meld for laid in hand.melds[seat]]),
        wild_kinds=hand.wilds,
        contract=hand.contract,
        laozhuang=hand.repeat,
    )


def what_if(
    ruleset: Ruleset,
    facts: ScoreInput,
    result: ScoreResult | None,
    by_seat: FactsOf,
    form: Mapping[str, str],
    scorer: Scorer = score,
) -> WhatIf:
    """Both scores. Raises InvalidInput or InvalidNotation, naming the form's field."""
    other = get_ruleset(ruleset.id, _options(ruleset, form), ruleset.version)
    assumed = assume(ruleset, facts, by_seat, form)
    return WhatIf(facts, result, assumed, other, scorer(other, assumed))


def _options(ruleset: Ruleset, form: Mapping[str, str]) -> dict[str, Any]:
    """All options, with those that the form has otherwise."""
    values: dict[str, Any] = dict(ruleset.options.as_dict())
    for option in options_that_score(ruleset):
        given = form.get(f"option-{option.name}")
        if given is not None:
            values[option.name] = _value(option, given)
    return values


def _value(option: Option, given: str) -> OptionValue:
    for allowed in option.allowed:
        if str(allowed) == given:
            return allowed
    raise InvalidInput(
        f"option {option.name} is one of {option.allowed_text}", f"option-{option.name}"
    )


def assume(
    ruleset: Ruleset, facts: ScoreInput, by_seat: FactsOf, form: Mapping[str, str]
) -> ScoreInput:
    """The facts with what the form says instead of them."""
    if form.get("source") == "exhausted":
        return ScoreInput(
            "exhausted",
            contract=_contract(form, facts.contract),
            laozhuang=_laozhuang(form, facts),
        )
    winner = _seat(form, "winner", facts.winner)
    base = facts if winner is None or winner == facts.winner else by_seat(winner)
    read = facts_from_json(ruleset, _json(form, base))
    return replace(read, concealed=_concealed(base, read.winning_tile), melds=base.melds)


def _json(form: Mapping[str, str], base: ScoreInput) -> dict[str, object]:
    """The form's facts for the engine's own reader, which checks them; tiles in hand apart."""
    contract = _contract(form, base.contract)
    source = form.get("source") or base.source
    winner = base.winner
    return {
        "source": source,
        "winner": None if winner is None else SEATS[winner],
        "discarder": (form.get("discarder") or None) if source != "self_draw" else None,
        "winning_tile": form.get("winning_tile") or None,
        "wild_kinds": form.get("wild_kinds", ""),
        "contract": None if contract is None else dict(contract.as_dict()),
        "kong_draw": bool(form.get("kong_draw")) and source == "self_draw",
        "blessing": form.get("blessing") or None,
        "laozhuang": _laozhuang(form, base),
    }


def _concealed(base: ScoreInput, tile: Kind | None) -> tuple[Kind, ...]:
    """The tiles in hand beside the winning one: a seat that has claimed holds one too many."""
    held = list(base.concealed)
    if len(held) % 3 == 2:
        if tile not in held:
            raise InvalidInput("which of the tiles in hand is the winning one?", "winning_tile")
        held.remove(tile)
    return tuple(held)


def _seat(form: Mapping[str, str], name: str, otherwise: Seat | None) -> Seat | None:
    given = form.get(name)
    return parse_seat(given) if given else otherwise


def _laozhuang(form: Mapping[str, str], facts: ScoreInput) -> int:
    given = form.get("laozhuang", "")
    if not given:
        return facts.laozhuang
    if not given.isascii() or not given.isdigit() or len(given) > 3:
        raise InvalidInput("laozhuang counts repeats: 0 or more", "laozhuang")
    return int(given)


def _contract(form: Mapping[str, str], otherwise: Contract | None) -> Contract | None:
    """`contract_by` is a seat, "none", or left out; then the contract stays as it was."""
    by = form.get("contract_by")
    if by is None:
        return otherwise
    if by in ("", "none"):
        return None
    tai = form.get("contract_tai", "")
    if not tai.isascii() or not tai.isdigit() or len(tai) > 2:
        raise InvalidInput("a whole number is expected", "contract.tai")
    bid = next((one for one in FORMS if one == form.get("contract_form")), None)
    if bid is None:
        raise InvalidInput(f"a form is one of {', '.join(FORMS)}", "contract.form")
    return Contract(parse_seat(by), int(tai), bid)
