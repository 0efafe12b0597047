"""The records of an archive against the tournament's log: the right matches, and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from engine.archive.event_log import At, Taken, Told
from engine.archive.extracts import Extract
from engine.archive.report import Fault
from engine.hashing import Json, canonical_data
from engine.report import Report

LOG: Final = "tournament.jsonl"


class Match(NamedTuple):
    """A record's file, its header, what came of proving it, and what is kept of its lines."""

    file: str
    header: Mapping[str, Json]
    proved: Report
    extract: Extract


def match_faults(
    told: Told, matches: Mapping[str, Match], left_out: frozenset[str], counts: Counter[str]
) -> Iterator[Fault]:
    """What records and log do not agree about; results that were compared are counted."""
    for match, at in told.opened.items():
        if match not in matches and not (match in left_out and match in told.unlinked):
            yield Fault(LOG, None, "missing_record", f"{at}: the record of {match} is missing")
    for match, one in sorted(matches.items()):
        if match not in told.opened:
            yield Fault(one.file, None, "unknown_record", "no table of this event was this match")
        yield from _record_faults(told, one)
    for at, taken in sorted(told.results.items()):
        yield from _result_faults(at, taken, matches, counts)


def _record_faults(told: Told, one: Match) -> Iterator[Fault]:
    if one.proved.ok and not one.proved.complete:
        yield Fault(one.file, None, "not_over", "the match of this record has not ended")
    for key in ("ruleset", "ruleset_version", "options"):
        if not _same(one.header.get(key), told.terms.get(key)):
            yield Fault(one.file, 1, "other_rules", f"{key} is not what the regulations say")


def _same(found: Json, agreed: Json) -> bool:
    return canonical_data(found) == canonical_data(agreed)


def _result_faults(
    at: At, taken: Taken, matches: Mapping[str, Match], counts: Counter[str]
) -> Iterator[Fault]:
    """A result adds up; one that came from a match's log is that match's."""
    if sum(taken.points):
        yield Fault(LOG, taken.line, "not_zero_sum", f"{at}: the points do not add up to zero")
    parts = (*taken.hands, taken.adjusted)
    sums = tuple(sum(part[place] for part in parts) for place in range(4))
    if taken.hands and sums != taken.points:
        yield Fault(LOG, taken.line, "wrong_sum", f"{at}: the hands do not add up to the points")
    if taken.source != "log":
        counts["results_by_hand"] += 1
        return
    match = matches.get(taken.match or "")
    if match is not None and match.proved.ok:
        counts["results"] += 1
        if tuple(match.proved.points) != taken.points:
            message = f"{at}: the points are not those of the record {taken.match}"
            yield Fault(LOG, taken.line, "wrong_result", message)
