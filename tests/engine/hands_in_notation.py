"""Hands for tests, written as the command line takes them."""

from typing import Any

from engine.scoring import ScoreResult, score
from engine.scoring.case_json import case_from_json

BAO = {
    "ruleset": "bao",
    "winner": "S",
    "source": "self_draw",
    "wild_kinds": "",
    "contract": None,
}
FREE = {"ruleset": "free", "winner": "S", "source": "self_draw", "wild_kinds": "9s1s"}


def bao(concealed: str, tile: str, **facts: Any) -> ScoreResult:
    """Scores a bao hand; nobody bid and South draws the tile unless told otherwise."""
    return scored({**BAO, "concealed": concealed, "winning_tile": tile, **facts})


def free(concealed: str, tile: str, **facts: Any) -> ScoreResult:
    """Scores a free hand that South draws; 1s and 9s are wild unless told otherwise."""
    return scored({**FREE, "concealed": concealed, "winning_tile": tile, **facts})


def scored(facts: dict[str, Any]) -> ScoreResult:
    return score(*case_from_json(facts))


def bid(by: str, tai: int = 2, form: str = "two_wild") -> dict[str, Any]:
    return {"by": by, "tai": tai, "form": form}


def ids(result: ScoreResult) -> list[str]:
    return [element.id for element in result.elements]


def paid(result: ScoreResult) -> dict[str, int]:
    return dict(zip("ESWN", result.payments, strict=True))
