"""The texts of cases by the digests that logs name them by."""

from __future__ import annotations

from collections.abc import Iterable

from engine.archive.texts import SaltedText
from tables.cases.models import CaseText


def texts_kept(digests: Iterable[str]) -> list[SaltedText]:
    """Those of these texts that the site still has, as they were kept."""
    rows = CaseText.objects.filter(digest__in=set(digests))
    return [SaltedText(row.digest, bytes(row.salt), row.text) for row in rows]


def texts_take_in(texts: Iterable[SaltedText]) -> None:
    """Keep texts that came in an archive; one that is here already stays as it is."""
    CaseText.objects.bulk_create(
        [CaseText(digest=one.digest, salt=one.salt, text=one.text) for one in texts],
        ignore_conflicts=True,
    )
