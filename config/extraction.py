"""Finding the messages to translate in Python files and templates, without xgettext."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("accounts", "config", "tables", "templates", "tournaments")

_ORDERS = {
    "_": ("id",),
    "gettext": ("id",),
    "gettext_lazy": ("id",),
    "gettext_noop": ("id",),
    "ngettext": ("id", "plural"),
    "ngettext_lazy": ("id", "plural"),
    "pgettext": ("context", "id"),
    "pgettext_lazy": ("context", "id"),
    "npgettext": ("context", "id", "plural"),
    "npgettext_lazy": ("context", "id", "plural"),
}
_LITERAL = r"""u?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
_TEMPLATE_CALL = re.compile(rf"\b(_|n?p?gettext)\(\s*({_LITERAL}(?:\s*,\s*{_LITERAL})*)", re.DOTALL)


class Message(NamedTuple):
    """A text to translate; `context` and `plural` are empty where there is none."""

    id: str
    plural: str = ""
    context: str = ""


def messages_in_python(source: str) -> Iterator[Message]:
    """The messages of a Python file.

    >>> list(messages_in_python('ngettext("%d hand", "%d hands", n)'))
    [Message(id='%d hand', plural='%d hands', context='')]
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
        yield from _message(name, [text for text in texts if isinstance(text, str)])


def messages_in_template(source: str) -> Iterator[Message]:
    """The messages of a Django template.

    >>> list(messages_in_template('{% load i18n %}<p>{% translate "Log in" %}</p>'))
    [Message(id='Log in', plural='', context='')]
    """
    for call in _TEMPLATE_CALL.finditer(templatize(source)):
        texts = [ast.literal_eval(text) for text in re.findall(_LITERAL, call[2], re.DOTALL)]
        yield from _message(call[1], texts)


def _message(name: str, texts: list[str]) -> Iterator[Message]:
    order = _ORDERS.get(name)
    if order and len(texts) >= len(order):
        yield Message(**dict(zip(order, texts, strict=False)))


def messages_in_tree(root: Path = ROOT) -> dict[Message, list[str]]:
    """Every message of the project with the files it is in."""
    found: dict[Message, list[str]] = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            for message in _messages_in_file(path):
                places = found.setdefault(message, [])
                if name not in places:
                    places.append(name)
    return found


def _messages_in_file(path: Path) -> Iterator[Message]:
    if path.suffix == ".py" and "migrations" not in path.parts:
        yield from messages_in_python(path.read_text(encoding="utf-8"))
    elif path.suffix in (".html", ".txt"):
        yield from messages_in_template(path.read_text(encoding="utf-8"))
