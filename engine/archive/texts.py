"""The texts of cases: each proves itself by the digest that stands in the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from engine.archive.report import Fault
from engine.errors import EngineError
from engine.hashing import canonical_data, digest, is_digest, parse
from engine.play.fields import exactly
from engine.record import Row

SALT_BYTES: Final = 16


class SaltedText(NamedTuple):
    """A text with the salt that its digest was made with."""

    digest: str
    salt: bytes
    text: str


def texts_bytes(texts: Iterable[SaltedText]) -> bytes:
    """Texts as a file: an object a line, in the order of their digests."""
    lines = [
        canonical_data({"digest": one.digest, "salt": one.salt.hex(), "text": one.text})
        for one in sorted(set(texts))
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def digests_in(lines: Iterable[tuple[int, Row]]) -> dict[str, int]:
    """The digests of texts in numbered lines of a log, each with the first one that names it."""
    found: dict[str, int] = {}
    for line, row in lines:
        if '"text":"' not in row.columns.data:
            continue
        data = parse(row.columns.data)
        text = data.get("text") if isinstance(data, Mapping) else None
        if isinstance(text, str) and is_digest(text):
            found.setdefault(text, line)
    return found


_UNFIT: Final = "the salt is hexadecimal, and the text is UTF-8"


def read_texts(data: bytes) -> list[SaltedText]:
    """The texts of a file. Raises EngineError, whose `field` is the line."""
    lines = data.decode(errors="surrogateescape").split("\n")
    if lines.pop() != "":
        raise EngineError("cut_line", "the last line has no line feed", str(len(lines) + 1))
    return [_read(line, number) for number, line in enumerate(lines, start=1)]


def _read(line: str, number: int) -> SaltedText:
    try:
        fields = exactly(parse(line), "digest", "salt", "text")
        said, salt, text = fields["digest"], fields["salt"], fields["text"]
        if not (isinstance(said, str) and isinstance(salt, str) and isinstance(text, str)):
            raise EngineError("bad_text", "digest, salt and text are texts")
        raw = bytes.fromhex(salt)
        if digest(raw + text.encode()) != said or len(raw) != SALT_BYTES:
            raise EngineError("wrong_text", "this is not the text that was written then")
    except (EngineError, ValueError) as error:
        problem = error if isinstance(error, EngineError) else EngineError("bad_text", _UNFIT)
        raise EngineError(problem.code, problem.message, str(number)) from error
    found = SaltedText(said, raw, text)
    if texts_bytes([found]) != f"{line}\n".encode(errors="surrogateescape"):
        raise EngineError("not_canonical", "the line is not in canonical form", str(number))
    return found


def text_faults(
    file: str, data: bytes, policy: str, logs: Mapping[str, Mapping[str, int]]
) -> Iterator[Fault]:
    """Texts that are not what was written, that no log names, or that are missing. `logs`: of each
    the digests, with the first line that names it."""
    try:
        texts = read_texts(data)
    except EngineError as error:
        yield Fault(file, int(error.field or 0) or None, error.code, error.message)
        return
    named: dict[str, tuple[str, int]] = {}
    for log, digests in sorted(logs.items()):
        for said, line in digests.items():
            named.setdefault(said, (log, line))
    have = {one.digest for one in texts}
    for number, one in enumerate(texts, start=1):
        if one.digest not in named:
            yield Fault(file, number, "unknown_text", "no log names this text")
    if policy == "all":
        for said in sorted(named.keys() - have):
            log, line = named[said]
            yield Fault(log, line, "missing_text", f"the text {said[:12]}… is not in the archive")
