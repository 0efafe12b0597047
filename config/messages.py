"""Translation files without GNU gettext: `python -m config.messages compile|check|update`.

A fresh machine has neither msgfmt nor xgettext. `compile` makes the catalogues that Django
reads, `check` names every message that a language lacks, `update` writes new messages into the
files, to be translated, and drops those that are gone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import polib
from django.conf import settings

from config.extraction import ROOT, Message, messages_in_tree

LOCALE_DIR = ROOT / "locale"
TRANSLATED = ("zh_Hans", "zh_Hant")
_METADATA = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=1; plural=0;",
}


def catalogue_path(language: str, folder: Path = LOCALE_DIR) -> Path:
    """Where a language's translations are."""
    return folder / language / "LC_MESSAGES" / "django.po"


def compile_catalogues(folder: Path = LOCALE_DIR) -> int:
    """Write each .mo that is older than its .po; returns how many were written."""
    written = 0
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = path.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime <= path.stat().st_mtime:
            polib.pofile(str(path)).save_as_mofile(str(target))
            written += 1
    return written


def _key(entry: polib.POEntry) -> Message:
    return Message(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


def _is_translated(entry: polib.POEntry) -> bool:
    texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    return bool(texts) and all(texts) and not entry.fuzzy and not entry.obsolete


def gaps(folder: Path = LOCALE_DIR, root: Path = ROOT) -> Iterator[str]:
    """One line for every message that has no finished translation in some language."""
    wanted = messages_in_tree(root)
    for language in TRANSLATED:
        path = catalogue_path(language, folder)
        entries = polib.pofile(str(path)) if path.exists() else ()
        done = {_key(entry) for entry in entries if _is_translated(entry)}
        for message in sorted(wanted.keys() - done):
            yield f"{language}: no translation of {message.id!r} ({wanted[message][0]})"


def update(folder: Path = LOCALE_DIR, root: Path = ROOT) -> None:
    """Bring the files in step with the sources, keeping what is translated."""
    wanted = messages_in_tree(root)
    for language in TRANSLATED:
        path = catalogue_path(language, folder)
        old = _by_message(polib.pofile(str(path))) if path.exists() else {}
        book = polib.POFile(wrapwidth=0)
        book.metadata = {"Language": language, **_METADATA}
        for message, places in sorted(wanted.items()):
            book.append(_entry(message, places, old.get(message)))
        path.parent.mkdir(parents=True, exist_ok=True)
        book.save(str(path))


def _by_message(book: polib.POFile) -> dict[Message, polib.POEntry]:
    """A merge may leave a message twice: what is translated counts."""
    return {_key(entry): entry for entry in sorted(book, key=_is_translated)}


def _entry(message: Message, places: list[str], old: polib.POEntry | None) -> polib.POEntry:
    entry = polib.POEntry(
        msgid=message.id,
        msgid_plural=message.plural,
        msgctxt=message.context or None,
        msgstr=old.msgstr if old else "",
        occurrences=[(place, "") for place in places],
        tcomment=old.tcomment if old else "",
    )
    if message.plural:
        entry.msgstr_plural = old.msgstr_plural if old else {0: ""}
    return entry


def main(arguments: list[str]) -> int:
    match arguments:
        case ["compile"]:
            compile_catalogues()
        case ["update"]:
            update()
        case ["check"]:
            missing = list(gaps())
            print("\n".join(missing) if missing else "translations complete")
            return 1 if missing else 0
        case _:
            print("usage: python -m config.messages compile|check|update", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    if not settings.configured:
        settings.configure(USE_I18N=True)
    sys.exit(main(sys.argv[1:]))
