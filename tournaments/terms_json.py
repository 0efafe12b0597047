"""Terms as a club keeps them in a preset: the JSON of the log."""

from __future__ import annotations

from typing import cast

from engine.hashing import Json
from tournaments.domain.codec import event_from_json, event_to_json, event_version
from tournaments.domain.events import TermsChanged
from tournaments.domain.terms import Terms


def terms_to_json(terms: Terms) -> dict[str, Json]:
    """The terms with the version of their schema."""
    return {"version": event_version("TermsChanged"), **event_to_json(TermsChanged(terms))}


def terms_from_json(kept: dict[str, Json]) -> Terms:
    """Terms kept under any schema. Raises InvalidInput for what are none."""
    version = kept.get("version")
    data = {"terms": kept.get("terms")}
    event = event_from_json("TermsChanged", version if isinstance(version, int) else 0, data)
    return cast(TermsChanged, event).terms
