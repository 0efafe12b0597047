"""Claim codes: ten letters and digits that cannot be taken for one another.

Owns how they look and how they are read back. The site keeps only their SHA-256.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from typing import Final

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without 0 and O, 1, I and L, and U, which looks like V."""
LENGTH: Final = 10
GROUP: Final = 5


def code_new() -> str:
    """A fresh code, in two groups: about 10^14.7 are possible."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return f"{letters[:GROUP]}-{letters[GROUP:]}"


def code_read(text: str) -> str | None:
    """A code as somebody typed it, in the form that `code_new` gives; None if it cannot be one.

    >>> code_read(" abcde 23456 "), code_read("ＡＢＣＤＥ-23456"), code_read("ABCDE")
    ('ABCDE-23456', 'ABCDE-23456', None)
    """
    plain = unicodedata.normalize("NFKC", text).upper()
    letters = "".join(letter for letter in plain if letter.isalnum())
    if len(letters) != LENGTH or not set(letters) <= set(LETTERS):
        return None
    return f"{letters[:GROUP]}-{letters[GROUP:]}"


def digest_of(code: str) -> str:
    """What is kept of a code, in hexadecimal."""
    return hashlib.sha256(code.encode()).hexdigest()
