"""What all papers of an event share: the imprint, the file, and the texts they may need.

Must not know what stands on a paper.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tournaments.domain.parts import EntryId
from tournaments.domain.state import TournamentState
from tournaments.exports.files import CONTENT_TYPES, File, event_name, file_name
from tournaments.exports.paper import Imprint, Paper, pdf_of
from tournaments.exports.people import name_of
from tournaments.exports.print_request import Printing

_SIGNS: Final = "½⅓⅔¼¾⅙⅚·–"


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
