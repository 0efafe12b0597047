"""Making the archive of an event that is over: everything its pages, results and disputes rest on.

Reads alone. What an archive holds, and what it never holds, is in docs/archives.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from engine.archive.checking import ABOUT, LOG, TABLES, TEXTS, record_name
from engine.archive.container import SUFFIX, pack
from engine.archive.derived import derived_files, listed
from engine.archive.event_log import Told, log_bytes, told_by
from engine.archive.manifest import NAME as MANIFEST
from engine.archive.manifest import manifest_bytes
from engine.archive.texts import digests_in, texts_bytes
from engine.hashing import Json, digest, parse
from engine.loading import load
from engine.play.fields import as_object
from engine.record import Row
from tables.events.log import COLUMNS, Stored, row_of
from tables.models import Table as Match
from tables.selectors import record_export
from tournaments.archive.case_texts import texts_kept
from tournaments.archive.freshness import official_names, rests_on
from tournaments.archive.regulations import LANGUAGES, regulations_text
from tournaments.archive.sealing import Log, logs_of, seal, sealed
from tournaments.archive.steps import Steps, Watch, unwatched
from tournaments.domain.refusals import refuse
from tournaments.exports.files import file_name
from tournaments.models import Tournament
from tournaments.play.keeping_up import keep_up
from tournaments.selectors import fold_of

OVER: Final = (Tournament.Phase.FINISHED, Tournament.Phase.ARCHIVED)
_OFFICIALS: Final = re.compile(r"(organiser|referee|scorer):(\d+)")
_NAMED: Final = ("referee", "judge", "judges")
"""Keys of a ruling's data that name accounts."""


class Archive(NamedTuple):
    """An archive to hand out. `fingerprint` is the digest of its manifest; `rests_on` and
    `officials` say what it was made from (`archive.freshness`)."""

    name: str
    body: bytes
    fingerprint: str
    rests_on: str
    officials: tuple[str, ...]


def archive_make(
    tournament: Tournament, *, texts: bool = True, watch: Watch = unwatched
) -> Archive:
    """The archive of an event; without `texts` the words of cases are left out, not their digests.

    `watch` hears how many steps of how many are done. Refuses `not_over` before the event is
    finished, `match_running` while a table of it is played.
    """
    tournament.refresh_from_db()
    if tournament.phase in OVER:
        # A ruling of a moment ago reaches the event's log first, then all of it is signed.
        keep_up(tournament.pk)
        tournament.refresh_from_db()
        seal(logs_of(tournament))
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost:
            # Everything as it was at one moment.
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        tournament.refresh_from_db()
        if tournament.phase not in OVER:
            refuse("not_over", "the archive of an event is made when it is over")
        return _made(tournament, texts, watch)


def _made(tournament: Tournament, texts: bool, watch: Watch) -> Archive:
    rows = log_rows(tournament.pk)
    told = told_by(rows)
    steps = Steps(watch, len(told.opened))
    records, left_out = _records(told, steps)
    read = {match: load(data).rows for match, data in steps.each(records.items())}
    logs = {LOG: Log(tournament.pk, len(rows))}
    logs |= {record_name(match): Log(UUID(match), len(read[match])) for match in read}
    files = {LOG: log_bytes(told.tournament, rows)}
    files |= {record_name(match): data for match, data in records.items()}
    files = sealed(files, logs, steps.each)
    files |= derived_files(told, rows, read)
    state = fold_of(tournament).state
    for language in LANGUAGES:
        files[f"regulations/{language}.txt"] = regulations_text(state, language)
    lines = [rows, *read.values()]
    officials = _officials(lines)
    named = {said for log in lines for said in digests_in(log)}
    files[TEXTS] = texts_bytes(texts_kept(named) if texts else ())
    files[ABOUT] = about(tournament, officials)
    files[TABLES] = tables(told, records)
    policy = "all" if texts else "none"
    listing = manifest_bytes(told.tournament, files, texts=policy, left_out=left_out)
    body = pack({MANIFEST: listing, **files}, steps.packed)
    name = file_name(state, "archive", "x").removesuffix(".x") + SUFFIX
    rests = rests_on(tournament, texts=texts, officials=officials)
    return Archive(name, body, digest(listing), rests, officials)


def log_rows(stream: UUID) -> list[Row]:
    """A stream's lines as records hold them."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {COLUMNS} FROM tables_event WHERE stream = %s ORDER BY version", [stream]
        )
        return [row_of(Stored(*row)) for row in cursor.fetchall()]


def _records(told: Told, steps: Steps) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The records of all matches, and those that were dropped before they were over."""
    found = {str(one.pk): one for one in Match.objects.filter(pk__in=list(told.opened))}
    records, left_out = {}, []
    for match, at in steps.each(told.opened.items()):
        table = found.get(match)
        if table is not None and table.ended_at is not None:
            records[match] = record_export(table).encode()
        elif match in told.unlinked:
            left_out.append(match)
        else:
            refuse("match_running", f"the match of {at} is still being played", "table")
    return records, tuple(left_out)


def about(tournament: Tournament, officials: Iterable[str]) -> bytes:
    """The club, and the names of those who acted as officials: no addresses, no accounts."""
    club = tournament.club
    people = official_names(tournament.pk, officials)
    head: dict[str, Json] = {
        "tournament": str(tournament.pk),
        "club": {
            "slug": club.slug,
            "name": club.name,
            "place": club.place,
            "description": club.description,
        },
    }
    return listed("about", head, "officials", [[id_, people[id_]] for id_ in sorted(people)])


def tables(told: Told, matches: Iterable[str]) -> bytes:
    """What was agreed about disputes at each match's table, which no log says."""
    rows = Match.objects.filter(pk__in=list(matches)).order_by("pk")
    found: list[Json] = [{"match": str(one.pk), "disputes": one.dispute_terms} for one in rows]
    return listed("tables", {"tournament": told.tournament}, "tables", found)


def _officials(logs: Iterable[Sequence[Row]]) -> tuple[str, ...]:
    """The accounts that the logs name as officials, by their ids."""
    ids = {id_ for rows in logs for row in rows for id_ in _officials_in(row)}
    return tuple(sorted(id_ for id_ in ids if id_.isdecimal()))


def _officials_in(row: Row) -> Iterator[str]:
    if (acted := _OFFICIALS.fullmatch(row.columns.actor)) is not None:
        yield acted[2]
    if any(f'"{key}":' in row.columns.data for key in _NAMED):
        data = as_object(parse(row.columns.data))
        for key in _NAMED:
            yield from _ids(data.get(key))


def _ids(value: Json) -> list[str]:
    """One id, or several."""
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str)]
