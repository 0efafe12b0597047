"""The checkpoints of an archive, and which of its logs they seal.

Owns what an archive adds to `engine.checkpoints` and `engine.trailer`: that every checkpoint that
a trailer names lies beside it, and is signed by whoever signed the manifest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine import trailer
from engine.archive.report import ArchiveReport, Fault
from engine.checkpoints import SUFFIX, Checkpoint, is_signed, parse_checkpoint
from engine.errors import EngineError
from engine.trailer import Signed, TrailerFails, parse_trailer

CHECKPOINTS: Final = "checkpoints/"


def checkpoint_name(checkpoint: Checkpoint) -> str:
    """The file of a checkpoint: its number, and its code because two sites count alike."""
    return f"{CHECKPOINTS}{checkpoint.number}-{checkpoint.code()}{SUFFIX}"


def checkpoint_bytes(checkpoint: Checkpoint) -> bytes:
    """A checkpoint as a file."""
    return f"{checkpoint.text()}\n".encode()


class Seals:
    """What the trailers of an archive prove. With `key` its owner has to have signed all; `signer`
    is who signed the manifest, "" for nobody: then a log may be without a trailer."""

    def __init__(self, key: str | None, signer: str) -> None:
        self.key: Final = key
        self._signer: Final = signer
        self._named: dict[str, Checkpoint] = {}
        self._sealed = 0

    def proved(self, line: bytes | None, stream: str, hashes: Sequence[str]) -> Signed | None:
        """What a log's trailer proves; None where it has none and needs none.

        Raises EngineError, a TrailerFails for what it claims and does not hold.
        """
        if line is None:
            if self.key is None and not self.wants_trailers:
                return None
            message = "the log does not say in which checkpoint it was signed"
            raise TrailerFails("no_trailer", message)
        return trailer.proved(parse_trailer(line), stream, hashes, key=self.key)

    @property
    def wants_trailers(self) -> bool:
        """Whether each log needs one, also where no key is asked for."""
        return bool(self._signer)

    def add(self, signed: Signed | None, events: int) -> None:
        """A log whose trailer holds."""
        if signed is not None:
            self._named.setdefault(checkpoint_name(signed.checkpoint), signed.checkpoint)
            self._sealed += signed.events == events

    def has(self, checkpoint: Checkpoint) -> bool:
        """Whether a log of the archive is in this checkpoint."""
        return checkpoint in self._named.values()

    def faults(self, files: Mapping[str, bytes]) -> Iterator[Fault]:
        """Checkpoints that are not what they should be, or not there."""
        for name in sorted(self._named.keys() - files.keys()):
            yield Fault(name, None, "missing_checkpoint", "a log of the archive is in it")
        for name, one in sorted(self._named.items()):
            if self._signer and one.key != self._signer:
                message = f"{one.key} signed it, and {self._signer} the manifest"
                yield Fault(name, None, "other_signer", message)
        for name in sorted(name for name in files if name.startswith(CHECKPOINTS)):
            yield from _problems(name, files[name])

    def count(self, report: ArchiveReport) -> None:
        """Tell the report how many there are, and whose they are."""
        report.counts["checkpoints"] = len(self._named)
        report.counts["sealed"] = self._sealed
        report.keys = tuple(sorted({one.key for one in self._named.values()}))


def _problems(name: str, data: bytes) -> Iterator[Fault]:
    try:
        found = parse_checkpoint(data)
    except EngineError as error:
        yield Fault(name, 1, "bad_checkpoint", error.message)
        return
    if not is_signed(found):
        yield Fault(name, 1, "wrong_signature", "it is not signed by the key it names")
    if name != checkpoint_name(found):
        yield Fault(name, 1, "wrong_name", f"this is checkpoint {found.number}")
