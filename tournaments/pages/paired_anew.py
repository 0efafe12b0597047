"""How a round would be paired again, in words: each table that would be another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.domain.names import isolated
from tournaments.domain.pairing_anew import OUT, TableChange, paired_anew
from tournaments.domain.parts import EntryId
from tournaments.domain.state import TournamentState
from tournaments.pages.corrections import CorrectionRow, EffectRow
from tournaments.people_names import listed, named

State = TournamentState
Row = tuple[str, str, str]


def same_again() -> str:
    """That pairing again would change nothing."""
    return _("Paired again, everybody would sit where they do.")


def pairing_rows(state: State, changes: Iterable[TableChange]) -> Iterator[Row]:
    """The table, who is to play there and who would be, from East on."""
    for one in changes:
        what = _("Sitting out") if one.table == OUT else _("Table %(n)s") % {"n": one.table}
        yield what, _names(state, one.was), _names(state, one.now)


def with_pairings(state: State, rows: Sequence[CorrectionRow], seed: str) -> list[CorrectionRow]:
    """The corrections; of each round about which something can be decided, how it would be."""
    known: dict[str, tuple[Row, ...] | None] = {}

    def told(row: EffectRow) -> EffectRow:
        ref = row.effect.ref
        if row.effect.kind != "round" or not (row.choices or row.after_all):
            return row
        if ref not in known:
            changes = paired_anew(state, int(ref), seed)
            known[ref] = None if changes is None else tuple(pairing_rows(state, changes))
        return replace(row, pairing=known[ref])

    return [replace(row, effects=tuple(map(told, row.effects))) for row in rows]


def _names(state: State, entries: Sequence[EntryId]) -> str:
    return listed(isolated(named(state, one)) for one in entries) or "–"
