"""The trailer of a record: a last line that says in which checkpoint the record was signed.

Owns its form, and what it proves about the events above it. It belongs to the file, not to the
chain: a record is the same match with it and without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.checkpoints import Checkpoint, checkpoint_from, is_signed
from engine.errors import EngineError, InvalidNotation
from engine.hashing import Json, canonical, is_digest, parse
from engine.merkle import Leaf, root_from

_START: Final = b'{"trailer":'
_KEYS: Final = frozenset({"checkpoint", "leaf", "index", "path"})
_LEAF_KEYS: Final = frozenset(Leaf._fields)


@dataclass(frozen=True, slots=True)
class Trailer:
    """A head (`leaf`), its place among those of a checkpoint, and the path to its root."""

    checkpoint: Checkpoint
    leaf: Leaf
    index: int
    path: tuple[str, ...]

    def text(self) -> str:
        """Its line, without the line feed."""
        inside: dict[str, Json] = {
            "checkpoint": self.checkpoint.as_dict(),
            "leaf": self.leaf.as_dict(),
            "index": self.index,
            "path": list(self.path),
        }
        return canonical({"trailer": inside})


class TrailerFails(EngineError):
    """What a trailer claims does not hold."""


@dataclass(frozen=True, slots=True)
class Signed:
    """What a trailer proves: the first `events` events stood like this when it was signed."""

    events: int
    checkpoint: Checkpoint

    def as_dict(self) -> dict[str, Json]:
        """Its JSON form."""
        found = self.checkpoint
        return {
            "events": self.events,
            "checkpoint": found.number,
            "at": found.at,
            "code": found.code(),
            "digest": found.digest(),
            "key": found.key,
        }


def parted(data: bytes) -> tuple[bytes, bytes | None]:
    """A record's file without its trailer, and the trailer's line without its line feed."""
    start = data.rfind(b"\n", 0, len(data) - 1) + 1
    if start == 0 or not data.startswith(_START, start):
        return data, None
    return data[:start], data[start:].removesuffix(b"\n")


def parse_trailer(line: bytes) -> Trailer:
    """A trailer from its line. Raises InvalidNotation."""
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise InvalidNotation("the trailer is not UTF-8") from error
    value = parse(text)
    inside = value.get("trailer") if isinstance(value, Mapping) else None
    if not isinstance(inside, Mapping) or inside.keys() != _KEYS:
        raise InvalidNotation("a trailer has a checkpoint, a leaf, an index and a path")
    checkpoint, index, path = inside["checkpoint"], inside["index"], inside["path"]
    if not isinstance(checkpoint, Mapping) or type(index) is not int:
        raise InvalidNotation("the trailer's parts do not have the form they must have")
    found = Trailer(checkpoint_from(checkpoint), _leaf(inside["leaf"]), index, _path(path))
    if found.text() != text:
        raise InvalidNotation("the trailer is not in canonical form")
    return found


def _leaf(value: Json) -> Leaf:
    if not isinstance(value, Mapping) or value.keys() != _LEAF_KEYS:
        raise InvalidNotation("a leaf has a stream, a version and a hash")
    stream, version, hash_ = value["stream"], value["version"], value["hash"]
    if not isinstance(stream, str) or type(version) is not int or not isinstance(hash_, str):
        raise InvalidNotation("the leaf's parts do not have the form they must have")
    return Leaf(stream, version, hash_)


def _path(value: Json) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise InvalidNotation("a path is a list of digests")
    found = [step for step in value if isinstance(step, str) and is_digest(step)]
    if len(found) != len(value):
        raise InvalidNotation("a path is a list of digests")
    return tuple(found)


def proved(
    trailer: Trailer,
    stream: str,
    hashes: Sequence[str],
    *,
    checkpoint: Checkpoint | None = None,
    key: str | None = None,
) -> Signed:
    """What a trailer proves of a log whose events have these hashes, in their order.

    The checkpoint may be given, and the key that has to have signed it; without them it is the
    trailer's own word. Raises TrailerFails.
    """
    against, leaf = checkpoint or trailer.checkpoint, trailer.leaf
    if against != trailer.checkpoint:
        _fail("other_checkpoint", _other(trailer.checkpoint, against))
    if key is not None and against.key != key:
        _fail("wrong_key", f"checkpoint {against.number} names the key {against.key}")
    if not is_signed(against):
        _fail("wrong_signature", f"checkpoint {against.number} is not signed by the key it names")
    if leaf.stream != stream:
        _fail("other_stream", f"the trailer is that of {leaf.stream}")
    if not 1 <= leaf.version <= len(hashes):
        _fail("cut_short", f"{leaf.version} events were signed, here are {len(hashes)}")
    if hashes[leaf.version - 1] != leaf.hash:
        _fail("not_as_signed", f"event {leaf.version} is not the one that was signed")
    if root_from(leaf, trailer.index, against.size, trailer.path) != against.root:
        _fail("wrong_path", "the path does not lead to the checkpoint's root")
    return Signed(leaf.version, against)


def _other(found: Checkpoint, wanted: Checkpoint) -> str:
    if found.number == wanted.number:
        return f"the trailer holds another checkpoint {found.number} than the one given"
    return f"the trailer is for checkpoint {found.number}, not {wanted.number}"


def _fail(code: str, message: str) -> None:
    raise TrailerFails(code, message)
