"""Sealed texts: the log holds a digest, the text itself is kept beside it.

So a record may be public while a text is shown only to whom it concerns, and whoever is shown it
can prove that it is the one that was meant: the digest is SHA-256 over a salt of 16 bytes and
the text in UTF-8. Nothing says what a text is that has no digest: "" stands for none.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from tables.cases.errors import DisputeRefused
from tables.cases.models import CaseText

SALT_BYTES: Final = 16
MOST_CHARACTERS: Final = 2_000


class Sealed(NamedTuple):
    """A text, what it was salted with, and the digest that stands for it in the log."""

    digest: str
    salt: bytes
    text: str


NOTHING: Final = Sealed("", b"", "")


def digest_of(salt: bytes, text: str) -> str:
    """What stands in the log for a text.

    >>> digest_of(bytes(16), "no")[:16]
    '0c6538aa3289cb7a'
    """
    return hashlib.sha256(salt + text.encode()).hexdigest()


def seal(text: str) -> Sealed:
    """A text with a fresh salt; one of blanks alone is none. Nothing is stored yet.

    Raises DisputeRefused `text_too_long`: what somebody wrote is never cut.
    """
    text = clean(text)
    if not text:
        return NOTHING
    if said := too_long(text):
        told = f"a text has at most {MOST_CHARACTERS} characters, this has {len(text)}"
        raise DisputeRefused("text_too_long", told, said)
    salt = secrets.token_bytes(SALT_BYTES)
    return Sealed(digest_of(salt, text), salt, text)


def clean(text: str) -> str:
    """What the database can keep of what was typed, with one sort of line's end."""
    text = text.replace("\r\n", "\n").replace("\0", "")
    return text.encode("utf-8", "ignore").decode().strip()


def too_long(text: str) -> str:
    """In the reader's language how long a text may be and how long it is; "" if it can be kept."""
    given = len(clean(text))
    if given <= MOST_CHARACTERS:
        return ""
    told = _("At most %(most)s characters; this has %(given)s.")
    return told % {"most": MOST_CHARACTERS, "given": given}


def keep(sealed: Sealed) -> None:
    """Store a text, in the transaction that writes its digest into the log."""
    if sealed.digest:
        CaseText.objects.create(digest=sealed.digest, salt=sealed.salt, text=sealed.text)


def texts_of(digests: Iterable[str]) -> dict[str, str]:
    """The texts by their digests; "" is nothing, and one that does not prove itself is left out."""
    rows = CaseText.objects.filter(digest__in={digest for digest in digests if digest})
    proved = {
        row.digest: row.text for row in rows if digest_of(bytes(row.salt), row.text) == row.digest
    }
    return {"": "", **proved}
