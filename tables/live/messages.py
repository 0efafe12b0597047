"""What clients send, checked and typed. The page docs/live-protocol.md describes it."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from tables.live.limits import MESSAGE_BYTES

PROTOCOL = 1


class Hello(msgspec.Struct, tag_field="type", tag="hello", frozen=True):
    """The first message. `since` is the last version that the client has of `match`."""

    protocol: int
    role: Literal["seat", "spectator", "referee"] = msgspec.field(name="as", default="seat")
    since: int | None = None
    match: str | None = None
    lang: str | None = None


class Act(msgspec.Struct, tag_field="type", tag="act", frozen=True):
    """A player's action; the same `id` acts once. `version` is what the client had seen."""

    id: str
    action: dict[str, Any]
    version: int | None = None


class Waits(msgspec.Struct, tag_field="type", tag="waits", frozen=True):
    """Asks what the own hand is waiting for."""


class View(msgspec.Struct, tag_field="type", tag="view", frozen=True):
    """Asks for the whole picture."""


class Ping(msgspec.Struct, tag_field="type", tag="ping", frozen=True):
    """Asks for a `pong` with the same `t`."""

    t: int | float | str = 0


class Pong(msgspec.Struct, tag_field="type", tag="pong", frozen=True):
    """The answer to a ping of the server, with its `t`."""

    t: int | float | str = 0


Message = Hello | Act | Waits | View | Ping | Pong

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_FIELD = re.compile(r"`\$\.?([^`]*)`")
_WORD = re.compile(r"required field `(\w+)`")


class Refused(Exception):
    """A message that is answered with an error; the connection goes on."""

    def __init__(self, code: str, **extra: object) -> None:
        super().__init__(code)
        self.code = code
        self.extra = {key: value for key, value in extra.items() if value is not None}


def parse(frame: dict[str, Any]) -> Message:
    """The message in an ASGI `websocket.receive`.

    >>> parse({"text": '{"type":"ping","t":5}'})
    Ping(t=5)

    Raises Refused.
    """
    text = frame.get("text")
    if text is None:
        raise Refused("bad_json")
    if len(text) > MESSAGE_BYTES or len(text.encode()) > MESSAGE_BYTES:
        raise Refused("too_large", limit=MESSAGE_BYTES)
    try:
        message = _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise _refusal(text, str(error)) from None
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise Refused("bad_json") from None
    return _checked(message)


def _refusal(text: str, reason: str) -> Refused:
    if not text.lstrip().startswith("{"):
        return Refused("bad_json")
    if "nvalid value" in reason and "$.type" in reason:
        return Refused("bad_message", field="type")
    found = _WORD.search(reason) or _FIELD.search(reason)
    return Refused("bad_message", field=(found.group(1) or None) if found else None)


def _checked(message: Message) -> Message:
    if isinstance(message, Act) and not _ID.fullmatch(message.id):
        raise Refused("bad_id")
    if isinstance(message, Hello) and message.since is not None and message.since < 0:
        raise Refused("bad_message", field="since")
    if isinstance(message, Ping | Pong) and isinstance(message.t, str) and len(message.t) > 64:
        raise Refused("bad_message", field="t")
    return message
