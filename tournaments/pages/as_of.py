"""An event as it was at any moment of its log: for standings as of an event.

Owns which moments are offered and the folds of the past. A past fold never changes, so it is kept.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.models import Event as LogLine
from tournaments.models import Tournament
from tournaments.store.folds import Fold, lines_after

MOVES_STANDINGS: Final[dict[str, str | Promise]] = {
    "ResultTaken": _("Result of round %(round)s, table %(table)s"),
    "ResultWithdrawn": _("Result of round %(round)s, table %(table)s taken out"),
    "ResultCorrected": _("Result of round %(round)s, table %(table)s corrected"),
    "RoundConfirmed": _("Round %(round)s confirmed"),
    "RoundReopened": _("Round %(round)s reopened"),
    "PenaltyGiven": _("Penalty in round %(round)s"),
    "PenaltyLifted": _("Penalty lifted"),
    "StageAdvanced": _("Players of stage %(stage)s named"),
    "StagePlaceTaken": _("A place of stage %(stage)s taken over"),
    "StandingsPublished": _("Standings after round %(after_round)s published, edition %(edition)s"),
    "StandingsMadeOfficial": _("Standings after round %(after_round)s made official"),
}
"""Events after which standings may be others, as people read them."""
MOST_KEPT: Final = 8
MOST_OFFERED: Final = 300

_KEPT: OrderedDict[tuple[str, int], Fold] = OrderedDict()
_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class Moment:
    """An event of the log: its number, when it was written, and what it is in words."""

    version: int
    at: datetime
    text: str


def version_asked(text: str | None, newest: int) -> int | None:
    """The event of the log that is asked for; None for now. Raises Http404 for none there is."""
    if not text:
        return None
    is_number = text.isascii() and text.isdecimal() and len(text) < 10
    if not is_number or not 1 <= int(text) <= newest:
        raise Http404
    return int(text)


def fold_at(tournament: Tournament, version: int) -> Fold:
    """The event folded up to that number of its log."""
    key = (str(tournament.pk), version)
    with _LOCK:
        if (found := _KEPT.get(key)) is not None:
            _KEPT.move_to_end(key)
            return found
    lines = [line for line in lines_after(tournament.pk, 0) if line.version <= version]
    fold = Fold.empty(tournament.pk).with_lines(lines)
    with _LOCK:
        _KEPT[key] = fold
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return fold


def moments_of(tournament: Tournament) -> list[Moment]:
    """The moments at which standings may have changed, the newest first: one query."""
    found = LogLine.objects.filter(stream=tournament.pk, type__in=MOVES_STANDINGS)
    lines = found.order_by("-version").values_list("version", "recorded_at", "type", "data")
    return [
        Moment(version, at, str(MOVES_STANDINGS[type_]) % data)
        for version, at, type_, data in lines[:MOST_OFFERED]
    ]
