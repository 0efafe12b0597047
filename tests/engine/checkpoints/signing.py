"""Records with trailers, for tests."""

from __future__ import annotations

import json

from engine.checkpoints import FIRST_PREVIOUS, Checkpoint, signed
from engine.merkle import Leaf, tree_of
from engine.trailer import Trailer

PRIVATE = "11" * 32


def leaf_of(record: bytes, events: int | None = None) -> Leaf:
    """The head of a record, or that of its first events."""
    lines = record.decode().splitlines()
    row = json.loads(lines[-1 if events is None else events])
    return Leaf(json.loads(lines[0])["match"], row["seq"], row["hash"])


def checkpoint_over(*leaves: Leaf, number: int = 1, private: str = PRIVATE) -> Checkpoint:
    return signed(
        private,
        number=number,
        at="2026-11-30T15:00:00.000Z",
        size=len(leaves),
        root=tree_of(leaves).root,
        previous=FIRST_PREVIOUS,
    )


def trailer_of(leaf: Leaf, *others: Leaf, number: int = 1, private: str = PRIVATE) -> Trailer:
    """The trailer of a head, from a checkpoint over it and others."""
    tree = tree_of((leaf, *others))
    index = tree.index(leaf.stream)
    made = checkpoint_over(leaf, *others, number=number, private=private)
    return Trailer(made, leaf, index, tree.path(index))


OTHERS = tuple(Leaf(f"other {n}", 7, f"{n:064x}") for n in range(4))


def with_trailer(record: bytes, trailer: Trailer | None = None) -> bytes:
    found = trailer or trailer_of(leaf_of(record), *OTHERS)
    return record + found.text().encode() + b"\n"
