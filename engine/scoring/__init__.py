"""Winning and scoring: completeness, the best reading, waits, distance, settlement.

`score` answers for a finished hand; `plan_for` with `is_complete`, `evaluate`, `waits` and
`distance` answers for a hand in play.
"""

from __future__ import annotations

from engine.scoring.case import ScoreInput
from engine.scoring.complete import (
    distance,
    is_complete,
    is_win,
    may_be_win,
    waits,
    waits_on_discard,
)
from engine.scoring.evaluate import evaluate, split_wilds
from engine.scoring.plan import Evaluation, Frame, Plan, ScoredElement, plan_for
from engine.scoring.reading import ReadSet
from engine.scoring.score import ScoreResult, score

__all__ = [
    "Evaluation",
    "Frame",
    "Plan",
    "ReadSet",
    "ScoreInput",
    "ScoreResult",
    "ScoredElement",
    "distance",
    "evaluate",
    "is_complete",
    "is_win",
    "may_be_win",
    "plan_for",
    "score",
    "split_wilds",
    "waits",
    "waits_on_discard",
]
