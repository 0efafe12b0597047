"""Heads given away: the log's hash at the end of a hand, signed, for every viewer to keep.

A chain of hashes alone does not show that its tail was cut off or that all of it was made
anew; a head that somebody else holds does.
"""

from __future__ import annotations

from typing import Any

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from tables.live.trail import Head

SALT = "laozhuang.head"


def signature(match: str, version: int, digest: str) -> str:
    """The site's mark under a head: HMAC-SHA256 over `match:version:hash`."""
    return str(Signer(salt=SALT).signature(f"{match}:{version}:{digest}"))


def is_ours(match: str, version: int, digest: str, given: str) -> bool:
    """Whether this site gave that head away."""
    return constant_time_compare(signature(match, version, digest), given)


def signed(match: str, head: Head) -> dict[str, Any]:
    """A head as the welcome tells it, with the site's signature."""
    return {
        "version": head.version,
        "hand": head.hand,
        "hash": head.hash,
        "signature": signature(match, head.version, head.hash),
    }


def frame(match: str, head: Head) -> dict[str, Any]:
    """The `head` message."""
    return {"type": "head", **signed(match, head)}
