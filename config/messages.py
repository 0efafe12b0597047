"""Translation files without GNU gettext: `python -m config.messages compile|check`.

A fresh machine has no msgfmt, so the catalogues are compiled in Python. `check` names
every message that a language lacks.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import polib

LOCALE_DIR = Path(__file__).resolve().parent.parent / "locale"
TRANSLATED = ("zh_Hans", "zh_Hant")


def catalogues(folder: Path = LOCALE_DIR) -> Iterator[Path]:
    """Every translation file below the folder."""
    yield from sorted(folder.glob("*/LC_MESSAGES/*.po"))


def compile_catalogues(folder: Path = LOCALE_DIR) -> int:
    """Write each .mo that is older than its .po; returns how many were written."""
    written = 0
    for path in catalogues(folder):
        target = path.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < path.stat().st_mtime:
            polib.pofile(str(path)).save_as_mofile(str(target))
            written += 1
    return written


def _is_translated(entry: polib.POEntry) -> bool:
    texts = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
    return bool(texts) and all(texts) and "fuzzy" not in entry.flags


def gaps(folder: Path = LOCALE_DIR) -> Iterator[str]:
    """One line for every message that has no finished translation in some language."""
    names = {path.name for path in catalogues(folder)}
    for name in sorted(names):
        files = {lang: folder / lang / "LC_MESSAGES" / name for lang in TRANSLATED}
        books = {lang: polib.pofile(str(p)) for lang, p in files.items() if p.exists()}
        wanted = {(e.msgctxt, e.msgid) for book in books.values() for e in book if not e.obsolete}
        for lang, path in files.items():
            done = {(e.msgctxt, e.msgid) for e in books.get(lang, []) if _is_translated(e)}
            for _context, msgid in sorted(wanted - done, key=repr):
                yield f"{path.relative_to(folder.parent)}: no translation of {msgid!r}"


def main(arguments: list[str]) -> int:
    match arguments:
        case ["compile"]:
            compile_catalogues()
            return 0
        case ["check"]:
            missing = list(gaps())
            print("\n".join(missing) if missing else "translations complete")
            return 1 if missing else 0
        case _:
            print("usage: python -m config.messages compile|check", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
