"""The names of entries, for forms and lists."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import pgettext

from tournaments.domain.parts import EntryId
from tournaments.domain.state import TournamentState


def named(state: TournamentState, entry: EntryId) -> str:
    """An entry's name; the id of one that is not known."""
    known = state.entries.get(entry)
    return known.person.name if known else entry


def listed(items: Iterable[object]) -> str:
    """Things one after the other, as the reader's language parts them."""
    return pgettext("between the items of a list", ", ").join(map(str, items))
