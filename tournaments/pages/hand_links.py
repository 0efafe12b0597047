"""From a hand of a result to the page on which it can be seen again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse

from tables.models import Event, HandResult
from tables.models import Table as Match
from tournaments.pages.public import match_address
from tournaments.play.results import SCORED


@dataclass(frozen=True, slots=True)
class HandLinks:
    """Addresses of matches and of their hands, counted as a result counts them."""

    matches: dict[str, str]
    hands: dict[tuple[str, int], str]

    def match(self, match: str | None) -> str:
        """The match's address; empty for none."""
        return self.matches.get(match or "", "")

    def hand(self, match: str | None, number: int) -> str:
        """The hand's address; empty where it cannot be looked at."""
        return self.hands.get((match or "", number), "")


def links_to(matches: Iterable[str | None]) -> HandLinks:
    """Three queries, whatever the number of matches."""
    ids = [UUID(match) for match in matches if match]
    found = {one.pk: one for one in Match.objects.filter(pk__in=ids)} if ids else {}
    over = [pk for pk, one in found.items() if one.ended_at]
    hands: dict[tuple[str, int], str] = {}
    if over:
        steps = _steps(over)
        for pk, numbers in _played(over).items():
            for counted, number in enumerate(numbers, 1):
                hands[str(pk), counted] = _address(found[pk], number, steps.get((pk, number)))
    return HandLinks({str(pk): match_address(one) for pk, one in found.items()}, hands)


def _played(matches: list[UUID]) -> dict[UUID, list[int]]:
    """The numbers, in each match, of the hands that count."""
    rows = HandResult.objects.filter(table__in=matches, outcome__in=SCORED)
    found: dict[UUID, list[int]] = {}
    for pk, hand in rows.order_by("table", "hand").values_list("table_id", "hand"):
        found.setdefault(pk, []).append(hand)
    return found


def _steps(matches: list[UUID]) -> dict[tuple[UUID, int], int]:
    """Where in the log each hand was dealt."""
    rows = Event.objects.filter(stream__in=matches, type="HandDealt")
    return {(pk, hand): at for pk, hand, at in rows.values_list("stream", "hand", "version")}


def _address(match: Match, hand: int, step: int | None) -> str:
    if match.play == Match.Play.SCORED:
        return f"{reverse('score', args=[match.pk])}#hand-{hand}"
    if step is None:
        return ""
    return reverse("replay-step", args=[match.pk, step])
