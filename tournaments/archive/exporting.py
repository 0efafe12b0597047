"""Making the archive of an event that is over: everything its pages, results and disputes rest on.

Reads alone, one match at a time, into a temporary file: memory does not grow with what was played.
What an archive holds, and what it never holds, is in docs/archives.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import BinaryIO, Final

from django.db import connection, transaction

from engine.archive.checking import LOG, TEXTS, record_name
from engine.archive.container import SUFFIX, Packer
from engine.archive.derived import derived_files
from engine.archive.event_log import Told, log_bytes, told_by
from engine.archive.extracts import Extract, extract_of
from engine.archive.looks import looks_name
from engine.archive.manifest import NAME as MANIFEST
from engine.archive.manifest import Listed, Manifest, listed_as
from engine.archive.seals import checkpoint_bytes, checkpoint_name
from engine.archive.texts import texts_bytes
from engine.archive.vouched import ABOUT, About, about_bytes
from engine.hashing import digest
from engine.looks import accounts_in, looks_bytes
from engine.record import Row, record_bytes
from tables.models import Table as Match
from tables.review.looks import looks_logged
from tables.selectors import log_rows, record_parts
from tournaments.archive.case_texts import texts_kept
from tournaments.archive.freshness import official_names, rests_on
from tournaments.archive.regulations import LANGUAGES, regulations_text
from tournaments.archive.sealing import Log, OurSeal, Sealer, logs_of, seal_brought
from tournaments.archive.steps import Steps, Watch, unwatched
from tournaments.domain.refusals import refuse
from tournaments.exports.files import file_name
from tournaments.models import Tournament
from tournaments.play.keeping_up import keep_up
from tournaments.selectors import fold_of

OVER: Final = (Tournament.Phase.FINISHED, Tournament.Phase.ARCHIVED)


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive to hand out, in a temporary file that is gone when nobody holds it any more.

    `fingerprint` is the digest of its manifest; `rests_on` and `officials` say what it was made
    from (`archive.freshness`).
    """

    name: str
    file: BinaryIO
    size: int
    fingerprint: str
    rests_on: str
    officials: tuple[str, ...]

    def parts(self, most: int) -> Iterator[bytes]:
        """Its bytes from the first on, so many at a time."""
        self.file.seek(0)
        while part := self.file.read(most):
            yield part

    @property
    def body(self) -> bytes:
        """All of its bytes."""
        return b"".join(self.parts(1 << 20))


def archive_make(
    tournament: Tournament, *, texts: bool = True, watch: Watch = unwatched
) -> Archive:
    """The archive of an event; without `texts` the words of cases are left out, not their digests.

    One that came from another site is made as it came, signature included, as long as nothing of
    it has changed. `watch` hears how many steps of how many are done. Refuses `not_over` before the
    event is finished, `match_running` while a table of it is played.
    """
    tournament.refresh_from_db()
    if tournament.phase in OVER:
        # A ruling of a moment ago reaches the event's log first, then all of it is signed.
        keep_up(tournament.pk)
        tournament.refresh_from_db()
    brought = seal_brought(tournament)
    if brought is not None and (made := _at_one_moment(tournament, texts, watch, brought)):
        return made
    ours = OurSeal()
    if tournament.phase in OVER:
        ours.seal(logs_of(tournament))
    made = _at_one_moment(tournament, texts, watch, ours)
    assert made is not None, "what we sign is signed"
    return made


def _at_one_moment(
    tournament: Tournament, texts: bool, watch: Watch, sealer: Sealer
) -> Archive | None:
    """None where the seal does not hold."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        tournament.refresh_from_db()
        if tournament.phase not in OVER:
            refuse("not_over", "the archive of an event is made when it is over")
        return Making(tournament, texts, watch, sealer).made()


@dataclass(slots=True)
class Kept:
    """What is kept of the logs that are in: a few lines of each, and who looked."""

    looked: set[str] = field(default_factory=set)
    extracts: dict[str, Extract] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    checkpoints: dict[str, bytes] = field(default_factory=dict)


class Making:
    """One archive while it is made: logs first, then what follows from them, the manifest last."""

    def __init__(self, tournament: Tournament, texts: bool, watch: Watch, sealer: Sealer) -> None:
        self._tournament, self._texts, self._sealer = tournament, texts, sealer
        self._rows = log_rows(tournament.pk)
        self._told: Told = told_by(self._rows)
        self._steps = Steps(watch, len(self._told.opened))
        self._file = TemporaryFile()  # noqa: SIM115  # whoever gets the archive closes it
        self._packer = Packer(self._file)
        self._listed: dict[str, Listed] = {}
        self._kept = Kept()

    def made(self) -> Archive | None:
        """The archive, or None where the seal does not hold."""
        matches = self._over()
        self._looks(matches)
        self._records(matches)
        self._add_log(LOG, Log(self._tournament.pk, len(self._rows)), self._log())
        officials = self._officials()
        for name, data in sorted(self._rest(officials).items()):
            self._add(name, data)
        policy = "all" if self._texts else "none"
        left_out = tuple(self._kept.left_out)
        listing = Manifest(self._told.tournament, policy, left_out, self._listed)
        signed = self._sealer.signed(listing)
        if not signed.is_signed:
            self._file.close()
            return None
        self._add(MANIFEST, signed.as_bytes())
        self._packer.close()
        self._steps.finish()
        return self._archive(digest(signed.as_bytes()), officials)

    def _over(self) -> dict[str, Match]:
        """All matches that are over, in the order of their files; those are named that were dropped
        before they were."""
        found = {str(one.pk): one for one in Match.objects.filter(pk__in=list(self._told.opened))}
        over = {}
        for match, at in sorted(self._told.opened.items()):
            table = found.get(match)
            if table is not None and table.ended_at is not None:
                over[match] = table
            elif match in self._told.unlinked:
                self._kept.left_out.append(match)
            else:
                refuse("match_running", f"the match of {at} is still being played", "table")
        return over

    def _looks(self, matches: Mapping[str, Match]) -> None:
        """The access logs of those tables that have one."""
        logs = looks_logged(one.pk for one in matches.values())
        for table, rows in sorted((str(table), rows) for table, rows in logs.items()):
            self._kept.looked |= accounts_in(rows)
            log = Log(matches[table].pk, len(rows), "looks")
            self._add_log(looks_name(table), log, looks_bytes(table, rows))

    def _records(self, matches: Mapping[str, Match]) -> None:
        for match, table in self._steps.each(matches.items()):
            self._record(match, table)

    def _record(self, match: str, table: Match) -> None:
        header, rows = record_parts(table)
        self._kept.extracts[match] = extract_of(rows)
        self._add_log(record_name(match), Log(table.pk, len(rows)), record_bytes(header, rows))

    def _log(self) -> bytes:
        return log_bytes(self._told.tournament, self._rows)

    def _add_log(self, name: str, log: Log, data: bytes) -> None:
        """A log with its trailer where there is one, whose checkpoint is kept for later."""
        trailer = self._sealer.trailer(log)
        if trailer is not None:
            data += f"{trailer.text()}\n".encode()
            checkpoint = trailer.checkpoint
            self._kept.checkpoints[checkpoint_name(checkpoint)] = checkpoint_bytes(checkpoint)
        self._add(name, data)

    def _add(self, name: str, data: bytes) -> None:
        self._packer.add(name, data)
        if name != MANIFEST:
            self._listed[name] = listed_as(data)

    def _officials(self) -> tuple[str, ...]:
        """The accounts that the logs name as officials, or that looked, by their ids."""
        named = {id_ for one in self._extracts() for id_ in one.officials}
        return tuple(sorted(named | self._kept.looked))

    def _extracts(self) -> list[Extract]:
        return [extract_of(self._rows), *self._kept.extracts.values()]

    def _rest(self, officials: Iterable[str]) -> dict[str, bytes]:
        """All files that are no logs."""
        court: dict[str, tuple[Row, ...]] = {
            match: one.court for match, one in self._kept.extracts.items()
        }
        files = derived_files(self._told, self._rows, court) | self._kept.checkpoints
        state = fold_of(self._tournament).state
        for language in LANGUAGES:
            files[f"regulations/{language}.txt"] = regulations_text(state, language)
        named = {said for one in self._extracts() for said in one.texts}
        files[TEXTS] = texts_bytes(texts_kept(named) if self._texts else ())
        files[ABOUT] = about(self._tournament, officials)
        return files

    def _archive(self, fingerprint: str, officials: tuple[str, ...]) -> Archive:
        state = fold_of(self._tournament).state
        name = file_name(state, "archive", "x").removesuffix(".x") + SUFFIX
        rests = rests_on(self._tournament, texts=self._texts, officials=officials)
        size = self._file.seek(0, 2)
        return Archive(name, self._file, size, fingerprint, rests, officials)


def about(tournament: Tournament, officials: Iterable[str]) -> bytes:
    """The club, and the names of those who acted as officials: no addresses, no accounts."""
    club = tournament.club
    told = {
        "slug": club.slug,
        "name": club.name,
        "place": club.place,
        "description": club.description,
    }
    names = official_names(tournament.pk, officials)
    return about_bytes(str(tournament.pk), About(told, names))
