"""A Merkle tree over the heads of logs: its root, and the proof that one head is in it.

Owns how heads are hashed together (docs/checkpoints.md gives the bytes). Knows nothing of who
signs a root.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from engine.errors import InvalidInput
from engine.hashing import Json, canonical

Level: TypeAlias = "list[bytes]"

_LEAF: Final = b"\0"
_NODE: Final = b"\1"


class Leaf(NamedTuple):
    """The head of one log: its name, the number of its last event, that event's hash (hex)."""

    stream: str
    version: int
    hash: str

    def as_dict(self) -> dict[str, Json]:
        """Its JSON form."""
        return {"stream": self.stream, "version": self.version, "hash": self.hash}

    def digest(self) -> bytes:
        """What stands for it in the tree: told apart from a node by its first byte."""
        return sha256(_LEAF + canonical(self.as_dict()).encode()).digest()


@dataclass(frozen=True, slots=True)
class Tree:
    """Heads in the order of their streams, and the tree above them, from the leaves up."""

    leaves: tuple[Leaf, ...]
    levels: tuple[Level, ...]

    @property
    def root(self) -> str:
        """The digest of all leaves; of none, that of no bytes."""
        return (self.levels[-1][0] if self.leaves else sha256().digest()).hex()

    def index(self, stream: str) -> int | None:
        """Which leaf a stream's head is, from 0; None if it has none."""
        index = bisect_left(self.leaves, stream, key=lambda leaf: leaf.stream)
        found = self.leaves[index : index + 1]
        return index if found and found[0].stream == stream else None

    def path(self, index: int) -> tuple[str, ...]:
        """What a leaf is hashed together with on its way to the root, from the leaf up."""
        found = []
        for level in self.levels[:-1]:
            beside = index ^ 1
            # The last of an odd number goes up as it is.
            if beside < len(level):
                found.append(level[beside].hex())
            index //= 2
        return tuple(found)


def tree_of(leaves: Iterable[Leaf]) -> Tree:
    """The tree over these heads, in any order. Raises InvalidInput if a stream comes twice."""
    ordered = tuple(sorted(leaves))
    if len({leaf.stream for leaf in ordered}) < len(ordered):
        raise InvalidInput("a stream has one head", "leaves")
    levels = [[leaf.digest() for leaf in ordered]]
    while len(levels[-1]) > 1:
        levels.append(_above(levels[-1]))
    return Tree(ordered, tuple(levels))


def _above(level: Level) -> Level:
    pairs = zip(level[::2], level[1::2], strict=False)
    nodes = [_node(left, right) for left, right in pairs]
    return nodes + level[-1:] if len(level) % 2 else nodes


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


def root_from(leaf: Leaf, index: int, size: int, path: Sequence[str]) -> str | None:
    """The root that a leaf and its path lead to in a tree of `size` leaves.

    None if the path does not have the length that its place asks for. The path holds digests.
    """
    if not 0 <= index < size:
        return None
    digest, steps = leaf.digest(), iter(path)
    while size > 1:
        if index ^ 1 < size:
            beside = next(steps, None)
            if beside is None:
                return None
            other = bytes.fromhex(beside)
            digest = _node(other, digest) if index % 2 else _node(digest, other)
        index, size = index // 2, (size + 1) // 2
    return digest.hex() if next(steps, None) is None else None
