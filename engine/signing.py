"""Ed25519 (RFC 8032): signing bytes, and telling whose signature something carries.

Keys are 32 bytes and signatures 64, all as hexadecimal text. The library is imported only where
something is signed or a signature checked.
"""

from __future__ import annotations

import re
from typing import Final

from engine.errors import EngineError, InvalidInput
from engine.hashing import is_digest

_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")


def is_signature(text: object) -> bool:
    """Whether this is 64 bytes written as 128 lower-case hexadecimal digits."""
    return isinstance(text, str) and _SIGNATURE.fullmatch(text) is not None


def public_key(private: str) -> str:
    """The public key of a private one (any 32 bytes). Raises InvalidInput."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(_private(private))
    return key.public_key().public_bytes_raw().hex()


def sign(private: str, data: bytes) -> str:
    """The signature over these bytes, always the same. Raises InvalidInput for no key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(_private(private)).sign(data).hex()


def holds(key: str, signature: str, data: bytes) -> bool:
    """Whether the owner of a public key has signed these bytes."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), data)
    except (InvalidSignature, ValueError, EngineError):
        return False
    return True


def _private(text: str) -> bytes:
    if not is_digest(text):
        raise InvalidInput("a key is 32 bytes as 64 small hexadecimal digits", "key")
    return bytes.fromhex(text)
