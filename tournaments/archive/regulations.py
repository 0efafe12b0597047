"""An event's regulations as a text for people, in one of the site's languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Final

from django.utils import translation
from django.utils.translation import gettext as _

from engine.archive.derived import first_difference
from engine.archive.vouched import REGULATION_TEXTS
from tables.events.log import stamp
from tournaments.domain.events import Event
from tournaments.domain.evolve import evolve
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import Details, Terms
from tournaments.pages import terms_text
from tournaments.pages.disputes_text import dispute_rows
from tournaments.points.twelfths import format_twelfths
from tournaments.store.projections import moment

LANGUAGES: Final = {"en": "en", "zh-Hans": "zh-hans", "zh-Hant": "zh-hant"}
"""As archives name them: as Django does."""


def regulations_text(state: TournamentState, language: str) -> bytes:
    """The details and terms that were agreed last, in the words of the event's own page."""
    with translation.override(LANGUAGES[language]):
        return "".join(f"{line}\n" for line in _lines(state)).encode()


def wording_differences(
    events: Iterable[Event], files: Mapping[str, bytes]
) -> Iterator[tuple[str, int]]:
    """The files of an archive that word what a whole log agreed on otherwise than this version
    does, each with its first line that differs."""
    state = reduce(evolve, events, TournamentState.empty())
    for language, name in zip(LANGUAGES, REGULATION_TEXTS, strict=True):
        ours = regulations_text(state, language)
        if files[name] != ours:
            yield name, first_difference(files[name], ours)


def _lines(state: TournamentState) -> Iterator[str]:
    details, terms = state.details, state.terms
    if details is None or terms is None:
        return
    yield details.name
    yield from _details(details)
    yield from _section(_("How it is played"), terms_text.match_rows(terms))
    for one in terms_text.changed_options(terms):
        yield f"- {one['rule']} {one['text']}: {one['value']}"
    for number, stage in enumerate(terms.stages):
        yield ""
        yield terms_text.stage_name(terms, stage.id)
        yield from (f"- {line}" for line in terms_text.stage_lines(stage, is_first=not number))
    yield from _section(_("How it counts"), terms_text.counting_rows(terms))
    yield from _section(_("Who is ahead"), terms_text.tie_breaks(terms))
    yield from _section(_("Penalties"), _penalties(terms))
    yield from _section(_("Disputes and rulings"), dispute_rows(terms))
    clauses = ((one.number, one.text) for one in terms.regulations)
    yield from _section(_("The event's own regulations"), clauses)


def _details(details: Details) -> Iterator[str]:
    if details.place:
        yield details.place
    for at in (details.starts_at, details.ends_at):
        if (when := moment(at)) is not None:
            yield stamp(when)


def _section(title: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    found = list(rows)
    if found:
        yield ""
        yield title
        yield from (f"- {label}: {text}" for label, text in found)


def _penalties(terms: Terms) -> Iterator[tuple[str, str]]:
    for rule in terms.penalties:
        game = _("game points −%(n)s") % {"n": rule.game}
        table = _("table points −%(n)s") % {"n": format_twelfths(rule.table)}
        yield f"{rule.code} {rule.text}", f"{game}, {table}"
