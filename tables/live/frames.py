"""The text frames that viewers get. Redaction is the engine's; nothing is hidden or shown here."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.redact import Viewer, is_public, redact
from tables.acting import SYSTEM
from tables.events.log import Line, is_consequence

_encode = msgspec.json.Encoder().encode


def text(value: object) -> str:
    """Compact JSON."""
    return _encode(value).decode()


def raw(json: str) -> msgspec.Raw:
    """A JSON text as part of a larger message."""
    return msgspec.Raw(json.encode())


class Shown:
    """Redacted events as JSON texts; each is made once per kind of viewer, a public one once."""

    def __init__(self) -> None:
        self._texts: dict[tuple[int, Viewer | bool], str] = {}
        self._forgotten = 0

    def events(self, lines: Iterable[Line], viewer: Viewer) -> str:
        """The lines as the JSON array for this viewer."""
        return "[" + ",".join([self._event(line, viewer) for line in lines]) + "]"

    def _event(self, line: Line, viewer: Viewer) -> str:
        key = (line.seq, viewer.sees_all if is_public(line.event) else viewer)
        found = self._texts.get(key)
        if found is None:
            found = self._texts[key] = event_text(line, viewer)
        return found

    def forget(self, version: int) -> None:
        """Drop what was made for events up to `version`."""
        if version == self._forgotten:
            return
        self._forgotten = version
        self._texts = {key: found for key, found in self._texts.items() if key[0] > version}


def event_text(line: Line, viewer: Viewer) -> str:
    """One event as this viewer may see it."""
    redacted = redact(line.event, line.before, viewer)
    return text(
        {
            "seq": line.seq,
            "type": redacted.type,
            "hand": line.hand,
            "actor": None if redacted.anonymous else _actor(line, viewer),
            "at": None if redacted.anonymous else line.at,
            "data": redacted.data,
        }
    )


def _actor(line: Line, viewer: Viewer) -> str:
    """Who acted; for what follows from an action, the system.

    What comes of three answers would otherwise name the one who answered last.
    """
    hidden = is_consequence(line.cmd) and not viewer.sees_all
    return SYSTEM if hidden else line.actor
