"""What all papers of an event share: words, moment, size, and the texts they may need.

Owns the request to print. Must not know what stands on a paper.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tournaments.domain.parts import EntryId
from tournaments.domain.state import TournamentState
from tournaments.exports.files import CONTENT_TYPES, File, event_name, file_name
from tournaments.exports.paper import Imprint, Paper, Size, pdf_of
from tournaments.exports.people import name_of
from tournaments.exports.wording import Words

_SIGNS: Final = "½⅓⅔¼¾⅙⅚·–"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What proves a sheet: a short code to compare by eye, and where it can be checked."""

    code: str
    link: str


@dataclass(frozen=True, slots=True)
class Printing:
    """How papers are printed: the words, the moment (ms, UTC; and as people read it), the size."""

    words: Words
    made_at: int
    made_at_text: str
    size: Size = "a4"


def printed(
    state: TournamentState,
    printing: Printing,
    kind: str,
    subtitle: str,
    draw: Callable[[Paper], None],
) -> File:
    """A paper as a file; `kind` names it."""
    words = printing.words
    footer = words.printed.format(when=printing.made_at_text)
    imprint = Imprint(
        event_name(state), subtitle, footer, words.language, printing.made_at, printing.size
    )
    names = (text for entry in state.entries.values() for text in _texts_of(state, entry.id))
    body = pdf_of(imprint, words.texts(), (*names, _SIGNS), draw)
    return File(file_name(state, kind, "pdf"), CONTENT_TYPES["pdf"], body)


def _texts_of(state: TournamentState, entry: EntryId) -> tuple[str, str]:
    person = state.entries[entry].person
    return person.name, person.club or ""


def shown(state: TournamentState, entry: EntryId | None) -> str:
    """A name on paper; a dash for nobody."""
    return name_of(state, entry) or "–"
