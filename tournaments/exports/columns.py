"""The columns of a list of players: their names in files, also as people type them.

Owns the vocabulary of imports. Exported files use the first name of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.domain.parts import EntryKind

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "names", "full_name", "player", "姓名", "名字", "选手", "選手", "氏名"),
    "club": ("club", "俱乐部", "俱樂部"),
    "kind": ("kind", "类别", "類別"),
    "apart": ("apart", "回避", "迴避"),
    "fixed_table": ("fixed_table", "固定桌"),
    "level": ("level", "水平"),
    "email": ("email", "e_mail", "mail", "邮箱", "郵箱", "电子邮件", "電子郵件"),
}
NOT_TAKEN: Final = ("entry", "number", "checked_in")
"""Columns of an exported list that mean something only where it came from."""

KINDS: Final[Mapping[str, EntryKind]] = {
    "": "player",
    "player": "player",
    "选手": "player",
    "選手": "player",
    "stand_in": "stand_in",
    "替补": "stand_in",
    "替補": "stand_in",
    "bot": "bot",
    "内置": "bot",
    "內置": "bot",
}
_FIELDS: Final = {alias: field for field, aliases in COLUMNS.items() for alias in aliases} | {
    name: name for name in (*NOT_TAKEN, "status")
}


def field_of_column(text: str) -> str | None:
    """The field a column's name stands for, whatever its case; None if it is unknown.

    >>> field_of_column(" E-Mail "), field_of_column("姓名"), field_of_column("Fixed table")
    ('email', 'name', 'fixed_table')
    """
    return _FIELDS.get(plain_word(text))


def plain_word(text: str) -> str:
    """Small letters, with `_` for spaces and hyphens."""
    return text.strip().casefold().replace(" ", "_").replace("-", "_")
