"""Sheets of paper: pages with a heading, tables of text and codes to scan, as a PDF.

Owns how paper looks. Must not know tournaments. Text may be in any script: whatever is drawn goes
through `printable`, and each letter is drawn with the first font that has it.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from fpdf import FPDF
from fpdf.enums import Align

from tournaments.exports.fonts import Font, fonts_for, printable
from tournaments.exports.lines import broken
from tournaments.exports.print_request import Size
from tournaments.exports.qr import qr_png

MARGIN: Final = 14
"""Millimetres, as all lengths on paper; sizes of letters are in points."""

_ASCII: Final = "".join(map(chr, range(0x20, 0x7F)))
_GREY: Final = 110
_RULE: Final = 185
_BAND: Final = (232, 236, 232)
_PADDING: Final = 0.9
_LEADING: Final = 1.35


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, its share of the width, and which side text keeps to."""

    title: str
    share: float
    align: Literal["L", "C", "R"] = "L"


@dataclass(frozen=True, slots=True)
class Imprint:
    """What stands on every page and in the file's properties. `made_at` is milliseconds, UTC."""

    title: str
    subtitle: str
    footer: str
    language: str
    made_at: int
    size: Size = "a4"


class Paper(FPDF):
    """A document in the making. Fonts are read from a folder that has to last until the end."""

    def __init__(self, imprint: Imprint, fonts: Sequence[Font], folder: Path) -> None:
        super().__init__(format=imprint.size)
        self.imprint = imprint
        for font in fonts:
            for style, body in font.files.items():
                path = folder / f"{font.family}-{style}.ttf"
                path.write_bytes(body)
                self.add_font(font.family, style, path)
        self._letters = {font.family: font.letters for font in fonts}
        self._last: str | None = None
        self.set_fallback_fonts([font.family for font in fonts[1:]])
        self._shape()
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(True, MARGIN + 6)
        self._set_properties()
        self.letters()

    def _set_properties(self) -> None:
        # A player may be called {nb}.
        self.alias_nb_pages("")
        self.set_title(f"{self.imprint.title} · {self.imprint.subtitle}")
        self.set_lang(self.imprint.language)
        self.set_creation_date(datetime.fromtimestamp(self.imprint.made_at / 1000, UTC))

    def get_fallback_font(self, char: str, style: str = "") -> str | None:
        """Marks and joiners stay with the letter before them if its font has them."""
        is_mark = unicodedata.category(char)[0] in "MC"
        if is_mark and self._last and char in self._letters[self._last.rstrip("BI")]:
            return self._last
        self._last = super().get_fallback_font(char, style)
        return self._last

    def letters(self, size: float = 10, style: Literal["", "B"] = "", grey: int = 0) -> None:
        """The size in points, weight and grey of what is written next."""
        self.set_font("notosans", style, size)
        self.set_text_color(grey)

    def footer(self) -> None:
        """The imprint and the number of the page, at its foot."""
        self.set_y(-MARGIN)
        self.letters(8, grey=_GREY)
        text = f"{self.imprint.footer}   {self.page_no()}"
        self.cell(0, 5, printable(text), align=Align.C)

    def head(self) -> None:
        """The event and what this paper is, on top of the first page."""
        self.letters(18, "B")
        self.line_of(self.imprint.title)
        self.letters(12, grey=60)
        self.line_of(self.imprint.subtitle)
        self.ln(3)

    def heading(self, text: str) -> None:
        """A part of the document, kept together with what follows."""
        self.keep_together(30)
        self.ln(4)
        self.letters(13, "B")
        self.line_of(text)
        self.ln(1)

    def keep_together(self, height: float) -> None:
        """A new page, unless so much still fits on this one."""
        if self.will_page_break(height):
            self.add_page()

    def line_of(self, text: str) -> None:
        """A paragraph over the whole width, in the letters set before."""
        self.set_x(self.l_margin)
        self._write(self._lines(text, self.epw), self.epw, "L")

    def _write(self, lines: Sequence[str], width: float, align: Literal["L", "C", "R"]) -> None:
        """Lines below each other from where the pen is; it ends below the last."""
        for line in lines:
            self._shape(line)
            height = self.font_size * _LEADING
            self.cell(width, height, line, align=align, new_x="LEFT", new_y="NEXT")
        self._shape()

    def _lines(self, text: str, width: float) -> list[str]:
        """The printable text, broken where the width ends."""
        room = width - 2 * self.c_margin
        lines: list[str] = []
        for line in printable(text).split("\n"):
            self._shape(line)
            fits = self.get_string_width(line) <= room
            lines += [line] if fits else broken(line, self.get_string_width, room)
        self._shape()
        return lines

    def _shape(self, text: str = "é") -> None:
        """Letters are joined and ordered by their script; plain ones do without, much faster."""
        self.set_text_shaping(not text.isascii(), direction="ltr")

    def grid(self, columns: Sequence[Column], rows: Iterable[Sequence[str]], size: float) -> None:
        """A table; its headings are repeated on every page, no row is torn."""
        whole = sum(column.share for column in columns)
        widths = [self.epw * column.share / whole for column in columns]
        titles = [column.title for column in columns]
        self._row(columns, widths, titles, size, "B")
        for cells in rows:
            if self.will_page_break(self._height(widths, cells, size)):
                self.add_page()
                self._row(columns, widths, titles, size, "B")
            self._row(columns, widths, cells, size, "")

    def _height(self, widths: Sequence[float], cells: Sequence[str], size: float) -> float:
        self.letters(size)
        most = max(len(self._lines(cell, width)) for cell, width in zip(cells, widths, strict=True))
        return most * self.font_size * _LEADING + 2 * _PADDING

    def _row(
        self,
        columns: Sequence[Column],
        widths: Sequence[float],
        cells: Sequence[str],
        size: float,
        style: Literal["", "B"],
    ) -> None:
        self.letters(size, style)
        height = self.font_size * _LEADING
        lines = [self._lines(cell, width) for cell, width in zip(cells, widths, strict=True)]
        most = max(map(len, lines)) * height + 2 * _PADDING
        left, top = self.l_margin, self.get_y()
        if style:
            self.set_fill_color(*_BAND)
            self.rect(left, top, self.epw, most, style="F")
        for column, width, own in zip(columns, widths, lines, strict=True):
            self.set_xy(left, top + (most - len(own) * height) / 2)
            self._write(own, width, column.align)
            left += width
        self.set_draw_color(_RULE)
        self.line(self.l_margin, top + most, left, top + most)
        self.set_xy(self.l_margin, top + most)

    def fitted(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        size: float,
        *,
        style: Literal["", "B"] = "",
        align: Literal["L", "C"] = "L",
        grey: int = 0,
        smallest: float = 10,
    ) -> float:
        """Text at a place, smaller if it is too wide, on several lines if it still is.

        Answers with the height at which it ends.
        """
        self.letters(size, style, grey)
        room = (width - 2 * self.c_margin) / max(self.get_string_width(printable(text)), 0.1)
        self.letters(max(min(size, size * room * 0.999), min(size, smallest)), style, grey)
        self.set_xy(x, y)
        self._write(self._lines(text, width), width, align)
        return float(self.get_y())

    def fold(self) -> None:
        """A faint line across the middle of the page, to cut along."""
        self.set_draw_color(200)
        self.set_dash_pattern(2, 2)
        self.line(0, self.h / 2, self.w, self.h / 2)
        self.set_dash_pattern()

    def signature(self, title: str, x: float, y: float, width: float) -> None:
        """A line to sign on, and who signs there."""
        self.set_draw_color(_GREY)
        self.line(x, y, x + width, y)
        self.fitted(title, x, y + 0.5, width, 8, grey=_GREY)

    def code(self, link: str, x: float, y: float, side: float, alt: str) -> None:
        """A QR code with its quiet zone, `side` millimetres wide, that is also a link."""
        picture = io.BytesIO(qr_png(link))
        self.image(picture, x, y, side, side, link=link, alt_text=alt)


def pdf_of(
    imprint: Imprint, words: Iterable[str], names: Iterable[str], draw: Callable[[Paper], None]
) -> bytes:
    """The document that `draw` draws, with whatever it writes beside ASCII given here.

    Only words may be bold, so that a hall full of names is not cut twice.
    """
    bold = [*map(printable, (imprint.title, imprint.subtitle, *words)), _ASCII]
    regular = [*map(printable, (imprint.footer, *names)), *bold]
    with TemporaryDirectory(prefix="paper-") as folder:
        paper = Paper(imprint, fonts_for(regular, bold, imprint.language), Path(folder))
        draw(paper)
        return bytes(paper.output())
