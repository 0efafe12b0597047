"""Line ends of what people type: browsers send CR LF, a log keeps LF.

Owns that one change to a command's texts. Must not judge them.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

Part = TypeVar("Part")


def with_plain_line_ends(part: Part) -> Part:
    r"""The same with LF for every CR LF and CR in its texts, however deep they lie.

    >>> with_plain_line_ends(("one\r\ntwo", 3))
    ('one\ntwo', 3)
    """
    return cast(Part, _plain(part))


def _plain(part: object) -> object:
    if isinstance(part, str):
        return part.replace("\r\n", "\n").replace("\r", "\n") if "\r" in part else part
    if type(part) is tuple:
        plain = tuple(map(_plain, part))
        return part if all(map(_is_same, part, plain)) else plain
    if is_dataclass(part) and not isinstance(part, type):
        changed = {field.name: _plain(getattr(part, field.name)) for field in fields(part)}
        is_same = all(_is_same(getattr(part, name), plain) for name, plain in changed.items())
        return part if is_same else replace(part, **changed)
    return part


def _is_same(one: object, other: object) -> bool:
    return one is other
