"""The texts of cases by the digests that logs name them by."""

from __future__ import annotations

from collections.abc import Iterable

from engine.archive.texts import SaltedText


def texts_kept(digests: Iterable[str]) -> list[SaltedText]:
    """Those of these texts that the site still has."""
    return []
