"""Fonts for printed pages: just the letters that a document needs, in two weights.

Owns which font draws which letter. The Noto fonts come with the packages `manimgx-fonts` and
`manimgx-fonts-cjk` (SIL Open Font License) and are variable; from each a small static font is cut
for the document at hand. Must not know pages.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import uharfbuzz as hb
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

IN_1970: Final = 2_082_844_800
"""Seconds since 1904, as fonts count."""
WEIGHTS: Final[Mapping[str, int]] = {"": 400, "B": 700}
"""Regular and bold, by the style's letter."""

MISSING: Final = "□"
"""Stands for a letter that no font has."""

_LATIN: Final = "NotoSans"
_SCRIPTS: Final = (
    "Hebrew",
    "Arabic",
    "Thai",
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
    "Oriya",
    "Tamil",
    "Telugu",
    "Kannada",
    "Malayalam",
    "Sinhala",
    "Lao",
    "Khmer",
    "Myanmar",
    "Georgian",
    "Armenian",
    "Ethiopic",
    "Symbols",
)
_ORDER: Final = (_LATIN, "cjk", *(f"NotoSans{script}" for script in _SCRIPTS), "NotoEmoji")
_FACES: Final[Mapping[str, int]] = {"ja": 0, "ko": 1, "zh-hans": 2, "zh-hant": 3}
"""Faces of the collection: one character may be drawn in several ways, as the readers know it."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font cut for a document: its family, TrueType files by style, and all its letters."""

    family: str
    files: Mapping[str, bytes]
    letters: frozenset[str]


def printable(text: str) -> str:
    """Text as it can be drawn: composed, and `MISSING` for letters that no font has.

    Marks and joiners that nothing can draw are left out.
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(_drawable(letter) for letter in composed)


def fonts_for(regular: Iterable[str], bold: Iterable[str], language: str) -> tuple[Font, ...]:
    """The fonts that printable texts need, the one for Latin letters first.

    `language` chooses among the ways of drawing one Chinese character.
    """
    needed = {"": _needed(regular), "B": _needed(bold)}
    return tuple(
        _cut(name, {style: own[name] for style, own in needed.items() if name in own}, language)
        for name in _ORDER
        if any(name in own for own in needed.values())
    )


def _needed(texts: Iterable[str]) -> dict[str, frozenset[str]]:
    """By font, the letters drawn with it; marks are in every font that may have to place them."""
    letters = {letter for text in texts for letter in text} | set(f" {MISSING}")
    marks = frozenset(letter for letter in letters if _is_mark(letter))
    found: dict[str, set[str]] = {_LATIN: set()}
    for letter in letters - marks:
        for name in _fonts_with(letter):
            found.setdefault(name, set()).add(letter)
    return {name: frozenset(own) | (marks & _letters_of(name)) for name, own in found.items()}


def _fonts_with(letter: str) -> tuple[str, ...]:
    """The first font that has a letter, or none."""
    return tuple(name for name in _ORDER if letter in _letters_of(name))[:1]


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Mc", "Me", "Cf")


def _drawable(letter: str) -> str:
    """The letter, its ordinary form (of 𝒜 it is A), or the box; for a mark nothing."""
    if letter == "\n" or _fonts_with(letter):
        return letter
    ordinary = unicodedata.normalize("NFKC", letter)
    if ordinary != letter and all(map(_fonts_with, ordinary)):
        return ordinary
    return "" if _is_mark(letter) else MISSING


@lru_cache(maxsize=32)
def _letters_of(name: str) -> frozenset[str]:
    return frozenset(map(chr, _face(name).unicodes))


def _face(name: str, number: int = 0) -> hb.Face:
    package, file = "manimgx_fonts", f"{name}[wght].ttf"
    if name == "cjk":
        package, file = "manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc"
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the fonts of {package} are not installed")
    return hb.Face(hb.Blob.from_file_path(Path(spec.origin).with_name(file)), number)


def _cut(name: str, letters: Mapping[str, frozenset[str]], language: str) -> Font:
    face = _face(name, _FACES.get(language.lower(), 2) if name == "cjk" else 0)
    cut = _drawn if name == "cjk" else _subset
    files = {style: cut(face, own, WEIGHTS[style]) for style, own in letters.items()}
    return Font(name.lower(), files, frozenset[str]().union(*letters.values()))


def _subset(face: hb.Face, letters: frozenset[str], weight: int) -> bytes:
    """The letters with everything that joins and places them, at one weight."""
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(map(ord, letters))
    wanted.pin_axis_location(face, "wght", float(weight))
    wanted.flags |= hb.SubsetFlags.NOTDEF_OUTLINE
    return bytes(hb.subset(face, wanted).blob.data)


def _drawn(face: hb.Face, letters: frozenset[str], weight: int) -> bytes:
    """Outlines alone, drawn anew as TrueType, which every program embeds.

    The collection has another format; and Chinese characters need no joining.
    """
    font = hb.Font(face)
    font.set_variations({"wght": float(weight)})
    glyphs, widths, names = {}, {}, {}
    for code in (0, *sorted(map(ord, letters))):
        name = f"u{code:04X}" if code else ".notdef"
        glyph = font.get_nominal_glyph(code) or 0 if code else 0
        pen = TTGlyphPen(None)
        font.draw_glyph_with_pen(glyph, Cu2QuPen(pen, max_err=1, reverse_direction=True))
        glyphs[name], widths[name] = pen.glyph(), (round(font.get_glyph_h_advance(glyph)), 0)
        if code:
            names[code] = name
    return _built(font, glyphs, widths, names, weight)


def _built(
    font: hb.Font,
    glyphs: Mapping[str, object],
    widths: Mapping[str, tuple[int, int]],
    names: Mapping[int, str],
    weight: int,
) -> bytes:
    """A TrueType file of these glyphs; the first is drawn for letters it lacks."""
    family = font.face.get_name(hb.OTNameIdPredefined.FONT_FAMILY) or "CJK"
    style = "Bold" if weight == WEIGHTS["B"] else "Regular"
    heights = font.get_font_extents("ltr")
    builder = FontBuilder(font.face.upem, isTTF=True)
    # Without the moment of its making: the same paper twice is the same file.
    builder.updateHead(created=IN_1970, modified=IN_1970)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(names)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=heights.ascender, descent=heights.descender)
    ps_name = f"{family}-{style}".replace(" ", "")
    builder.setupNameTable({"familyName": family, "styleName": style, "psName": ps_name})
    builder.setupOS2(
        sTypoAscender=heights.ascender, sTypoDescender=heights.descender, usWeightClass=weight
    )
    builder.setupPost()
    file = io.BytesIO()
    builder.save(file)
    return file.getvalue()
