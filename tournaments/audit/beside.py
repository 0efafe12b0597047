"""What is kept beside a match's log and cannot be made again from it, or saves folding it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

from msgspec.json import decode

from engine.errors import EngineError
from engine.hashing import Json, parse
from engine.record import Row
from engine.trailer import parse_trailer, proved
from engine.wall import commitment, entropy_digest, make_chain
from tables import folds
from tables.cases.models import CaseText
from tables.cases.texts import digest_of
from tables.events.drivers import run
from tables.events.snapshots import FOLD_VERSION, encode
from tables.imports.models import ImportedStream
from tables.imports.services import foreign_until
from tables.models import Snapshot, TableSecret
from tables.projections.court import TYPES
from tables.selectors import state_at
from tournaments.audit.faults import Fault, What


def secret_faults(pk: UUID, opened: Mapping[str, Json], rows: list[Row]) -> Iterator[Fault]:
    """The seed of the walls against its commitment, and what built-in players contribute."""
    secret = TableSecret.objects.filter(table=pk).first()
    if secret is None:
        yield Fault(pk, What.SECRET, "the table's secret is gone")
        return
    if _is_wrong(pk, bytes(secret.seed), opened.get("commitment") or ""):
        yield Fault(pk, What.SECRET, "the seed is not the one committed to in event 1", 1)
    for row in rows:
        if row.columns.type == "EntropyCommitted":
            yield from _entropy_faults(pk, secret.entropy, row)


def _is_wrong(pk: UUID, seed: bytes, published: Json) -> bool:
    """A match with real tiles has no walls, and one of another site came without its seed."""
    if not seed:
        return published != "" and not foreign_until(pk)
    return published != commitment(make_chain(seed)[0])


def _entropy_faults(pk: UUID, kept: Mapping[str, str], row: Row) -> Iterator[Fault]:
    data = parse(row.columns.data)
    if not isinstance(data, Mapping):
        return
    place, seq = data.get("place"), row.columns.seq
    entropy = kept.get(str(place))
    if entropy is None:
        if row.columns.actor.startswith("bot:") and not foreign_until(pk):
            yield Fault(pk, What.SECRET, f"place {place}'s contribution is gone", seq)
    elif _digest(entropy) != data.get("digest"):
        detail = f"place {place}'s contribution is not the one committed to in event {seq}"
        yield Fault(pk, What.SECRET, detail, seq)


def _digest(entropy: str) -> str | None:
    try:
        return entropy_digest(entropy)
    except ValueError:
        return None


def brought_faults(pk: UUID, rows: list[Row]) -> Iterator[Fault]:
    """A log of another site against the checkpoint of that site in which it was signed."""
    brought = ImportedStream.objects.filter(stream=pk).exclude(trailer="").first()
    if brought is None:
        return
    try:
        proved(parse_trailer(brought.trailer.encode()), str(pk), [row.hash for row in rows])
    except EngineError as problem:
        detail = f"what proves it to be the log of another site does not: {problem.message}"
        yield Fault(pk, What.SIGNED, detail, brought.version, "wrong_path")


def text_faults(pk: UUID, rows: list[Row]) -> Iterator[Fault]:
    """Every text of a dispute against the digest that stands for it in the log."""
    wanted = dict(_digests(rows))
    kept = {row.digest: row for row in CaseText.objects.filter(digest__in=wanted)}
    for digest, row in wanted.items():
        where = f"event {row.columns.seq} {row.columns.type}"
        text = kept.get(digest)
        if text is None:
            detail = f"the text of {where} is gone"
            yield Fault(pk, What.TEXT, detail, row.columns.seq, "missing_text")
        elif digest_of(bytes(text.salt), text.text) != digest:
            detail = f"the text of {where} is not the one that was written"
            yield Fault(pk, What.TEXT, detail, row.columns.seq, "wrong_text")


def _digests(rows: list[Row]) -> Iterator[tuple[str, Row]]:
    for row in rows:
        if row.columns.type in TYPES:
            data = parse(row.columns.data)
            digest = data.get("text") if isinstance(data, Mapping) else None
            if isinstance(digest, str) and digest:
                yield digest, row


def snapshot_faults(pk: UUID, rows: list[Row]) -> list[Fault]:
    """Kept folds against the fold of the log; a process that begins with one believes it."""
    kept = list(Snapshot.objects.filter(table=pk, fold_version=FOLD_VERSION).order_by("version"))
    if not kept:
        return []
    try:
        log = run(folds.read(pk, 0))
        return [
            Fault(pk, What.SNAPSHOT, f"the fold of {one.version} events is another", one.version)
            for one in kept
            if one.version > len(log)
            or decode(bytes(one.state)) != decode(encode(state_at(log, one.version)))
        ]
    except Exception as problem:
        # The log itself cannot be read: that is said where it is proved.
        return [Fault(pk, What.SNAPSHOT, f"cannot be compared: {type(problem).__name__}")]
