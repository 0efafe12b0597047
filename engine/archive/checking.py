"""Proving an archive: that it is whole, and that its files say the same as its logs.

Owns the order of the proof. Records are proved by `engine.verify`; what follows from the logs is
made again by `derived` and compared. Whoever calls says how records are proved (one after the
other, or several at a time) and hears how far the proof is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from engine.archive import derived, event_log, looks, manifest
from engine.archive.container import ArchiveRefused, Container, Source
from engine.archive.event_log import Told, told_by
from engine.archive.manifest import Listed, Manifest, listed_as
from engine.archive.matches import Match, match_faults
from engine.archive.officials import officials_in
from engine.archive.records import Proved, Prover, prove_record
from engine.archive.report import ArchiveReport, Fault, fault_of, refused
from engine.archive.seals import CHECKPOINTS, Seals
from engine.archive.texts import digests_in, text_faults
from engine.archive.vouched import ABOUT, REGULATION_TEXTS, about_faults, regulation_faults
from engine.checkpoints import Checkpoint
from engine.errors import EngineError
from engine.hashing import digest
from engine.loading import Loaded, load
from engine.looks import accounts_in, load_looks, stream_of
from engine.record import SUFFIX as RECORD_SUFFIX
from engine.record import Row
from engine.trailer import TrailerFails, parted

LOG: Final = "tournament.jsonl"
RECORDS: Final = "records/"
TEXTS: Final = "texts.jsonl"
ALWAYS: Final = (
    LOG, ABOUT, TEXTS, derived.TABLES, derived.REGULATIONS, derived.PEOPLE, derived.RULINGS,
    *REGULATION_TEXTS,
)  # fmt: skip
"""What every archive holds beside its manifest."""

Watch: TypeAlias = Callable[[int, int, str], None]
"""Told how many bytes of how many are proved, and which file is next."""


def unwatched(_done: int, _all: int, _file: str) -> None:
    """Nobody wants to hear how far the proof is."""


def verify_archive(
    source: Source,
    *,
    watch: Watch = unwatched,
    prover: Prover = map,
    checkpoint: Checkpoint | None = None,
    key: str | None = None,
) -> ArchiveReport:
    """The report on an archive; never raises.

    With a checkpoint it has to be one of those in the archive; with a key (32 bytes in hexadecimal)
    its owner has to have signed all of it.
    """
    report = ArchiveReport()
    try:
        proof = Proof(Container(source), report, watch, key)
        proof.run(prover)
        proof.require(checkpoint)
    except ArchiveRefused as error:
        report.add(refused(error))
    return report


def proved_archive(
    source: Source, *, watch: Watch = unwatched, prover: Prover = map, key: str | None = None
) -> Proof:
    """An archive that holds, for whoever takes it in; with `key` its owner has to have signed it.

    Raises ArchiveFails with the report if anything does not hold.
    """
    report = ArchiveReport()
    try:
        proof = Proof(Container(source), report, watch, key)
        proof.run(prover)
    except ArchiveRefused as error:
        report.add(refused(error))
    if not report.ok:
        raise ArchiveFails(report)
    return proof


class ArchiveFails(EngineError):
    """An archive that does not prove itself; `report` says in what."""

    def __init__(self, report: ArchiveReport) -> None:
        super().__init__("archive_fails", f"the archive does not hold: {report.faults[0]}")
        self.report = report


def record_name(match: str) -> str:
    """The file of a match's record."""
    return f"{RECORDS}{match}{RECORD_SUFFIX}"


class Proof:
    """One archive while it is proved: what its files told, and those that are no records.

    Of records a few lines are kept, so that memory does not grow with what was played.
    """

    def __init__(
        self, container: Container, report: ArchiveReport, watch: Watch, key: str | None = None
    ) -> None:
        """Raises ArchiveRefused if there is no manifest that can be read."""
        self.report = report
        self.trailers: dict[str, bytes] = {}
        self.told = Told()
        self.rows: tuple[Row, ...] = ()
        self.matches: dict[str, Match] = {}
        self._container, self._watch = container, watch
        if manifest.NAME not in container.names:
            raise ArchiveRefused("no_manifest", "an archive has a manifest.json", manifest.NAME)
        data = container.read(manifest.NAME)
        report.fingerprint = digest(data)
        self.manifest: Manifest = manifest.read_manifest(data)
        report.tournament, report.signer = self.manifest.tournament, self.manifest.key
        report.asked = key
        self._seals = Seals(key, self.manifest.key)
        self.looked: set[str] = set()
        self.files: dict[str, bytes] = {}
        self._records: list[str] = []

    def run(self, prover: Prover) -> None:
        """All of the proof; faults go into the report."""
        self._prove_manifest()
        self._read_files()
        self._read_log()
        self._prove_records(prover)
        self._prove_looks()
        self._compare_derived()
        self._prove_rest()

    def _prove_manifest(self) -> None:
        """It is signed by the key it names, and that is the one that was asked for."""
        found, asked = self.manifest, self._seals.key
        if found.schema == manifest.UNSIGNED:
            if asked is not None:
                message = "an archive of this older form does not say who signed its manifest"
                self._fault(manifest.NAME, "no_signature", message)
            return
        if not found.is_signed:
            message = "the manifest is not signed by the key it names"
            self._fault(manifest.NAME, "wrong_signature", message, 1)
        if asked is not None and found.key != asked:
            self._fault(manifest.NAME, "wrong_key", f"the manifest names the key {found.key}", 1)

    def _read_files(self) -> None:
        """Every file as it is listed, none missing, none beside them; records come later."""
        present = set(self._container.names) - {manifest.NAME}
        for name in sorted(self.manifest.files.keys() - present):
            self._fault(name, "missing_file", "the manifest lists it, and it is not there")
        for name in sorted(present - self.manifest.files.keys()):
            self._fault(name, "unlisted_file", "the manifest does not list it")
        for name in ALWAYS:
            if name not in self.manifest.files:
                self._fault(name, "missing_file", "every archive has this file")
        there = sorted(present & self.manifest.files.keys())
        self._records = [name for name in there if name.startswith(RECORDS)]
        for name in there:
            if not name.startswith(RECORDS) and (data := self._read(name)) is not None:
                self.files[name] = data
                self._compare_listed(name, listed_as(data))

    def _read(self, name: str) -> bytes | None:
        try:
            return self._container.read(name)
        except ArchiveRefused as error:
            self.report.add(refused(error))
            return None

    def _compare_listed(self, name: str, found: Listed) -> None:
        self.report.counts["files"] += 1
        self.report.counts["bytes"] += found.bytes
        if found != self.manifest.files[name]:
            self._fault(name, "wrong_checksum", "it is not the file that the manifest lists")

    def _read_log(self) -> None:
        data, trailer = parted(self.files.get(LOG, b""))
        loaded = load(data, event_log.FORMAT)
        if LOG in self.files:
            self._seal(LOG, trailer, loaded, str(loaded.header.get("tournament")))
        self.rows = loaded.rows
        self.told = told_by(loaded.rows)
        self._of_log(loaded)
        self.report.name = self.told.name
        self.report.head = str(loaded.header.get("head", ""))
        self.report.counts["log_events"] = len(loaded.rows)
        if LOG in self.files and self.told.phase not in event_log.OVER:
            self._fault(LOG, "not_over", "the event of this archive is not over")
        if (problem := event_log.seed_problem(self.told)) is not None:
            self._fault(LOG, "wrong_secret", problem)

    def _of_log(self, loaded: Loaded) -> None:
        for problem in (loaded.problem, self.told.problem):
            if problem and LOG in self.files:
                self.report.add(fault_of(LOG, problem))
        named = {loaded.header.get("tournament"), self.told.tournament, self.manifest.tournament}
        if LOG in self.files and len(named) > 1:
            self._fault(LOG, "wrong_header", "log and manifest are not of one tournament", 1)

    def _prove_records(self, prover: Prover) -> None:
        total = sum(map(self._container.size, self._records))
        names: deque[str] = deque()
        done = 0
        for proved in prover(partial(prove_record, key=self._seals.key), self._record_data(names)):
            name = names.popleft()
            self._watch(done, total, name)
            done += proved.listed.bytes
            self._keep(name, proved)
        self._watch(total, total, "")
        left_out = frozenset(self.manifest.left_out)
        for fault in match_faults(self.told, self.matches, left_out, self.report.counts):
            self.report.add(fault)

    def _record_data(self, names: deque[str]) -> Iterator[bytes]:
        """The records that can be read, one at a time, each name told before."""
        for name in self._records:
            if (data := self._read(name)) is not None:
                names.append(name)
                yield data

    def _keep(self, name: str, proved: Proved) -> None:
        self._compare_listed(name, proved.listed)
        if proved.trailer is not None:
            self.trailers[name] = proved.trailer
        for problem in proved.report.problems:
            self.report.add(fault_of(name, problem))
        if proved.trailer is None and self._seals.wants_trailers:
            self._fault(name, "no_trailer", "the record does not say where it was signed")
        self._seals.add(proved.report.signed, proved.report.events)
        match = str(proved.header.get("match", ""))
        if name != record_name(match):
            self._fault(name, "wrong_name", "the record is of another match", 1)
            match = name.removeprefix(RECORDS).removesuffix(RECORD_SUFFIX)
        self.matches[match] = Match(name, proved.header, proved.report, proved.extract)
        counts = self.report.counts
        counts["matches"] += 1
        counts["hands"] += proved.report.hands
        counts["events"] += proved.report.events

    def _prove_looks(self) -> None:
        """The access logs of tables: unbroken, sealed, of matches of this event."""
        for name in sorted(name for name in self.files if name.startswith(looks.FOLDER)):
            body, trailer = parted(self.files[name])
            loaded = load_looks(body)
            table = str(loaded.header.get("table"))
            match = self.matches.get(table)
            if match is None:
                self._fault(name, "unknown_record", "no match of this event was at that table")
            for fault in looks.look_faults(name, loaded, match.proved.hands if match else 0):
                self.report.add(fault)
            self._seal(name, trailer, loaded, stream_of(table))
            self.looked |= accounts_in(loaded.rows)
            self.report.counts["looks"] += len(loaded.rows)

    def record(self, match: str) -> Loaded:
        """The lines of a match of an archive that holds, read once more.

        Raises ArchiveRefused if the archive has changed meanwhile.
        """
        name = self.matches[match].file
        data = self._container.read(name)
        if listed_as(data) != self.manifest.files[name]:
            raise ArchiveRefused("wrong_checksum", "the archive has changed meanwhile", name)
        return load(parted(data)[0])

    def _compare_derived(self) -> None:
        """Regulations, people, standings and rulings against what the logs say."""
        records = {match: one.extract.court for match, one in self.matches.items()}
        try:
            expected = derived.derived_files(self.told, self.rows, records)
        except (EngineError, KeyError) as error:
            self._fault(LOG, "bad_data", f"standings in the log cannot be read: {error}")
            return
        for name, data in sorted(expected.items()):
            self._compare(name, data)
        for name in sorted(self.files):
            if name.startswith(derived.STANDINGS) and name not in expected:
                self._fault(name, "not_in_log", "no such standings were published")
        self._compare_vouched()
        self.report.counts["editions"] = len(self.told.editions)
        self.report.counts["rulings"] = max(0, expected[derived.RULINGS].count(b"\n") - 2)

    def _compare_vouched(self) -> None:
        """What the logs say of files that follow from nothing but a signature."""
        officials = officials_in(self.rows) | self.looked
        officials.update(*(one.extract.officials for one in self.matches.values()))
        if ABOUT in self.files:
            for fault in about_faults(self.files[ABOUT], self.told.tournament, officials):
                self.report.add(fault)
        for name in REGULATION_TEXTS:
            if name in self.files:
                for fault in regulation_faults(name, self.files[name], self.told):
                    self.report.add(fault)

    def _compare(self, name: str, expected: bytes) -> None:
        found = self.files.get(name)
        if found is None:
            if name not in self.manifest.files:
                self._fault(name, "missing_file", "the log asks for this file")
        elif found != expected:
            line = derived.first_difference(found, expected)
            self._fault(name, "differs_from_log", "this is not what the log says", line)

    def _prove_rest(self) -> None:
        texts = self.files.get(TEXTS, b"")
        named = {one.file: one.extract.texts for one in self.matches.values()}
        named[LOG] = digests_in(enumerate(self.rows, start=2))
        for fault in text_faults(TEXTS, texts, self.manifest.texts, named):
            self.report.add(fault)
        self.report.counts["texts"] = texts.count(b"\n")
        for fault in self._seals.faults(self.files):
            self.report.add(fault)
        self._seals.count(self.report)
        known = self._known()
        for name in sorted(self.files):
            if name not in known:
                self._fault(name, "unknown_file", "archives of this version have no such file")

    def require(self, checkpoint: Checkpoint | None) -> None:
        """A checkpoint kept from then has to be one of those in the archive."""
        if checkpoint is not None and not self._seals.has(checkpoint):
            message = f"checkpoint {checkpoint.number} {checkpoint.code()} is not in the archive"
            self._fault("", "other_checkpoint", message)

    def _seal(self, name: str, trailer: bytes | None, loaded: Loaded, stream: str) -> None:
        """What a trailer proves of the event's log, or looks; `verify` does it for records."""
        if trailer is not None:
            self.trailers[name] = trailer
        hashes = [row.hash for row in loaded.rows]
        try:
            signed = self._seals.proved(trailer, stream, hashes)
        except EngineError as error:
            code = error.code if isinstance(error, TrailerFails) else "bad_trailer"
            self._fault(name, code, error.message, len(hashes) + 2)
        else:
            self._seals.add(signed, len(hashes))

    def _known(self) -> set[str]:
        folders = (RECORDS, looks.FOLDER, derived.STANDINGS, CHECKPOINTS)
        return {*ALWAYS, *(name for name in self.files if name.startswith(folders))}

    def _fault(self, file: str, code: str, message: str, line: int | None = None) -> None:
        self.report.add(Fault(file, line, code, message))
