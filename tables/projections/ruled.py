"""What rulings make of the results of hands and of the score ledger. Pure.

A result says what its hand is worth now and by which ruling. The ledger keeps the lines of the
hand as it was played and has further ones for each ruling, so that nothing is an unexplained
offset: the lines of a place add up to its points.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.rulings.court import BESIDE, THE_MATCH
from engine.rulings.events import RulingMade
from tables import folds
from tables.events.log import Line
from tables.projections.results import Row
from tables.projections.summary import is_scored


def ruled_rows(
    results: list[Row], scores: list[Row], lines: Sequence[Line]
) -> tuple[list[Row], list[Row]]:
    """The rows of hands as they were played, and what rulings did to them."""
    rulings = [line for line in lines if isinstance(line.event, RulingMade)]
    if not rulings:
        return results, scores
    state = folds.state_after(lines)
    played = {row["hand"]: dict(row) for row in results}
    by_hand = {row["hand"]: row for row in results}
    for line in rulings:
        event = line.event
        assert isinstance(event, RulingMade)
        # A hand that still runs, or was dealt again, has no score that could stand.
        if event.kind in BESIDE or event.hand == THE_MATCH or event.hand not in by_hand:
            continue
        # What is taken back leaves the hand as it was played.
        by_hand[event.hand] |= {
            **(played[event.hand] if event.supersedes else {}),
            **_outcome(event, line),
            "ruling": event.ruling,
            "points": list(state.court.standing_of(event.hand)),
        }
    return results, _ledger(scores, rulings, in_order=not is_scored(state))


def _outcome(event: RulingMade, line: Line) -> Row:
    """How the hand ended, where the ruling says so."""
    if event.kind == "hand_replayed":
        return {"outcome": "voided", "winner": None, "source": "", "tai": None}
    if event.kind != "score_corrected":
        return {}
    how = event.decision.get("entry") or event.decision["facts"]
    breakdown = event.decision["breakdown"]
    assert isinstance(how, dict)
    assert isinstance(breakdown, dict)
    winner, played = how.get("winner"), line.before.court.hand(event.hand)
    if winner is None or played is None:
        return {"outcome": "exhausted", "winner": None, "source": "", "tai": None}
    return {
        "outcome": "won",
        # An entry names places, the facts of a hand its seats.
        "winner": winner if isinstance(winner, int) else played.places["ESWN".index(str(winner))],
        "source": how["source"],
        "tai": breakdown["tai"],
    }


def _ledger(scores: list[Row], rulings: Sequence[Line], *, in_order: bool) -> list[Row]:
    """The lines of the hands, then those of the rulings; `in_order` has totals by the log."""
    totals = [sum(row["points"] for row in scores if row["place"] == p) for p in range(4)]
    rows = list(scores)
    for line in rulings:
        event = line.event
        assert isinstance(event, RulingMade)
        if not any(event.points):
            continue
        for place, gain in enumerate(event.points):
            totals[place] += gain
            total = line.before.points[place] + gain if in_order else totals[place]
            rows.append(
                {
                    "hand": event.hand, "place": place, "points": gain, "total": total,
                    "ruling": event.ruling,
                }
            )  # fmt: skip
    return rows
