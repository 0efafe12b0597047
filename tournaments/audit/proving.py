"""Proving one log and all that is kept of it. Changes nothing.

A match goes through the same proof as its record does: chain, walls, legality, scores, rulings.
What is kept beside the log (rows, secrets, texts, snapshots) is compared with what follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from uuid import UUID

from engine.errors import EngineError
from engine.hashing import Json, canonical_data, genesis, parse
from engine.loading import Problem
from engine.record import Row, header_of, record_bytes
from engine.verify import verify
from tables.events.log import stamp
from tables.imports.services import foreign_until
from tables.models import Table as Match
from tournaments.audit.beside import (
    brought_faults,
    secret_faults,
    snapshot_faults,
    text_faults,
)
from tournaments.audit.clocks import clock_faults
from tournaments.audit.comparing import event_differences, match_differences
from tournaments.audit.faults import Fault, Places, What
from tournaments.audit.raw import chain_fault, rows_of
from tournaments.audit.registered import is_of_something
from tournaments.domain.lifecycle import is_seed_of
from tournaments.models import RoundTable, Tournament, TournamentSecret
from tournaments.store.log import first_prev

_AGREED: Final = (
    "ruleset", "ruleset_version", "engine_version", "options", "length", "clocks", "aids",
    "spectator_delay",
)  # fmt: skip
"""Columns of a table that say what its first event says."""

_CHAIN: Final = frozenset({"broken_chain", "wrong_seq", "wrong_hash", "repeated_command"})


def match_faults(pk: UUID) -> list[Fault]:
    """All that is wrong with a match."""
    match, rows = Match.objects.get(pk=pk), rows_of(pk)
    opened = _opened(rows)
    found = list(_log_faults(match, rows, opened))
    if not found:
        found += clock_faults(pk, rows)
    if opened is not None:
        found += _opening_faults(match, opened, rows[0])
        found += secret_faults(pk, opened, rows)
        found += text_faults(pk, rows)
    found += snapshot_faults(pk, rows)
    found += brought_faults(pk, rows)
    return found + match_differences(pk)


def event_faults(pk: UUID) -> list[Fault]:
    """All that is wrong with an event's own log; its matches are looked at apart."""
    rows = rows_of(pk)
    broken = chain_fault(pk, first_prev(pk), rows)
    differences = event_differences(pk)
    found = list[Fault]()
    if broken is not None:
        differences = [one for one in differences if one.what != What.CHAIN]
        found = [broken._replace(tables=_tables_of(broken, rows))]
    found += _seed_faults(pk, rows)
    found += brought_faults(pk, rows)
    return found + differences


def _tables_of(fault: Fault, rows: list[Row]) -> Places:
    """The table that the broken event of an event's log tells of, where there is such a one."""
    told = [row.columns for row in rows if row.columns.seq == fault.version]
    # The table of a penalty is what it takes of table points.
    try:
        data = parse(told[0].data) if told and told[0].type != "PenaltyGiven" else None
    except EngineError:
        data = None
    round_, table = (data.get("round"), data.get("table")) if isinstance(data, Mapping) else (0, 0)
    if not isinstance(round_, int) or not isinstance(table, int):
        return ()
    there = RoundTable.objects.filter(tournament=fault.stream, round=round_, number=table)
    return ((round_, table),) if there.exists() else ()


def orphan_faults(stream: UUID) -> list[Fault]:
    """A log that belongs to nothing there is; registers are compared apart."""
    rows = rows_of(stream)
    if not rows or is_of_something(stream, rows):
        return []
    first = rows[0].columns.type
    detail = f"{len(rows)} events, beginning with {first}, belong to no table, event or club"
    return [Fault(stream, What.ORPHAN, detail)]


def stream_faults(stream: UUID) -> list[Fault]:
    """All that is wrong with a log, whatever it is the log of."""
    if Match.objects.filter(pk=stream).exists():
        return match_faults(stream)
    if Tournament.objects.filter(pk=stream).exists():
        return event_faults(stream)
    return orphan_faults(stream)


def _opened(rows: list[Row]) -> Mapping[str, Json] | None:
    """What the first event says, if it opens a match."""
    if not rows or rows[0].columns.type != "MatchOpened":
        return None
    value = parse(rows[0].columns.data)
    return value if isinstance(value, Mapping) else None


def _log_faults(
    match: Match, rows: list[Row], opened: Mapping[str, Json] | None
) -> Iterator[Fault]:
    if not rows:
        yield Fault(
            match.pk,
            What.RECORD,
            f"{match.version} events are kept, the log has none",
            1,
            "wrong_count",
        )
        return
    if opened is None:
        first = rows[0].columns
        detail = f"a log begins with MatchOpened, not with {first.type}"
        yield Fault(match.pk, What.RECORD, detail, first.seq, "not_opened")
        return
    try:
        header = header_of(opened, table=match.name or None, round_=match.round_name or None)
    except KeyError as missing:
        yield Fault(match.pk, What.RECORD, f"event 1 MatchOpened lacks {missing}", 1, "bad_header")
        return
    if header["match"] != str(match.pk):
        yield Fault(
            match.pk, What.RECORD, f"this is the log of {header['match']}", 1, "wrong_header"
        )
    broken = chain_fault(match.pk, genesis(header), rows)
    if broken is not None and rows[0].prev != genesis(header):
        said = f"{broken.detail}: it was changed, or the table's name or round"
        broken = broken._replace(detail=said)
    if broken is not None:
        yield broken
    for problem in verify(record_bytes(header, rows)).problems:
        if broken is None or problem.code not in _CHAIN:
            yield Fault(match.pk, What.RECORD, _words(problem), problem.seq, problem.code)


def _words(problem: Problem) -> str:
    event = f"event {problem.seq} {problem.type}: " if problem.type else ""
    return f"{event}{problem.code}: {problem.message}"


def _opening_faults(match: Match, opened: Mapping[str, Json], first: Row) -> list[Fault]:
    """The table's row against what was agreed in the log, and when."""
    differing = [
        name for name in _AGREED
        if canonical_data(getattr(match, name)) != canonical_data(opened.get(name))
    ]  # fmt: skip
    if match.play != opened.get("play", "live"):
        differing.append("play")
    if stamp(match.opened_at) != first.columns.at:
        differing.append("opened_at")
    if not differing:
        return []
    detail = f"{', '.join(differing)} of the table is not what event 1 MatchOpened says"
    return [Fault(match.pk, What.OPENING, detail, 1)]


def _seed_faults(pk: UUID, rows: list[Row]) -> Iterator[Fault]:
    """The event's seed against the commitment that its first event published."""
    if not rows:
        return
    first = parse(rows[0].columns.data)
    commitment = first.get("commitment") if isinstance(first, Mapping) else None
    seed = TournamentSecret.objects.filter(tournament=pk).values_list("seed", flat=True).first()
    if seed is None:
        yield Fault(pk, What.SECRET, "the seed is gone")
    elif not seed and foreign_until(pk):
        return
    elif not isinstance(commitment, str) or not is_seed_of(commitment, seed):
        yield Fault(pk, What.SECRET, "the seed is not the one committed to in event 1", 1)
