"""The wall 牌墙: committed to before the match, decided by all, provable after each hand.

Owns the chain of secrets, the seats' contributions and the shuffle. Must not
know the rules of play, nor where secrets come from: they arrive as arguments.
All digests, secrets and contributions are 32 bytes, written as 64 lower-case
hexadecimal digits. docs/record-format.md gives every byte with test vectors.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from operator import mod
from struct import unpack

CHAIN_LENGTH = 1024
"""Hands that one commitment covers."""

TILES = 136
KINDS = 34

_ABSENT = bytes(32)
_STAND_IN = b"zjr-1 stand-in"
_TRANSCRIPT = b"zjr-1 transcript"
_FIRST_DEALER = b"zjr-1 first dealer"
_WALL = b"zjr-1 wall"
_WILDS = b"zjr-1 wilds"


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _framed(*fields: bytes) -> bytes:
    """Fields joined so that none can run into the next: a 4-byte length before each."""
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


@lru_cache(maxsize=32)
def make_chain(seed: bytes, length: int = CHAIN_LENGTH) -> tuple[str, ...]:
    """The secrets s_0 … s_length of a match: s_length is SHA-256(seed), s_(i-1) is SHA-256(s_i).

    s_0 draws the first dealer; s_i serves hand i. Opening s_i tells nothing
    of s_(i+1). Kept for the seeds used last, so indexing the result is cheap.
    """
    sha256, secret = hashlib.sha256, _sha256(seed)
    secrets = [secret.hex()]
    for _ in range(length):
        secret = sha256(secret).digest()
        secrets.append(secret.hex())
    return tuple(reversed(secrets))


def commitment(secret0: str) -> str:
    """What is published before the match: SHA-256(s_0). It binds every later secret."""
    return entropy_digest(secret0)


def entropy_digest(entropy: str) -> str:
    """What a seat publishes before it opens its contribution."""
    return _sha256(bytes.fromhex(entropy)).hex()


def next_secret_ok(previous: str, secret: str) -> bool:
    """Whether `secret` is the one that the commitment, or the secret before, promised."""
    return entropy_digest(secret) == previous


def stand_in(published: str, digests: Sequence[str | None], place: int) -> str:
    """The contribution counted for a place that did not commit or did not open.

    It follows from what was published already, so staying away gives nobody
    a second shuffle.
    """
    fields = [_bytes_or_absent(digest) for digest in digests]
    return _sha256(_framed(_STAND_IN, bytes.fromhex(published), *fields, bytes([place]))).hex()


def transcript(
    match: str, published: str, digests: Sequence[str | None], entropies: Sequence[str | None]
) -> str:
    """The digest of everything that was contributed to the walls of a match.

    `digests` and `entropies` go by place; None where a place missed. Opened
    contributions must already have been checked against their digests.
    """
    contributions = [
        bytes.fromhex(entropy or stand_in(published, digests, place))
        for place, entropy in enumerate(entropies)
    ]
    fields = [_bytes_or_absent(digest) for digest in digests]
    framed = _framed(_TRANSCRIPT, match.encode(), bytes.fromhex(published), *fields, *contributions)
    return _sha256(framed).hex()


def _bytes_or_absent(digest: str | None) -> bytes:
    return bytes.fromhex(digest) if digest else _ABSENT


def first_dealer(secret0: str, match: str, transcript_: str) -> int:
    """The place that deals first (Z1)."""
    return _Draws(_key(secret0, _FIRST_DEALER, match, 0, transcript_)).below(4)


@lru_cache(maxsize=64)
def deal_order(secret: str, match: str, hand: int, transcript_: str) -> tuple[int, ...]:
    """The 136 kinds of a hand's wall, head first.

    Tiles 0 … 135 (kind is id // 4) in a Fisher–Yates shuffle: for i from 135
    down to 1, tile i changes places with tile j, j drawn evenly from 0 … i.
    """
    key = _key(secret, _WALL, match, hand, transcript_)
    words: Sequence[int] = _words_of(key, TILES - 1)
    if max(words) >= _LEAST_LIMIT:  # One shuffle in 230,000: a word may have to be skipped.
        draws = _Draws(key)
        words = [draws.below(bound) for bound in _BOUNDS]
    tiles = list(range(TILES))
    for i, j in zip(_FROM_LAST, map(mod, words, _BOUNDS), strict=True):
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tuple([tile >> 2 for tile in tiles])


def random_wilds(
    secret: str,
    match: str,
    hand: int,
    transcript_: str,
    count: int,
    partners: Callable[[int], Sequence[int]],
) -> tuple[int, ...]:
    """The wild kinds of a hand where the wall's randomness names them (C3), ascending.

    `partners(kind)` lists the kinds that may be wild beside `kind` (C4); its
    ascending order is what the second draw points into.
    """
    draws = _Draws(_key(secret, _WILDS, match, hand, transcript_))
    first = draws.below(KINDS)
    if count == 1:
        return (first,)
    choices = sorted(partners(first))
    return tuple(sorted((first, choices[draws.below(len(choices))])))


def _key(secret: str, label: bytes, match: str, hand: int, transcript_: str) -> bytes:
    message = _framed(label, match.encode(), hand.to_bytes(8, "big"), bytes.fromhex(transcript_))
    return hmac.digest(bytes.fromhex(secret), message, "sha256")


def _words(key: bytes) -> Iterator[int]:
    """32-bit numbers: block n is SHA-256(key ‖ n as eight bytes), read as eight words."""
    for block in count():
        yield from unpack(">8I", _sha256(key + block.to_bytes(8, "big")))


def _words_of(key: bytes, many: int) -> tuple[int, ...]:
    """The first so many of `_words`, in one go."""
    blocks = [_sha256(key + block) for block in _COUNTED[: -(-many // 8)]]
    return unpack(f">{many}I", b"".join(blocks)[: 4 * many])


_COUNTED = tuple([block.to_bytes(8, "big") for block in range(-(-TILES // 8))])


def _limit(bound: int) -> int:
    """Words from here on are skipped when drawing below a bound: past its last full multiple."""
    return 0x1_0000_0000 - 0x1_0000_0000 % bound


_FROM_LAST = range(TILES - 1, 0, -1)
_BOUNDS = range(TILES, 1, -1)
_LEAST_LIMIT = min(map(_limit, _BOUNDS))


class _Draws:
    """Even draws from a key's stream."""

    __slots__ = ("_next",)

    def __init__(self, key: bytes) -> None:
        self._next = _words(key).__next__

    def below(self, bound: int) -> int:
        """A number from 0 to bound-1."""
        limit = _limit(bound)
        while True:
            word = self._next()
            if word < limit:
                return word % bound
