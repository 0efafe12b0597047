"""Names in any script: how they are cleaned, and the order that readers expect.

Knows nothing of Django or of what is named.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, TypeVar

T = TypeVar("T")

# Surnames that are not read as the same characters are elsewhere.
SURNAMES: Final = {
    "万俟": "mo4 qi2", "尉迟": "yu4 chi2", "尉遲": "yu4 chi2", "单于": "chan2 yu2",
    "單于": "chan2 yu2", "澹台": "tan2 tai2", "澹臺": "tan2 tai2", "长孙": "zhang3 sun1",
    "長孫": "zhang3 sun1", "曾": "zeng1", "单": "shan4", "單": "shan4", "解": "xie4", "仇": "qiu2",
    "区": "ou1", "區": "ou1", "查": "zha1", "朴": "piao2", "任": "ren2", "盖": "ge3", "蓋": "ge3",
    "翟": "zhai2", "缪": "miao4", "繆": "miao4", "冼": "xian3", "员": "yun4", "員": "yun4",
    "繁": "po2", "乐": "yue4", "樂": "yue4", "覃": "qin2", "种": "chong2",
    "燕": "yan1", "那": "na1", "黑": "he4", "召": "shao4", "葛": "ge3", "华": "hua4", "華": "hua4",
}  # fmt: skip
NUMBER: Final = re.compile(r"[0-9]+")
# Tones are kept as characters that no name has, so that digits of a name stay numbers.
TONES: Final = "\ue000\ue001\ue002\ue003\ue004\ue005"
TONE: Final = re.compile(f"[{TONES}]")
MARK_TONE: Final = re.compile(r"[1-5]$")
KEPT: Final = "\ue00f"

JOINERS: Final = "\u200c\u200d"
"""Inside a name they shape letters and emoji; nothing else invisible is kept."""
UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
EMOJI_TAGS: Final = range(0xE0020, 0xE0080)


def seen(name: str) -> str:
    """The name without what cannot be seen, and with single spaces.

    Characters that turn the direction of the text round would turn the neighbours round as well.

    >>> seen("\\u202eABC \\t D\\u200b")
    'ABC D'
    """
    kept = "".join(" " if letter.isspace() else letter for letter in name)
    kept = "".join(letter for letter in kept if not _is_unseen(letter))
    return " ".join(kept.split()).strip(JOINERS + " ")


def _is_unseen(letter: str) -> bool:
    if letter in JOINERS or ord(letter) in EMOJI_TAGS:
        return False
    return unicodedata.category(letter) in UNSEEN


def plain(text: str) -> str:
    """Without case, marks and width: `Ólafur` becomes `olafur`, composed or not."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@lru_cache(maxsize=8192)
def name_key(name: str) -> tuple[str, str, str]:
    """What names are sorted by: their letters, Chinese read in pinyin; then tones; then the name.

    >>> sorted(["王五", "Zoe", "李四", "Ólafur", "anna", "曾六", "No. 10", "No. 9"], key=name_key)
    ['anna', '李四', 'No. 9', 'No. 10', 'Ólafur', '王五', '曾六', 'Zoe']
    """
    toned = NUMBER.sub(lambda found: found[0].zfill(12), plain(" ".join(_syllables(name)))).strip()
    return TONE.sub("", toned), toned, name


def _syllables(name: str) -> list[str]:
    """Chinese characters as syllables, whatever is between them as it is; digits keep apart."""
    for length in (2, 1):
        read = SURNAMES.get(name[:length])
        if read:
            return [*_tones(read), *_syllables_of(name[length:])]
    return _syllables_of(name)


def _syllables_of(text: str) -> list[str]:
    # Its dictionary takes as long to load as a fifth of the site: not before a name is read.
    from pypinyin import Style, pinyin

    runs = pinyin(text, style=Style.TONE3, neutral_tone_with_five=True, errors=_as_it_is)
    return [part for run in runs for part in _tones(run[0])]


def _as_it_is(text: str) -> str:
    return KEPT + text


def _tones(read: str) -> list[str]:
    if read.startswith(KEPT):
        return [read[1:]]
    return [MARK_TONE.sub(lambda tone: TONES[int(tone[0])], syllable) for syllable in read.split()]


def sorted_by_name(things: Iterable[T], name: Callable[[T], str] = str) -> list[T]:
    """Things in the order of their names, for instance `sorted_by_name(entries, lambda e: e.name)`.

    >>> sorted_by_name(["张三", "安娜"])
    ['安娜', '张三']
    """
    return sorted(things, key=lambda thing: name_key(name(thing)))


@lru_cache(maxsize=8192)
def _readings(name: str) -> tuple[str, str, tuple[str, ...]]:
    """The name without blanks, its syllables' first letters, and what is read from each on."""
    syllables = [plain(TONE.sub("", part)) for part in _syllables(name)]
    parts = [one for syllable in syllables for one in syllable.split()]
    rest = tuple("".join(parts[at:]) for at in range(len(parts)))
    return "".join(plain(name).split()), "".join(part[0] for part in parts), rest


def is_found(name: str, asked: str) -> bool:
    """Whether a search for `asked` finds the name: a part of it, the beginning of a word of it, or,
    of a Chinese one, its pinyin from any syllable on, or the initials.

    >>> [is_found("张三丰", asked) for asked in ("三", "zhangsan", "Sanfeng", "zsf", "feng z")]
    [True, True, True, True, False]
    >>> is_found("Ólafur Jónsson", "jons"), is_found("Ólafur", "OLA"), is_found("Zoe", "oe")
    (True, True, True)
    """
    wanted = "".join(plain(asked).split())
    written, initials, rest = _readings(name)
    return wanted in written or wanted in initials or any(one.startswith(wanted) for one in rest)
