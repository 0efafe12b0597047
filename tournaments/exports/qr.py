"""QR codes for links: invitations, check-in, table cards.

Owns how a code looks: black on white whatever the page's colours, with its quiet zone. Must not
know what it leads to.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import segno

QUIET: Final = 4
"""Modules of white around a code, as the standard asks for."""


def qr_svg(text: str, title: str) -> str:
    """The code as an `<svg class="qr">` to put into a page; its size is the style sheet's matter.

    `title` is what somebody who cannot see it is told. There is no script or style in it, so a
    page may mark it safe. Raises `ValueError` for text that no code holds.
    """
    drawn = _code(text).svg_inline(
        dark="#000", light="#fff", border=QUIET, omitsize=True, svgclass="qr", title=title
    )
    return drawn.replace("<svg ", '<svg role="img" ', 1)


def qr_png(text: str, module: int = 8) -> bytes:
    """The code as a picture, each module `module` pixels wide. Raises `ValueError` as above."""
    picture = io.BytesIO()
    _code(text).save(picture, kind="png", scale=module, border=QUIET)
    return picture.getvalue()


@lru_cache(maxsize=256)
def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Rows of modules, True for dark, without the quiet zone. Raises `ValueError` as above."""
    return tuple(tuple(bool(module) for module in row) for row in _code(text).matrix)


@lru_cache(maxsize=256)
def _code(text: str) -> segno.QRCode:
    if not text:
        raise ValueError("a code needs something to hold")
    return segno.make_qr(text, error="m")
