"""From the bytes of somebody's file to its text.

Owns which encodings are taken and how they are told apart. Lists of names are far too short for
the statistics of general detectors, which take most lists in GB 18030 for Korean; what tells the
encodings apart here is how many of the characters are everyday ones in each of them.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from typing import Final

from tournaments.domain.refusals import refuse

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LONE_LATIN: Final = re.compile(rb"(?<![\x80-\xff])[\xc0-\xff](?![\x80-\xff])")
ENCODINGS: Final = ("utf-8", "utf-16-le", "utf-16-be", "gb18030", "big5", "cp932", "cp1252")
"""What may be named; in an unmarked file the first of the likeliest is taken."""


def read_text(data: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text, and the encoding it was read as: the named one, or the likeliest.

    Refuses `bad_encoding` where the bytes are no text in it, or in any.
    """
    if encoding is not None and encoding not in ENCODINGS:
        refuse("bad_encoding", f"encodings are {', '.join(ENCODINGS)}", "encoding")
    chosen = encoding or _marked(data) or _unicode(data) or _likeliest(data)
    text = _decoded(data, chosen) if chosen else None
    if text is None or chosen is None:
        refuse("bad_encoding", "this is no text file in an encoding known here", "file")
    return text.removeprefix("\ufeff"), chosen


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _marked(data: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)


def _unicode(data: bytes) -> str | None:
    """UTF-16 shows by the empty halves of its line ends and digits, UTF-8 by being valid."""
    halves = data[0::2].count(0), data[1::2].count(0)
    if sum(halves):
        return "utf-16-be" if halves[0] > halves[1] else "utf-16-le"
    return None if _decoded(data, "utf-8") is None else "utf-8"


def _likeliest(data: bytes) -> str | None:
    scores = {name: _score(data, name) for name in _EVERYDAY}
    scores["cp1252"] = _latin_score(data)
    return max(scores, key=lambda name: scores[name]) if max(scores.values()) > 0 else None


def _score(data: bytes, encoding: str) -> float:
    """How ordinary the characters are, 0 to 1; 0 where the bytes are not valid."""
    text = _decoded(data, encoding)
    foreign = [letter for letter in text or "" if letter > "\x7f"]
    if not foreign:
        return 0
    return sum(_EVERYDAY[encoding](letter) for letter in foreign) / len(foreign)


def _latin_score(data: bytes) -> float:
    """Accented letters stand alone among plain ones; halves of Chinese characters do not."""
    high = sum(byte > 0x7F for byte in data)
    return len(_LONE_LATIN.findall(data)) / high if high else 0


def _levels(
    encoding: str, first: tuple[int, int], second: int, beyond: float = 0
) -> Callable[[str], float]:
    """By where its standard has a character: 1 on the first level, ½ up to `second`.

    `beyond`: for whatever its standard lacks, but its extensions have.
    """

    def everyday(letter: str) -> float:
        if "\u3000" <= letter <= "\u30ff" or "\uff01" <= letter <= "\uff60":
            return 1
        try:
            code = int.from_bytes(letter.encode(encoding))
        except UnicodeEncodeError:
            return beyond
        if first[0] <= code <= first[1]:
            return 1
        return 0.5 if first[1] < code <= second else 0

    return everyday


_EVERYDAY: Final[Mapping[str, Callable[[str], float]]] = {
    "gb18030": _levels("gb2312", (0xB0A1, 0xD7F9), 0xF7FE, beyond=0.5),
    "big5": _levels("big5", (0xA440, 0xC67E), 0xF9D5),
    "cp932": _levels("cp932", (0x889F, 0x9872), 0xEAA4),
}
