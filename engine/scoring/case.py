"""One hand to be scored: its facts, and the contradictions that are refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from engine.errors import InvalidInput
from engine.melds import Meld
from engine.notation import format_tile
from engine.rules.contract import LOWEST_BID, Contract
from engine.rules.melding import check_meld
from engine.rules.ruleset import Blessing, Ruleset
from engine.seats import Seat
from engine.tiles import COPIES, Kind

Ending: TypeAlias = Literal["self_draw", "discard", "robbed_kong", "exhausted"]

ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)
MOST_MELDS: Final = 4
CONCEALED: Final = 13


@dataclass(frozen=True, slots=True)
class ScoreInput:
    """A finished hand 局: `concealed` without the winning tile, `discarder` whose tile that was.

    An exhausted hand 流局 has no winner and no tiles.
    """

    source: Ending
    winner: Seat | None = None
    discarder: Seat | None = None
    concealed: tuple[Kind, ...] = ()
    winning_tile: Kind | None = None
    melds: tuple[Meld, ...] = ()
    wild_kinds: tuple[Kind, ...] = ()
    contract: Contract | None = None
    kong_draw: bool = False
    blessing: Blessing | None = None
    laozhuang: int = 0


def check_case(ruleset: Ruleset, case: ScoreInput) -> None:
    """Raises InvalidInput, naming the field, where the facts contradict each other."""
    check_contract(ruleset, case)
    _check_wilds(ruleset, case)
    if case.laozhuang < 0:
        raise InvalidInput("laozhuang counts repeats: 0 or more", "laozhuang")
    if case.source == "exhausted":
        _check_exhausted(case)
        return
    check_seats(case)
    _check_tiles(ruleset, case)
    _check_kong_draw(case)
    _check_blessing(ruleset, case)


def check_contract(ruleset: Ruleset, case: ScoreInput) -> None:
    """Raises InvalidInput for a contract that the game does not know, or out of range (A3)."""
    contract, most = case.contract, ruleset.options.max_bid
    if contract is None:
        return
    if not ruleset.has_auction:
        raise InvalidInput(f"{ruleset.id} knows no contract", "contract")
    if not LOWEST_BID <= contract.tai <= most:
        raise InvalidInput(f"a contract is for {LOWEST_BID} to {most} tai", "contract")


def _check_wilds(ruleset: Ruleset, case: ScoreInput) -> None:
    kinds = case.wild_kinds
    if len(kinds) > 2 or len(set(kinds)) < len(kinds):
        raise InvalidInput("at most two kinds are wild, and two different ones", "wild_kinds")
    named = ruleset.wild_kinds_named(case.contract)
    # An exhausted hand may leave them out as it does its tiles.
    is_left_out = case.source == "exhausted" and not kinds
    if ruleset.has_auction and len(kinds) != named and not is_left_out:
        bid = case.contract.form if case.contract else "no contract"
        raise InvalidInput(f"{bid} goes with {named} wild kinds, not {len(kinds)}", "wild_kinds")


def _check_exhausted(case: ScoreInput) -> None:
    given = {
        "winner": case.winner is not None,
        "discarder": case.discarder is not None,
        "concealed": bool(case.concealed),
        "winning_tile": case.winning_tile is not None,
        "melds": bool(case.melds),
        "kong_draw": case.kong_draw,
        "blessing": case.blessing is not None,
    }
    for field, present in given.items():
        if present:
            raise InvalidInput(f"an exhausted hand has no {field}", field)


def check_seats(case: ScoreInput) -> None:
    """Raises InvalidInput unless somebody won, and from somebody else where it takes one."""
    if case.winner is None:
        raise InvalidInput("who won is missing", "winner")
    if case.source == "self_draw":
        if case.discarder is not None:
            raise InvalidInput("nobody discards on a self-draw", "discarder")
    elif case.discarder is None:
        raise InvalidInput(f"{case.source} needs the seat whose tile it was", "discarder")
    elif case.discarder == case.winner:
        raise InvalidInput("the winner cannot be the discarder", "discarder")


def _check_tiles(ruleset: Ruleset, case: ScoreInput) -> None:
    if case.winning_tile is None:
        raise InvalidInput("the winning tile is missing", "winning_tile")
    if len(case.melds) > MOST_MELDS:
        raise InvalidInput(f"{len(case.melds)} melds: a hand has at most four", "melds")
    expected = CONCEALED - 3 * len(case.melds)
    if len(case.concealed) != expected:
        raise InvalidInput(
            f"{len(case.concealed)} concealed tiles: with {len(case.melds)} melds there are"
            f" {expected}, the winning tile not among them",
            "concealed",
        )
    for meld in case.melds:
        check_meld(ruleset.options, meld, case.wild_kinds)
    _check_copies(case, case.winning_tile)


def _check_copies(case: ScoreInput, winning_tile: Kind) -> None:
    laid = [kind for meld in case.melds for kind in meld.tiles]
    held: list[Kind] = []
    groups: tuple[tuple[str, Iterable[Kind]], ...] = (
        ("concealed", case.concealed),
        ("winning_tile", (winning_tile,)),
        ("melds", laid),
    )
    for field, kinds in groups:
        held += kinds
        for kind in set(kinds):
            if held.count(kind) > COPIES:
                raise InvalidInput(
                    f"{held.count(kind)} tiles {format_tile(kind)}: there are four", field
                )


def _check_kong_draw(case: ScoreInput) -> None:
    if not case.kong_draw:
        return
    if case.source != "self_draw":
        raise InvalidInput("a kong's replacement is a self-draw", "kong_draw")
    if not any(meld.is_kong for meld in case.melds):
        raise InvalidInput("a kong draw needs a kong among the melds", "kong_draw")


def _check_blessing(ruleset: Ruleset, case: ScoreInput) -> None:
    if case.blessing is None:
        return
    if case.melds:
        raise InvalidInput(f"no {case.blessing} win after a claim or a kong", "blessing")
    if case.winner is None or case.source == "exhausted":
        return
    if not ruleset.blessing_fits(case.blessing, case.winner, case.source, case.discarder):
        raise InvalidInput(
            f"a {case.blessing} win in {ruleset.id} is not won by this seat in this way", "blessing"
        )
