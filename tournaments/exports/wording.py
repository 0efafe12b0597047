"""The words printed on paper, handed in by whoever knows the reader's language.

Owns which words there are. Must not know any language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Words:
    """Texts with `{number}`, `{names}` and the like have these filled in."""

    language: str
    winds: tuple[str, str, str, str]
    criteria: Mapping[str, str]
    round: str
    table: str
    pairings: str
    results: str
    standings: str
    standings_after: str
    edition: str
    not_published: str
    provisional: str
    official: str
    table_column: str
    place_column: str
    name_column: str
    club_column: str
    matches_column: str
    penalties_column: str
    byes: str
    sitting_out: str
    between_names: str
    no_result: str
    for_player: str
    finish: tuple[str, str, str, str]
    scan_table: str
    checkpoint: str
    scan_checkpoint: str
    signatures: tuple[str, ...]
    printed: str

    def texts(self) -> Iterator[str]:
        """Every word, for choosing the fonts."""
        for field in fields(self):
            value: object = getattr(self, field.name)
            if isinstance(value, str):
                yield value
            elif isinstance(value, Mapping):
                yield from map(str, value.values())
            elif isinstance(value, tuple):
                yield from map(str, value)
