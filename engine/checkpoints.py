"""Checkpoints: the heads of all logs hashed together, and signed by the site at a moment.

Owns the form of a checkpoint, its signature and its short code (docs/checkpoints.md gives every
byte).
"""

from __future__ import annotations

import re
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine import signing
from engine.errors import InvalidNotation
from engine.hashing import ZERO_DIGEST, Json, canonical, digest, is_digest, parse

FORMAT: Final = "zjc"
SCHEMA: Final = 1
SUFFIX: Final = ".zjc.json"
FIRST_PREVIOUS: Final = ZERO_DIGEST
"""What the first checkpoint names as the one before it."""

_KEYS: Final = frozenset(
    {"format", "schema", "number", "at", "size", "root", "previous", "key", "signature"}
)
_AT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
_CODE_LENGTH: Final = 10


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Which heads there were: `root` over `size` of them, at a moment (ISO 8601, UTC, ms).

    `previous` is the digest of the checkpoint before, so that none can be left out; `key` the
    public key (32 bytes) whose owner signed it, `signature` 64 bytes; all in hexadecimal.
    """

    number: int
    at: str
    size: int
    root: str
    previous: str
    key: str
    signature: str = ""

    def as_dict(self) -> dict[str, Json]:
        """Its JSON form."""
        return {**self._unsigned(), "signature": self.signature}

    def text(self) -> str:
        """The one text it has, without a line feed."""
        return canonical(self.as_dict())

    def signed_bytes(self) -> bytes:
        """What the signature is over."""
        return canonical(self._unsigned()).encode()

    def digest(self) -> str:
        """What the next checkpoint names, and what its code begins."""
        return digest(self.text().encode())

    def code(self) -> str:
        """The beginning of its digest in base 32, for people to compare: `ABCDE-FGHIJ`."""
        return code_of(self.digest())

    def _unsigned(self) -> dict[str, Json]:
        return {
            "format": FORMAT,
            "schema": SCHEMA,
            "number": self.number,
            "at": self.at,
            "size": self.size,
            "root": self.root,
            "previous": self.previous,
            "key": self.key,
        }


def code_of(checkpoint_digest: str) -> str:
    """The code of a checkpoint whose digest is known.

    >>> code_of("00" * 31 + "ff")
    'AAAAA-AAAAA'
    """
    letters = b32encode(bytes.fromhex(checkpoint_digest)).decode()[:_CODE_LENGTH]
    return f"{letters[:5]}-{letters[5:]}"


def parse_checkpoint(data: bytes) -> Checkpoint:
    """A checkpoint from its file; a line feed at the end is no matter. Raises InvalidNotation."""
    try:
        text = data.decode().removesuffix("\n")
    except UnicodeDecodeError as error:
        raise InvalidNotation("the checkpoint is not UTF-8") from error
    value = parse(text)
    if not isinstance(value, Mapping):
        raise InvalidNotation("a checkpoint is a JSON object")
    found = checkpoint_from(value)
    if found.text() != text:
        raise InvalidNotation("the checkpoint is not in canonical form")
    return found


def checkpoint_from(value: Mapping[str, Json]) -> Checkpoint:
    """A checkpoint from its JSON form. Raises InvalidNotation."""
    if value.keys() != _KEYS or (value["format"], value["schema"]) != (FORMAT, SCHEMA):
        raise InvalidNotation(f"not a {FORMAT} checkpoint of schema {SCHEMA}")
    number, size = value["number"], value["size"]
    if type(number) is not int or type(size) is not int or number < 1 or size < 0:
        raise InvalidNotation("a checkpoint's number counts from 1, its size from 0")
    at, signature = value["at"], value["signature"]
    if not isinstance(at, str) or not _AT.fullmatch(at):
        raise InvalidNotation("the checkpoint's time is not in the form it must have")
    if not isinstance(signature, str) or not signing.is_signature(signature):
        raise InvalidNotation("the checkpoint's signature is not 64 bytes in hexadecimal")
    root, previous, key = (_digest(value, name) for name in ("root", "previous", "key"))
    return Checkpoint(number, at, size, root, previous, key, signature)


def _digest(value: Mapping[str, Json], name: str) -> str:
    found = value[name]
    if not isinstance(found, str) or not is_digest(found):
        raise InvalidNotation(f"the checkpoint's {name} is not 32 bytes in hexadecimal")
    return found


def signed(
    private: str, *, number: int, at: str, size: int, root: str, previous: str
) -> Checkpoint:
    """A checkpoint signed with a private key in hexadecimal. Raises InvalidInput for no key."""
    public = signing.public_key(private)
    unsigned = Checkpoint(number, at, size, root, previous, public)
    return replace(unsigned, signature=signing.sign(private, unsigned.signed_bytes()))


def is_signed(checkpoint: Checkpoint) -> bool:
    """Whether the signature is that of the key that the checkpoint names."""
    return signing.holds(checkpoint.key, checkpoint.signature, checkpoint.signed_bytes())
