"""A match's hands as the result of a table of a round."""

from __future__ import annotations

from uuid import UUID

from tables.models import HandResult, Ruling, Table
from tournaments.domain.parts import Hand, Result

SCORED = (HandResult.Outcome.WON, HandResult.Outcome.EXHAUSTED)


def result_of(match: Table) -> Result:
    """The result of a match that is over, from its hand results; hands played again count once.

    What a ruling added to the match as a whole stands beside the hands.
    """
    rows = HandResult.objects.filter(table=match, outcome__in=SCORED).order_by("hand")
    hands = tuple(
        Hand(number, tuple(row.points), row.winner, row.tai or 0)
        for number, row in enumerate(rows, 1)
    )
    sums = [sum(hand.points[place] for hand in hands) for place in range(4)]
    points = tuple(match.points)
    if list(points) == sums:
        return Result(points, hands, "log")
    more = tuple(total - own for total, own in zip(points, sums, strict=True))
    if hands and not sum(more) and _is_adjusted(match):
        return Result(points, hands, "log", more)
    return Result(points, (), "log")


def _is_adjusted(match: Table) -> bool:
    """Whether a ruling was about the match as a whole."""
    return Ruling.objects.filter(table=match, kind="result_adjusted").exists()


def counted_as(match: Table, hand: int) -> int:
    """The number that a result gives a hand of a match; 0 for one that does not count."""
    rows = HandResult.objects.filter(table=match, outcome__in=SCORED, hand__lte=hand)
    numbers = list(rows.order_by("hand").values_list("hand", flat=True))
    return len(numbers) if numbers and numbers[-1] == hand else 0


def hand_now(match: str | None) -> int:
    """The number that a result will give the hand being played: hands played again count once."""
    if match is None:
        return 1
    return HandResult.objects.filter(table=UUID(match), outcome__in=SCORED).count() + 1


def ended_matches(matches: list[UUID]) -> dict[UUID, Table]:
    """Those of the matches that are over."""
    return {
        table.pk: table for table in Table.objects.filter(pk__in=matches, ended_at__isnull=False)
    }
